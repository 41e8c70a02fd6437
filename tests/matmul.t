#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# matmul: the products of every shape, the table of tile widths, and whether the check sees faults.
#
# CUDA_CHAPTERS_LONG=1 takes all m, k, n in 1 ... 70 on the CPU backend too; otherwise one in 19.
. "$(dirname "$0")/programs.sh"

table() { # table SIZE: a row for every tile width, right
    run tile_width --csv --runs 1 --size "$1"
    [ "$status" = 0 ] && for tile in 2 4 8 12 16 24 32; do
        grep -qE ",TILE_WIDTH $tile,$1,.*,GFLOP/s,right$" "$dir/out" || return
    done
}
sampled() { # a large product: not every element, and the verdict says so
    run matmul_global --size 1000 --runs 1
    [ "$status" = 0 ] && grep -qE '^result: right \(0 wrong; 134 of 1000 rows compared by element, all by ' "$dir/out"
}

chapter=(matmul_cpu matmul_global matmul_tiled matmul_padded tile_width)
ok "the chapter builds for $backend, without warnings" make WERROR=1 BACKEND="$backend" "${chapter[@]}"
for program in "${chapter[@]}"; do
    for size in 1 2 15 16 17 31 32 33 97; do
        ok "$program at size $size" right "$program" --size $size --runs 1
    done
    ok "$program with another seed" right "$program" --size 50 --seed 99 --runs 1
done
for size in 1 24 100; do ok "tile_width, the table at size $size" table $size; done
for shape in '1 1 1' '1 10007 1' '10007 1 3' '3 1 10007' '1 2 10007' '509 211 307' '127 1009 131'; do
    read -r m k n <<<"$shape"
    ok "matmul_padded, $m x $k times $k x $n" right matmul_padded --m "$m" --k "$k" --n "$n" --runs 1
done
ok 'matmul_padded: --size is for what is not given' right matmul_padded --size 20 --k 3 --runs 1
for bad in '--m 0' '--k -1' '--n x' '--m 1048577' '--size 1048576'; do
    # shellcheck disable=SC2086
    ok "matmul_padded $bad is refused" refused '' matmul_padded $bad
done
ok 'a large product is sampled, and that is said' sampled

step=19
[ "$backend" = cuda ] || [ -n "${CUDA_CHAPTERS_LONG:-}" ] && step=1
shapes() {
    make BACKEND="$backend" "bin/$backend/every_shape" &&
        "$bin/every_shape" 70 "$step"
}
ok "matmul_padded's kernel for m, k, n in 1 ... 70, one in $step" shapes

# Copies with a fault. That of one_element is in a row that is not compared by element: only the weighted sum sees it.
spoiled_tree matmul/matrix.h
faulty=(last_tile_left_out last_term_left_out padded_with_ones transposed writes_nothing one_element)
for program in "${faulty[@]}"; do ok "$program: the fault is in" spoil "$program"; done
bin=$dir/tree/bin/$backend
ok "the programs with a fault build for $backend" make -C "$dir/tree" -j2 BACKEND="$backend" CXXFLAGS=-O1 "${faulty[@]}"
for program in "${faulty[@]}"; do
    size=70
    [ "$program" = one_element ] && size=720
    ok "$program is caught" wrong "$program" --size $size --runs 1
done
done_testing
