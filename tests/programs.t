#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every program at its default, at size 1, at odd sizes and at a large one: the right result, and
# what it prints, for people and as CSV.
. "$(dirname "$0")/programs.sh"

large() { # large PROGRAM: a size that takes the CPU backend about a second
    case $1 in
    vecadd_* | dot_* | lib_dot | adjacent_difference | hist_* | atomic_max | lock | scan_* | compact) echo 3000000 ;;
    stream_overlap | sort_*) echo 300000 ;;
    conv_cpu | conv_1d) echo 3000000 ;;
    spmv_* | bfs) echo 200000 ;;
    ray_* | shared_bitmap) echo 2500 ;;
    heat_*) echo 1100 ;;
    tile_width) echo 150 ;;
    page_faults) echo 10000 ;;
    groups | monte_carlo | lib_random) echo 1000000 ;;
    graphs | occupancy) echo 100000 ;;
    managed | memory_* | oversubscribe) echo 1000000 ;;
    *) echo 500 ;;
    esac
}

# What the first line and the rows call the backend; plain C runs on the host whatever it is.
backend_of() { [ -z "$(compgen -G "*/$1.c")" ] && echo "$backend" || echo host; }

# right PROGRAM ARGUMENT...: right, and said so in the words that every program uses.
right() {
    run "$@"
    [ "$status" = 0 ] &&
        head -n 1 "$dir/out" | grep -qE "^$1: $(backend_of "$1"), ." &&
        sed -n 2p "$dir/out" | grep -qE '^Time to generate:  [0-9]+(\.[0-9]+)? ms$' &&
        tail -n 1 "$dir/out" | grep -qE '^result: right \(.+\)$'
}

# In the run before: the parts of a time are indented below it, each rounded to three digits.
adds_up() {
    awk '/^Time to generate:/ { total = $4 }
         /^  [a-z]+ *[a-z]* +[0-9.]+ ms$/ { sum += $(NF - 1); parts++ }
         END { off = sum - total; exit !(parts >= 1 && off * off <= (0.01 * total) ^ 2) }' "$dir/out"
}

runs() { # runs PROGRAM N: so many timed runs, and their median between the fastest and the slowest
    run "$1" --runs "$2" --size 100
    [ "$status" = 0 ] && grep -qF "($2 runs)" "$dir/out" &&
        awk '/ alone: median / {
                 gsub(",", "")
                 for (i = 1; i < NF; i++) time[$i] = $(i + 1) + 0
                 bad += !(0 < time["min"] && time["min"] <= time["median"] && time["median"] <= time["max"])
                 n++
             }
             END { exit !n || bad }' "$dir/out"
}

header=program,backend,device,what,size,median_ms,min_ms,max_ms,value,unit,check

# csv PROGRAM SIZE: rows only, each with every field in its form. A device's name may hold commas, so
# the fields after it count from the end.
csv() {
    run "$1" --csv --runs 3 --size "$2"
    [ "$status" = 0 ] && [ ! -s "$dir/err" ] && [ "$(head -n 1 "$dir/out")" = "$header" ] &&
        [ -z "$(ls "$dir/run")" ] &&
        awk -F, -v program="$1" -v backend="$(backend_of "$1")" -v size="$2" '
            function number(text) { return text ~ /^[0-9]+(\.[0-9]+)?$/ }
            function complain(what) { print "row " NR ": " what; bad++ }
            NR == 1 { next }
            NF < 11 { complain("too few fields"); next }
            $1 != program || $2 != backend || $3 == "" { complain("program, backend or device") }
            $(NF - 7) == "" || $(NF - 7) in seen { complain("what was measured: " $(NF - 7)) }
            { seen[$(NF - 7)] = 1 }
            $(NF - 6) != size { complain("size") }
            { timed = $(NF - 5) $(NF - 4) $(NF - 3) != "" || $(NF - 2) == "" } # or a count of something
            timed && (!number($(NF - 5)) || !number($(NF - 4)) || !number($(NF - 3))) { complain("a time") }
            timed && ($(NF - 4) > $(NF - 5) + 0 || $(NF - 5) > $(NF - 3) + 0) { complain("the order of the times") }
            timed && $(NF - 5) <= 0 { complain("no time") }
            ($(NF - 2) == "") != ($(NF - 1) == "") { complain("a value without a unit") }
            $(NF - 2) != "" && !number($(NF - 2)) { complain("a value") }
            $NF != "right" { complain("the check") }
            END { exit bad > 0 || !("time to generate" in seen) || NR < 3 }' "$dir/out"
}

