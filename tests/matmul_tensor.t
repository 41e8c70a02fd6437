#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# matmul_tensor: which shapes a rung takes, and whether the check sees faults. That every rung is
# right at odd sizes is tests/ladders.t's.
. "$(dirname "$0")/programs.sh"

row() { grep -E "^$1 " "$dir/out"; }
takes() { # takes WORDS SHAPE: beside the published kernel, the rungs of both types with these words run
    local name shape
    read -ra shape <<<"$2"
    run matmul_tensor --runs 1 "${shape[@]}"
    [ "$status" = 77 ] && return
    [ "$status" = 0 ] || return
    for name in warp tile async; do
        case " $1 " in
        *" $name "*) row "tf32_$name" | grep -q ' right: ' && row "bf16_$name" | grep -q ' right: ' ;;
        *) row "tf32_$name" | grep -q 'left out: .* multiples of ' && row "bf16_$name" | grep -q 'left out: ' ;;
        esac || return
    done
}

ok "matmul_tensor builds for $backend, without warnings" make WERROR=1 BACKEND="$backend" matmul_tensor
ok 'multiples of 16: all portable rungs' takes 'warp tile async' '--m 16 --k 48 --n 32'
ok 'k and n multiples of 8: no small products from global memory' takes 'tile async' '--m 3 --k 40 --n 136'
ok 'odd: tiles only' takes 'tile' '--m 5 --k 35 --n 131'
# On Hopper k is cut there: many blocks share two tiles by way of global memory, or a cluster has one.
ok 'few tiles and a long k' takes 'tile' '--m 70 --k 3001 --n 41'
ok 'some tiles and a k that is not short' takes 'tile' '--m 130 --k 1001 --n 71'
for bad in '--m 0' '--k -1' '--n x' '--m 1048577'; do
    # shellcheck disable=SC2086
    ok "matmul_tensor $bad is refused" refused '' matmul_tensor $bad
done

# A copy with a fault in each of two rungs: they are WRONG, and no other is.
spoiled_tree matmul/ladder/*.h matmul/ladder/hopper
sed 's/matmul_tensor/faulty_tensor/g' matmul/ladder/build.mk >"$dir/tree/broken/build.mk"
ok 'the ring never fetches its last tile, and the tiles leave out the last 8 terms of a sum' spoil faulty_tensor
caught() {
    local name
    run faulty_tensor --m 40 --k 72 --n 136 --runs 1
    [ "$status" = 77 ] && return
    [ "$status" = 1 ] && tail -n 1 "$dir/out" | grep -q '^result: WRONG: ' && row published | grep -q ' right: ' || return
    for name in {tf32,bf16}_{tile,async}; do
        row "$name" | grep -qE ' - +-  WRONG: [1-9][0-9]* wrong, the first is ' || return
    done
}
bin=$dir/tree/bin/$backend
ok "the copy builds for $backend" make -C "$dir/tree" BACKEND="$backend" faulty_tensor CXXFLAGS=-O1
ok 'both faults are caught, in both types' caught
done_testing
