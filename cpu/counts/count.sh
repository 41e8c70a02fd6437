#!/bin/sh
# SPDX-License-Identifier: MIT
# count.sh [option]... PROGRAM [argument]...: runs a program that was built for counting, and shows
# what its kernels would ask of a GPU's memories (docs/counters.md).
#
#   --csv FILE         a row a launch
#   --sample 1/N       count one block of N
#   --device NAME      what would bound the kernels there: h200, a100, t4, c2075
#   --compare OTHER    another such program, beside this one; or two kernels of it: NAME,NAME
#   --plot FOLDER      lanes.svg, the addresses of a warp; traffic.svg, bytes against need
here=$(dirname "$0")
csv='' device='' compare='' plot=''
while :; do
    case $1 in
    --csv) csv=$2 ;;
    --sample) export CUDA_CPU_COUNT_SAMPLE="$2" ;;
    --device) device=$2 ;;
    --compare) compare=$2 ;;
    --plot) plot=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ $# -gt 0 ] || { sed -n '3,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
refuse() { echo "make count: $*" >&2; exit 2; }
if [ -n "$device" ]; then # grids that go by the number of multiprocessors are that GPU's
    multiprocessors=$(awk -F, -v device="$device" 'NR > 1 && $1 == device { print $3 }' "$here/gpus.csv")
    [ -n "$multiprocessors" ] || refuse "no such device: $device ($(awk -F, 'NR > 1 { printf "%s%s", (NR > 2 ? ", " : ""), $1 }' "$here/gpus.csv"))"
    export CUDA_CPU_MULTIPROCESSORS="${CUDA_CPU_MULTIPROCESSORS-$multiprocessors}"
fi
case $compare in
'' | *,*) ;;
*) [ -x "$compare" ] || refuse "there is no program $compare to compare with; two kernels of one are NAME,NAME" ;;
esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/rows"
counted=$work/rows/${1##*/}.csv
if [ -n "$plot" ]; then
    mkdir -p "$plot" || exit 1
    export CUDA_CPU_COUNT_LANES="$work/lanes.csv"
fi

CUDA_CPU_COUNT_CSV=$counted "$@"
status=$?
unset CUDA_CPU_COUNT_LANES
[ -z "$csv" ] || cp "$counted" "$csv" || status=1
if ! awk 'END { exit NR < 2 }' "$counted"; then # the head alone
    [ $status -ne 0 ] || echo 'make count: no kernel was launched'
    exit $status
fi
set -- "$counted"
case $compare in
'') ;;
*,*) awk -v kernels="$compare" -f "$here/compare.awk" "$counted" || status=2 ;;
*)
    program=$compare
    other=$work/rows/${compare##*/}.csv
    CUDA_CPU_COUNT_REPORT=none CUDA_CPU_COUNT_CSV=$other sh -c "$program $COUNT_ARGS" >"$work/said" || {
        cat "$work/said"
        status=1
    }
    awk -f "$here/compare.awk" "$counted" "$other" || status=2
    set -- "$counted" "$other"
    ;;
esac
if [ -n "$device" ]; then
    awk -v device="$device" -f "$here/model.awk" "$here/gpus.csv" "$@" || status=2
fi
if [ -n "$plot" ]; then
    "$here/plot.sh" "$work/lanes.csv" "$counted" "$plot" "${device:-h200}" || status=1
fi
exit $status
