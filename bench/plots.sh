#!/bin/sh
# SPDX-License-Identifier: MIT
# The plots: runs the programs with --csv and draws what they say, as PNG and SVG.
#
#     plots.sh BIN_DIR OUT_DIR      such as bin/cpu build/plots
#
# tile_width    the tiled matrix product's speed, by the width of a tile
# const_table   constant and global reads, by the number of addresses that a warp asks for
# ray_sweep     the ray tracers' kernels, by the number of spheres
#
# A plot whose program is not built is left out, with a line that says so.
# Exit status: 0, 1 where a program or gnuplot fails, 2 bad arguments, 77 without gnuplot.
set -u

if [ $# != 2 ] || [ ! -d "$1" ]; then
    echo "usage: ${0##*/} BIN_DIR OUT_DIR, the folder of the programs and one for the plots" >&2
    exit 2
fi
bin=$1 out=$2
scripts=$(dirname "$0")/plots
if ! command -v gnuplot >/dev/null; then
    echo "${0##*/}: no plots: gnuplot is not installed (apt-get install gnuplot-nox, or the like)" >&2
    exit 77
fi
mkdir -p "$out" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
failed=0

# A device's name may hold commas and what follows it may not, so fields are counted from a row's
# end: 8 fields come after the name.
where() { sed -nE '2{s/^[^,]*,([^,]*),(.*)(,[^,]*){8}$/\1, \2/;s/"//g;p;}' "$1"; }
size() { awk -F, 'NR == 2 { print $(NF - 6) }' "$1"; }

# rows FILE PATTERN: "number median min max" of the rows whose name is a word and a number.
rows() {
    awk -F, -v pattern="$2" '$(NF - 7) ~ pattern && $NF == "right" {
        number = $(NF - 7); sub(/^[^0-9]* /, "", number)
        print number, $(NF - 5), $(NF - 4), $(NF - 3), $(NF - 2) }' "$1"
}

# run PROGRAM FILE ARGUMENT...: its rows into the file; or says why there are none.
run() {
    program=$1 file=$2
    shift 2
    if [ ! -x "$bin/$program" ]; then
        echo "${0##*/}: $bin/$program is not built: its plot is left out" >&2
        return 1
    fi
    "$bin/$program" --csv "$@" >"$file" && return
    echo "${0##*/}: $program failed" >&2
    failed=1
    return 1
}

# draw NAME CSV: NAME.png and NAME.svg, by plots/NAME.gp from $work/*.dat. Each is whole or not there.
# On a CPU the curves of two memories say nothing, and the plot says so.
draw() {
    device=$(where "$2" | tr -d "'")
    case $1,$device in
    const_table,cpu* | ray_sweep,cpu*) device="$device: the same memory by two names; the difference shows on a GPU" ;;
    esac
    for kind in png svg; do
        if gnuplot -e "kind='$kind'; data='$work'; where='$device'; size='$(size "$2")'" \
            "$scripts/style.gp" "$scripts/$1.gp" >"$work/plot" && [ -s "$work/plot" ]; then
            [ $kind = png ] || sed -i -f "$scripts/dark.sed" "$work/plot"
            cp "$work/plot" "$out/.$1.$$.$kind" && mv "$out/.$1.$$.$kind" "$out/$1.$kind" &&
                echo "$out/$1.$kind" && continue
        fi
        echo "${0##*/}: gnuplot failed to draw $1.$kind" >&2
        failed=1
    done
}

# On a CPU the sizes that a GPU needs take minutes.
case ${bin%/} in
*cuda*) product=1024 picture=1024 ;;
*) product=224 picture=256 ;;
esac

if run tile_width "$work/tile_width.csv" --size "$product"; then
    rows "$work/tile_width.csv" '^TILE_WIDTH [0-9]+$' >"$work/tile_width.dat"
    draw tile_width "$work/tile_width.csv"
fi

if run const_table "$work/const_table.csv"; then
    rows "$work/const_table.csv" '^constant [0-9]+$' >"$work/constant.dat"
    rows "$work/const_table.csv" '^global [0-9]+$' >"$work/global.dat"
    draw const_table "$work/const_table.csv"
fi

# The pair in turn, so that whatever else the machine does meets both.
swept=1
: >"$work/ray_global.dat"
: >"$work/ray_const.dat"
for spheres in 1 2 5 10 20 50 100 150 200 300 500 700 1000 1500 2000; do
    for program in ray_global ray_const; do
        run "$program" "$work/$program.csv" --spheres "$spheres" --size "$picture" --runs 9 || {
            swept=0
            break 2
        }
        awk -F, -v spheres="$spheres" '$(NF - 7) == "kernel" { print spheres, $(NF - 5), $(NF - 4), $(NF - 3) }' \
            "$work/$program.csv" >>"$work/$program.dat"
    done
done
[ "$swept" = 0 ] || draw ray_sweep "$work/ray_const.csv"
exit "$failed"
