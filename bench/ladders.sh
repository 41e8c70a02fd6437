#!/bin/sh
# SPDX-License-Identifier: MIT
# The benchmark: runs each ladder with the libraries beside it, at its standard sizes and over a range
# of sizes, and writes what they measured into a folder named after the device.
#
#     ladders.sh BIN_DIR RESULTS_DIR [NAME...]      such as bin/cuda bench/results
#
# RESULTS_DIR/DEVICE/NAME.csv           the ladder NAME at its standard sizes
# RESULTS_DIR/DEVICE/NAME_growth.csv    the same over a range of sizes
# RESULTS_DIR/DEVICE/summary.md         the best of each, and what was aimed at (summary.sh)
#
# A problem that has a target (targets.csv) is run RUNS times, 5 on a GPU unless said: all problems once, then all once more,
# so that the runs of one are minutes apart. The first run is of all rungs, the others of those that rerun.awk names. What
# has no target, and the ranges of sizes, are run once. A row's `run` is the day and the number of its run.
#
# With names, only these ladders. One that is not built is left out, with a line that says so.
# Exit status: 0, 1 where a ladder fails or is wrong, 2 bad arguments.
set -u

here=$(dirname "$0")
# shellcheck source=bench/arguments.sh
. "$here/arguments.sh"

# What is run: a line is a ladder and its arguments. A CPU takes what a GPU needs a second for minutes.
matrices='random_2 random_4 random_16 random_64 random_512 near_16 band_3 band_17 band_65
    grid_2d grid_3d cube_27 power_light power power_heavy one_long
    many_long gaps_4 gaps_64 blocks_8 blocks_256 mixed'
case $bin in
*cuda*)
    runs=${RUNS:-5}
    elements='10 12 14 16 18 20 22 24 26 28 30'
    squares='256 512 1024 2048 4096 8192 16384'
    standard='vecadd_ladder --size 536870912
        dot_ladder --size 536870912
        '"$(for ladder in matmul_ladder matmul_tensor matmul_fp8; do
            for size in $squares; do echo "$ladder --size $size"; done
        done)"'
        matmul_ladder --size 1000
        matmul_ladder --m 4095 --k 4097 --n 4099
        matmul_split --size 1024
        matmul_split --size 2048
        matmul_split --size 4096
        matmul_split --size 8192
        ray_ladder --size 1024 --spheres 20
        ray_ladder --size 1024 --spheres 1000
        ray_ladder --size 4096 --spheres 2000
        heat_ladder --size 1024 --steps 90
        heat_ladder --size 4096 --steps 90
        heat_ladder --size 16384 --steps 90
        heat_ladder --size 2048 --steps 1000
        heat_ladder --size 16384 --steps 1000
        blur_ladder --size 1024 --radius 8
        blur_ladder --size 2048 --radius 8
        blur_ladder --size 4096 --radius 8
        blur_ladder --size 4096 --radius 16
        histogram_ladder --size 1073741824
        histogram_ladder --size 1073741824 --values 1
        scan_ladder --size 536870912
        conv_ladder --size 16384
        conv_ladder --size 16384 --radius 7
        sort_ladder --size 134217728
        sort_ladder --size 134217728 --input sorted
        sort_ladder --size 134217728 --input few
        sort_ladder --size 67108864 --bits 64
        sort_ladder --size 67108864 --bits 64 --input sorted
        sort_ladder --size 67108864 --bits 64 --input few
        '"$(for matrix in $matrices; do echo "sparse_ladder --size 16777216 --matrix $matrix"; done)"'
        sparse_ladder --size 1024
        sparse_ladder --size 16384
        sparse_ladder --size 262144'
    ;;
*)
    runs=${RUNS:-1}
    elements='10 14 18 22'
    squares='64 128 256'
    standard='vecadd_ladder
        dot_ladder
        matmul_ladder
        ray_ladder --size 256
        heat_ladder --size 256
        blur_ladder --size 256
        histogram_ladder
        histogram_ladder --values 1
        scan_ladder
        conv_ladder
        sort_ladder
        sparse_ladder'
    ;;
