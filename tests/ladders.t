#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The ladders: every rung right at odd sizes, what they print, wrong rungs that have to be found, and
# the benchmark that runs them.
# shellcheck disable=SC2016 # backticks are no commands here
. "$(dirname "$0")/programs.sh"

ladders=()
for program in "${programs[@]}"; do is_ladder "$program" && ladders+=("$program"); done

# Arguments to try, a line each. Products are small: on the CPU backend a barrier is no trifle.
sizes() {
    case $1 in
    sparse_ladder) printf -- '--size 3000 --matrix %s\n' random_4 grid_2d cube_27 power one_long gaps_64 blocks_8 mixed && echo '--size 1' ;;
    conv_ladder) printf -- '--size %s\n' 1 3 129 && echo '--size 67 --radius 1' && echo '--size 35 --radius 7' && echo '--size 20 --radius 15' ;;
    scan_ladder) printf -- '--size %s\n' 1 2 5 511 513 1025 4095 4097 100003 ;;
    sort_ladder) printf -- '--size %s\n' 1 4099 && echo '--size 1025 --bits 64 --input few' ;;
    histogram_ladder) printf -- '--size %s\n' 1 15 16 17 4097 100003 && echo '--size 70001 --values 1' ;;
    vecadd_ladder | dot_ladder) printf -- '--size %s\n' 1 2 3 4 5 1023 4097 100003 ;;
    matmul_fp8) printf -- '--size %s\n' 1 67 && echo '--m 133 --k 144 --n 45' ;;
    matmul_ladder) printf -- '--size %s\n' 1 17 67 && printf -- '--m %s --k %s --n %s\n' 33 70 45 5 900 30 ;; # the last in parts of k
    matmul_*) printf -- '--size %s\n' 1 17 67 && echo '--m 33 --k 70 --n 45' ;;
    ray_ladder) printf -- '--size %s\n' 1 33 70 && echo '--size 50 --spheres 1' && echo '--size 65 --spheres 301' ;;
    heat_ladder) printf -- '--size %s\n' 2 33 70 && echo '--size 65 --steps 7' ;;
    blur_ladder) printf -- '--size %s\n' 1 33 70 && printf -- '--size %s --radius %s\n' 65 3 130 1 301 11 257 16 ;;
    *) printf -- '--size %s\n' 1 33 70 ;;
    esac
}

# right PROGRAM ARGUMENT...: every rung that takes the size is right, and one does at least.
right() {
    run "$@" --runs 1
    [ "$status" = 77 ] && return # it needs what this machine lacks, and says so
    [ "$status" = 0 ] && [ ! -s "$dir/err" ] && tail -n 1 "$dir/out" | grep -q '^result: right (' &&
        grep -qE '^[a-z_0-9]+ .* right(: |;|$)' "$dir/out" && ! grep -qE 'WRONG|[^a-z]nan' "$dir/out"
}

header=program,backend,device,rung,size,what,median_ms,min_ms,max_ms,value,unit,limit,times_published,empty_ms,bytes,flops,role,note,check

# A device's name and a note may hold commas, so the fields are taken apart by the project's own script.
csv() { # csv PROGRAM SIZE
    run "$1" --csv --runs 3 --size "$2"
    [ "$status" = 77 ] && return
    [ "$status" = 0 ] && [ ! -s "$dir/err" ] && [ "$(head -n 1 "$dir/out")" = "$header" ] &&
        awk -v program="$1" -v backend="$backend" -v size="$2" "$(cat bench/csv.awk)"'
            function number(name) { return F[name] ~ /^[0-9]+(\.[0-9]+)?$/ }
            function complain(what) { print F["rung"] ": " what; bad++ }
            csv_fields($0, csv_field) != csv_columns { complain("number of fields") }
            F["program"] != program || F["backend"] != backend || F["device"] == "" || F["size"] != size { complain("where") }
            F["rung"] !~ /^[a-zA-Z0-9_]+$/ || F["rung"] in seen { complain("its name") }
            { seen[F["rung"]] = 1 }
            F["role"] !~ /^(limit|published|rung|peer)$/ { complain("its role") }
            F["check"] == "left out" && F["note"] ~ /^needs capability/ { elsewhere = 1 }
            F["check"] == "left out" && F["median_ms"] F["value"] == "" && F["note"] != "" { next }
            F["check"] != "right" { complain("the check") }
            !number("median_ms") || !number("min_ms") || !number("max_ms") || !number("value") { complain("a number") }
            !number("bytes") || !number("flops") { complain("what it moves and does") }
            F["min_ms"] + 0 > F["median_ms"] + 0 || F["median_ms"] + 0 > F["max_ms"] + 0 { complain("the order of the times") }
            F["median_ms"] + 0 <= 0 || F["value"] + 0 <= 0 || F["unit"] == "" { complain("no time, no rate") }
            F["role"] == "published" { published++; if (F["times_published"] + 0 != 1) complain("x published") }
            F["role"] == "limit" && F["limit"] != F["value"] { complain("the limit, which is its rate") }
            F["role"] != "limit" { rungs++ }
            END { exit bad > 0 || published != 1 || rungs + elsewhere < 2 }' "$dir/out"
}

