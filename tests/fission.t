#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Kernels split at their barriers leave what whole ones do: each program of tests/fission is built both ways, and with
# CUDA_CHAPTERS_LONG=1 optimised.
# shellcheck disable=SC2317 # the functions are called through ok
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
level=-O0
[ -z "${CUDA_CHAPTERS_LONG:-}" ] || level=-O1
flags=(-std=c++17 -w -D__CUDACC__ -D__NVCC__ "$level" -march=native -Icpu/include)

build() { # build NAME FORM [OPTION]: the program, its kernels split or whole
    cpu/libexec/cuda2cpp ${3+"$3"} <"$dir/$1.cu.ii" >"$dir/$1.$2.ii" &&
        g++ "${flags[@]}" -o "$dir/$1.$2" "$dir/$1.$2.ii" cpu/lib64/libcudart_static.a -pthread -ldl -lrt -lm
}
# Block behind block, on one core: many of the kernels add to what another block adds to, where blocks side by side race.
export CUDA_CPU_THREADS=1
same() { # the same words from both, kernel by kernel
    timeout 60 "$dir/$1.split" >"$dir/$1.split.out" && timeout 60 "$dir/$1.whole" >"$dir/$1.whole.out" &&
        [ -s "$dir/$1.whole.out" ] && diff "$dir/$1.whole.out" "$dir/$1.split.out"
}
some_split() { ! cmp -s "$dir/$1.split.ii" "$dir/$1.whole.ii"; }
form() { # form KERNEL PATTERN: what the report says of it
    [ -s "$dir/$1.report" ] || cpu/libexec/cuda2cpp --report <"$dir/$1.cu.ii" >"$dir/$1.report"
    grep -qE ": $2: $3" "$dir/$1.report"
}

