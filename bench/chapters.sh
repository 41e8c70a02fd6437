#!/bin/sh
# SPDX-License-Identifier: MIT
# The figures of the chapters' pages: runs their programs, and the small sizes of their ladders, and writes down what each
# run measured.
#
#     chapters.sh BIN_DIR RESULTS_DIR [NAME...]     such as bin/cuda bench/results
#
# RESULTS_DIR/DEVICE/chapters.csv gets a line for each row of a program's --csv and for each run; `run` is the day and a
# number. It is added to what the file has, so that runs of several days stand side by side; remove the file to begin anew.
# `what` is the program's word and the arguments but for --size; a ladder's row is named LADDER RUNG. `make docs` takes the
# median of all runs, or their least and most.
#
# With names, only these programs. One that is not built is left out, with a line that says so; so is one that says that
# it cannot run here.
# Exit status: 0, 1 where a program fails or is wrong, 2 bad arguments.
set -u

here=$(dirname "$0")
# shellcheck source=bench/arguments.sh
. "$here/arguments.sh"

# What is run, and how many times: what takes less than 50 µs, and what waits for pages to be moved, three or five times,
# with all the others in between.
case $bin in
*cuda*)
    list='5 vecadd_one_thread
        5 vecadd_blocks
        5 vecadd_blocks_threads
        1 vecadd_blocks_threads --size 536870912
        5 occupancy --size 4194304
        5 dot_global
        5 dot_shared
        1 dot_global --size 536870912
        1 dot_shared --size 536870912
        1 dot_shared --size 536870912 --blocks 4224
        5 groups
        1 groups --size 100000000
        1 adjacent_difference --size 200000000
        5 matmul_global --size 1024
        1 matmul_global --size 4096
        5 const_table
        '"$(for n in 20 100; do printf '5 ray_%s --spheres '$n'\n' global const; done
            for n in 200 300 400 500 600 800 1000 1500 2000; do printf '1 ray_%s --spheres '$n'\n' global const; done)"'
        '"$(for way in global tex1d tex2d; do echo "5 heat_$way --size 1024 --no-window"; done
            for way in global tex1d tex2d; do echo "1 heat_$way --size 16384 --steps 2 --no-window"; done)"'
        5 blur --size 4096 --radius 8 --no-window
        '"$(for n in 1024 4096; do for way in ripple heat; do echo "5 ${way}_copy --size $n --frames 20 --no-window"; done; done)"'
        5 offscreen --size 1024
        5 offscreen --size 4096
        5 stream_overlap
        1 stream_overlap --size 8388608
        1 stream_overlap --work 1
        5 graphs
        '"$(for radius in '' ' --radius 15'; do echo "1 conv_1d --size 16777216$radius"; done)"'
        1 conv_2d --size 4096
        1 conv_3d --size 1024
        1 conv_separable --size 4096
        1 conv_separable --size 2048 --radius 15
        1 conv_tiled --size 4096
        1 conv_tiled --size 4096 --radius 7
        '"$(for kind in uniform stencil power long; do
            [ $kind = stencil ] && times=3 || times=1
            printf "$times %s --size 1048576 --kind $kind\n" spmv_thread spmv_warp spmv_merge bfs
            case $kind in uniform | stencil) echo "$times spmv_ell --size 1048576 --kind $kind" ;; esac; done)"'
        1 nbody --size 270336
        1 monte_carlo --size 10000000000
        3 page_faults --size 65536
        1 memory_ways --size 67108864
        3 memory_advice --size 16777216 --writes 0
        3 memory_advice --size 16777216 --writes 1
        3 memory_advice --size 16777216 --writes 4096
        3 oversubscribe --size 268435456
        3 oversubscribe --size 268435456 --room 75
        3 memory_pool --size 262144
        3 memory_pool --size 16777216
        3 lib_dot --size 1024
        1 lib_dot --size 268435456
        3 lib_product --size 333
        1 lib_product --size 4096
        5 lib_sort --size 262144
        1 lib_sort --size 134217728
        1 lib_random --size 1000000000
        3 lib_transform --size 1009
        3 lib_transform --size 65536
        '"$(for n in 1024 16384 262144 1048576 4194304 16777216; do
            echo "5 vecadd_ladder --only vector --size $n"
            echo "5 dot_ladder --only exact --size $n"
        done
        for n in 256 512 1024; do
            echo "5 heat_ladder --only vector,graph,times8,chip --size $n"
        done
        for n in 1024 2048 4096; do
            echo "5 blur_ladder --only fused,stream,strips --size $n"
        done)"
    ;;
