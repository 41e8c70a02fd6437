#!/bin/sh
# SPDX-License-Identifier: MIT
# Global against constant memory: renders scenes of 20, 200 and 2 000 spheres with both ray tracers,
# which check their pictures, compares the pictures byte for byte, and prints the kernels' times
# beside published ones; on a CPU, where such times say nothing, the memory traffic on a GPU.
# Then shows the picture: in a window, or as ray.png if there is none.
#
#     compare.sh BIN_DIR            the folder of ray_global and ray_const, such as bin/cpu
#
# Exit status: 0, or 1 where anything is wrong.
set -u

if [ $# != 1 ] || [ ! -x "$1/ray_global" ] || [ ! -x "$1/ray_const" ]; then
    echo "usage: ${0##*/} BIN_DIR, the folder of ray_global and ray_const (make builds them)" >&2
    exit 2
fi
bin=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

render() { # render PROGRAM SPHERES: leaves its picture in $work and adds to its rows
    runs=
    [ "$2" -lt 2000 ] || runs=--runs=1 # a CPU takes seconds for each
    "$bin/$1" --csv --spheres "$2" $runs --out "$work/$1.ppm" \
        >>"$work/$1-$2.csv" 2>"$work/said" || {
        cat "$work/said" >&2
        echo "${0##*/}: $1 failed at $2 spheres" >&2
        exit 1
    }
}

# The fastest run: a machine that does something else at the same time spoils a median. A device's
# name may hold a comma, and what follows it may not: so count from the row's end.
kernel_ms() {
    awk -F, '$(NF - 7) == "kernel" && (!n++ || $(NF - 4) < least) { least = $(NF - 4) }
             END { print least }' "$work/$1.csv"
}
where() {
    sed -nE '2{s/^[^,]*,([^,]*),(.*)(,[^,]*){8}$/\1, \2/;s/"//g;p;}' "$work/ray_const-20.csv"
}

compare() { # compare SPHERES: both pictures, which have to be equal
    for program in ray_global ray_const ray_global ray_const; do # in turns, for the same reason
        render $program "$1"
    done
    cmp -s "$work/ray_global.ppm" "$work/ray_const.ppm" && return
    echo "${0##*/}: the two pictures of $1 spheres differ" >&2
    exit 1
}

row() { # row SPHERES: a row of the table
    echo "$1 $(kernel_ms "ray_global-$1") $(kernel_ms "ray_const-$1")" | awk '
        function digits(x) { return sprintf(x < 1 ? "%.4f" : x < 10 ? "%.2f" : "%.1f", x) }
        NF != 3 || $2 <= 0 || $3 <= 0 { exit 1 }
        { printf "%28d %12s %12s %14.2f\n", $1, digits($2), digits($3), $2 / $3 }' && return
    echo "${0##*/}: no times for $1 spheres" >&2
    exit 1
}

# Both programs' memory traffic on a GPU, without times.
counts() {
    counted=bin/cpu-check-count
    set -- --size 128 --runs 1 --no-window --out "$work/counted.png"
    make --no-print-directory --silent BACKEND=cpu CHECK=count $counted/ray_global $counted/ray_const &&
        CUDA_CPU_COUNT_REPORT=none COUNT_ARGS="$*" cpu/counts/count.sh --compare $counted/ray_const \
            $counted/ray_global "$@" >"$work/counts" 2>/dev/null || return
    printf '%58s %12s\n' ray_global ray_const
    while read -r name words; do
        awk -v name="$name" -v words="$words" \
            '$1 == name { printf "%44s %13d %12d\n", words, $2, $3 }' "$work/counts"
    done <<'END'
global_load_requests reads of global memory by a warp
global_load_sectors 32-byte sectors touched by them
constant_requests reads of constant memory by a warp
constant_addresses different addresses read by them
END
}

render ray_const 20
case $(where) in
cpu,*)
    echo 'The same spheres in global and in __constant__ memory, 1024 x 1024 pixels'
    echo "on $(where)"
    echo
    for spheres in 20 200 2000; do
        compare $spheres
        echo "$spheres spheres: both pictures right, and equal byte for byte"
    done
    cat <<'END'

On a CPU both are the same memory, so their times would say nothing. Measured on GPUs:

                     spheres    global ms     const ms   global/const
END
    ;;
*)
    printf '%s\n%s\n\n%28s %12s %12s %14s\n' \
        'Spheres in global and in __constant__ memory, 1024 x 1024 pixels: kernel time, fastest run' \
        "on $(where)" spheres 'global ms' 'const ms' 'global/const'
    for spheres in 20 200 2000; do
        compare $spheres
        row $spheres
    done
    printf '\nBoth programs'"'"' pictures are right, and equal byte for byte. Measured elsewhere:\n'
    ;;
esac

cat <<'END'
   GeForce GTX 280, published                               up to 1.50
Tesla C2075, 32x32, published         6.76         6.28           1.08
     unnamed card, published          1.8          0.8           2.25
        NVIDIA H200, 200 here       0.1467       0.1376           1.07
      NVIDIA H200, 2000 here         1.380        3.188           0.43

A ratio above 1 means that constant memory is faster. On the first GPUs it was: it has a cache of
its own, and one read serves a whole warp (32 threads). Today's GPUs cache global memory too, and
are slow to read a constant whose index is known only at run time. Why: chapter06_raytrace/README.md
END
case $(where) in
cpu,*)
    echo
    echo 'Counted: what each kernel would ask of a GPU'"'"'s memories (make count P=ray_global COMPARE=ray_const)'
    counts
    ;;
esac

"$bin/ray_const" --runs 1 >"$work/shown" || {
    cat "$work/shown"
    exit 1
}
