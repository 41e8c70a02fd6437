#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Random kernels, split and whole: what they leave in memory must be the same to the bit.
#
#   tests/fuzz/fuzz.sh KERNELS [SEED]       `make fuzz N=KERNELS SEED=SEED`
#   tests/fuzz/fuzz.sh alone UNIT NUMBER    one of them again; what is left of it that still differs
#
# OPTIMISE=-O3 instead of -O0 lets the compiler vectorise; CUDA2CPP=file is another cuda2cpp, JOBS=n;
# CXX=clang++ is a third faster than g++.
#
# Kernels are made UNIT_SIZE to a unit, each unit of a few rows of the tables (generator.c), so that
# one odd operator does not keep all of them whole. BATCH units are compiled together. What the
# compiler keeps whole has nothing to be compared with, and only one unit in 64 compiles it
# nevertheless. In those units the whole form is compared with that of cuda2cpp --no-split, too.
# Kernels that do not compile split are built whole by the Makefile, so they are right: they are
# counted, and must compile whole.
#
# A kernel's label is its number after the place of its unit in the batch: 307 is 7 of the third.
set -u
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C

cxx=${CXX:-g++}
cuda2cpp=${CUDA2CPP:-cpu/libexec/cuda2cpp}
library=${LIBRARY:-cpu/lib64/libcudart_static.a}
read -ra optimise <<<"${OPTIMISE:--O0}"
optimised="${optimise[*]}"
# Functions that are to be inlined come once where nothing is optimised: an eighth of the compiler's time.
if [ "$optimised" = -O0 ]; then
    optimise+=(-Dalways_inline=unused)
else
    optimise+=(-march=native -ffp-contract=off -fno-math-errno -fno-trapping-math)
    optimised="${optimise[*]}"
fi
optimise+=(-fno-asynchronous-unwind-tables)
# g++ need not tidy up: a tenth of the time
[[ $("$cxx" --version) == *clang* ]] || optimise+=(--param ggc-min-heapsize=1000000)
unit_size=${UNIT_SIZE:-40}
batch=${BATCH:-16}
jobs=${JOBS:-$(nproc)}
room=${ROOM:-build/fuzz}

compile() { "$cxx" -std=c++17 -w "${optimise[@]}" -fno-optimize-sibling-calls -fno-strict-aliasing "$@"; }

