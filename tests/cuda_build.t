#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every program builds with nvcc, with warnings as errors: for the oldest architecture that it knows and the newest;
# with CUDA_CHAPTERS_LONG=1 for all major ones. What is for Hopper alone is always built for that. No GPU needed.
# shellcheck disable=SC2317 # the functions are called through ok
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/tap.sh
. tests/tap.sh
# shellcheck source=tests/programs.sh
. tests/programs.sh

nvcc=$(command -v nvcc) || nvcc=/usr/local/cuda/bin/nvcc
[ -x "$nvcc" ] || plan_skip 'nvcc is not installed'
listing=$(command -v cuobjdump) || listing=${nvcc%/*}/cuobjdump

# Built, and not run: the compiler need not try hard.
fast=
! "$nvcc" --help | grep -q -e --Ofast-compile || fast='-Ofc max'
known=$("$nvcc" --list-gpu-arch | sed 's/compute_//' | sort -nu)
architectures=$(sed -n '1p; $p' <<<"$known" | paste -sd' ')
[ "${CUDA_CHAPTERS_LONG:-}" != 1 ] || architectures=all-major

tree build/test-cuda
ok "every program builds for architectures $architectures" \
    make -C build/test-cuda -j2 BACKEND=cuda ARCH="$architectures" WERROR=1 NVCCFLAGS="$fast" all ladders

# Machine code for several architectures, and PTX for those to come.
for_all() {
    local code
    code=$("$listing" --list-elf --list-ptx "$1") && echo "$code" &&
        [ "$(grep -c '\.cubin' <<<"$code")" -gt 1 ] && grep -q '\.ptx' <<<"$code"
}
for source in build/test-cuda/*/*.cu build/test-cuda/*/*/*.cu; do
    program=$(basename "$source" .cu)
    [ -x "build/test-cuda/bin/cuda/$program" ] || continue # the benchmarks are no part of `all`
    if [ -x "$listing" ]; then
        ok "$program holds code for all of them" for_all "build/test-cuda/bin/cuda/$program"
    else
        skip "$program holds code for all of them" 'cuobjdump is not installed'
    fi
done
done_testing