csv_file() {
    run "$1" --csv --runs 1 --size 17 --out rows.csv
    [ "$status" = 77 ] || { [ "$status" = 0 ] && cmp "$dir/out" "$dir/run/rows.csv" && [ "$(ls "$dir/run")" = rows.csv ]; }
}

# The rungs that run: the one that is asked for, and what it is held against.
names() { awk "$(cat bench/csv.awk)"'{ print F["rung"], F["role"] }' "$dir/out"; }
only() {
    local last
    run "$1" --csv --runs 1 --size 17
    [ "$status" = 77 ] && return
    last=$(names | awk '$2 == "rung" { name = $1 } END { print name }')
    run "$1" --csv --runs 1 --size 17 --only "$last"
    names
    [ "$status" = 0 ] && [ -n "$last" ] && names | grep -qx "$last rung" &&
        [ "$(names | grep -cE ' (rung|peer)$')" = 1 ] || return
    run "$1" --csv --runs 1 --size 17 --alone --only "$last"
    [ "$(names)" = "$last rung" ]
}

make -s BACKEND="$backend" -j2 "${ladders[@]}" 2>&1 | sed 's/^/# /'
for program in "${ladders[@]}"; do
    ok "$program is there" test -x "$bin/$program"
    while read -r arguments; do
        # shellcheck disable=SC2086
        ok "$program $arguments" right "$program" $arguments
    done < <(sizes "$program")
    ok "$program with another seed" right "$program" --size 40 --seed 99
    ok "$program: --csv" csv "$program" 48
    ok "$program: --out" csv_file "$program"
    ok "$program: --only" only "$program"
    ok "$program: --only of a rung that is not there" refused "there are " "$program" --only nowhere
done
ok '--only of a rung that is there, and one that is not' refused "'nowhere'" vecadd_ladder --only vector,nowhere
ok 'a vector larger than the device' refused 'the device has' vecadd_ladder --size 1000000000000
ok 'and two of them' refused 'the device has' dot_ladder --size 1000000000000

# ---- rungs from elsewhere ------------------------------------------------------------------------------

peer=$bin/peers/wrong_peer.so
ok 'rungs in a shared object build' make -s BACKEND="$backend" "bin/$backend/peers/wrong_peer.so"
vecadd() { run vecadd_ladder --size 1000 --runs 2 --peers "$peer" "$@"; }
row() { grep -E "^$1 " "$dir/out"; }

