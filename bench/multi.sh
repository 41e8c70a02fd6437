#!/bin/sh
# SPDX-License-Identifier: MIT
# Heat, dot product and matrix product over 1, 2, 4, ... as many GPUs as there are: strong and weak
# scaling against the best program for one GPU, as CSV, a table and a plot.
#
#     multi.sh BIN_DIR RESULTS_DIR        such as bin/cuda bench/results; make bench-multi calls it. RUNS times, 3 on GPUs
#     multi.sh --plot FOLDER              draws what is there once more
#
# RESULTS_DIR/DEVICE/heat_nccl.csv        each way at each size: time, efficiency, hidden
# RESULTS_DIR/DEVICE/over_gpus.csv        dot product and matrix product, on one GPU and on all
# RESULTS_DIR/DEVICE/heat_timeline.csv    of a pass, when edges, exchange and the rest run on each GPU
# RESULTS_DIR/DEVICE/copies.csv           copy_matrix: the links, at many sizes
# RESULTS_DIR/DEVICE/many_gpus.svg        efficiency measured, and by the model (multi.awk)
# RESULTS_DIR/DEVICE/timeline.svg         heat_timeline.csv, drawn
#
# Exit status: 0, 1 where a program fails or is wrong, 2 bad arguments, 77 without a plotter.
set -u
here=$(dirname "$0")

plot() { # plot NAME SCRIPT FOLDER: what lies in $drawn, drawn by plots/SCRIPT into FOLDER/NAME.svg
    gnuplot -e "kind='svg'; data='$drawn'; where='$(basename "$3" | tr _ ' ')'" "$here/plots/style.gp" "$here/plots/$2" |
        sed -f "$here/plots/dark.sed" >"$drawn/$1.svg" && [ -s "$drawn/$1.svg" ] && cp "$drawn/$1.svg" "$3/$1.svg"
}
# medians FILE AWK...: the rows of the median run of each version, to an awk program
medians() {
    csv=$1
    shift
    awk -f "$here/csv.awk" -f "$here/median.awk" -f "$here/median_run.awk" "$@" "$csv" "$csv"
}
draw() { # draw FOLDER
    command -v gnuplot >/dev/null || { echo "${0##*/}: without gnuplot nothing is drawn" >&2; return 77; }
    drawn=$(mktemp -d) || return 1
    medians "$1/heat_nccl.csv" -v out="$drawn" -f "$here/multi.awk" >"$drawn/model.txt" || return 1
    plot many_gpus many_gpus.gp "$1" || return
    if [ -e "$1/heat_timeline.csv" ]; then
        # A bar a row: its line, begin and end in us, and whose it is, by its colour.
        awk -F, 'NR == 1 { next }
            $1 " GPU " $3 != last { last = $1 " GPU " $3; line++ }
            { split($4, what, " ")
              printf "%d \"%s\" %s %s %d\n", -line, last, $5, $6, what[1] == "rest" ? 1 : what[1] == "edges" ? 2 : 3 }' \
            "$1/heat_timeline.csv" >"$drawn/timeline.dat"
        plot timeline timeline.gp "$1" || return
    fi
    cat "$drawn/model.txt"
    rm -rf "$drawn"
}

if [ $# = 2 ] && [ "$1" = --plot ]; then
    draw "${2%/}"
    exit
fi
# shellcheck source=bench/arguments.sh
. "$here/arguments.sh"

# Sizes with steps that take some ten milliseconds; weak: 16384 x 16384 cells a GPU.
case $bin in
*cuda*)
    strong='4096:960:64 8192:480:64 16384:192:32 32768:96:16'
    weak=16384:192:32 long=4294967296 square=32768 watched=8192 copied=67108864
    gpus=$(nvidia-smi -L | grep -c '^GPU') runs=${RUNS:-3}
    ;;
*)
    strong='256:40:8 512:20:8'
    weak=256:40:8 long=1000000 square=128 watched=512 copied=65536
    gpus=${CUDA_CPU_DEVICES:-2} runs=${RUNS:-1}
    export CUDA_CPU_DEVICES="$gpus"
    ;;
esac

run() { # run FILE PROGRAM ARGUMENT...: adds the rows to the file
    file=$1 program=$2
    shift 2
    "$bin/$program" --csv "$@" >"$work/rows" </dev/null || { echo "${0##*/}: $program $* failed" >&2; : >"$work/failed"; }
    add_rows "$file" "$round" "$work/rows"
}
heat() { # heat GPUS SIZE:STEPS:DEPTH
    size=${2%%:*} rest=${2#*:}
    echo "heat_nccl on $1 GPUs, $size x $size"
    run "$work/heat_nccl.csv" heat_nccl --gpus "$1" --size "$size" --steps "${rest%:*}" --depth "${rest#*:}"
}
timeline() { # timeline GPUS SIZE: the rows of heat_nccl --timeline, a row a bar
    "$bin/heat_nccl" --gpus "$1" --size "$2" --steps 64 --runs 1 --timeline </dev/null |
        awk -v size="$2" 'BEGIN { print "way,size,gpu,what,from_us,to_us" }
            $2 == "GPU" && $3 ~ /:$/ {
                gpu = $3
                sub(/:/, "", gpu)
                count = split($0, parts, /[:;] */)
                for (i = 2; i < count; i++) {
                    split(parts[i], word, " ")
                    printf "%s,%s,%s,%s GPU %s,%s,%s\n", $1, size, gpu, word[1], gpu, word[2], word[4]
                }
            }' >"$work/heat_timeline.csv"
}
keep() { # keep NAME: the rows so far, if there are any
    [ -s "$work/$1.csv" ] || return 0
    mkdir -p "$folder" && cp "$work/$1.csv" "$folder/.part.$$" && mv "$folder/.part.$$" "$folder/$1.csv" || exit 1
}

round=1
while [ $round -le "$runs" ]; do
    heat 1 "$weak" # the versions of one GPU run beside those of several, too
    folder=$(folder_of "$(device_of "$work/heat_nccl.csv")")
    n=2
    while [ $n -le "$gpus" ]; do
        for one in $strong; do
            heat $n "$one"
        done
        heat $n "$(awk -v n=$n -v size="${weak%%:*}" 'BEGIN { print int(size * sqrt(n) / 64) * 64 }'):${weak#*:}"
        n=$((2 * n))
    done
    keep heat_nccl
    n=$((n / 2))
    echo "dot_nccl and matmul_nccl on $n GPUs"
    run "$work/over_gpus.csv" dot_nccl --gpus $n --size $long
    run "$work/over_gpus.csv" matmul_nccl --grid 1x$n --size $square
    keep over_gpus
    round=$((round + 1))
done
[ "$gpus" -lt 2 ] || { timeline 2 $watched && keep heat_timeline; }
run "$work/copies.csv" copy_matrix --size $copied --no-window --out "$work/copies.ppm"
keep copies
medians "$folder/heat_nccl.csv" -f /dev/stdin <<'END'
F["check"] == "right" && F["efficiency"] != "" {
    printf "%d GPUs  %6d^2  %-9s %9.1f Gcells/s  %5.3f of all  %s hidden\n", F["gpus"], F["size"], F["way"], F["value"],
        F["efficiency"], F["hidden"] == "" ? "-" : F["hidden"]
}
END
draw "$folder" || [ $? = 77 ] || exit 1
[ ! -e "$work/failed" ]
