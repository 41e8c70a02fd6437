#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Random kernels leave the same in memory split and whole (tests/fuzz/fuzz.sh): 3 000 of them, and with
# CUDA_CHAPTERS_LONG=1 200 000, and 20 000 that are vectorised. CUDA_CHAPTERS_SEED=n chooses which; by
# default they are the same each time.
. "$(dirname "$0")/tap.sh"

[ "${CUDA_CHAPTERS_BACKEND:-cpu}" = cpu ] || plan_skip 'a GPU has one form of a kernel'

seed=${CUDA_CHAPTERS_SEED:-1}
told=build/fuzz/told

fuzz() { # fuzz KERNELS: says what it found, and keeps it
    mkdir -p build/fuzz
    make --no-print-directory fuzz N="$1" SEED="$seed" 2>&1 | tee "$told"
    return "${PIPESTATUS[0]}"
}
# What is told of nothing but whole kernels would be no test: each form must be there.
forms() { grep -E 'fuzz: [1-9][0-9]* kernels, [1-9][0-9]* of them split \([1-9][0-9]* flat, [1-9][0-9]* strided\)' "$told"; }

kernels=3000
[ "${CUDA_CHAPTERS_LONG:-}" != 1 ] || kernels=200000
ok "$kernels random kernels from seed $seed are the same split and whole" fuzz "$kernels"
ok 'some were split at barriers, some were rows, some strided' forms
if [ "${CUDA_CHAPTERS_LONG:-}" = 1 ]; then
    export OPTIMISE=-O3
    ok '20000 of them when the compiler vectorises' fuzz 20000
fi
done_testing
