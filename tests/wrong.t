#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Are the programs' own checks any good? Copies with a fault in the kernel must say WRONG, print no
# time and end with status 1.
# shellcheck disable=SC2317 # the functions are called through ok
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/tap.sh
. tests/tap.sh
# shellcheck source=tests/programs.sh
. tests/programs.sh

# The Makefile finds programs in any folder, so a tree of links with one folder of its own will do.
mkdir -p "$dir/tree/broken"
for room in Makefile common cpu; do
    ln -s "$PWD/$room" "$dir/tree/$room"
done
for header in chapter06_raytrace/*.h vecadd/*.h; do
    [ "${header##*/}" = ladder_work.h ] || cp "$header" "$dir/tree/broken/"
done
bin=$dir/tree/bin/$backend
faulty=()

spoil() { # spoil NAME SOURCE SED_SCRIPT: the source with a fault, as a program NAME
    sed -E "$3" "$2" >"$dir/tree/broken/$1.cu"
    faulty+=("$1")
    ok "$1: the fault is in" differs "$2" "$dir/tree/broken/$1.cu"
}
differs() { ! cmp -s "$1" "$2"; }

ray=chapter06_raytrace/ray_global.cu
spoil ray_last_wins $ray '/^ *nearest = z;/d'
spoil ray_writes_nothing $ray 's/^( *)picture\[.*\] = .*;/\1if (size < 0) picture[0] = make_uchar4(0, 0, 0, 0);/'
spoil ray_one_sphere_less $ray 's/i < spheres; i\+\+/i + 1 < spheres; i++/'
spoil ray_constant $ray 's/^( *picture\[.*\]) = .*;/\1 = make_uchar4(0, 0, 0, 255);/'
spoil add_minus vecadd/vecadd_blocks.cu 's/= a\[i\] \+ b/= a[i] - b/'
spoil add_nothing vecadd/vecadd_one_thread.cu 's/^( *)c\[i\] = .*;/\1if (n == 0) c[i] = 0;/'
# The index as it was once published: right where there are as many blocks as threads in one.
spoil add_published vecadd/vecadd_blocks_threads.cu \
    's/blockIdx\.x \* blockDim\.x/blockIdx.x * gridDim.x/; s/^const int BLOCKS = 128/const int BLOCKS = 64/'

# Large enough for the fault to show: in a small picture not every sphere is seen.
size() { [[ $1 == ray_* ]] && echo 700 || echo 10000; }

caught() {
    run "$1" --size "$(size "$1")" --no-window
    [ "$status" = 1 ] && [[ $(tail -n 1 "$dir/out") == 'result: WRONG'* ]] &&
        grep -q '^first mismatch: ' "$dir/err" && ! grep -qE ' ms( |$)' "$dir/out"
}

caught_csv() { # the rows stand, without times, and say wrong
    run "$1" --size "$(size "$1")" --csv
    [ "$status" = 1 ] && [ "$(wc -l <"$dir/out")" -ge 2 ] &&
        [ "$(tail -n +2 "$dir/out" | grep -cE ',[0-9]+,,,,,[^,]*,wrong$')" = $(($(wc -l <"$dir/out") - 1)) ]
}

ok "the programs with a fault build for $backend" make -C "$dir/tree" -j2 BACKEND="$backend" "${faulty[@]}"
for program in "${faulty[@]}"; do
    ok "$program is caught" caught "$program"
    ok "$program is caught, as CSV" caught_csv "$program"
done
done_testing
