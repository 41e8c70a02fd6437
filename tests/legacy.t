#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Old listings (tests/legacy/) dropped into folders of the tree build unchanged, run and are right,
# without a display and in a window; the suite's own programs see nothing of what they need.
. "$(dirname "$0")/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE WERROR DISPLAY

backend=${CUDA_CHAPTERS_BACKEND:-cpu}
. tests/display.sh

# A tree with the project's rooms and two folders of old programs, at both depths that make searches.
# It stays, so that a second run builds only what changed.
tree=$PWD/build/test-legacy
rm -rf "$tree/chapter09" "$tree/course"
mkdir -p "$tree/chapter09" "$tree/course/week3"
for room in Makefile common cpu tools; do ln -sfn "$PWD/$room" "$tree/$room"; done
cp -p tests/legacy/h*.cu tests/legacy/m*.cu "$tree/chapter09/"
programs=()
for source in tests/legacy/*.cu; do
    programs+=("$(basename "$source" .cu)")
    [ -e "$tree/chapter09/${source##*/}" ] || cp -p "$source" "$tree/course/week3/"
done
has_glut=$(printf '#include <GL/freeglut.h>\n' | "${CXX:-g++}" -x c++ -fsyntax-only - 2>/dev/null && echo 1)

build() { # build BACKEND WHAT...: what is missing afterwards is what failed
    rm -rf "${tree:?}/bin/$1"
    make -k --no-print-directory -C "$tree" "BACKEND=$1" "${@:2}" >"$dir/log" 2>&1
}
built() { [ -x "$tree/bin/$1/$2" ] || { grep -E "/$2\.cu.*error|/$2'|error" "$dir/log" && false; }; } # built BACKEND PROGRAM
arch=()
[ "$backend" = cpu ] || nvidia-smi -L 2>/dev/null | grep -q '^GPU' || arch=(ARCH=sm_90)
build "$backend" "${arch[@]}" all
for program in "${programs[@]}"; do
    if [ "$program$has_glut" = interop ]; then
        skip "$program builds for $backend" 'it calls OpenGL and GLUT, which are missing'
    else
        ok "$program builds for $backend" built "$backend" "$program"
    fi
done
program=

# ---- running -----------------------------------------------------------------------------------------