honest() { # right ones are taken in, and so is their role
    vecadd --only honest && [ "$status" = 0 ] && row honest | grep -q ' right: ' &&
        vecadd --only honest --csv && [ "$(names | grep honest)" = 'honest peer' ]
}
caught() { # caught RUNG: WRONG, with no time or rate beside it; the others are timed
    vecadd --only "$1,honest"
    [ "$status" = 1 ] && tail -n 1 "$dir/out" | grep -q '^result: WRONG: ' &&
        row "$1" | grep -qE '^[a-z_]+ +- +- +- +-  WRONG: [1-9]' && row honest | grep -qE '[0-9] +right: 0 of' || return
    vecadd --only "$1,honest" --csv
    [ "$status" = 1 ] && awk -v rung="$1" "$(cat bench/csv.awk)"'
        F["rung"] == rung { found = F["check"] == "wrong" && F["median_ms"] F["min_ms"] F["value"] F["times_published"] == "" }
        END { exit !found }' "$dir/out"
}
left_out() {
    vecadd --only seven,honest && [ "$status" = 0 ] && row seven | grep -q ' left out: takes 7 elements, no others$' &&
        vecadd --only seven,honest --csv && [ "$status" = 0 ] &&
        grep -q '"takes 7 elements, no others",left out$' "$dir/out" &&
        vecadd --only seven --size 7 && [ "$status" = 0 ] && row seven | grep -q ' right: '
}
ok 'rungs from a shared object are run' honest
ok 'a rung that does not take the size' left_out
for wrong in zeros nans nothing one_off later; do ok "a rung that is wrong: $wrong" caught $wrong; done
spoiled() { # one that spoils the inputs is caught, and whoever runs after it
    vecadd --only spoils
    [ "$status" = 1 ] && row spoils | grep -q WRONG
}
ok 'a rung that spoils the inputs' spoiled
ok 'rungs for another program' refused 'not for' dot_ladder --peers "$peer"
ok 'rungs that are not there' refused nowhere.so vecadd_ladder --peers nowhere.so
ok 'the second of two is not there' refused nowhere.so vecadd_ladder --peers "$peer,nowhere.so"
echo no library >"$dir/text.so"
ok 'rungs in a file that is no library' refused text.so vecadd_ladder --peers "$dir/text.so"
: | ${CC:-gcc} -shared -fPIC -x c - -o "$dir/empty.so"
ok 'a library without rungs' refused 'no rungs' vecadd_ladder --peers "$dir/empty.so"

# ---- other loads -----------------------------------------------------------------------------------------

busy() {
    (cd "$dir" && LD_LIBRARY_PATH=$dir "$bin/vecadd_ladder" --size 1000 --runs 2 --csv >"$dir/out") || return
    awk "$(cat bench/csv.awk)"'F["check"] == "left out" { next }
        { rows++; noted += F["note"] ~ /slowed down by heat; another program on the GPU$/ }
        END { exit !(rows > 3 && noted == rows) }' "$dir/out"
}
if [ "$backend" = cpu ]; then
    ok 'a stand-in for NVML builds' \
        "${CC:-gcc}" -Wall -Wextra -Werror -shared -fPIC -o "$dir/libnvidia-ml.so.1" tests/ladders/busy_gpu.c
    ok 'a GPU that is slowed down, and used by others: every row with a time says so' busy
else
    skip 'a GPU that is used by others' 'this one is real'
fi

# ---- the benchmark ---------------------------------------------------------------------------------------

bench() { # rows at the standard sizes and over a range, and a summary
    local folder
    bench/ladders.sh "$bin" "$dir/results" vecadd_ladder || return
    folder=$(echo "$dir"/results/*/)
    ls "$folder"
    [ "$(head -n 1 "$folder/vecadd_ladder.csv")" = "run,$header" ] && [ "$(grep -c ^run, "$folder/vecadd_ladder_growth.csv")" = 1 ] &&
        grep -q "^| .vecadd_ladder., " "$folder/summary.md"
}
several() { # a stand-in for a ladder on a GPU: the second run is of the best and the library alone, at the size that has a target
    mkdir -p "$dir/cuda"
    cat >"$dir/cuda/dot_ladder" <<'END'
#!/bin/sh
echo "$*" >>"$0.calls"
size=$(echo " $*" | sed 's/.* --size \([0-9]*\).*/\1/')
echo program,device,rung,size,what,value,role,check
for rung in far,20,rung best,45,rung cub,40,peer; do
    case " $* " in *' --only '*) case $* in *"${rung%%,*}"*) ;; *) continue ;; esac ;; esac
    echo "dot_ladder,GPU,${rung%%,*},$size,,${rung#*,},right"
