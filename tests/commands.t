#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is typed first: a folder's name, a misspelt one, a command in a chapter's folder, a program that is called as a
# command is; what make asks the machine, and when; the three checks in one.
export BACKEND=cpu CUDA_CHAPTERS_BACKEND=cpu
. "$(dirname "$0")/programs.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

tree "$dir/tree"
mkdir -p "$dir/tree/mine/deep"
cat >"$dir/tree/mine/tenfold.cu" <<'END'
#include <stdio.h>
__global__ void tenfold(int *a, int n) {
    int i = threadIdx.x;
    if (i <= n) a[i] *= 10;
}
int main() {
    int a[100] = {1, 2, 3}, *dev;
    cudaMalloc(&dev, sizeof a);
    cudaMemcpy(dev, a, sizeof a, cudaMemcpyHostToDevice);
    tenfold<<<1, 128>>>(dev, 100);
    cudaMemcpy(a, dev, sizeof a, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return cudaFree(dev);
}
END
sed 's/<= n/< n/' "$dir/tree/mine/tenfold.cu" >"$dir/tree/mine/deep/right.cu"
typed() { # typed ARGUMENT...: make in the tree; leaves $status, $dir/out and $dir/err
    make -C "$dir/tree${folder:-}" --no-print-directory "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    [ $status = 0 ] || sed 's/^/# /' "$dir/err"
    return $status
}
refused() { # refused LINE ARGUMENT...: with that line, and no other of its own
    local line=$1
    shift
    ! typed "$@" >/dev/null && [ "$(grep -v '^make' "$dir/err")" = "$line" ] && [ ! -s "$dir/out" ]
}
says() { grep -qF -- "$1" "$dir/out"; }
complains() { grep -qF -- "$1" "$dir/err"; }
times() { [ "$(grep -cF -- "$2" "$dir/$1")" = "$3" ]; }

ok "a folder's name builds what is in it" typed mine
ok 'and says what that is' says 'mine: bin/cpu/tenfold bin/cpu/right'
ok 'the programs are there' test -x "$dir/tree/bin/cpu/right" -a -x "$dir/tree/bin/cpu/tenfold"
ok 'with a slash, as a shell completes it' typed mine/
ok 'a folder below' typed mine/deep
ok 'a folder without programs' typed notebook
ok 'says so' says 'notebook: no program is in this folder'
ok 'a misspelt program' refused 'there is no ray_cosnt; did you mean ray_const?' ray_cosnt
ok 'the beginning of two' refused 'there is no ripple; did you mean ripple_copy or ripple_shared?' ripple
ok "a chapter's number" refused 'there is no chapter8; did you mean chapter08_graphics?' chapter8
ok "a chapter's name" refused 'there is no heat; did you mean chapter07_heat?' heat
ok 'a misspelt command' refused 'there is no chekc; did you mean check?' chekc
ok 'nothing like it' refused 'there is no something_else; make help lists what there is' something_else
ok 'check of a misspelt program' refused 'there is no tenfodl; did you mean tenfold?' check P=tenfodl

folder=/vecadd
ok "in a chapter's folder: a program of another" typed right
ok 'in its folder: a misspelt one' refused 'there is no ray_cosnt; did you mean ray_const?' ray_cosnt
ok 'in its folder: the folder' typed -n
ok 'is what is built' says 'bin/cpu/vecadd_blocks'
folder=
each_chapter() {
    local chapter
    for chapter in */*.cu */ladder/*.cu; do
        chapter=${chapter%/*}
        case $chapter in bench | labs) continue ;; esac
        [ "$(realpath "$chapter/Makefile")" = "$PWD/tools/folder.mk" ] || { echo "$chapter" && return 1; }
    done
}
ok 'each chapter and each ladder has that Makefile' each_chapter

# What is called as a command is.
cp "$dir/tree/mine/tenfold.cu" "$dir/tree/mine/clean.cu"
not_clean() { ! typed clean && [ "$(wc -l <"$dir/err")" = 1 ]; }
ok 'make clean with a clean.cu is refused in one line' not_clean
ok 'which says which file is in the way' complains 'mine/clean.cu needs another name, because make clean is a command'
ok 'and removes nothing' test -x "$dir/tree/bin/cpu/right"
ok 'the other programs are built' typed right
ok 'in one line, the file is left out' times err 'left out: mine/clean.cu' 1
rm "$dir/tree/mine/clean.cu"
every_command() { # that make help lists is one
    local name
    typed help || return
    while read -r name; do
        typed -n "$name" || return
        ! says "no_such.sh '$name'" || { echo "make $name" && return 1; }
    done < <(sed -nE 's/^make ([a-z-]+).*/\1/p' "$dir/out" | sort -u)
}
ok 'every command of make help is one' every_command

# The machine is asked once.
mkdir "$dir/asked"
printf '#!/bin/sh\necho asked >>%s/asked/log\nexec g++ "$@"\n' "$dir" >"$dir/asked/counted"
chmod +x "$dir/asked/counted"
asks() { # asks N: so many calls of the compiler by make help
    : >"$dir/asked/log"
    typed CXX="$dir/asked/counted" help && [ "$(wc -l <"$dir/asked/log")" = "$1" ]
}
ok 'another compiler is asked what there is' asks 4
ok 'and only once' asks 0
touch -d 'next second' "$dir/asked/counted"
ok 'a newer one is asked again' asks 4

# The three checks.
ok 'a program in which something is found' test "$(typed check P=tenfold >/dev/null; echo $?)" = 2
typed check P=tenfold >/dev/null
ok 'its output is there once' times out '10 20 30' 1
ok 'what was found too' times err 'past the end of an allocation' 1
ok 'each check has its heading' times err '--- ' 4
last_line() { [ "$(grep -v '^make' "$dir/err" | tail -n 1)" = "$1" ]; }
ok 'the last line sums up' last_line '--- tenfold: one finding'
ok 'a program in which nothing is' typed check P=right
ok 'the last line says so' last_line '--- right: nothing was found'
done_testing