run() { # run PROGRAM: in a folder of its own, with no display
    rm -rf "$dir/run" && mkdir "$dir/run" || return
    (cd "$dir/run" && timeout 600 "$tree/bin/$backend/$1" </dev/null)
}
picture() { # picture PROGRAM NAME: it says where its picture is, and it is there
    run "$1" 2>&1 | grep -q "the picture is in $2\." && compgen -G "$dir/run/$2.p[np][gm]"
}
if [ "$backend" = cuda ] && [ ${#arch[@]} -gt 0 ]; then
    skip 'the programs run' 'no GPU'
else
    for name in "${programs[@]}"; do
        [ "$name" = interop ] || ok "$name runs with no display, and is right" run "$name"
    done
    ok 'a bitmap is in a file then' picture mandelbrot bitmap
    ok 'an IMAGE too' picture notes_image image
    ok 'an animation is in a file then' picture gpu_ripple anim
fi

# ---- in a window -------------------------------------------------------------------------------------

saves() { press s && compgen -G "$dir/run/anim.p[np][gm]"; } # a key may come before the program listens
windowed() { # windowed PROGRAM TITLE: opens, draws, takes s, ends with Escape, and was right
    local status
    rm -rf "$dir/run" && mkdir "$dir/run" || return
    (cd "$dir/run" && exec timeout 600 "$tree/bin/$backend/$1") </dev/null &
    program=$!
    until_true find_window "^$2 \\(" || return
    until_true saves || return
    press Escape
    wait "$program"
    status=$?
    program=
    return "$status"
}
shares() { windowed gpu_ripple GPUAnimBitmap >"$dir/out" 2>&1 && ! grep 'cannot share' "$dir/out"; }
missing=
for tool in Xvfb xdotool; do command -v "$tool" >/dev/null || missing=$tool; done
if [ -z "$missing" ] && [ -n "$has_glut" ]; then start_server -noreset || missing='an Xvfb that starts'; fi
if [ -n "$missing" ] || [ -z "$has_glut" ]; then
    skip 'in a window' "needs GLUT, Xvfb and xdotool"
elif [ "$backend" = cuda ] && [ ${#arch[@]} -gt 0 ]; then
    skip 'in a window' 'no GPU'
else
    ok 'ripple (CPUAnimBitmap) in a window' windowed ripple CPUAnimBitmap
    if [ "$backend" = cpu ]; then
        ok 'gpu_ripple (GPUAnimBitmap) in a window, through a buffer shared with OpenGL' shares
        ok 'interop: a window and a shared buffer of its own' run interop
    else # Xvfb draws on the CPU, so there is nothing to share
        ok 'gpu_ripple (GPUAnimBitmap) in a window, copied' windowed gpu_ripple GPUAnimBitmap
        skip 'interop: a window and a shared buffer of its own' 'Xvfb is not on the GPU'
    fi
fi
unset DISPLAY

# ---- what else may lie in a tree ---------------------------------------------------------------------

other=$dir/other
mkdir -p "$other/homework-1" "$other/week 2"
for room in Makefile common cpu tools; do ln -s "$PWD/$room" "$other/$room"; done
printf '__global__ void twice(int *p) { *p *= 2; }\n' >"$other/homework-1/kernels.cu"
printf '#include "kernels.cu"\nint main(void) { twice<<<1, 1>>>(0); }\n' >"$other/homework-1/first.cu"
cp "$other/homework-1/first.cu" "$other/week 2/second.cu"
plan() { make -n --no-print-directory -C "$other" "BACKEND=$backend" "$@" 2>&1; }
not() { ! "$@"; }
named() { # named PATTERN PROGRAM: what a build that fails says
    make --no-print-directory -C "$other" BACKEND=cpu "bin/cpu/$2" 2>&1 | grep -qE -- "$1"
}
planned() { plan "${@:2}" | grep -qE -- "$1"; } # planned PATTERN WHAT...
everything() { make --no-print-directory -C "$other" "BACKEND=$backend" "${arch[@]}" all; }
ok 'a file that others include stops nothing' everything
ok 'and is no program' test -x "$other/bin/$backend/first" -a ! -e "$other/bin/$backend/kernels"
explained() { make --no-print-directory -C "$other" "BACKEND=$backend" "${arch[@]}" kernels 2>&1 | grep 'kernels: .*no main'; }
ok 'asked for, it says why' explained
ok 'a blank in a name is reported, and stops nothing' planned 'left out, .*week 2/second\.cu' first
printf '#include <nvjpeg.h>\nint main(void) {}\n' >"$other/homework-1/sorted.cu"
if [ "$backend" = cpu ]; then
    ok 'what is not there is named' named 'sorted.cu: nvJPEG is not on the CPU backend' sorted
fi
mkdir "$other/homework-2"
cp "$other/homework-1/"*.cu "$other/homework-2/"
rm "$other"/homework-*/sorted.cu
ok 'two files of a name: both are named' planned 'several .*make homework-1/first homework-2/first' -s first
ok 'and go by their folders' make --no-print-directory -C "$other" "BACKEND=$backend" "${arch[@]}" homework-2/first
ok 'where they are' test -x "$other/bin/$backend/homework-2/first"

# ---- who gets the old names --------------------------------------------------------------------------

clean() { # clean SOURCE...: none is given the old names
    local source bad=0
    for source; do
        case $(common/legacy/flags.sh cuda "$source") in *legacy.h*) echo "$source" && bad=1 ;; esac
    done
    return "$bad"
}
flags() { common/legacy/flags.sh "$1" "$dir/flags/a.cu"; }
mapfile -t own < <(compgen -G '*/*.cu' && compgen -G '*/*/*.cu')
mapfile -t own < <(printf '%s\n' "${own[@]}" | grep -vE '^(tests|build|bin)/')
ok "the suite's own programs see no old name" clean "${own[@]}"
mkdir -p "$dir/flags/sub"
printf '#include "../flags/sub/b.h"\n__global__ void f() {}\n' >"$dir/flags/a.cu"
printf '#include "../../flags/a.cu"\n#include "c.h"\n#include "missing.h"\n' >"$dir/flags/sub/b.h"
printf 'void g(int texture);\n' >"$dir/flags/sub/c.h"
ok 'nor does a program without one, whose headers include each other' clean "$dir/flags/a.cu"
printf 'texture<float, 2> t;\n' >"$dir/flags/sub/c.h"
ok 'a header of a header may have one' grep -q 'legacy\.h.* -DLEGACY_TEXTURES' <(flags cuda | tr '\n' ' ')
printf 'void g() { cudaThreadSynchronize(); }\n' >"$dir/flags/sub/c.h"
ok 'the word texture is left alone where no reference is' grep -q 'legacy\.h' <(flags cpu | tr '\n' ' ' | grep -v TEXTURES)

# ---- with nvcc in any case: no GPU is needed ---------------------------------------------------------

if [ "$backend" = cpu ]; then
    if [ -x "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)" ]; then
        # one of each kind, unless all are asked for: nvcc takes its time
        some=(texture_references ripple gpu_ripple dot_threads warp_sums)
        [ -z "${CUDA_CHAPTERS_LONG:-}" ] || some=("${programs[@]}")
        build cuda ARCH=sm_90 "${some[@]}"
        for name in "${some[@]}"; do
            [ "$name$has_glut" = interop ] || ok "$name builds for cuda" built cuda "$name"
        done
    else
        skip 'the programs build for cuda' 'nvcc is not installed'
    fi
fi
done_testing
