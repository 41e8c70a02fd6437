#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Random kernels, split and whole: what they leave in memory must be the same to the bit.
#
#   tests/fuzz/fuzz.sh KERNELS [SEED]       `make fuzz N=KERNELS SEED=SEED`
#   tests/fuzz/fuzz.sh alone UNIT NUMBER    one of them again; what is left of it that still differs
#
# OPTIMISE=-O3 instead of -O0 lets the compiler vectorise; CUDA2CPP=file is another cuda2cpp, JOBS=n.
#
# Kernels are made UNIT_SIZE to a unit, each unit of a few rows of the tables (generator.c), so that
# one odd operator does not keep all of them whole. What the compiler keeps whole has nothing to be
# compared with, and only one unit in 16 compiles it nevertheless. In those units the whole form is
# compared with that of cuda2cpp --no-split, too. Kernels that do not compile split are built whole
# by the Makefile, so they are right: they are counted, and must compile whole.
set -u
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C

cxx=${CXX:-g++}
cuda2cpp=${CUDA2CPP:-cpu/libexec/cuda2cpp}
library=${LIBRARY:-cpu/lib64/libcudart_static.a}
read -ra optimise <<<"${OPTIMISE:--O0}"
[ "${optimise[*]}" = -O0 ] || optimise+=(-march=native -ffp-contract=off -fno-math-errno -fno-trapping-math)
unit_size=${UNIT_SIZE:-40}
jobs=${JOBS:-$(nproc)}
room=${ROOM:-build/fuzz}

compile() { "$cxx" -std=c++17 -w "${optimise[@]}" -fno-optimize-sibling-calls -fno-strict-aliasing "$@"; }