csv_file() {
    run "$1" --csv --runs 3 --size 17 --out rows.csv
    [ "$status" = 0 ] && cmp "$dir/out" "$dir/run/rows.csv" && [ "$(ls "$dir/run")" = rows.csv ]
}

full_disk() {
    (cd "$dir/run" && "$bin/$1" --csv --size 17 >/dev/full 2>"$dir/err")
    status=$?
    cat "$dir/err"
    [ "$status" = 1 ] && [ "$(wc -l <"$dir/err")" = 1 ]
}

help() { # every word that the program takes, and nothing is done
    local word
    run "$1" --help
    [ "$status" = 0 ] && [ ! -s "$dir/err" ] && [ -z "$(ls "$dir/run")" ] || return
    for word in size seed runs out no-window csv help $2; do
        grep -qE "^  --$word( |\$)" "$dir/out" || return
    done
}

build_programs

# docs/programs.md names them all. heat_mpi is built where there is MPI.
for course in $(grep -oE '\(\.\./[a-z0-9_/]+\.cu?\)' docs/programs.md | tr -d '()' | grep -v /mpi/ | sort -u) \
    chapter05_dot/broken/{dot_local_memory,dot_thread_index,dot_divergent_barrier,shared_bitmap_race}.cu; do
    course=${course#../}
    name=${course##*/}
    ok "$course is there and builds" test -f "$course" -a -x "$bin/${name%.*}"
done
for chapter in */; do
    compgen -G "$chapter*.cu" >/dev/null || continue
    [ "$chapter" = bench/ ] || ok "$chapter has a handout" test -s "${chapter}README.md"
done
first() { run first && [ "$status" = 0 ] && [ "$(cat "$dir/out")" = '-99 + 9801 = 9702' ]; }
ok 'the first program adds' first
# What each call returns is in the program, as an H200 has returned it.
errors() { run errors && [ "$status" = 0 ] && [[ $(tail -n 1 "$dir/out") == 'result: right'* ]] && ! grep -q 'not expected' "$dir/out"; }
ok 'errors come when they should' errors
for program in "${programs[@]}"; do
    [[ $program != enum_gpu && $program != first && $program != errors ]] || continue # they time nothing, and have tests of their own
    ! is_ladder "$program" || continue     # tests/ladders.t
    [ "$program" != heat_nccl ] || continue # a table of its own: tests/many_gpus.t
    ok "$program at its default" right "$program"
    ok "$program: the parts of the time add up" adds_up
    for size in 1 17 333; do ok "$program at size $size" right "$program" --size "$size" --runs 3; done
    ok "$program at size $(large "$program")" right "$program" --size "$(large "$program")" --runs 2
    ok "$program, the largest seed" right "$program" --size 50 --seed 18446744073709551615
    case $program in
    copy_matrix | heat_mpi) ;; # no kernel is timed alone: tests/many_gpus.t
    *)
        ok "$program: --runs 7" runs "$program" 7
        ok "$program: --runs 1" runs "$program" 1
        ;;
    esac
    ok "$program: --csv" csv "$program" 17
    ok "$program: --csv at size 333" csv "$program" 333
    ok "$program: a full disk is an error" full_disk "$program"
    case $program in
    ray_*) ok "$program: --help" help "$program" spheres ;;
    *) ok "$program: --help" help "$program" '' ;;
    esac
    draws "$program" || ok "$program: --out" csv_file "$program"
done
done_testing
