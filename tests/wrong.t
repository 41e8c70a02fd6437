#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Are the programs' own checks any good? Copies with a fault in the kernel must say WRONG, print no
# time and end with status 1.
. "$(dirname "$0")/programs.sh"

headers=()
for header in chapter06_raytrace/*.h vecadd/*.h; do
    [ "${header##*/}" = ladder_work.h ] || headers+=("$header")
done
spoiled_tree "${headers[@]}"
bin=$dir/tree/bin/$backend
# The index of add_published is as it was once published: right where there are as many blocks as threads in one.
faulty=(ray_last_wins ray_writes_nothing ray_one_sphere_less ray_constant add_minus add_nothing add_published)
for program in "${faulty[@]}"; do ok "$program: the fault is in" spoil "$program"; done

# Large enough for the fault to show: in a small picture not every sphere is seen.
size() { [[ $1 == ray_* ]] && echo 700 || echo 10000; }

caught_csv() { # the rows stand, without times, and say wrong
    run "$1" --size "$(size "$1")" --csv
    [ "$status" = 1 ] && [ "$(wc -l <"$dir/out")" -ge 2 ] &&
        [ "$(tail -n +2 "$dir/out" | grep -cE ',[0-9]+,,,,,[^,]*,wrong$')" = $(($(wc -l <"$dir/out") - 1)) ]
}

ok "the programs with a fault build for $backend" make -C "$dir/tree" -j2 BACKEND="$backend" CXXFLAGS=-O1 "${faulty[@]}"
for program in "${faulty[@]}"; do
    ok "$program is caught" wrong "$program" --size "$(size "$program")" --no-window
    ok "$program is caught, as CSV" caught_csv "$program"
done
done_testing
