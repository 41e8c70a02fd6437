#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# stream_overlap: right for any cut into pieces, in all its ways; its formula of a perfect overlap;
# and that its own check finds steps that do not wait for each other.
. "$(dirname "$0")/programs.sh"
program=$bin/stream_overlap

# says PATTERN...: each is a line of the output before
says() {
    local pattern
    for pattern in "$@"; do
        grep -qE "$pattern" "$dir/out" || { echo "no line like $pattern" && return 1; }
    done
}

# ways: the three ways and the six waits, each a row with a time, marked right.
ways() {
    local what
    "$program" --csv --size 4097 --streams 3 --runs 3 >"$dir/rows" || return
    cat "$dir/rows"
    for what in 'copy in' kernel 'copy out' 'both copies' 'perfect overlap' sequential 'version 1' \
        'version 2' launch 'kernel and host' cudaDeviceSynchronize cudaStreamSynchronize \
        cudaEventSynchronize cudaStreamQuery cudaEventQuery cudaStreamWaitEvent; do
        [ "$(awk -F, -v what="$what" '$(NF - 7) == what && $(NF - 5) > 0 && $NF == "right"' "$dir/rows" | wc -l)" = 1 ] ||
            { echo "no row for $what" && return 1; }
    done
}

# formula PIECES: what is printed is what the comments above perfect_ms and perfect_on_link_ms in job.h say, from the
# medians; and each way's share is that time by its own.
formula() {
    "$program" --csv --size 50000 --streams "$1" --runs 3 >"$dir/rows" || return
    awk -F, -v p="$1" '
        { ms[$(NF - 7)] = $(NF - 5); value[$(NF - 7)] = $(NF - 2) }
        function near(a, b) { return (a - b) ^ 2 <= (1e-3 * b) ^ 2 }
        END {
            in_ = ms["copy in"]; kernel = ms["kernel"]; out = ms["copy out"]; sum = in_ + kernel + out
            most = in_ > kernel ? in_ : kernel; most = most > out ? most : out
            engines = value["perfect overlap"]
            if (engines >= 2) expected = most + (sum - most) / p
            else if (engines == 0) expected = sum
            else { expected = kernel + (in_ + out) / p; if (in_ + out > expected) expected = in_ + out }
            first = (in_ + kernel) / p; if (first > in_) first = in_
            last = (kernel + out) / p; if (last > out) last = out
            left_in = 1 - first / in_; left_out = 1 - last / out
            together = left_in < left_out ? left_in : left_out
            link = first + together * ms["both copies"] + (left_in - together) * in_ + (left_out - together) * out + last
            if (expected > link) link = expected
            best = ms["sequential"] < ms["version 1"] ? ms["sequential"] : ms["version 1"]
            if (ms["version 2"] < best) best = ms["version 2"]
            print "perfect " ms["perfect overlap"] ", expected " expected ", on the link " ms["perfect on this link"] ", expected " link
            exit !(near(ms["perfect overlap"], expected) &&
                   (engines < 2 || near(ms["perfect on this link"], link) && near(value["perfect on this link"], link / best)) &&
                   near(value["sequential"], expected / ms["sequential"]) &&
                   near(value["version 1"], expected / ms["version 1"]) &&
                   near(value["version 2"], expected / ms["version 2"])) }' "$dir/rows"
}

spoiled() { # spoiled NAME: built with the fault, it says WRONG and gives no time
    cp chapter10_streams/*.h "$dir/tree/broken/"
    cp chapter10_streams/stream_overlap.cu "$dir/tree/broken/$1.cu"
    spoil "$1" && make -s -C "$dir/tree" BACKEND="$backend" "$1" CXXFLAGS=-O1 || return
    bin=$dir/tree/bin/$backend run "$1" --size 20000 --runs 1 --csv
    [ "$status" = 1 ] && grep -qE ',,,,,[^,]*,wrong$' "$dir/out"
}

ok "it builds for $backend" make -s BACKEND="$backend" stream_overlap
[ -x "$program" ] || done_testing

# shellcheck disable=SC2119 # the headers come with each fault
spoiled_tree

ok 'at its default' right stream_overlap --runs 1
ok 'it prints the three ways with their errors and shares' says \
    '^sequential +[0-9.]+ ms +max error [0-9.e-]+, [0-9.]+ of perfect overlap$' \
    '^version 1 +[0-9.]+ ms +max error ' '^version 2 +[0-9.]+ ms +max error ' \
    '^perfect overlap +[0-9.]+ ms' '^cudaStreamWaitEvent +[0-9.]+ ms'
for streams in 1 2 3 7 64; do
    for size in 1 2 255 257 1000; do
        ok "$streams pieces of $size" right stream_overlap --streams "$streams" --size "$size" --runs 2
    done
done
for work in 2 7 64 1000 4096; do
    ok "$work angles an element" right stream_overlap --work "$work" --size 500 --runs 2
done
ok 'other elements' right stream_overlap --seed 18446744073709551615 --size 3000 --runs 2
ok 'a row for every way' ways
for streams in 1 4 9; do ok "the formula of a perfect overlap of $streams pieces" formula "$streams"; done
for bad in '--streams 0' '--streams 65' '--work 0' '--work x' '--size 0' '--size 8589934589'; do
    # shellcheck disable=SC2086 # two words
    ok "$bad is refused" bash -c '"$@" 2>/dev/null; [ $? = 2 ]' . "$program" $bad
done
ok 'caught: the copy in left out' spoiled copy_in_left_out
ok 'caught: a kernel that adds half as much' spoiled half_a_kernel
ok 'caught: the last piece forgotten' spoiled a_piece_less
done_testing
