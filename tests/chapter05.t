#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# chapter05_dot: the dot products at many sizes and block sizes, the differences, the picture, and
# the programs that are broken on purpose.
#
# CUDA_CHAPTERS_LONG=1 takes every size.
. "$(dirname "$0")/programs.sh"

asks() { # asks QUESTION PROGRAM ARGUMENT...: the line of the published programs
    local question=$1
    shift
    run "$@"
    [ "$status" = 0 ] && grep -Fxq "$question" "$dir/out"
}

# The picture by the formula, worked out by awk: green only, a level more or less. PPM: top row first.
picture() { # picture SIZE
    run shared_bitmap --size "$1" --out picture.ppm --no-window
    [ "$status" = 0 ] || return
    { od -An -v -tu1 "$dir/run/picture.ppm" | tr -s ' ' '\n' | grep .; } |
        awk -v size="$1" '
            function wave(x) {
                x = int(x / 16) * 16 + 15 - x % 16
                return sin(2 * 3.14159265358979 * x / 128) + 1
            }
            BEGIN { header = length("P6\n" size " " size "\n255\n") }
            NR <= header { next }
            {
                i = NR - header - 1
                channel = i % 3
                x = int(i / 3) % size
                y = size - 1 - int(i / 3 / size)
                expected = channel == 1 ? int(255 * wave(x) * wave(y) / 4) : 0
                off = $1 - expected
                if (off * off > (channel == 1)) bad++
            }
            END { print bad + 0 " of " NR - header " bytes"; exit bad > 0 || NR - header != 3 * size * size }'
}

# The lines of code that differ between a broken program and the right one: comments and words about
# the program do not count.
near() { # near BROKEN RIGHT
    local lines
    lines=$(diff "chapter05_dot/broken/$1.cu" "chapter05_dot/$2.cu" | grep '^[<>]' |
        grep -cvE '^[<>] *(//|$|#define ABOUT|#include "(\.\./)?dot\.h"|.*save_as)')
    echo "$lines lines"
    [ "$lines" -ge 1 ] && [ "$lines" -le 6 ]
}

# A barrier that not all threads reach is undefined: a wrong result, a hang, or right by luck; the CPU
# backend names it.
divergent() {
    (cd "$dir" && timeout 300 "$bin/dot_divergent_barrier") >"$dir/out" 2>"$dir/err"
    status=$?
    echo "status $status"
    cat "$dir/out" "$dir/err"
    [ "$status" != 0 ] || grep -q 'not all its threads reach the same' "$dir/err"
}

chapter=(adjacent_difference dot_cpu dot_global dot_shared shared_bitmap)
broken=(dot_local_memory dot_thread_index dot_divergent_barrier shared_bitmap_race)
ok "the chapter builds for $backend, without warnings" \
    make WERROR=1 BACKEND="$backend" "${chapter[@]}" "${broken[@]}"
for program in "${chapter[@]}"; do
    ok "$program at its default" right "$program"
    for size in 1 2 255 256 257 1025; do
        ok "$program at size $size" right "$program" --size $size --runs 1
    done
done

ok 'the published question, dot_global' asks 'Does GPU value 2.57236e+13 = 2.57236e+13?' dot_global
ok 'the published question, dot_shared' asks 'Does GPU value 2.57236e+13 = 2.57236e+13?' dot_shared
ok 'the published question, dot_cpu' asks 'Does CPU value 2.57236e+13 = 2.57236e+13?' dot_cpu
ok 'one element' asks 'Does GPU value 0 = 0?' dot_shared --size 1
ok 'three elements: 0 + 2 + 8' asks 'Does GPU value 10 = 10?' dot_shared --size 3
for threads in 1 2 3 5 7 31 33 100 255 257 384 1000 1023 1024; do
    ok "dot_shared with blocks of $threads" right dot_shared --threads $threads --size 20011 --runs 1
done
for blocks in 1 2 7 1000; do
    ok "dot_shared with $blocks blocks" right dot_shared --blocks $blocks --size 20011 --runs 1
done
for threads in 0 1025 -1 x; do
    ok "dot_shared --threads $threads is refused" refused --threads dot_shared --threads $threads
done
ok 'dot_shared, 10 million elements' right dot_shared --size 10000000 --runs 1
ok 'one float can'\''t keep the sum of 50 million, and says so' wrong dot_shared --size 50000000 --threads 1 \
    --blocks 1 --runs 1

step=17
[ "$backend" = cuda ] && step=3
[ -n "${CUDA_CHAPTERS_LONG:-}" ] && step=1
sizes() {
    make BACKEND="$backend" "bin/$backend/every_size" &&
        "$bin/every_size" 10000 "$step"
}
ok "every program at the sizes 1, 1 + $step ... 10000" sizes

for size in 1 15 16 17 70; do ok "shared_bitmap of $size is what the formula says" picture $size; done

ok 'dot_local_memory is a few lines from dot_shared' near dot_local_memory dot_shared
ok 'dot_thread_index is a few lines from dot_shared' near dot_thread_index dot_shared
ok 'dot_divergent_barrier is a few lines from dot_shared' near dot_divergent_barrier dot_shared
ok 'shared_bitmap_race is a few lines from shared_bitmap' near shared_bitmap_race shared_bitmap
ok 'dot_local_memory is wrong, and says so' wrong dot_local_memory
ok 'dot_thread_index is wrong, and says so' wrong dot_thread_index
within_a_block() { run dot_thread_index --size 256 && [ "$status" = 0 ]; }
ok 'but right where one block has them all' within_a_block
ok 'shared_bitmap_race is wrong, and says so' wrong shared_bitmap_race --no-window
if [ "$backend" = cpu ] || divergent >/dev/null || ! grep -q '^result: right' "$dir/out"; then
    ok 'dot_divergent_barrier fails or is named' divergent
else
    skip 'dot_divergent_barrier fails or is named' 'the missing threads have ended: right by luck here'
fi
done_testing