done
END
    chmod +x "$dir/cuda/dot_ladder"
    RUNS=2 bench/ladders.sh "$dir/cuda" "$dir/gpu" dot_ladder || return
    cat "$dir/cuda/dot_ladder.calls"
    [ "$(grep -cx -- '--csv --size 536870912 --alone --only best,cub' "$dir/cuda/dot_ladder.calls")" = 1 ] &&
        [ "$(grep -c only "$dir/cuda/dot_ladder.calls")" = 1 ] &&
        [ "$(sed -E 's/^[0-9-]{10} ([12]),dot_ladder,GPU,([a-z]*),.*/\1 \2/; 1d' "$dir/gpu/GPU/dot_ladder.csv" | xargs)" = \
            '1 far 1 best 1 cub 2 best 2 cub' ]
}
# summary_is LINE ROW...: a line of the summary of rows 'RUN,RUNG,VALUE,ROLE' of one problem, on one GPU
summary_is() {
    local line=$1
    shift
    mkdir -p "$dir/device"
    echo '# GPU' >"$dir/device/summary.md"
    {
        echo run,rung,value,role,program,device,size,what,limit,unit,check
        printf '%s,dot_ladder,GPU,536870912,,50,GB/s,right\n' "$@"
    } >"$dir/device/dot_ladder.csv"
    bench/summary.sh "$dir/device" && cat "$dir/device/summary.md" && grep -qxF "$line" "$dir/device/summary.md"
}
ratios() { # two rungs in three runs, 1.1, 0.95 and 1.02
    summary_is "$1" '2026-01-09 1,exact,44,rung' '2026-01-09 2,exact,38,rung' '2026-01-10 1,exact,40.8,rung' \
        '2026-01-09 1,cublasSdot,40,peer' '2026-01-09 2,cublasSdot,40,peer' '2026-01-10 1,cublasSdot,40,peer'
}
ok 'the summary has the median of the ratios within each run, least and most' ratios \
    '| `dot_ladder`, 536870912 | exact | 40.8 GB/s | 81.6 |  | cublasSdot 40 | 1.020 | 0.950 to 1.100 | 3 on 2026-01-09 to 2026-01-10 |  |'
ok 'a target is level with one where the range includes it' ratios \
    '| `dot_ladder`, 536870912: exact ÷ cublasSdot | 1.00 | 1.020 | 0.950 to 1.100 | 3 on 2026-01-09 to 2026-01-10 | reached, level |'
ok 'and missed where the median is below' summary_is \
    '| `dot_ladder`, 536870912: exact ÷ cublasSdot | 1.00 | 0.900 |  | 1 on 2026-01-09 | short by 10.0 % |' \
    '2026-01-09 1,exact,36,rung' '2026-01-09 1,cublasSdot,40,peer'
ok 'the summary of what is not there' eval '! bench/summary.sh "$dir/nowhere"'
again() { # again RUNGS ROW...: which of a run's rows 'RUNG,VALUE,ROLE' are run again
    local rungs=$1
    shift
    { echo rung,value,role,program,size,what,check && printf '%s,dot_ladder,536870912,,right\n' "$@"; } >"$dir/rows.csv"
    [ "$(awk -f bench/csv.awk -f bench/rerun.awk bench/targets.csv "$dir/rows.csv")" = "$rungs" ]
}
ok 'what is run again: the limit, the best, what is near it, what a target names, the libraries' again copy,best,near,exact,cub \
    copy,99,limit published,10,published best,98,rung near,96,rung far,90,rung exact,50,rung cub,40,peer
plots() { bench/ladder_plots.sh "$dir"/results/* && file -b "$dir"/results/*/growth_vectors.png | grep -q PNG; }
no_bench() { ! bench/ladders.sh "$@"; } # no_bench ARGUMENT...
ok 'the benchmark' bench
ok 'the benchmark in two runs' several
ok 'the benchmark without programs' no_bench "$dir" "$dir/none"
ok 'the benchmark without a folder' no_bench "$dir/nowhere" "$dir/none"
if command -v gnuplot >/dev/null; then
    ok 'the plots' plots
else
    skip 'the plots' 'gnuplot is not installed'
fi
done_testing
