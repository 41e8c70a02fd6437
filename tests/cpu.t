#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The runtime, feature by feature: each tests/cpu/test_*.cu is a CUDA program that says TAP. With
# CUDA_CHAPTERS_BACKEND=cuda the same programs put the same questions to a real GPU.
# shellcheck disable=SC2317 # the functions are called through ok
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh

backend=${CUDA_CHAPTERS_BACKEND:-cpu}
for source in tests/cpu/test_*.cu; do
    name=$(basename "$source" .cu)
    ok "$name builds without a warning" \
        make --no-print-directory BACKEND="$backend" WERROR=1 "bin/$backend/$name"
    # every check of the program becomes one of ours; ending early or with no check is a failure
    output=$("bin/$backend/$name" 2>build/"$name".stderr)
    status=$?
    while IFS= read -r line; do
        case $line in
        "ok "* | "not ok "*) ok "$name: ${line#*- }" test "${line%% *}" = ok ;;
        esac
    done <<<"$output"
    ok "$name ran to its end" test "$status" -eq 0 -a "$(tail -n 1 <<<"$output" | cut -c1-3)" = 1..
done

# What the compiler would not take split is built whole (Makefile), slowly and without a word.
is_split() { grep -q "cuda_cpu_split_$2\>" "build/cpu/$1.ii"; }
is_flat() { grep -q "cuda_cpu_split_$2(.*::cuda_cpu::flat()" "build/cpu/$1.ii"; }
is_strided() { grep -q '::cuda_cpu::each_stride<[a-z, ]*int>(blockDim' "build/cpu/$1.ii"; }
is_in_line() { # a loop over threads of that kernel that asks for no thread's place
    awk -v kernel="cuda_cpu_split_$2(" '
        /static inline void cuda_cpu_split_/ { inside = index($0, kernel) > 0 }
        inside && /each_thread<false>\(::cuda_cpu::in_line\(blockDim\)/ { found = 1 }
        END { exit !found }' "build/cpu/$1.ii"
}
none_fell_back() {
    local source program
    for source in tests/cpu/test_*.cu {chapter*,matmul,vecadd,blur}{,/ladder}/*.cu; do
        program=$(basename "$source" .cu)
        [ ! -e "build/cpu/$program.log" ] || ! grep -H 'error:' "build/cpu/$program.log" || return
    done
}
if [ "$backend" = cpu ]; then
    for kernel in dot_shared:dot matmul_tiled:multiply test_split:halve; do
        program=${kernel%:*}
        ok "$program builds" make --no-print-directory BACKEND=cpu "bin/cpu/$program"
        ok "$program: the kernel ${kernel#*:} is split at its barriers" is_split "$program" "${kernel#*:}"
    done
    ok 'heat_global builds' make --no-print-directory BACKEND=cpu bin/cpu/heat_global
    ok 'heat_global: diffuse is one row of threads' is_flat heat_global diffuse
    ok 'test_index: threads go through strided loops side by side' is_strided test_index
    ok 'test_split: what threads begin with is written in one row' is_in_line test_split shared_parameters
    ok 'nothing that was built here had to be built whole' none_fell_back
fi
done_testing
