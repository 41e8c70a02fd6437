#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# matmul_tensor and matmul_fp8: which shapes a rung takes, what they refuse, and whether the check sees faults. That every rung
# is right at odd sizes is tests/ladders.t's.
. "$(dirname "$0")/programs.sh"

row() { grep -E "^$1 " "$dir/out"; }
skipped() { [ "$status" = 77 ] && [ "$(wc -l <"$dir/out")" = 1 ]; } # it needs what this machine lacks, and says so
rows() { # rows PATTERN NAME...: that is in each of their rows
    local name
    for name in "${@:2}"; do row "$name" | grep -qE -- "$1" || return; done
}
tensor() { # tensor WORDS SHAPE: beside the published kernel, the rungs of both types with these words run
    local name shape
    read -ra shape <<<"$2"
    run matmul_tensor --runs 1 "${shape[@]}"
    skipped && return
    [ "$status" = 0 ] && rows ' right: ' published || return
    for name in warp tile async; do
        case " $1 " in
        *" $name "*) rows ' right: ' "tf32_$name" "bf16_$name" ;;
        *) rows 'left out: .* multiples of ' "tf32_$name" && rows 'left out: ' "bf16_$name" ;;
        esac || return
    done
}
fp8() { # fp8 PATTERN ARGUMENT...: the published kernel takes the shape; the row of each other rung is like that
    run matmul_fp8 --runs 1 "${@:2}"
    skipped && return
    [ "$status" = 0 ] && rows ' right: ' published && rows "$1" fp8_{wgmma,fast,promoted,persistent,cluster,fitted}
}
takes=' right: | left out: needs capability 9\.0' # right, or it says what it lacks

ok "they build for $backend, without warnings" make WERROR=1 BACKEND="$backend" matmul_tensor matmul_fp8
ok 'multiples of 16: all portable rungs' tensor 'warp tile async' '--m 16 --k 48 --n 32'
ok 'k and n multiples of 8: no small products from global memory' tensor 'tile async' '--m 3 --k 40 --n 136'
ok 'odd: tiles only' tensor 'tile' '--m 5 --k 35 --n 131'
# On Hopper k is cut there: many blocks share two tiles by way of global memory, or a cluster has one.
ok 'few tiles and a long k' tensor 'tile' '--m 70 --k 3001 --n 41'
ok 'some tiles and a k that is not short' tensor 'tile' '--m 130 --k 1001 --n 71'
ok 'fp8: k a multiple of 16, m and n odd' fp8 "$takes" --m 131 --k 144 --n 5
ok 'fp8: a single element' fp8 "$takes" --m 1 --k 16 --n 1
ok 'fp8: more than one tile, more than one stage' fp8 "$takes" --m 70 --k 272 --n 135
ok 'fp8: other k' fp8 ' left out: ' --m 16 --k 40 --n 32
for bad in 'tensor --m 0' 'tensor --k -1' 'tensor --n x' 'tensor --m 1048577' 'fp8 --m 0' 'fp8 --k -1' 'fp8 --n x' 'fp8 --m 1048577' \
    'fp8 --only fp8' 'fp8 --peers nowhere.so'; do
    # shellcheck disable=SC2086 # words
    ok "matmul_$bad is refused" refused '' matmul_$bad
done

# A copy of each with faults: the tensor's ring never fetches its last tile, and its tiles leave out the last 8 terms of a sum;
# the published kernel of fp8 leaves out the last term. They are WRONG, and no kernel without a fault is.
spoiled_tree matmul/ladder/*.h matmul/ladder/hopper
sed -E 's/matmul_(tensor|fp8)/faulty_\1/g' matmul/ladder/build.mk >"$dir/tree/broken/build.mk"
for program in faulty_tensor faulty_fp8; do ok "$program: the fault is in" spoil $program; done
caught() { # caught PROGRAM K RUNG...
    run "$1" --m 40 --k "$2" --n 136 --runs 1
    skipped && return
    [ "$status" = 1 ] && tail -n 1 "$dir/out" | grep -q '^result: WRONG: ' &&
        rows ' - +-  WRONG: [1-9][0-9]* wrong, the first is ' "${@:3}"
}
bin=$dir/tree/bin/$backend
ok "the copies build for $backend" make -C "$dir/tree" BACKEND="$backend" faulty_tensor faulty_fp8 CXXFLAGS=-O1
both_caught() { caught faulty_tensor 72 {tf32,bf16}_{tile,async} && { skipped || rows ' right: ' published; }; }
ok "the tensor's are caught, in both types" both_caught
ok 'that of fp8, too' caught faulty_fp8 80 published
done_testing
