#!/bin/sh
# SPDX-License-Identifier: MIT
# Heat, dot product and matrix product over 1, 2, 4, ... as many GPUs as there are: strong and weak
# scaling against the best program for one GPU, as CSV, a table and a plot.
#
#     multi.sh BIN_DIR RESULTS_DIR        such as bin/cuda bench/results; make bench-multi calls it
#     multi.sh --plot FOLDER              draws what is there once more
#
# RESULTS_DIR/DEVICE/heat_nccl.csv        each way at each size: time, efficiency, hidden
# RESULTS_DIR/DEVICE/over_gpus.csv        dot product and matrix product
# RESULTS_DIR/DEVICE/many_gpus.svg        efficiency measured, and by the model (multi.awk)
#
# Exit status: 0, 1 where a program fails or is wrong, 2 bad arguments, 77 without a plotter.
set -u
here=$(dirname "$0")

draw() { # draw FOLDER
    command -v gnuplot >/dev/null || { echo "${0##*/}: without gnuplot nothing is drawn" >&2; return 77; }
    work=$(mktemp -d) || return 1
    awk -F, -v out="$work" -f "$here/multi.awk" "$1/heat_nccl.csv" >"$work/model.txt" || return 1
    device=$(basename "$1" | tr _ ' ')
    gnuplot -e "kind='svg'; data='$work'; where='$device'" "$here/plots/style.gp" "$here/plots/many_gpus.gp" |
        sed -f "$here/plots/dark.sed" >"$work/many_gpus.svg" && [ -s "$work/many_gpus.svg" ] &&
        cp "$work/many_gpus.svg" "$1/many_gpus.svg" || return
    cat "$work/model.txt"
    rm -rf "$work"
}

if [ $# = 2 ] && [ "$1" = --plot ]; then
    draw "${2%/}"
    exit
fi
if [ $# != 2 ] || [ ! -d "$1" ]; then
    echo "usage: ${0##*/} BIN_DIR RESULTS_DIR, the folder of the programs and one for the results" >&2
    exit 2
fi
bin=${1%/} results=${2%/}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Sizes with steps that take some ten milliseconds; weak: 16384 x 16384 cells a GPU.
case $bin in
*cuda*)
    strong='4096:1920:64 8192:960:64 16384:384:32 32768:96:16'
    weak=16384:384:32 long=4294967296 square=32768
    gpus=$(nvidia-smi -L | grep -c '^GPU')
    ;;
*)
    strong='256:40:8 512:20:8'
    weak=256:40:8 long=1000000 square=128
    gpus=${CUDA_CPU_DEVICES:-2}
    export CUDA_CPU_DEVICES="$gpus"
    ;;
esac

run() { # run FILE PROGRAM ARGUMENT...: adds the rows to the file
    file=$1 program=$2
    shift 2
    "$bin/$program" --csv "$@" >"$work/rows" </dev/null || { echo "${0##*/}: $program $* failed" >&2; : >"$work/failed"; }
    first=1
    [ ! -e "$file" ] || first=2
    tail -n "+$first" "$work/rows" >>"$file"
}
heat() { # heat GPUS SIZE:STEPS:DEPTH
    size=${2%%:*} rest=${2#*:}
    echo "heat_nccl on $1 GPUs, $size x $size"
    run "$work/heat_nccl.csv" heat_nccl --gpus "$1" --size "$size" --steps "${rest%:*}" --depth "${rest#*:}"
}
n=1
while [ $n -le "$gpus" ]; do
    for one in $strong; do
        heat $n "$one"
    done
    [ $n = 1 ] || heat $n "$(awk -v n=$n -v size="${weak%%:*}" 'BEGIN { print int(size * sqrt(n) / 64) * 64 }'):${weak#*:}"
    echo "dot_nccl and matmul_nccl on $n GPUs"
    run "$work/over_gpus.csv" dot_nccl --gpus $n --size $long
    run "$work/over_gpus.csv" matmul_nccl --grid 1x$n --size $square
    n=$((2 * n))
done

device=$(awk "$(cat "$here/csv.awk")"'{ print (F["backend"] == "cpu" ? "cpu " : "") F["device"]; exit }' "$work/heat_nccl.csv")
folder=$results/$(printf '%s' "$device" | tr -cs 'A-Za-z0-9' '_' | sed 's/_*$//')
mkdir -p "$folder" || exit 1
for file in heat_nccl over_gpus; do
    cp "$work/$file.csv" "$folder/.part.$$" && mv "$folder/.part.$$" "$folder/$file.csv" || exit 1
done
awk -F, 'NR == 1 { next }
    $4 ~ /^one/ { one[$8] = $4 }
    $NF == "right" && $14 != "" { printf "%d GPUs  %6d^2  %-9s %9.1f Gcells/s  %5.3f of all  %s hidden\n", $5, $6, $4, $13, $14, $15 == "" ? "-" : $15 }' \
    "$folder/heat_nccl.csv"
draw "$folder" || [ $? = 77 ] || exit 1
[ ! -e "$work/failed" ]