# What all units share: the generator, the program around the kernels, the headers compiled before.
prepare() {
    local from=(-Icpu/include -Itests/fuzz -D__CUDACC__ -D__NVCC__)
    mkdir -p "$room" &&
        "${CC:-gcc}" -std=c11 -O1 -o "$room/generate" tests/fuzz/*.c &&
        "$cxx" -std=c++17 -E -x c++ "${from[@]}" -include cuda_runtime.h -o "$room/harness.cu.ii" tests/fuzz/harness.cu &&
        "$cuda2cpp" <"$room/harness.cu.ii" >"$room/harness.ii" &&
        compile -c -o "$room/harness.o" "$room/harness.ii" &&
        printf '#include <%s>\n' stdint.h string.h type_traits |
        "$cxx" -std=c++17 -E -x c++ "${from[@]}" -include cuda_runtime.h -include harness.h -o "$room/headers.cu.ii" - &&
        "$cuda2cpp" <"$room/headers.cu.ii" >"$room/headers.h" &&
        compile -x c++-header -o "$room/headers.h.gch" "$room/headers.h"
}

# translate UNIT FLAGS...: UNIT.cu, with the headers that a program sees, by cuda2cpp. What it makes
# of the headers was compiled before, if it is the same.
translate() {
    local unit=$1 lines
    shift
    cat "$room/headers.cu.ii" "$unit.cu" | "$cuda2cpp" "$@" >"$unit.ii" || return
    lines=$(grep -n -m 1 '^# 1 "case_' "$unit.ii" | cut -d: -f1)
    if head -n $((lines - 1)) "$unit.ii" | cmp -s - "$room/headers.h"; then
        { echo '#include "headers.h"'; tail -n +"$lines" "$unit.ii"; } >"$unit.cpp"
    else
        cp "$unit.ii" "$unit.cpp"
    fi
}

# only UNIT NUMBERS: leaves in UNIT.cpp only those cases.
only() {
    awk -v list="$2" 'BEGIN { n = split(list, l); for (i = 1; i <= n; i++) wanted[l[i]] = 1 }
        /^# [0-9]+ "case_/ { split($3, name, /[_.]/); in_case = 1; shown = name[2] in wanted }
        !in_case || shown' "$1.cpp" >"$1.less" && mv "$1.less" "$1.cpp"
}

# build UNIT NUMBERS: compiles those cases of it that compile, and says which those are.
build() {
    local unit=$1 numbers=$2 bad
    cp "$unit.cpp" "$unit.all"
    while [ -n "$numbers" ]; do
        cp "$unit.all" "$unit.cpp"
        only "$unit" "$numbers"
        if compile -I"$room" -c -o "$unit.o" "$unit.cpp" 2>"$unit.log"; then
            compile -o "$unit" "$unit.o" "$room/harness.o" "$library" -lrt -lpthread -ldl -lm || return
            break
        fi
        grep -m 1 'error:' "$unit.log" | sed "s/^/unit ${seed:-}: /" >>"$room/fell_back"
        # the first error's case, for others may follow from it; or, in a header, on whose behalf it is
        bad=$(grep -oE 'case_[0-9]+\.cu:[0-9:]+ error' "$unit.log" | head -n 1 | grep -oE '^case_[0-9]+' | cut -c6-)
        [ -n "$bad" ] || bad=$(grep -oE 'case_[0-9]+' "$unit.log" | head -n 1 | cut -c6-)
        [ -n "$bad" ] || { cat "$unit.log" >&2; return 1; }
        numbers=$(comm -23 <(tr ' ' '\n' <<<"$numbers" | sort) <(echo "$bad") | sort -n | tr '\n' ' ')
        numbers=${numbers% }
    done
    echo "$numbers"
}

# run UNIT: lines `differs NUMBER: ...`; goes on behind a crash. What a runtime says counts as well.
run() {
    local unit=$1 status at skipped=()
    : >"$unit.out"
    while :; do
        timeout 300 "$unit" "${skipped[@]}" >"$unit.part" 2>"$unit.err"
        status=$?
        cat "$unit.part" >>"$unit.out"
        at=$(grep '^at ' "$unit.part" | tail -n 1 | cut -d' ' -f2)
        if [ -s "$unit.err" ]; then
            echo "differs ${at:-?}: $(head -n 1 "$unit.err")"
        elif [ "$status" -gt 1 ]; then
            echo "differs ${at:-?}: ended by signal $((status - 128))"
        fi
        grep '^differs' "$unit.part"
        [ "$status" -gt 1 ] || grep -q '^differs .* whole$' "$unit.part" || break
        mapfile -t skipped < <(grep '^at ' "$unit.out" | cut -d' ' -f2)
        [ -n "$at" ] || break
    done
}

split_in() { grep -oE 'cuda_cpu_split_k[0-9]+\(' "$1.ii" | tr -dc '0-9\n' | sort -nu | tr '\n' ' ' | sed 's/ $//'; }

# differs_alone UNIT SEED NUMBER DROPPED...
differs_alone() {
    local unit=$1
    shift
    "$room/generate" "$1" "$2" alone "${@:3}" >"$unit.cu" && translate "$unit" && [ -n "$(split_in "$unit")" ] &&
        [ "$(build "$unit" "$2")" = "$2" ] && run "$unit" | grep '^differs'
}

# report UNIT SEED NUMBER WHAT: the kernel, with as few statements as still differ.
report() {
    local unit=$1.alone seed=$2 number=$3 dropped=() what=$4 again statement
    if again=$(differs_alone "$unit" "$seed" "$number"); then
        for ((statement = $("$room/generate" "$seed" "$number" count); statement > 0; statement--)); do
            if differs_alone "$unit" "$seed" "$number" "${dropped[@]}" "$statement" >/dev/null; then
                dropped+=("$statement")
            fi
        done
        again=$(differs_alone "$unit" "$seed" "$number" "${dropped[@]}")
        what=$again
    else
        what="$what (among the kernels of its unit, not alone)"
    fi
    "$room/generate" "$seed" "$number" alone "${dropped[@]}" >"$unit.cu"
    mkdir -p "$room/found"
    { echo "// unit $seed, kernel $number: $what" | tr '\n' ' '; echo; cat "$unit.cu"; } |
        sed '/^static void run_/,$d' | tee "$room/found/${seed}_$number.cu"
}

# one_unit DIRECTORY SEED: prints a line of counts, kernels split flat strided fell_back differing.
one_unit() {
    local unit=$1/unit seed=$2 split tried built flat strided fallen fell_back number what differing=0
    "$room/generate" "$seed" "$unit_size" >"$unit.cu" && translate "$unit" || return
    split=$(split_in "$unit")
    flat=$(grep -c '::cuda_cpu::flat())' "$unit.ii")
    strided=$(awk '/^# [0-9]+ "case_/ { name = $3 } /cuda_cpu_base = |each_stride/ && name { found[name] = 1 }
        END { for (n in found) count++; print count + 0 }' "$unit.cpp")
    tried=$split
    [ $((seed % 16)) -ne 0 ] || tried=$(seq -s ' ' "$unit_size")
    built=$(build "$unit" "$tried") || { echo "unit $seed does not build" >&2; return 1; }
    fallen=$(comm -23 <(tr ' ' '\n' <<<"$tried" | sort) <(tr ' ' '\n' <<<"$built" | sort))
    fell_back=$(wc -w <<<"$fallen")
    if [ -n "$built" ]; then
        run "$unit" >"$unit.differs"
        while IFS=' :' read -r _ number what; do
            differing=$((differing + 1))
            report "$unit" "$seed" "$number" "$what" >&2
        done <"$unit.differs"
    fi
    if [ $((seed % 16)) -eq 0 ]; then
        fallen=$(seq "$unit_size")
    fi
    if [ -n "$fallen" ]; then # these must compile whole
        grep '^whole' "$unit.out" | sort >"$unit.sums"
        translate "$unit" --no-split
        tried=$(sort -u <<<"$fallen")
        built=$(build "$unit" "$(tr '\n' ' ' <<<"$tried" | sed 's/ $//')" | tr ' ' '\n' | sort)
        if [ "$built" != "$tried" ]; then
            echo "unit $seed: does not compile whole: $(comm -23 <(echo "$tried") <(echo "$built") | tr '\n' ' ')" >&2
            differing=$((differing + 1))
        elif [ $((seed % 16)) -eq 0 ]; then
            differing=$((differing + $(run "$unit" | tee /dev/stderr | wc -l)))
            grep '^whole' "$unit.out" | sort | join - "$unit.sums" -1 2 -2 2 | awk '$3 != $5' >"$unit.two"
            if [ -s "$unit.two" ]; then
                echo "unit $seed: two whole forms differ: $(cat "$unit.two")" >&2
                differing=$((differing + 1))
            fi
        fi
    fi
    echo "$unit_size $(wc -w <<<"$split") $flat $strided $fell_back $differing"
}

worker() {
    local first=$1 last=$2 seed directory
    directory=$(mktemp -d "$room/worker.XXXXXX") || return
    for ((seed = first; seed < last; seed += jobs)); do
        one_unit "$directory" "$seed" || echo "0 0 0 0 0 1"
    done
    rm -rf "$directory"
}

prepare || exit 2
if [ "${1:-}" = alone ]; then
    mkdir -p "$room/alone"
    what=$(differs_alone "$room/alone/unit" "$2" "$3")
    report "$room/alone/unit" "$2" "$3" "${what:-does not differ}"
    exit
fi
kernels=${1:-200000}
seed=${2:-$(date +%s)}
: >"$room/fell_back"
units=$(((kernels + unit_size - 1) / unit_size))
echo "fuzz: $((units * unit_size)) kernels in $units units from seed $seed, compiled with ${optimise[*]}"
for ((job = 0; job < jobs; job++)); do
    worker $((seed + job)) $((seed + units)) &
done >"$room/counts"
wait
awk '{ for (i = 1; i <= 6; i++) sum[i] += $i }
    END { printf "fuzz: %d kernels, %d of them split (%d flat, %d strided), %d built whole since they do not compile split; %d differ\n",
          sum[1], sum[2], sum[3], sum[4], sum[5], sum[6]; exit !(sum[1] > 0 && sum[6] == 0) }' "$room/counts"
