#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The runtime, feature by feature: each tests/cpu/test_*.cu is a CUDA program that says TAP. With
# CUDA_CHAPTERS_BACKEND=cuda the same programs put the same questions to a real GPU.
. "$(dirname "$0")/tap.sh"

# Takes the names of cases: prove tests/cpu.t :: test_warp
backend=${CUDA_CHAPTERS_BACKEND:-cpu}
[ $# -gt 0 ] || set -- tests/cpu/test_*.cu
for source; do
    name=$(basename "$source" .cu)
    ok "$name builds without a warning" \
        make --no-print-directory BACKEND="$backend" WERROR=1 "bin/$backend/$name"
    relay "$name" "bin/$backend/$name" build/"$name".stderr
done

# What the compiler would not take split is built whole (Makefile), slowly and without a word.
none_fell_back() {
    local source program
    for source in tests/cpu/test_*.cu {chapter*,matmul,vecadd,blur}{,/ladder}/*.cu; do
        program=$(basename "$source" .cu)
        [ ! -e "build/cpu/$program.log" ] || ! grep -H 'error:' "build/cpu/$program.log" || return
    done
}
if [ "$backend" = cpu ]; then ok 'nothing that was built here had to be built whole' none_fell_back; fi
done_testing
