#!/bin/sh
# SPDX-License-Identifier: MIT
# The plots of the ladders, from what ladders.sh measured on one device, as PNG and SVG beside it.
#
#     ladder_plots.sh FOLDER       such as bench/results/NVIDIA_H200
#
# LADDER_PROBLEM   every rung and library as a bar, against what the device allows
# roofline         the kernels by operations a byte, under the measured limits of the device
# growth_vectors   bandwidth by the number of elements
# growth_squares   time by the length of an edge
#
# A plot whose numbers are not there is left out. Exit status: 0, 1 where gnuplot fails, 2 bad
# arguments, 77 without gnuplot.
set -u

if [ $# != 1 ] || [ ! -d "$1" ]; then
    echo "usage: ${0##*/} FOLDER, of the results of one device" >&2
    exit 2
fi
folder=${1%/}
here=$(dirname "$0")
if ! command -v gnuplot >/dev/null; then
    echo "${0##*/}: no plots: gnuplot is not installed (apt-get install gnuplot-nox, or the like)" >&2
    exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
failed=0

# rows FILE PROGRAM [-v NAME=VALUE]...: an awk program over the fields F["..."] of the file's rows; of several runs of a rung
# that of the median rate.
rows() {
    csv=$1 script=$2
    shift 2
    awk "$@" "$(cat "$here/csv.awk" "$here/median.awk")"'
        F["check"] != "right" { next }
        '"$(cat "$here/median_run.awk")$script" "$csv" "$csv"
}

# draw NAME SCRIPT ASSIGNMENTS: NAME.png and NAME.svg. Each is whole or not there.
draw() {
    for kind in png svg; do
        if gnuplot -e "kind='$kind'; data='$work'; where='$device'; $3" \
            "$here/plots/style.gp" "$here/plots/$2.gp" >"$work/plot" && [ -s "$work/plot" ]; then
            [ $kind = png ] || sed -i -f "$here/plots/dark.sed" "$work/plot"
            cp "$work/plot" "$folder/.$1.$$.$kind" && mv "$folder/.$1.$$.$kind" "$folder/$1.$kind" &&
                echo "$folder/$1.$kind" && continue
        fi
        echo "${0##*/}: gnuplot failed to draw $1.$kind" >&2
        failed=1
    done
}

for file in "$folder"/*.csv; do
    [ -e "$file" ] || { echo "${0##*/}: no results in $folder" >&2; exit 2; }
done
device=$(rows "$file" '{ print F["device"]; exit }' | tr -d "'")

# ---- a ladder as bars --------------------------------------------------------------------------------
# bars.dat: row, rung, rate, limit, 1 published, 2 the ladder's own, 3 a library's, unit.
bars() { # bars NAME LADDER SIZE WHAT TITLE
    [ -e "$folder/$2.csv" ] || return 0
    rows "$folder/$2.csv" '
        F["size"] == size && F["what"] == what && F["role"] != "limit" {
            print n++, F["rung"], F["value"], F["limit"] == "" ? "nan" : F["limit"],
                (F["role"] == "published" ? 1 : F["role"] == "peer" ? 3 : 2), F["unit"]
        }' -v size="$3" -v what="$4" >"$work/bars.dat"
    [ -s "$work/bars.dat" ] || return 0
    draw "$1" bars "title='$5'; unit='$(sed -n '1s/.* //p' "$work/bars.dat")'"
}

# ---- the roofline ------------------------------------------------------------------------------------
# A line of roof.dat: operations a byte, TFLOP/s of the published kernel, the best rung, the best library.
# Of rungs.dat: the same of each rung.
roof() { # roof LADDER SIZE WHAT LABEL RUNGS LIBRARIES
    [ -e "$folder/$1.csv" ] || return 0
    rows "$folder/$1.csv" '
        F["size"] == size && F["what"] == what && F["bytes"] > 0 {
            x = F["flops"] / F["bytes"]
            y = F["flops"] / F["median_ms"] / 1e9
            if (F["role"] == "published") p = y
            if (F["role"] == "rung" && F["rung"] ~ rungs) print x, y > each
            if (F["role"] == "rung" && F["rung"] ~ rungs && y > b) b = y
            if (F["role"] == "peer" && F["rung"] ~ libraries && y > l) l = y
        }
        function known(rate) { return rate ? rate : "nan" }
        END { if (x) print x, known(p), known(b), known(l), "\"" label "\"" }' \
        -v size="$2" -v what="$3" -v label="$4" -v rungs="$5" -v libraries="$6" -v each="$work/rungs.one" >>"$work/roof.dat"
    cat "$work/rungs.one" >>"$work/rungs.dat"
}

# ---- growth ------------------------------------------------------------------------------------------
# LADDER.dat: size, then the column of the published kernel, the best rung and the best library.
growth() { # growth LADDER COLUMN
    : >"$work/$1.dat"
    file=$folder/$1_growth.csv
    [ -e "$file" ] || file=$folder/$1.csv # a product's sizes are all standard ones
    [ -e "$file" ] || return 0
    rows "$file" '
        F["what"] == "" || FILENAME ~ /_growth/ {
            s = F["size"]
            r = F["role"]
            if (!(s in seen)) order[++n] = s
            seen[s] = 1
            if (!((s, r) in top) || F["value"] + 0 > top[s, r]) {
                top[s, r] = F["value"] + 0
                show[s, r] = F[column]
            }
        }
        function of(s, r) { return (s, r) in show ? show[s, r] : "nan" }
        END {
            for (i = 1; i <= n; i++)
                print order[i], of(order[i], "published"), of(order[i], "rung"), of(order[i], "peer")
        }' -v column="$2" | sort -g >"$work/$1.dat"
}

while IFS=, read -r name program size what title; do
    bars "$name" "$program" "$size" "$what" "$title"
done <"$here/charts.csv"

: >"$work/roof.dat"
: >"$work/rungs.dat"
while IFS=, read -r program size what label rungs libraries; do
    roof "$program" "$size" "$what" "$label" "$rungs" "$libraries"
done <"$here/roofline.csv"
# The limits as they were measured: a copy, multiplications in registers, tensor cores.
limit() { # limit LADDER COLUMN RUNGS: of the ladder's rows, or 0
    [ -e "$folder/$1.csv" ] || { echo 0; return; }
    rows "$folder/$1.csv" 'F["rung"] ~ rungs && F[column] + 0 > m { m = F[column] + 0 } END { print m + 0 }' \
        -v column="$2" -v rungs="$3"
}
memory=$(limit vecadd_ladder value '^copy$')
float=$(limit matmul_ladder value '^limit$')
tf32=$(limit matmul_tensor limit '^tf32')
bf16=$(limit matmul_tensor limit '^bf16')
if [ -s "$work/roof.dat" ] && [ "$memory" != 0 ]; then
    draw roofline roofline "memory=$memory; single=$float; tf32=$tf32; bf16=$bf16"
fi

growth vecadd_ladder value
growth dot_ladder value
if [ -s "$work/vecadd_ladder.dat" ] || [ -s "$work/dot_ladder.dat" ]; then
    draw growth_vectors growth_vectors ''
fi
squares=
for program in matmul_ladder matmul_tensor ray_ladder heat_ladder blur_ladder; do
    growth $program median_ms
    [ ! -s "$work/$program.dat" ] || squares="$squares $program"
done
[ -z "$squares" ] || draw growth_squares growth_squares "ladders='$squares'"
exit "$failed"