esac

# run FILE ROUND PROGRAM ARGUMENT...: adds the ladder's rows to the file.
run() {
    file=$1 round=$2 program=$3
    shift 3
    peers=$(peers_of "$program")
    : >"$work/rows"
    "$bin/$program" --csv ${peers:+--peers "$peers"} "$@" >"$work/rows" 2>"$work/words" </dev/null
    status=$?
    [ $status != 77 ] || return 0 # it says why it can't run here
    if [ $status = 2 ]; then      # such as a size that does not fit
        echo "  $(cat "$work/words")"
        return 0
    fi
    if [ $status != 0 ]; then
        cat "$work/words" >&2
        echo "${0##*/}: $program $* failed" >&2
        : >"$work/failed"
    fi
    [ -s "$work/rows" ] || return 0
    add_rows "$file" "$round" "$work/rows"
    awk -f "$here/csv.awk" -f "$here/best.awk" "$work/rows"
}

wanted() { # wanted PROGRAM: is it asked for, and is it there?
    case " $names " in
    '  ' | *" $1 "*) ;;
    *) return 1 ;;
    esac
    [ -x "$bin/$1" ] && return
    [ -e "$work/missed-$1" ] || echo "${0##*/}: $bin/$1 is not built: it is left out" >&2
    : >"$work/missed-$1"
    return 1
}
names="$*"

printf '%s\n' "$standard" | while read -r program arguments; do
    wanted "$program" || continue
    echo "$program $arguments"
    # shellcheck disable=SC2086 # a list of words
    run "$work/$program.csv" 1 "$program" $arguments
    again=$(awk -f "$here/csv.awk" -f "$here/rerun.awk" "$here/targets.csv" "$work/rows")
    [ -z "$again" ] || echo "$program $arguments --alone --only $again" >>"$work/again"
done

growth() { # growth PROGRAM ARGUMENTS SIZE...
    program=$1 arguments=$2
    shift 2
    wanted "$program" || return 0
    echo "$program, growing"
    for size in "$@"; do
        # shellcheck disable=SC2086
        run "$work/${program}_growth.csv" 1 "$program" --size "$size" --runs 3 $arguments
    done
}
# shellcheck disable=SC2046
set -- $(for power in $elements; do echo $((1 << power)); done)
growth vecadd_ladder '' "$@"
growth dot_ladder '' "$@"
growth histogram_ladder '' "$@"
growth scan_ladder '' "$@"
growth sort_ladder '' "$@"
# shellcheck disable=SC2086
for program in ray_ladder heat_ladder blur_ladder conv_ladder; do
    growth $program '' $squares
done

# What there is so far, into the device's folder.
keep() {
    for file in "$work"/*.csv; do
        [ -e "$file" ] || { echo "${0##*/}: no ladder was run" >&2; exit 1; }
    done
    device=$(device_of "$file")
    folder=$(folder_of "$device")
    mkdir -p "$folder" || exit 1
    for file in "$work"/*.csv; do
        cp "$file" "$folder/.part.$$" && mv "$folder/.part.$$" "$folder/${file##*/}" || exit 1
    done
    {
        echo "# $device"
        echo
        case $bin in
        *cuda*)
            nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | sed -n '1s/^/Driver /p'
            ${NVCC:-nvcc} --version 2>/dev/null | sed -nE 's/^.*release ([0-9.]+),.*/CUDA \1/p'
            echo
            ;;
        esac
    } >"$folder/summary.md"
    "$here/summary.sh" "$folder" || exit 1
}
keep
round=2
while [ "$round" -le "$runs" ] && [ -e "$work/again" ]; do
    while read -r program arguments; do
        echo "$program $arguments, run $round of $runs"
        # shellcheck disable=SC2086
        run "$work/$program.csv" "$round" "$program" $arguments
    done <"$work/again"
    keep
    round=$((round + 1))
done
cat "$folder/summary.md"
[ ! -e "$work/failed" ]
