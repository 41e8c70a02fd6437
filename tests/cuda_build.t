#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every program builds with nvcc, with warnings as errors, for the oldest architecture that it knows; those whose source
# asks for the architecture are built for the newest, too. With CUDA_CHAPTERS_LONG=1: all for all major ones. What is for
# Hopper alone is always built for that. No GPU needed.
. "$(dirname "$0")/programs.sh"

nvcc=$(command -v nvcc) || nvcc=/usr/local/cuda/bin/nvcc
[ -x "$nvcc" ] || plan_skip 'nvcc is not installed'
listing=$(command -v cuobjdump) || listing=${nvcc%/*}/cuobjdump

# Built, and not run: the compiler need not try hard.
fast=
! "$nvcc" --help | grep -q -e --Ofast-compile || fast='-Ofc max'
known=$("$nvcc" --list-gpu-arch | sed 's/compute_//' | sort -nu)
oldest=$(head -1 <<<"$known")
newest=$(tail -1 <<<"$known")

tree build/test-cuda
build() { # build ARCHITECTURES PROGRAM...
    make -C build/test-cuda -j2 BACKEND=cuda ARCH="$1" WERROR=1 NVCCFLAGS="$fast" "${@:2}"
}
asking=() others=()
for program in $(make BACKEND=cuda help | sed -n 's/^make PROGRAM *build one: //p'); do
    case $program in
    vecadd_ladder | matmul_ladder | matmul_tensor | matmul_split | matmul_fp8 | matmul_nccl | heat_ladder | heat_mpi | heat_nccl) asking+=("$program") ;;
    *) others+=("$program") ;;
    esac
done
if [ "${CUDA_CHAPTERS_LONG:-}" = 1 ]; then
    asking+=("${others[@]}")
    ok 'every program builds for all major architectures' build all-major "${asking[@]}"
else
    ok "every program builds for architecture $oldest" build "sm_$oldest" "${others[@]}"
    no_other_asks() { # of the headers that a program includes
        local headers program status=0
        mapfile -t headers < <(cd build/test-cuda && grep -rl --include='*.h' '__CUDA_ARCH__' common [a-z]*/ladder)
        [ ${#headers[@]} -gt 0 ] || return
        for program in "${others[@]}"; do
            ! grep -F "${headers[@]/#/-e}" build/test-cuda/build/cuda/"$program".d || status=1
        done
        return "$status"
    }
    ok '... and none of these asks for it' no_other_asks
    ok "those that ask for it build for $newest, too" build "$oldest $newest" "${asking[@]}"
fi

# Machine code for several architectures, and PTX for those to come.
for_all() {
    local code
    code=$("$listing" --list-elf --list-ptx "$1") && echo "$code" &&
        [ "$(grep -c '\.cubin' <<<"$code")" -gt 1 ] && grep -q '\.ptx' <<<"$code"
}
for program in "${asking[@]}"; do
    [ -z "$(compgen -G "*/$program.c")" ] || continue # plain C
    if [ -x "$listing" ]; then
        ok "$program holds code for all of them" for_all "build/test-cuda/bin/cuda/$program"
    else
        skip "$program holds code for all of them" 'cuobjdump is not installed'
    fi
done
done_testing
