#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# const_table: right for any number of sums and passes, all rows there; its check finds a wrong
# table; and with nvcc, that the machine code reads what the lesson is about.

. "$(dirname "$0")/programs.sh"
program=$bin/const_table

table() { # six lines: 1, 2, 4 ... 32 addresses, each with two times and their ratio
    awk '/^ +[0-9]+ +[0-9.]+ ms +[0-9.]+ ms +[0-9.]+$/ { if ($1 != 2 ^ n++) exit 1 } END { exit n != 6 }' "$dir/out"
}

rows() {
    local n
    "$program" --csv --size 100 --runs 3 >"$dir/rows" || return
    cat "$dir/rows"
    for n in 'constant sum' 'global sum' {constant,global}\ {1,2,4,8,16,32}; do
        [ "$(awk -F, -v what="$n" '$(NF - 7) == what && $(NF - 5) > 0 && $(NF - 2) > 0 && $NF == "right"' "$dir/rows" | wc -l)" = 1 ] ||
            { echo "no row for $n" && return 1; }
    done
}

spoiled() { # spoiled NAME WRONG: built with the fault, it says so of that many rows
    spoil "$1" && make -s -C "$dir/tree" BACKEND="$backend" "$1" CXXFLAGS=-O1 || return
    bin=$dir/tree/bin/$backend run "$1" --size 100 --runs 1 --csv
    [ "$status" = 1 ] && [ "$(grep -cE ',,,,,[^,]*,wrong$' "$dir/out")" = "$2" ]
}

# code KERNEL: its instructions
code() {
    "$listing" -sass "$dir/code.cubin" | awk -v kernel="$1" '/Function/ { on = index($0, kernel) } on' |
        grep -oE '/\*[0-9a-f]{4,5}\*/ .*;'
}
indexed() { code spread_constant | grep -qE 'LDC(\.[0-9]+)? R[0-9]+, c\[0x3\]\[R[0-9]+\+0x[0-9a-f]+\]'; }
folded() { # an address in the instruction, and no read with an address from a thread's register
    code sum_constant >"$dir/code"
    [ "$(grep -c FADD "$dir/code")" = 360 ] && grep -qE 'c\[0x3\]\[0x[0-9a-f]+\]' "$dir/code" &&
        ! grep -qE 'c\[0x3\]\[R' "$dir/code"
}
in_the_loop() { # in_the_loop KERNEL READ: reads between the target of a branch back and that branch
    code "$1" | awk -v read="$2" '
        { address = $1; gsub(/[^0-9a-f]/, "", address); at[NR] = address; line[NR] = $0 }
        END {
            for (i = 1; i <= NR; i++)
                if (match(line[i], /BRA 0x[0-9a-f]+/)) {
                    target = substr(line[i], RSTART + 6, RLENGTH - 6)
                    while (length(target) < length(at[i])) target = "0" target
                    reads = 0
                    for (k = 1; k < i; k++) if (at[k] >= target && line[k] ~ read) reads++
                    if (target < at[i] && reads > 0 && reads % 11 == 0) found = 1
                }
            exit !found }'
}

ok "it builds for $backend" make -s BACKEND="$backend" const_table
[ -x "$program" ] || done_testing

spoiled_tree chapter06_raytrace/angles.h

ok 'at its default' right const_table
ok 'the table has a line for 1, 2, 4 ... 32 addresses' table
for size in 1 63 64 65 3199 30001; do ok "$size sums" right const_table --size "$size" --runs 1 --passes 5; done
for passes in 1 2 3 33 1000; do
    ok "$passes passes" right const_table --size 10 --runs 1 --passes "$passes"
done
ok 'a row for every measurement' rows
for bad in '--passes 0' '--passes 1001' '--size 0' '--size 137438953409'; do
    # shellcheck disable=SC2086 # two words
    ok "$bad is refused" bash -c '"$@" 2>/dev/null; [ $? = 2 ]' . "$program" $bad
done
ok 'caught: an angle left out' spoiled short_sum 2
ok 'caught: one column too far' spoiled wrong_column 6

nvcc=$(command -v nvcc) || nvcc=/usr/local/cuda/bin/nvcc
listing=$(command -v cuobjdump) || listing=${nvcc%/*}/cuobjdump
if [ -x "$nvcc" ] && [ -x "$listing" ]; then
    ok 'it compiles for an H200' "$nvcc" -std=c++17 -O3 -arch=sm_90 -Icommon -cubin \
        -o "$dir/code.cubin" chapter06_raytrace/const_table.cu
    ok 'an index known when compiled becomes part of the instruction' folded
    ok 'one known at run time is read by LDC, indexed by a register' indexed
    ok 'the constant reads stay in the loop' in_the_loop spread_constant 'LDC.*c\[0x3\]'
    ok 'the global reads stay in the loop' in_the_loop spread_global LDG
else
    skip 'the machine code' 'nvcc or cuobjdump is not installed'
fi
done_testing
