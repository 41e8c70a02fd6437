#!/bin/sh
# SPDX-License-Identifier: MIT
# Products of random shapes and vectors of random lengths, ours beside the libraries'. What is fast at
# the sizes that everybody measures may be slow between them: this looks there.
#
#     sweep.sh BIN_DIR RESULTS_DIR [SHAPES [SEED...]]   of each seed so many shapes, each side from 16 to
#                                                       16384; 200 of seed 1 unless said
#     sweep.sh --plot FOLDER                            draws what is there once more
#
# RESULTS_DIR/sweep.csv    a line for each: what, m, k, n (a length is an m), both times, own ÷ library, seed;
#                          split_choice: what matmul_split takes, by the better of its two products
# RESULTS_DIR/sweep_summary.csv   of each kind: how many, the least, the median, the geometric mean; the seeds and the day
# RESULTS_DIR/sweep.svg    the distribution, where gnuplot is installed
#
# Speeds: above 1 we are faster. Exit status: 0, 1 where something fails or is wrong, 2 bad arguments.
set -u

here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

draw() { # draw FOLDER: its sweep.svg
    command -v gnuplot >/dev/null || { echo "${0##*/}: without gnuplot nothing is drawn" >&2; return 77; }
    for kind in $(tail -n +2 "$1/sweep.csv" | cut -d, -f1 | grep -v split_choice | sort -u); do
        awk -F, -v kind="$kind" '$1 == kind { print $7 }' "$1/sweep.csv" | sort -g >"$work/$kind.dat"
    done
    gnuplot -e "kind='svg'; folder='$work'; out='$1/sweep.svg'" "$here/plots/style.gp" "$here/plots/sweep.gp" &&
        sed -i -f "$here/plots/dark.sed" "$1/sweep.svg"
}
if [ $# = 2 ] && [ "$1" = --plot ]; then
    draw "${2%/}"
    exit
fi
if [ $# -lt 2 ] || [ ! -d "$1" ]; then
    echo "usage: ${0##*/} BIN_DIR RESULTS_DIR [SHAPES [SEED...]]" >&2
    exit 2
fi
bin=${1%/} results=${2%/} shapes=${3:-200}
shift $(($# < 3 ? $# : 3))
seeds=${*:-1}
mkdir -p "$results" || exit 1

# run WHAT PROGRAM PEER RUNGS ARGUMENT...: the rows of one kind into the table
run() {
    what=$1 program=$2 peer=$bin/peers/$3.so rungs=$4
    shift 4
    : >"$work/rows"
    if [ ! -x "$bin/$program" ] || [ ! -e "$peer" ]; then
        echo "${0##*/}: $program or $peer is not built: left out" >&2
        return
    fi
    "$bin/$program" --csv --runs 3 --seed "$seed" --peers "$peer" --alone --only "$rungs" "$@" >"$work/rows" </dev/null
    status=$?
    [ $status != 77 ] || return
    if [ $status != 0 ]; then
        echo "${0##*/}: $program $* failed" >&2
        : >"$work/failed"
    fi
    table "$what"
}
# table KIND [NAME=VALUE...]: the rows at hand, by sweep.awk
table() {
    kind=$1
    shift
    awk -f "$here/csv.awk" -f "$here/sweep.awk" -v kind="$kind" -v fitted="$fitted" -v seed="$seed" "$@" "$work/rows" >>"$work/table"
}

echo 'what,m,k,n,own_ms,library_ms,speed,seed' >"$work/table"
fitted=
for seed in $seeds; do
    run fp32 matmul_ladder cublas_matmul shapes,cublas --shapes "$shapes"
    run tf32 matmul_tensor cublas_tensor tf32_fitted,cublas_tf32,cublaslt_tf32 --shapes "$shapes"
    run bf16 matmul_tensor cublas_tensor bf16_fitted,cublas_bf16,cublaslt_bf16 --shapes "$shapes"
    fitted=split_fitted
    run fp32_split matmul_split cublas_split strict,split_six,split_fitted,cublas --shapes "$shapes"
    table split_choice -v choice=1
    fitted=
    run fp8 matmul_fp8 cublas_fp8 fp8_fitted,cublaslt_fp8 --shapes "$shapes"
    awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 0; i < 40; i++) print int(2 ^ (4 + 25 * rand())) }' >"$work/lengths"
    while read -r length; do
        run vecadd vecadd_ladder thrust_vecadd tiles,dependent,vector,blocks,element,thrust --size "$length"
        run dot dot_ladder cublas_dot vector,one_pass,shuffle,cublasSdot --size "$length"
    done <"$work/lengths"
done
cp "$work/table" "$results/sweep.csv" || exit 1

# Of each kind: how many, the least, the median, the geometric mean; how many take the library 10 us or
# more, and the least and the median of those. Below, a launch and its first stage are most of it.
tail -n +2 "$work/table" | sort -t, -k1,1 -k7,7g | awk -F, -v seeds="$seeds" -v day="$(date -u +%Y-%m-%d)" '
    function middle(of, n) {
        return n ? (of[int((n + 1) / 2)] + of[int(n / 2) + 1]) / 2 : 0
    }
    function finish() {
        if (count)
            printf "%s,%d,%.3f,%.3f,%.3f,%d,%d,%.3f,%.3f,%s,%s 1\n", kind, count, speed[1], middle(speed, count),
                exp(sum / count), below, longer, long[1], middle(long, longer), seeds, day
    }
    BEGIN { print "rung,shapes,least,median,mean,below_1,longer,longer_least,longer_median,seeds,run" }
    $1 != kind { finish(); kind = $1; count = sum = below = longer = 0 }
    { speed[++count] = $7; sum += log($7); below += $7 < 1 }
    $6 >= 0.01 { long[++longer] = $7 }
    END { finish() }' >"$results/sweep_summary.csv"
echo "seeds $seeds"
awk -F, 'NR > 1 {
        printf "%-12s %4d  least %s  median %s  geometric mean %s  below 1: %d; from 10 us on %4d  least %s  median %s\n",
            $1, $2, $3, $4, $5, $6, $7, $8, $9
    }' "$results/sweep_summary.csv"
draw "$results" || [ $? = 77 ] || : >"$work/failed"
[ ! -e "$work/failed" ]