# What all units share: the generator, the program around the kernels, the headers compiled before.
prepare() {
    local from=(-Icpu/include -Itests/fuzz -D__CUDACC__ -D__NVCC__)
    mkdir -p "$room" &&
        "${CC:-gcc}" -std=c11 -O1 -o "$room/generate" tests/fuzz/*.c &&
        "$cxx" -std=c++17 "${optimise[@]}" -E -x c++ "${from[@]}" -include cuda_runtime.h -o "$room/harness.cu.ii" tests/fuzz/harness.cu &&
        "$cuda2cpp" <"$room/harness.cu.ii" >"$room/harness.ii" &&
        compile -c -o "$room/harness.o" "$room/harness.ii" &&
        printf '#include <%s>\n' stdint.h string.h type_traits cooperative_groups.h cooperative_groups/reduce.h |
        "$cxx" -std=c++17 "${optimise[@]}" -E -x c++ "${from[@]}" -include cuda_runtime.h -include harness.h -o "$room/headers.cu.ii" - &&
        "$cuda2cpp" <"$room/headers.cu.ii" >"$room/headers.h" &&
        compile -x c++-header -o "$room/headers.h.gch" "$room/headers.h"
}

# What the stubs of kernels instantiate for each of them is instantiated for each list of parameters; and that a
# file has virtual functions is not noted, for units are compiled together.
# shellcheck disable=SC2016 # awk's $0
share_launches='
    { sub(/__attribute__[(][(]unused[)][)] static ::cuda_cpu::virtual_functions cuda_cpu_has_virtual; /, "") }
    /^ *(template *<.*> *)?static inline __attribute__[(][(]unused[)][)] +void cuda_cpu_launch_k/ {
        rest = substr($0, index($0, "static_cast<void (*)("))
        cast = substr(rest, 1, index(rest, ")>(") + 1)
        while ((at = index($0, "[](auto &...cuda_cpu_a) { "))) {
            rest = substr($0, at + 26)
            end = index(rest, "(cuda_cpu_a...); }")
            form = substr(rest, 1, end - 1)
            sub(/^if constexpr .*; else /, "", form)
            $0 = substr($0, 1, at - 1) "fuzz_form(" cast "(" form "))" substr(rest, end + 18)
        }
    }'

# translate UNIT FLAGS...: UNIT.cu, with the headers that a program sees, by cuda2cpp: UNIT.ii, and
# UNIT.part without what it makes of the headers, which was compiled before: it must be the same.
translate() {
    local unit=$1 lines
    shift
    cat "$room/headers.cu.ii" "$unit.cu" | "$cuda2cpp" "$@" >"$unit.ii" || return
    lines=$(grep -n -m 1 '^# 1 "case_' "$unit.ii" | cut -d: -f1)
    head -n $((lines - 1)) "$unit.ii" | cmp -s - "$room/headers.h" ||
        { echo "$unit.cu changes what becomes of the headers" >&2; return 1; }
    tail -n +"$lines" "$unit.ii" | awk "$share_launches { print }" >"$unit.part"
}

# only UNIT NUMBERS: leaves in UNIT.cpp only those cases.
only() {
    awk -v list="$2" 'BEGIN { print "#include \"headers.h\""; n = split(list, l); for (i = 1; i <= n; i++) wanted[l[i]] = 1 }
        /^# [0-9]+ "case_/ { split($3, name, /[_.]/); shown = name[2] in wanted }
        shown' "$1.all" >"$1.cpp"
}

# build UNIT NUMBERS: compiles those cases of UNIT.all that compile, and says which those are.
build() {
    local unit=$1 numbers=$2 bad
    while [ -n "$numbers" ]; do
        only "$unit" "$numbers"
        if compile -I"$room" -c -o "$unit.o" "$unit.cpp" 2>"$unit.log"; then
            compile -o "$unit" "$unit.o" "$room/harness.o" "$library" -lrt -lpthread -ldl -lm || return
            break
        fi
        grep -m 1 'error:' "$unit.log" | sed "s/^/units from ${seed:-}: /" >>"$room/fell_back"
        # the first error's case, for others may follow from it; or, in a header, on whose behalf it is
        bad=$(grep -oE 'case_[0-9]+\.cu:[0-9:]+ error' "$unit.log" | head -n 1 | grep -oE '^case_[0-9]+' | cut -c6-)
        [ -n "$bad" ] || bad=$(grep -oE 'case_[0-9]+' "$unit.log" | head -n 1 | cut -c6-)
        [ -n "$bad" ] || { cat "$unit.log" >&2; return 1; }
        numbers=$(comm -23 <(tr ' ' '\n' <<<"$numbers" | sort) <(echo "$bad") | sort -n | tr '\n' ' ')
        numbers=${numbers% }
    done
    echo "$numbers"
}

# run UNIT: lines `differs NUMBER: ...`; goes on after a crash. What a runtime says counts as well.
run() {
    local unit=$1 status at skipped=()
    : >"$unit.out"
    while :; do
        timeout 3000 "$unit" "${skipped[@]}" >"$unit.part" 2>"$unit.err"
        status=$?
        cat "$unit.part" >>"$unit.out"
        at=$(grep '^at ' "$unit.part" | tail -n 1 | cut -d' ' -f2)
        awk -F"[ ]" '/^at [0-9]+$/ { at = $2; next } !told[at]++ { print "differs " at ": " $0 }' "$unit.err"
        if [ "$status" -gt 1 ]; then echo "differs ${at:-?}: ended by signal $((status - 128))"; fi
        grep '^differs' "$unit.part"
        [ "$status" -gt 1 ] || grep -q '^differs .* whole$' "$unit.part" || break
        mapfile -t skipped < <(grep '^at ' "$unit.out" | cut -d' ' -f2)
        [ -n "$at" ] || break
    done
}

split_in() { grep -ohE 'cuda_cpu_split_k[0-9]+\(' "$@" | tr -dc '0-9\n' | sort -nu | tr '\n' ' ' | sed 's/ $//'; }

# without ALL SOME: the words of one list that are not in the other.
without() { comm -23 <(tr ' ' '\n' <<<"$1" | sort) <(tr ' ' '\n' <<<"$2" | sort) | sort -n | tr '\n' ' ' | sed 's/^ *//; s/ $//'; }

# differs_alone UNIT SEED NUMBER DROPPED...
differs_alone() {
    local unit=$1
    shift
    "$room/generate" "$1" "$2" alone "${@:3}" >"$unit.cu" && translate "$unit" && [ -n "$(split_in "$unit.ii")" ] &&
        cp "$unit.part" "$unit.all" && [ "$(build "$unit" "$2")" = "$2" ] && run "$unit" | grep '^differs'
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

# one_batch DIRECTORY SEED...: prints a line of counts, kernels split flat strided fell_back differing.
one_batch() {
    local unit=$1/unit seeds=("${@:2}") seed=$2 slot parts=() sources=() whole='' split tried built flat strided fell_back=0
    local fallen label what differing=0
    for slot in "${!seeds[@]}"; do
        "$room/generate" "${seeds[slot]}" "$unit_size" labels $((100 * slot)) >"$unit.$slot.cu" &&
            translate "$unit.$slot" ${far:+"$far"} || return
        parts+=("$unit.$slot.part") sources+=("$unit.$slot.ii")
        [ $((seeds[slot] % 64)) -ne 0 ] || whole="$whole $(seq -s ' ' $((100 * slot + 1)) $((100 * slot + unit_size)))"
    done
    whole=${whole# }
    cat "${parts[@]}" >"$unit.all"
    split=$(split_in "${sources[@]}")
    flat=$(cat "${parts[@]}" | grep -c '::cuda_cpu::flat())')
    tried=$(tr ' ' '\n' <<<"$split $whole" | sort -nu | tr '\n' ' ' | sed 's/^ *//; s/ $//')
    if ! built=$(build "$unit" "$tried" 2>"$unit.link"); then
        if [ -z "${far-}" ] && grep -q 'TPOFF32' "$unit.link"; then # as the driver does
            far=--far one_batch "$@"
            return
        fi
        cat "$unit.link" >&2
        echo "units from $seed do not build" >&2
        return 1
    fi
    strided=$(cat "${parts[@]}" | awk '/^# [0-9]+ "case_/ { name = $3 } /cuda_cpu_base = |each_stride/ && name { found[name] = 1 }
        END { for (n in found) count++; print count + 0 }')
    fallen=$(without "$tried" "$built")
    fell_back=$(wc -w <<<"$fallen")
    : >"$unit.out"
    if [ -n "$built" ]; then
        run "$unit" >"$unit.differs"
        while IFS=' :' read -r _ label what; do
            differing=$((differing + 1))
            report "$unit" "${seeds[label / 100]}" $((label % 100)) "$what" >&2
        done <"$unit.differs"
    fi
    grep '^whole' "$unit.out" | sort >"$unit.sums"
    tried=$(tr ' ' '\n' <<<"$fallen $whole" | sort -nu | tr '\n' ' ' | sed 's/^ *//; s/ $//')
    if [ -n "$tried" ]; then # these must compile whole, and leave the same
        for slot in "${!seeds[@]}"; do
            : >"$unit.$slot.part"
            if grep -qE "\\b$((slot > 0 ? slot : 0))[0-9][0-9]\\b" <<<"$tried" || [ "$slot" = 0 ]; then
                translate "$unit.$slot" --no-split || return
            fi
        done
        cat "${parts[@]}" >"$unit.all"
        built=$(build "$unit" "$tried")
        what=$(without "$tried" "$built")
        for label in $what; do
            echo "unit ${seeds[label / 100]}, kernel $((label % 100)): does not compile whole" >&2
            differing=$((differing + 1))
        done
        differing=$((differing + $(run "$unit" | tee -a /dev/stderr | wc -l)))
        grep '^whole' "$unit.out" | sort | join - "$unit.sums" -1 2 -2 2 | awk '$3 != $5' >"$unit.two"
        if [ -s "$unit.two" ]; then
            echo "units from $seed: two whole forms differ: $(cat "$unit.two")" >&2
            differing=$((differing + $(wc -l <"$unit.two")))
        fi
    fi
    echo "$((unit_size * ${#seeds[@]})) $(wc -w <<<"$split") $flat $strided $fell_back $differing"
}

# worker NUMBER FIRST LAST: each job takes every nth batch.
worker() {
    local at=$(($2 + $1 * batch)) last=$3 end directory
    directory=$(mktemp -d "$room/worker.XXXXXX") || return
    for (( ; at < last; at += jobs * batch)); do
        end=$((at + batch < last ? at + batch : last))
        mapfile -t units < <(seq "$at" $((end - 1)))
        one_batch "$directory" "${units[@]}" || echo "0 0 0 0 0 1"
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
unit_count=$(((kernels + unit_size - 1) / unit_size))
first=$((seed * 1000000)) # no two seeds have a unit in common
echo "fuzz: $((unit_count * unit_size)) kernels in $unit_count units from seed $seed, compiled by $cxx with $optimised"
for ((job = 0; job < jobs; job++)); do
    worker "$job" "$first" $((first + unit_count)) &
done >"$room/counts"
wait
awk '{ for (i = 1; i <= 6; i++) sum[i] += $i }
    END { printf "fuzz: %d kernels, %d of them split (%d flat, %d strided), %d built whole since they do not compile split; %d differ\n",
          sum[1], sum[2], sum[3], sum[4], sum[5], sum[6]; exit !(sum[1] > 0 && sum[6] == 0) }' "$room/counts"