*) # only whether they work
    list='2 vecadd_blocks_threads
        1 occupancy --size 1000
        1 ray_global --size 64 --spheres 20'
    ;;
esac

# Rows of --csv on stdin, as lines of chapters.csv without `run`.
rows='{ print q(F["program"] (F["rung"] == "" ? "" : " " F["rung"])) "," F["size"] "," q(F["what"] words) "," \
            F["median_ms"] "," F["min_ms"] "," F["max_ms"] "," F["value"] "," q(F["unit"]) "," q(F["check"]) "," q(command) >lines
        print (F["backend"] == "cpu" ? "cpu " : "") F["device"] >device }
      function q(text) { gsub(/"/, "\"\"", text); return text ~ /[",]/ ? "\"" text "\"" : text }'

# measure ROUND PROGRAM ARGUMENT...: adds a run's rows to $work/NUMBER of that round.
measure() {
    round=$1 program=$2
    shift 2
    command=$program${1:+ $*}
    words=$(printf ' %s' "$@" | sed -E 's/ --size [0-9]+//; s/ --only [^ ]+//; s/ --no-window//; s/ --/ /g')
    peers=$(peers_of "$program")
    "$bin/$program" --csv ${peers:+--peers "$peers"} "$@" >"$work/rows" 2>"$work/words" </dev/null
    status=$?
    if [ $status = 77 ]; then
        cat "$work/words" >&2
        return 0
    fi
    if [ $status != 0 ]; then
        cat "$work/words" >&2
        echo "${0##*/}: $program $* failed" >&2
        : >"$work/failed"
        return 0
    fi
    : >"$work/lines"
    awk -v words="${words% }" -v command="$command" -v lines="$work/lines" -v device="$work/device" \
        "$(cat "$here/csv.awk")$rows" "$work/rows"
    sed "s/^/$(date -u +%Y-%m-%d) $round,/" "$work/lines" >>"$work/new"
}

names="$*"
: >"$work/new"
round=1
while [ $round -le 5 ]; do
    printf '%s\n' "$list" | while read -r times program arguments; do
        [ "${times:-0}" -ge "$round" ] || continue
        case " $names " in
        '  ' | *" $program "*) ;;
        *) continue ;;
        esac
        if [ ! -x "$bin/$program" ]; then
            [ -e "$work/missed-$program" ] || echo "${0##*/}: $bin/$program is not built: it is left out" >&2
            : >"$work/missed-$program"
            continue
        fi
        echo "$program $arguments"
        # shellcheck disable=SC2086 # a list of words
        measure "$round" "$program" $arguments
    done
    round=$((round + 1))
done
[ -s "$work/new" ] || { echo "${0##*/}: no program was run" >&2; exit 1; }

folder=$(folder_of "$(sed 1q "$work/device")")
mkdir -p "$folder" || exit 1
{
    cat "$folder/chapters.csv" 2>"$work/none" || echo 'run,rung,size,what,median_ms,min_ms,max_ms,value,unit,check,command'
    cat "$work/new"
} >"$folder/.part.$$" && mv "$folder/.part.$$" "$folder/chapters.csv" || exit 1
echo "$folder/chapters.csv"
[ ! -e "$work/failed" ]
