#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# matmul_fp8: which shapes a rung takes, what it refuses, and whether the check sees a term that is
# left out. That every rung is right at odd sizes is tests/ladders.t's.
. "$(dirname "$0")/programs.sh"

row() { grep -E "^$1 " "$dir/out"; }
skipped() { [ "$status" = 77 ] && [ "$(wc -l <"$dir/out")" = 1 ]; }
hopper='fp8_wgmma fp8_fast fp8_promoted fp8_persistent fp8_cluster fp8_fitted'
rungs() { # rungs PATTERN ARGUMENT...: the published kernel takes the shape; the row of each other rung is like that
    local name
    run matmul_fp8 --runs 1 "${@:2}"
    skipped && return
    [ "$status" = 0 ] && row published | grep -q ' right: ' || return
    for name in $hopper; do row "$name" | grep -qE "$1" || return; done
}
takes() { rungs ' right: | left out: needs capability 9\.0' "$@"; } # right, or it says what it lacks
leaves() { rungs ' left out: ' "$@"; }

ok "matmul_fp8 builds for $backend, without warnings" make WERROR=1 BACKEND="$backend" matmul_fp8
ok 'k a multiple of 16, m and n odd' takes --m 131 --k 144 --n 5
ok 'a single element' takes --m 1 --k 16 --n 1
ok 'more than one tile, more than one stage' takes --m 70 --k 272 --n 135
ok 'other k' leaves --m 16 --k 40 --n 32
for bad in '--m 0' '--k -1' '--n x' '--m 1048577' '--only fp8' '--peers nowhere.so'; do
    # shellcheck disable=SC2086
    ok "matmul_fp8 $bad is refused" refused '' matmul_fp8 $bad
done

# A copy whose published kernel leaves out the last term of every sum.
spoiled_tree matmul/ladder/*.h matmul/ladder/hopper
sed 's/matmul_fp8/faulty_fp8/g' matmul/ladder/build.mk >"$dir/tree/broken/build.mk"
ok 'the last term is left out' spoil faulty_fp8
caught() {
    run faulty_fp8 --m 40 --k 80 --n 136 --runs 1
    skipped && return
    [ "$status" = 1 ] && tail -n 1 "$dir/out" | grep -q '^result: WRONG: ' &&
        row published | grep -qE ' - +-  WRONG: [1-9][0-9]* wrong, the first is '
}
bin=$dir/tree/bin/$backend
ok "the copy builds for $backend" make -C "$dir/tree" BACKEND="$backend" faulty_fp8 CXXFLAGS=-O1
ok 'and it is caught' caught
done_testing
