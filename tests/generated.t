#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the compiler makes of kernels, by its report and in its C++. This is the only test that looks at that; what kernels
# do is compared by fission.t and fuzz.t.
. "$(dirname "$0")/tap.sh"

[ "${CUDA_CHAPTERS_BACKEND:-cpu}" = cpu ] || plan_skip 'what nvcc makes of kernels is its own'
ok 'the compiler and the runtime build' make --no-print-directory BACKEND=cpu cpu/libexec/cuda2cpp

flags=(-std=c++17 -w -D__CUDACC__ -D__NVCC__ -O0 -march=native -Icpu/include -Icommon)
generate() { # generate FILE.cu: leaves $dir/NAME.cu.ii, what it becomes in NAME.ii, and the report in NAME.report
    local name
    name=$dir/$(basename "$1" .cu)
    g++ "${flags[@]}" -E -x c++ -include cuda_runtime.h -o "$name.cu.ii" "$1" && cpu/libexec/cuda2cpp <"$name.cu.ii" >"$name.ii" &&
        cpu/libexec/cuda2cpp --report <"$name.cu.ii" >"$name.report"
}
part() { # part PROGRAM FROM TO: what stands between the generated functions of two kernels
    sed -n "/inline void cuda_cpu_split_$2(/,/inline void cuda_cpu_$3(/p" "$dir/$1.ii"
}

# ---- forms -------------------------------------------------------------------------------------------

form() { # form PROGRAM KERNEL FORM
    local words
    case $3 in
    split) words='split at its barriers' ;;
    split-only) words='split at its barriers$' ;;
    strided) words='.*its strided loops side by side' ;;
    interchanged) words='.*its threads in the loops that they do together' ;;
    row) words='one row of threads' ;;
    whole) words=whole ;;
    lock) words='whole: line [0-9]+: a loop that waits' ;;
    call) words='whole: line [0-9]+: a call that may wait' ;;
    *) echo "forms.txt: no form $3" && return 1 ;;
    esac
    grep -E ": $2: " "$dir/$1.report"
    grep -qE ": $2: $words" "$dir/$1.report"
}
for program in $(cut -d' ' -f1 tests/generated/*.txt | grep -v '#' | sort -u) sums; do
    ok "$program is translated" generate "tests/fission/$program.cu"
done
while read -r program kernel wanted; do
    ok "$program: $kernel is $wanted" form "$program" "$kernel" "$wanted"
done < <(grep -v '^#' tests/generated/forms.txt)
ok 'an operator that waits is found, wherever its body stands' generate tests/generated/outside.cu
ok '... and keeps its kernel whole' form outside added whole

# ---- texts -------------------------------------------------------------------------------------------

has() { # has PROGRAM COUNT TEXT: in so many lines; +: in at least one
    local count
    count=$(grep -cF -- "$3" "$dir/$1.ii")
    echo "in $count lines"
    if [ "$2" = + ]; then [ "$count" -gt 0 ]; else [ "$count" = "$2" ]; fi
}
while read -r program count text; do
    ok "$program: in $count lines: $text" has "$program" "$count" "$text"
done < <(grep -v '^#' tests/generated/text.txt)

long_sum() { # g++ takes four times as long for it in a lambda
    printf '__global__ void longest(int *p) { int x = threadIdx.x; x = x%s; *p = x; }\n' "$(printf ' + x%.0s' {1..5000})" >"$dir/longest.cu"
    generate "$dir/longest.cu" && form longest longest whole
}
ok 'a sum of thousands stays whole' long_sum
loops_of() { # loops_of KERNEL NEXT: the loops over threads that a kernel of sums.cu becomes
    part sums "$1" "split_$2" | grep -oE '::cuda_cpu::(each_thread[a-z_]*|beside_span)|kept_sum' | sed 's/.*:://' | uniq | xargs
}
in_registers() {
    [ "$(loops_of near far)" = 'each_thread beside_span' ] &&
        [ "$(loops_of stencil convolution)" = 'each_thread beside_span each_thread beside_span' ] &&
        [[ "$(loops_of far stencil)" = *'kept_sum each_thread_of_tile kept_sum'* ]] &&
        [[ "$(loops_of kept several)" != *of_tile* ]]
}
ok 'sums of shared memory stay in registers where what follows goes to neighbouring elements' in_registers

# ---- programs ----------------------------------------------------------------------------------------

is_in_line() { # the first loop over threads asks for no thread's place
    part plain shared_parameters launch_shared_parameters | grep -q 'each_thread<false>(::cuda_cpu::in_line(blockDim)'
}
for source in chapter05_dot/dot_shared matmul/matmul_tiled chapter07_heat/heat_global chapter09_atomics/{atomic_max,lock}; do
    ok "${source##*/} is translated" generate "$source.cu"
done
ok 'dot_shared: its kernel is split at its barriers' has dot_shared + 'cuda_cpu_split_dot('
ok 'matmul_tiled: likewise' has matmul_tiled + 'cuda_cpu_split_multiply('
ok 'heat_global: diffuse is one row of threads' grep -q 'cuda_cpu_split_diffuse(.*::cuda_cpu::flat()' "$dir/heat_global.ii"
ok 'atomic_max: its kernels are split, whatever names our headers have' form atomic_max max_by_block split
ok 'lock: likewise' form lock by_atomic split
ok 'strides: threads go through strided loops side by side' grep -q '::cuda_cpu::each_stride<[a-z, ]*int>(blockDim' "$dir/strides.ii"
ok 'plain: what threads begin with is written in one row' is_in_line
done_testing
