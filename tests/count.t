#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make count: what it counts against what Nsight Compute counted on an H200; the table, the source
# with its counts, and what it says of patterns; sampling, comparing, the model.
# shellcheck disable=SC2016 # awk's own dollars
. "$(dirname "$0")/tap.sh"

count=bin/cpu-check-count
programs='paper global shared other transposes wide kinds'
small='dot_shared matmul_tiled heat_tex1d scan_block'
built=()
for program in $programs by_hand ray_global ray_const $small; do built+=("$count/$program"); done
ok 'the programs compile for counting' make --silent BACKEND=cpu CHECK=count "${built[@]}"

# ---- against Nsight Compute ----------------------------------------------------------------------

equal() { awk -v program="$1" -f tests/count/against.awk docs/counters/differs.csv docs/counters/h200.csv "$dir/$1.csv"; }
runs() { # runs NAME PROGRAM ARGUMENT...
    local name=$1 program=$2
    shift 2
    CUDA_CPU_COUNT_REPORT=${report-none} CUDA_CPU_COUNT_CSV=$dir/$name.csv \
        "$count/$program" "$@" >"$dir/$name.txt"
}
for program in $programs; do
    ok "$program: runs" runs "$program" "$program"
    ok "$program: counts as ncu does" equal "$program"
done

first_equal() { # the program's first launch
    sed -n 1,2p "$dir/$1.csv" >"$dir/first.csv"
    awk -F, -v p="$1" 'NR == 1 || ($1 == p && $3 == 1)' docs/counters/h200.csv >"$dir/ncu.csv"
    awk -v program="$1" -f tests/count/against.awk docs/counters/differs.csv "$dir/ncu.csv" "$dir/first.csv"
}
arguments() { awk -F, -v p="$1" '$1 == p { print $2; exit }' docs/counters/h200.csv; }
for program in $small; do
    # shellcheck disable=SC2046 # words
    ok "$program: runs" runs "$program" "$program" $(arguments "$program") --runs 1 --no-window --out "$dir/out.png"
    ok "$program: counts as ncu does" first_equal "$program"
done

# What a shuffle brings is in registers.
no_local() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["local_requests"] { bad = 1 } END { exit bad || !at["local_requests"] }' "$1"; }
ok 'a shuffle is no access to a local array' no_local "$dir/scan_block.csv"

ok 'by_hand: runs' runs by_hand by_hand
ok 'by_hand: counts as on paper' awk -f tests/count/exactly.awk tests/count/by_hand.csv "$dir/by_hand.csv"

# ---- what is said --------------------------------------------------------------------------------

report=all
says() { grep -q -- "$2" "$dir/$1.txt"; }
ok 'a report' runs report transposes
ok 'the stride is named, with its line' says report 'a stride of 1024 bytes from thread to thread (256 elements): 4 of 32 bytes'
ok 'the bank conflict is named' says report 'a 32-way bank conflict: 32 words from thread to thread'
ok 'the source stands beside the counts' says report '^ *4096 .* b\[x \* n + y\] = a\[y \* n + x\];'
ok 'the padded tile has no conflict' awk '/^transpose_padded/ { on = 1 } on && /conflict/ { exit 1 }' "$dir/report.txt"
ok 'a report of all kinds' runs kinds other
ok 'atomics on few addresses are named' says kinds 'atomics on few addresses: up to 32 threads'
ok 'constant addresses are named' says kinds '32.0 addresses a warp in constant memory'
ok 'gather is named' runs access global
ok 'a gather is called so' says access 'addresses in no order (gather, scatter)'
ok 'an array of structures is called so' says access 'an array of structures of 32 bytes'
ok 'a row that starts within a sector is called so' says access 'misaligned: the row starts within a sector'