ok 'the compiler and the runtime build' make --no-print-directory BACKEND=cpu cpu/libexec/cuda2cpp
for source in tests/fission/*.cu; do
    name=$(basename "$source" .cu)
    ok "$name is preprocessed" g++ "${flags[@]}" -E -x c++ -include cuda_runtime.h -o "$dir/$name.cu.ii" "$source"
    ok "$name builds with its kernels split" build "$name" split
    ok "$name builds with its kernels whole" build "$name" whole --no-split
    case $name in operators | library | hidden | waiting) ;; *)  ok "$name: some kernels are split" some_split "$name" ;; esac
    ok "$name: split kernels leave what whole ones do" same "$name"
done
quiet() { ! "$dir/edges.split" 2>&1 >/dev/null | grep kept_from; }
ok 'what a condition keeps from being divided is not divided in front of a loop over threads' quiet
waits_at_its_end() { ! "$dir/hidden.split" 2>&1 >/dev/null | grep destructor_waits_k; }
ok 'a barrier in a destructor at the end of a kernel is none that threads miss' waits_at_its_end
ok 'static_assert keeps no kernel whole' form scopes assertions_k 'split at its barriers'
ok 'functions are written out whose results have types of many words' form functions heads_k 'split at its barriers'
ok 'the report names rows' form strides flat_le_run 'one row of threads'
ok 'names that headers have, too, keep no kernel whole' form scopes header_names_k 'split at its barriers'
for name in lane lanes span probe part stored loaded results staying; do
    ok "nor does a function named $name" form scopes "named_${name}_k" 'split at its barriers'
done
ok 'the report names strided loops' form strides stride_2d_run 'split at its barriers, its strided loops side by side'
ok 'flags are looked at before they are set' grep -q 'set_flag(byte\[2\], 511)' "$dir/strides.split.ii"
for kernel in named rows kept again; do
    ok "stride_$kernel has a strided loop" form strides "stride_${kernel}_run" '.*its strided loops side by side'
done
for kernel in called_alone called_before called_inside called_returns in_block; do
    ok "${kernel}_k has one that a function or a block has" form called "${kernel}_k" '.*its strided loops side by side'
done
for kernel in product left nearest else wraps; do
    ok "turn_$kernel has its threads in its loop" form interchange "turn_$kernel" '.*its threads in the loops that they do alike'
done
ahead() { [ "$(grep -c '::cuda_cpu::tile_ahead cuda_cpu_ahead\[1\]; for' "$dir/interchange.split.ii")" = 3 ]; }
ok 'rows of a tile are brought nearer in front of the loop that copies them' ahead
next_rows() { [ "$(sed -n '/inline void cuda_cpu_split_rows(/,/inline void cuda_cpu_launch_rows /p' "$dir/interchange.split.ii" |
    grep -o '::cuda_cpu::block_ahead<[a-z, ]*>' | xargs)" = \
    '::cuda_cpu::block_ahead<true, false> ::cuda_cpu::block_ahead<true, false> ::cuda_cpu::block_ahead<true, true>' ]; }
ok 'rows of the next block are brought nearer where a block takes long' next_rows
few_rows() { # of a kernel that names many: as many as a core waits for
    {
        echo '__global__ void many(float *a, int n) { __shared__ float s[8][8]; const int x = threadIdx.x, y = threadIdx.y;'
        for k in {1..40}; do echo "s[y][x] = a[(y + $k) * n + blockIdx.x * 8 + x]; __syncthreads();"; done
        echo 'a[y * n + blockIdx.x * 8 + x] = s[x][y]; }'
    } >"$dir/many.cu"
    g++ "${flags[@]}" -E -x c++ -include cuda_runtime.h -o "$dir/many.cu.ii" "$dir/many.cu" &&
        [ "$(cpu/libexec/cuda2cpp <"$dir/many.cu.ii" | grep -o '::cuda_cpu::block_ahead<[a-z, ]*>' | wc -l)" = 16 ]
}
ok '... but no more than it can wait for' few_rows
loops_of() { # loops_of KERNEL NEXT: those that a kernel of sums.cu becomes, and how each is gone through
    sed -n "/inline void cuda_cpu_split_$1(/,/inline void cuda_cpu_split_$2(/p" "$dir/sums.split.ii" |
        grep -oE '::cuda_cpu::(each_thread[a-z_]*|beside_span)|kept_sum' | sed 's/.*:://' | uniq | xargs
}
in_registers() {
    [ "$(loops_of near far)" = 'each_thread beside_span' ] &&
        [ "$(loops_of stencil convolution)" = 'each_thread beside_span each_thread beside_span' ] &&
        [[ "$(loops_of far stencil)" = *'kept_sum each_thread_of_tile kept_sum'* ]] &&
        [[ "$(loops_of kept several)" != *of_tile* ]]
}
ok 'sums of shared memory stay in registers where what follows goes to neighbouring elements' in_registers
vectorised() { # the bits are those of whole kernels, too, where neighbours go side by side
    local form
    for form in split whole; do
        g++ "${flags[@]}" -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -o "$dir/sums.$form" "$dir/sums.$form.ii" \
            cpu/lib64/libcudart_static.a -pthread -ldl -lrt -lm || return
    done
    same sums
}
ok '... and are what whole kernels add up, optimised' vectorised
stored() { # in which kernels, and the same where the loops are vectorised
    local form
    [ "$(awk '/inline void cuda_cpu_split_/ { match($0, /cuda_cpu_split_[a-z_]*/); k = substr($0, RSTART + 15, RLENGTH - 15) }
        /::kept_sums\(/ { print k }' "$dir/stored.split.ii" | uniq -c | xargs)" = '1 members 3 no_turns 2 itself 2 one' ] || return
    for form in split whole; do
        g++ "${flags[@]}" -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-strict-aliasing -o "$dir/stored.$form" \
            "$dir/stored.$form.ii" cpu/lib64/libcudart_static.a -pthread -ldl -lrt -lm || return
    done
    same stored
}
ok 'sums in memory are kept in variables where nothing that their loop reads may be one of them' stored
boxed() { [ "$(grep -o '::cuda_cpu::boxed_block{blockDim, cuda_cpu_box_[a-z]*' "$dir/boxes.split.ii" | sort -u | sed 's/.*_//' | xargs)" = 'computed some' ]; }
ok 'flags that the threads of a box have are known as one, and no others' boxed
speculate() { [ "$(grep -o '::cuda_cpu::stored_element(cuda_cpu_fitting' "$dir/speculate.split.ii" | wc -l)" = 24 ]; }
ok 'lanes that are left out compute where they can, and do not store' speculate
vectors() { [ "$(grep -o '::cuda_cpu::vector_span<[0-9]*' "$dir/speculate.split.ii" | sed 's/.*<//' | xargs)" = '16 16 8 8 8 16 8 16 8' ]; }
ok '... as vectors where operators work out one float' vectors
in_turns() { [ "$(grep -c '::cuda_cpu::each_thread_in_turns<' "$dir/turns.split.ii")" = 7 ]; }
ok 'turns that the threads of a warp have in common are done by all at once' in_turns
again() { [ "$(grep -c 'again_span<::cuda_cpu::beside_span<::cuda_cpu::row_span>>>*> &cuda_cpu_span' "$dir/again.split.ii")" = 3 ]; }
ok 'loops that read nothing that they write may go over threads again, and no others' again
without_masks() { # rows end otherwise where vectors have none
    flags+=(-mno-avx512f)
    for name in again boxes edges speculate; do
        g++ "${flags[@]}" -E -x c++ -include cuda_runtime.h -o "$dir/$name.cu.ii" "tests/fission/$name.cu" &&
            build "$name" split && build "$name" whole --no-split && same "$name" || return
    done
}
case $(uname -m) in x86_64) ok 'split kernels leave the same without masks' without_masks ;; esac
scattered() {
    [ "$(grep -c '::cuda_cpu::store_if (' "$dir/edges.split.ii")" = 3 ] &&
        [ "$(grep -c '::cuda_cpu::few_turns(counts, w))' "$dir/edges.split.ii")" = 1 ]
}
ok 'what the data says is stored without a guess, and few turns are no vectors' scattered
for kernel in uneven break ordered apart; do
    ok "stay_$kernel has not" form interchange "stay_$kernel" 'split at its barriers$'
