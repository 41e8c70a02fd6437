#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The libraries that course code calls (cpu/libraries): each tests/libraries/NAME.cu is a CUDA program that says TAP, built
# with the options of its line `// nvcc OPTION...`. One whose library stands on something that is not installed is skipped.
. "$(dirname "$0")/tap.sh"

shows_why() { ! cat "$dir/log"; }
cpu/bin/nvcc --prepare
[ $# -gt 0 ] || set -- tests/libraries/*.cu
for source; do
    name=$(basename "$source" .cu)
    read -ra options < <(sed -n 's,^// nvcc ,,p' "$source")
    [ -z "${CUDA_CHAPTERS_LONG-}" ] || options+=(-DLONG)
    if ! cpu/bin/nvcc -Xcompiler -Wall,-Werror,-O0 -Itests/cpu -o "$dir/$name" "$source" "${options[@]}" 2>"$dir/log"; then
        missing=$(grep 'which is not installed' "$dir/log")
        if [ -n "$missing" ]; then
            skip "$name" "${missing#*: }"
        else
            ok "$name builds" shows_why
        fi
        continue
    fi
    relay "$name" "$dir/$name" "$dir/log"
    # what is said of its mistakes: `// says PATTERN`
    while IFS= read -r pattern; do
        ok "$name says: $pattern" grep -qE "^cuda-cpu: $pattern" "$dir/log"
    done < <(sed -n 's,^// says ,,p' "$source")
done

# ---- a source of the host's -----------------------------------------------------------------------------

for header in cuda_fp16 cuda_bf16 curand_kernel cufftXt cublasLt cusparse cusolverDn cudnn; do
    echo "#include <$header.h>"
done >"$dir/host.cpp"
ok 'all headers in a source of the host' g++ -fsyntax-only -Wall -Werror -Icpu/include "$dir/host.cpp"

# Thrust of the project's own is no code of the program's: g++ says nothing about it
mkdir -p "$dir/own/thrust/detail"
echo 'static int unused;' >"$dir/own/thrust/detail/config.h"
echo '#include <thrust/detail/config.h>' >"$dir/own.cu"
ok "a project's own Thrust" cpu/bin/nvcc -Xcompiler -Wall,-Werror -I"$dir/own" -c -o "$dir/own.o" "$dir/own.cu"

# ---- what is missing ---------------------------------------------------------------------------------

one_line() { # one_line PATTERN OPTION...: the program does not build, and that is told in one line
    local pattern=$1
    shift
    ! cpu/bin/nvcc -o "$dir/out" "$@" 2>"$dir/log" || return
    cat "$dir/log"
    [ "$(wc -l <"$dir/log")" = 1 ] && grep -qE "$pattern" "$dir/log"
}
echo 'int main() {}' >"$dir/none.cu"
ok 'a library that is not here' one_line 'nvJPEG is not on the CPU backend: it needs a GPU' "$dir/none.cu" -lnvjpeg
# a compiler that finds no libraries
printf '#!/bin/sh\ncase "$*" in *-print-file-name*) echo none ;; *) exec g++ "$@" ;; esac\n' >"$dir/g++"
chmod +x "$dir/g++"
ok 'what a library stands on' one_line 'cuBLAS needs OpenBLAS, which is not installed: apt-get install libopenblas-dev' \
    -ccbin "$dir/g++" "$dir/none.cu" -lcublas
# ... and one that does not find Thrust
printf '#!/bin/sh\ncase "$*" in *thrust/version.h*) exit 1 ;; *) exec g++ "$@" ;; esac\n' >"$dir/g++"
echo '#include <thrust/none.h>' >"$dir/none.cu"
ok 'headers that are not there' one_line 'Thrust needs its own source, which is not installed: apt-get install libthrust-dev' \
    -ccbin "$dir/g++" "$dir/none.cu"
done_testing