only_its_own_lines() { # a guard's branch is noted where the kernel is entered: in what cuda2cpp wrote
    cat >"$dir/guard.cu" <<'END'
__global__ void guard(int *a, int n) {
    if (threadIdx.x < n)
        a[threadIdx.x] = 1;
}
int main() {
    int *a;
    cudaMalloc(&a, 400);
    guard<<<1, 128>>>(a, 100);
    return cudaDeviceSynchronize();
}
END
    cpu/bin/nvcc --check=count -O1 -g -o "$dir/guard" "$dir/guard.cu" &&
        CUDA_CPU_COUNT_REPORT=all "$dir/guard" >"$dir/guard.txt" &&
        says guard 'a\[threadIdx.x\] = 1' && ! says guard 'launch\.h'
}
ok 'only lines of the program are listed' only_its_own_lines

nothing_launched() {
    cpu/counts/count.sh --device h200 "$count/dot_shared" --foo >"$dir/none.txt" 2>"$dir/none.err"
    [ $? = 2 ] && [ ! -s "$dir/none.txt" ] && grep -q 'no such option' "$dir/none.err"
}
ok 'of a program that launches nothing no table is shown' nothing_launched

# ---- sampling, comparing, the model --------------------------------------------------------------

report=table
export CUDA_CPU_COUNT_SAMPLE=1/4
ok 'a quarter of the blocks' runs sampled transposes
unset CUDA_CPU_COUNT_SAMPLE
ok 'it is said' says sampled 'one block of 4 was counted'
same_rows() { diff <(cut -d, -f1-8 "$1") <(cut -d, -f1-8 "$2"); }
ok 'and stands for the others' same_rows "$dir/transposes.csv" "$dir/sampled.csv"
bad_sample() { CUDA_CPU_COUNT_SAMPLE=$1 "$count/transposes" 2>&1 | grep -q 'not of the form 1/N'; }
for wrong in 0 2/3 1/x -1; do ok "SAMPLE=$wrong is refused" bad_sample "$wrong"; done

report=none
compared() { CUDA_CPU_COUNT_REPORT=none cpu/counts/count.sh "$@" >"$dir/compared.txt"; }
ok 'two kernels side by side' compared --compare transpose_tile,transpose_padded "$count/transposes"
ok 'the conflicts differ' grep -qE '^bank_conflicts +63488 +0 ' "$dir/compared.txt"
export COUNT_ARGS="--size 64 --runs 1 --no-window --out $dir/ray.png"
# shellcheck disable=SC2086 # words
ok 'two programs side by side' compared --device h200 --compare "$count/ray_const" "$count/ray_global" $COUNT_ARGS
ok 'loads here are constant requests there' awk '$1 == "global_load_requests" { a = $2 }
    $1 == "constant_requests" { b = $3 } END { exit a == 0 || a != b }' "$dir/compared.txt"
for device in h200 a100 t4 c2075; do
    ok "a model of an $device" compared --device "$device" "$count/transposes" 1024
    ok "$device: the copy is the least, and none of 4 is missing" awk '$1 == "copy" || /^ +transpose/ {
        if (++n == 1 && $1 != "copy") exit 1 } END { exit n != 4 }' "$dir/compared.txt"
done
no_device() { ! compared --device none "$count/transposes" 2>"$dir/error" && grep -q 'no such device' "$dir/error"; }
ok 'no model of a device without published figures' no_device
no_program() { ! compared --compare bin/none "$count/transposes" 2>"$dir/error" && grep -q 'no program bin/none' "$dir/error"; }
ok 'no comparing with a program that is not there' no_program
no_kernel() { ! compared --compare transpose_tile,none "$count/transposes" 2>"$dir/error" && grep -q 'no launch of two such' "$dir/error"; }
ok 'nor with such a kernel' no_kernel
if command -v gnuplot >/dev/null; then
    ok 'pictures' compared --plot "$dir/plots" "$count/transposes"
    ok 'of the lanes, and of the traffic' test -s "$dir/plots/lanes-transpose_naive.svg" -a -s "$dir/plots/traffic.svg"
else
    skip 'pictures' 'no gnuplot'
fi
done_testing
