#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# chapter03_device: the list of devices holds what it promises, and numbers that can be true.
. "$(dirname "$0")/programs.sh"

listed() { # listed WORDS: a line of them and a value
    run enum_gpu
    [ "$status" = 0 ] && grep -qE "^  $1  +[^ ].*$" "$dir/out"
}
unknown() {
    run enum_gpu
    grep -qE "^  $1  +unknown$" "$dir/out"
}
words() {
    run enum_gpu
    [ "$status" = 0 ] && head -n 1 "$dir/out" | grep -qE "^enum_gpu: $backend, ." &&
        grep -qE '^device 0: .' "$dir/out" && grep -qE '^CUDA [0-9]+\.[0-9], ' "$dir/out" &&
        tail -n 1 "$dir/out" | grep -qE '^result: right \(([0-9]+) of \1 devices, '
}
value() { # value WHAT TEST: the number in the first device's CSV row, held against an awk condition
    run enum_gpu --csv
    [ "$status" = 0 ] && [ ! -s "$dir/err" ] &&
        tr -d '"' <"$dir/out" | grep -F ",$1,0," | head -n 1 | awk -F, "{ v = \$(NF - 2) } END { exit !(NR == 1 && ($2)) }"
}
# Without a device: one line that says so and what to do, status 1, no list.
no_device() {
    make BACKEND=cuda ARCH=native enum_gpu || make BACKEND=cuda ARCH=all-major enum_gpu || return
    CUDA_VISIBLE_DEVICES='' bin/cuda/enum_gpu >"$dir/out" 2>"$dir/err"
    status=$?
    cat "$dir/out" "$dir/err"
    [ "$status" = 1 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
        grep -q 'make BACKEND=cpu' "$dir/err"
}

ok 'enum_gpu builds' make BACKEND="$backend" enum_gpu
ok 'the words that every program prints' words
for line in 'compute capability' 'clock rate' 'memory clock rate' 'copies overlap kernels' 'kernel time-out' \
    'global memory' 'constant memory' 'most pitch of a copy' 'texture alignment' multiprocessors \
    'shared memory per block' 'registers per block' 'warp size' 'most threads per block' \
    'most threads along a block' 'most blocks along a grid' 'grids of three dimensions' \
    'peak bandwidth' 'peak float arithmetic'; do
    ok "it tells: $line" listed "$line"
done
ok 'a warp has 32 threads' value 'warp size' 'v == 32'
ok 'a block has 512 threads at least' value 'most threads per block' 'v >= 512'
ok 'there is a multiprocessor' value multiprocessors 'v >= 1 && v == int(v)'
ok 'global memory is counted in bytes' value 'global memory' 'v > 2 ^ 26'
ok 'constant memory: 64 KiB' value 'constant memory' 'v == 65536'
ok 'a capability that today'\''s toolkits know' value 'compute capability' 'v >= 5 && v < 100'
if [ "$backend" = cuda ]; then
    ok 'a peak bandwidth' value 'peak bandwidth' 'v > 10 && v < 100000'
    ok 'a peak of arithmetic' value 'peak float arithmetic' 'v > 100 && v < 1e7'
else
    ok 'an emulated device claims no peak' unknown 'peak float arithmetic'
fi
if [ -x "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)" ]; then
    ok 'without a GPU: a clear message' no_device
else
    skip 'without a GPU: a clear message' 'nvcc is not installed'
fi
done_testing
