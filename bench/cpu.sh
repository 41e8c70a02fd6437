#!/bin/sh
# SPDX-License-Identifier: MIT
# CUDA on the CPU beside hand-written OpenMP loops, on one core, on two and on all: bench_cpu's table for
# each.
#
#     cpu.sh BENCH_CPU RESULTS_DIR [RUNS]
#
# RESULTS_DIR/cpu.csv    cores, kernel, both times, their ratio, the ratio of the least times, same result
# RESULTS_DIR/cpu.svg    the ratios of the least times, where gnuplot is installed; below 1 the backend is faster
#
# Exit status: 0, 1 where a result is another, 2 bad arguments.
set -u

if [ $# -lt 2 ] || [ ! -x "$1" ]; then
    echo "usage: ${0##*/} BENCH_CPU RESULTS_DIR [RUNS]" >&2
    exit 2
fi
program=$1 results=${2%/} runs=${3:-31} status=0
mkdir -p "$results" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

all=$(nproc 2>/dev/null || echo 2)
for cores in $(printf '%s\n' 1 2 "$all" | sort -nu); do
    [ "$cores" -le "$all" ] || continue
    echo "on $cores of $all cores:"
    CUDA_CPU_THREADS=$cores OMP_NUM_THREADS=$cores "$program" --csv --runs "$runs" >"$work/rows" || status=1
    awk -F, -v cores="$cores" 'NR > 1 { print cores "," $0 }' "$work/rows" >>"$work/table"
    awk -F, '{ printf "%-34s %11s %11s %8s %8s  %s\n", $1, $2, $3, $4, $5 == "ratio_of_minima" ? "of least" : $5, $6 }' "$work/rows"
done
{
    echo 'cores,kernel,backend_ms,openmp_ms,ratio,ratio_of_minima,same'
    cat "$work/table"
} >"$results/cpu.csv.new" && mv "$results/cpu.csv.new" "$results/cpu.csv"

if command -v gnuplot >/dev/null 2>&1; then
    awk -F, -v work="$work" '{ printf "\"%s\" %s\n", $2, $6 >(work "/on" $1) }' "$work/table"
    curves=$(cut -d, -f1 "$work/table" | sort -nu | awk -v work="$work" '{
        printf "\"%s/on%s\" using 0:2:xtic(1) title \"on %s\", ", work, $1, $1 }')
    gnuplot <<EOF && sed -i -f "$(dirname "$0")/plots/dark.sed" "$results/cpu.svg.new" && mv "$results/cpu.svg.new" "$results/cpu.svg" && echo "$results/cpu.csv, $results/cpu.svg"
set terminal svg size 900,600 background rgb 'white'
set output '$results/cpu.svg.new'
set title 'CUDA on the CPU: time ÷ a hand-written OpenMP loop'
set logscale y
set ylabel 'ratio (below 1 the backend is faster)'
set xtics rotate by -40
set style data linespoints
set grid ytics
set bmargin 12
plot $curves 1 notitle with lines
EOF
fi
exit $status
