#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make report: its figures are those of make count, and what they are on paper; the findings of the checks are in it; the page
# is whole by itself. In a browser, where there is one: clicks.
. "$(dirname "$0")/tap.sh"
command -v python3 >/dev/null || plan_skip 'no python3'
export PYTHONDONTWRITEBYTECODE=1 BACKEND=cpu
unset MAKEFLAGS MFLAGS MAKELEVEL

whole() { python3 tests/report/whole.py "$dir/$1.html"; }
has() { grep -qF -- "$2" "$dir/$1.html"; }

# ---- a race --------------------------------------------------------------------------------------------

ok 'make report of a program with a race' make -s report P=race_barrier OUT="$dir/race.html"
[ "${tap_failed:?}" = 0 ] || done_testing
ok 'the page is whole' whole race
ok 'the finding is in it, first of all' has race '<b>check-race</b> kernel reverse, block (0, 0, 0), thread (32, 0, 0): a race on turned[31] in shared memory'
at_line() { # at_line TEXT: the lines whose sources have it are opened by a click, and marked as faults
    local line
    while IFS=: read -r line _; do
        has race "<details class=\"line fault\" id=\"v0-tests-faults-race-barrier-cu-$line\"" || return
    done < <(grep -nF -- "$1" tests/faults/race_barrier.cu)
}
ok 'beside both lines' at_line '// fault'
ok 'it says which comes second' has race 'nothing between them says which comes first'

# ---- figures -------------------------------------------------------------------------------------------

count=bin/cpu-check-count/transposes
ok 'transposes is built for counting' make -s CHECK=count "$count"
report() { cpu/report/report.py --out "$dir/$1.html" --count "$count" "${@:2}"; } # report NAME OPTION... -- ARGUMENT...
ok 'its report, at 64²' report all -- 64
ok 'is whole' whole all
"$count" 64 >"$dir/counted.txt"
sed 's/<details/\n&/g' "$dir/all.html" >"$dir/all.lines" # one of them a line
requests_as_counted() { # of each line, as make count prints them
    sed -nE 's/^ *([0-9]+)[ 0-9.]{38} +([0-9]+)  .*/\2 \1/p' "$dir/counted.txt" | sort -n >"$dir/here"
    sed -nE 's/.* data-line="([0-9]+)" data-requests="([0-9]+)".*/\1 \2/p' "$dir/all.lines" | sort -n >"$dir/there"
    [ -s "$dir/here" ] && diff "$dir/here" "$dir/there"
}
ok 'each line has the requests that make count prints' requests_as_counted
# On paper: 64² elements are 128 warps' requests. A column of floats is 256 bytes apart; a column of the tile is 32 words.
ok 'a row is 4 sectors' has all '<b>reads global</b> <span class="figure">4 sectors a request</span>'
ok 'a column is 32' has all '<b>writes global</b> <span class="figure">32 sectors a request, 4 at best</span>'
ok 'a column of the tile is 32 wavefronts' has all '<b>reads shared</b> <span class="figure">32 wavefronts a request, 1 at best</span>'
ok 'padded, it has no conflict' has all '33 words from thread to thread, an odd number, so each has a bank of its own: no conflict'
ok 'the reason is beside it' has all 'a stride of 256 bytes from thread to thread (64 elements): 4 of 32 bytes of each sector used'
banks() { # banks LINE: in how many banks the picture of the shared access there has its lanes
    grep -F "data-line=\"$1\"" "$dir/all.lines" | grep -oE 'lane [0-9]+: bank [0-9]+' | sed 's/.*bank//' | sort -u | wc -l
}
line_of() { grep -n 's\[threadIdx.x\]\[threadIdx.y\]' tests/count/transposes.cu | sed -n "$1s/:.*//p"; }
ok 'the picture has all lanes in one bank' test "$(banks "$(line_of 1)")" = 1
ok 'and padded each in its own' test "$(banks "$(line_of 2)")" = 32
# 4 blocks of 1024 threads; an H200 holds 2 × 132 of them.
ok 'the blocks over the multiprocessors' has all '4 blocks (2 × 2) of 1024 threads (32 × 32); a multiprocessor holds 2 at a time, by its threads. All run at once, in 1.52 % of the places; 128 of 132 multiprocessors have nothing to do.'
ok 'two kernels side by side' report two --kernels transpose_tile,transpose_padded -- 64
ok 'are whole' whole two
ok 'the difference is said' has two 'transpose_tile has 3 968 wavefronts of bank conflicts, transpose_padded has none.'
no_kernel() { ! report none --kernels transpose_tile,none -- 64 2>"$dir/error" && grep -q 'there is no kernel none; it launches copy, ' "$dir/error"; }
ok 'no kernel of another name' no_kernel
no_program() { ! make -s report P=race_barrier COMPARE=race_barier 2>"$dir/error" && grep -q 'did you mean race_barrier?' "$dir/error"; }
ok 'no program of another name' no_program

# ---- pictures ------------------------------------------------------------------------------------------

grey() { # a PGM of two pixels is a PNG with the same
    python3 -c 'import sys, zlib
sys.path.insert(0, "cpu/report")
import markup
png = markup.png(b"P5\n2 1\n255\n\x07\xff")
at = png.index(b"IDAT")
assert zlib.decompress(png[at + 4 : at + 4 + int.from_bytes(png[at - 4 : at], "big")]) == b"\0\x07\xff"
assert png[16:24] == b"\0\0\0\2\0\0\0\1" and markup.png(b"P3\n") is None'
}
ok 'a PGM is shown as PNG' grey

# ---- in a browser --------------------------------------------------------------------------------------

for browser in chromium chromium-browser google-chrome ''; do
    command -v "$browser" >/dev/null 2>&1 && break
done
for python in python3 build/handbook/.venv/bin/python ''; do
    "$python" -c 'import playwright' 2>/dev/null && break
done
if [ -z "$browser" ]; then
    skip 'clicks' 'no Chromium'
elif [ -z "$python" ]; then
    skip 'clicks' 'no Playwright for Python (pip install playwright)'
else
    ok 'clicks, with a script and without, on two widths and paper' "$python" tests/report/clicks.py "$(command -v "$browser")" "$dir/all.html"
fi
done_testing