done
defined_outside() { # an operator of the device, and what it does, in two places
    cat >"$dir/outside.cu" <<'END'
struct V {
    int n;
    __device__ void operator+=(int x);
};
void V::operator+=(int x) {
    __syncthreads();
    n += x;
}
__global__ void added(V *v) {
    v[threadIdx.x] += 2;
}
END
    g++ "${flags[@]}" -E -x c++ -include cuda_runtime.h -o "$dir/outside.cu.ii" "$dir/outside.cu" && form outside added whole
}
ok 'an operator waits as its body does, wherever that stands' defined_outside
told() { # told FORM: what is said of barriers that threads miss, without the thread that stands for its kind
    "$dir/masks.$1" 2>&1 >/dev/null | sed 's/, thread.*//' | grep -A2 'mask_half,\|mask_uneven' | sort -u
}
for kernel in mask_if mask_behind mask_while mask_do mask_for mask_uneven mask_half mask_two_lines mask_warp \
    mask_within mask_condition mask_effects mask_head; do
    ok "$kernel is split" form masks "$kernel" 'split at its barriers'
done
ok 'a barrier that threads miss is reported as in whole kernels' test "$(told split)" = "$(told whole)"
both_lines() { # of mask_two_lines
    "$dir/masks.split" 2>&1 >/dev/null | grep -A2 'kernel mask_two_lines' | grep -c '[35] wait at .*masks.cu:[0-9]*,'
}
ok 'with both lines' test "$(both_lines)" = 2
of_warps() { # of which kernels it is said that lanes of a warp miss others
    "$dir/masks.$1" 2>&1 >/dev/null | sed -n 's/.*kernel \([a-z_]*\),.*names lanes that never arrive.*/\1/p'
}
ok 'lanes that miss __syncwarp() are reported, warps that stay away are not' \
    test "$(of_warps split) $(of_warps whole)" = 'mask_half_warp mask_half_warp'
for kernel in web_head_int web_chain web_same_for_all web_functions; do
    ok "$kernel is split" form webs "$kernel" 'split at its barriers'
done
for kernel in count_k answers_k floats_k reached_k; do
    ok "atomics: $kernel is split" form atomics "$kernel" 'split at its barriers'
done
ok 'atomics on shared memory lock nothing' grep -q 'in_block::atomicAdd(&bins' "$dir/atomics.split.ii"
locked() {
    grep -q 'atomicAdd(&reached' "$dir/atomics.split.ii" &&
        ! grep -q 'in_block::atomicAdd(&reached' "$dir/atomics.split.ii"
}
ok 'those that other blocks of a cluster reach do' locked
for kernel in fold_k forms_k scan_k small_k reach_k votes_k most_k of_some_k several_k asked_k ones_k; do
    ok "warps: $kernel is split" form warps "$kernel" 'split at its barriers'
done
ok 'the loop in front of a shuffle goes side by side' form warps fold_k '.*its strided loops side by side'
for kernel in lanes_k early_k changed_k; do
    ok "warps: $kernel is whole" form warps "$kernel" whole
done
for kernel in call_k block_k room_k once_k rows_k one_row_k turns_k some_k typed_k converted_k other_room_k \
    else_k early_k returns_k beside_k; do
    ok "functions: $kernel is split" form functions "$kernel" 'split at its barriers'
done
ok 'the loop in front of a function with shuffles goes side by side' form functions call_k '.*its strided loops side by side'
for kernel in overload_k overloads_template_k; do
    ok "functions: $kernel calls one that its arguments choose" form functions "$kernel" 'split at its barriers'
done
for kernel in captured_k reference_k deep_k perhaps_k assigned_k default_k own_type_k \
    same_room_k; do
    ok "functions: $kernel is whole" form functions "$kernel" whole
done
for kernel in tile_sum_k members_k nested_k given_k some_k; do
    ok "groups: $kernel is split" form groups "$kernel" 'split at its barriers'
done
for kernel in lambda_k coalesced_k by_size_k; do
    ok "groups: $kernel is whole" form groups "$kernel" whole
done
for kernel in all_leave_k by_halves_k two_rooms_k; do
    ok "uniform: $kernel is split" form uniform "$kernel" 'split at its barriers'
done
ok 'uniform: some_leave_k is whole' form uniform some_leave_k whole
ok 'a lock that a thread may hold keeps a kernel whole' form masks whole_lock 'whole: line [0-9]+: a lock'
ok 'the report names the line that keeps a kernel whole' form hidden policy_template_k 'whole: line [0-9]+: a call that may wait'
done_testing
