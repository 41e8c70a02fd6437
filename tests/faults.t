#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every planted fault (tests/faults/, chapter05_dot/broken/) is found by the check that is meant for
# it, with its kernel, thread, block and line; each mended one is clean under that check, and programs of
# the suite under all three. The faulty lines are those that end in `// fault...`.
#
# Takes the names of cases: prove tests/faults.t :: race_blocks
# CUDA_CHAPTERS_LONG=1 checks every program of the suite, otherwise one of each kind, and each mended one by all checks.
export CUDA_CHAPTERS_BACKEND=cpu
. "$(dirname "$0")/programs.sh"
unset CUDA_CPU_CHECK CUDA_CPU_LEAKS CUDA_CPU_THREADS

# The build that a check needs. `calls` is what every build says.
build_of() {
    case $1 in
    memory) echo cpu-check-memory ;;
    race | init) echo cpu-check-access ;;
    calls) echo cpu ;;
    esac
}
lines() { # lines PROGRAM: file:line of its faults, or in the broken programs of where they show
    case $1 in
    dot_local_memory) set -- chapter05_dot/broken/"$1".cu 'cache\[cacheIndex\] \+=' ;;
    shared_bitmap_race) set -- chapter05_dot/broken/"$1".cu 'const float green =' ;;
    dot_divergent_barrier) set -- chapter05_dot/broken/"$1".cu '// FAULT' ;;
    *) set -- tests/faults/"$1".cu '// fault' ;;
    esac
    grep -nE "$2" "$1" | sed -E "s|^([0-9]+):.*|$1:\1|"
}
run_under() { # run_under CHECK PROGRAM ARGUMENT...
    local check=$1 program=$2
    shift 2
    rm -rf "$dir/run" && mkdir "$dir/run" || return
    (cd "$dir/run" && CUDA_CPU_LEAKS=1 CUDA_CPU_CHECK=$check \
        timeout 300 "$OLDPWD/bin/$(build_of "$check")/$program" "$@") >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    echo "status $status"
    cat "$dir/out" "$dir/err"
}

# found CHECK PROGRAM WHO TEXT: the message names all faulty lines, and WHO did what TEXT says.
found() {
    local check=$1 program=$2 who=$3 text=$4 line
    local small=()
    [ -e "tests/faults/$program.cu" ] || small=(--size 700 --runs 1 --no-window)
    run_under "$check" "$program" "${small[@]}"
    [ "$check" = calls ] || [ "$status" = 1 ] || return
    [ -n "$(lines "$program")" ] || return
    for line in $(lines "$program"); do grep -qE "$line([ :,)]|$)" "$dir/err" || return; done
    grep -F -- "$text" "$dir/err" | grep -qF -- "$who"
}
clean() { # clean CHECK PROGRAM ARGUMENT...
    run_under "$@"
    [ "$status" = 0 ] && ! grep -vE "^cuda-cpu: check-$1: nothing found in [0-9]+ launch" "$dir/err" &&
        { [ "$1" = calls ] || [ -s "$dir/err" ]; }
}

faults=("$@")
[ $# -gt 0 ] || mapfile -t faults < <(basename -s .cu tests/faults/*.cu)
asked() { [[ $# = 1 || " ${*:2} " == *" $1 "* ]]; } # asked CASE [ASKED_FOR...]
calls=()
for program in "${faults[@]}"; do
    case $program in call_* | race_atomic | race_*barrier | race_warps) calls+=("$program") ;; esac
done

# What check-memory is to find, or be silent on; and what check-race and check-init are: everything, or what they are for.
addressed=() ordered=()
for program in "${faults[@]}"; do
    [ -z "${CUDA_CHAPTERS_LONG:-}" ] && [[ $program != memory_* ]] || addressed+=("$program")
    [ -z "${CUDA_CHAPTERS_LONG:-}" ] && [[ $program != @(race|init|order)_* ]] || ordered+=("$program")
done

# Of the suite: everything, or one program a kind of kernel.
suite=(vecadd_blocks adjacent_difference dot_shared matmul_tiled ray_const heat_tex2d stream_overlap)
if [ -n "${CUDA_CHAPTERS_LONG:-}" ]; then
    suite=()
    for program in "${programs[@]}"; do compgen -G "*/$program.c" >/dev/null || suite+=("$program"); done
fi
broken=(dot_local_memory dot_divergent_barrier shared_bitmap_race) others=(memory_kernel_reads_host test_order test_host)
[ $# = 0 ] || suite=() broken=() others=()

build() { # build VARIANT PROGRAM...: in the folder that the variant has
    local variant=$1 check=
    shift
    [ $# -gt 0 ] || return 0
    [[ $variant != cpu-check-* ]] || check=${variant#cpu-check-}
    make -j2 --silent BACKEND=cpu CHECK="$check" "${@/#/bin/$variant/}"
}
ok 'they build as ever' build cpu "${calls[@]}" "${others[@]:0:1}" "${broken[@]:1}"
ok 'they build for check-memory' build cpu-check-memory "${addressed[@]}" "${suite[@]}"
ok 'they build for check-race and check-init' \
    build cpu-check-access "${ordered[@]}" "${suite[@]}" "${broken[@]}" "${others[@]:1}"
[ "${tap_failed:?}" = 0 ] || done_testing

# ---- each fault, by the check for it: who, and what it did -------------------------------------------

while IFS='|' read -r check program who text; do
    asked "$program" "$@" || continue
    ok "$program: found ($check)" found "$check" "$program" "$who" "$text"
    known+=" $program"
done <<'END'
calls|call_barrier|kernel sums, block (0, 0, 0)|not all its threads reach the same __syncthreads()
calls|call_barrier_skipped|kernel sums, block (1, 0, 0)|not all its threads reach the same __syncthreads()
calls|call_both_device|cudaMemcpy at|called cudaMemcpyHostToDevice, but it is from device memory to device memory
calls|call_direction|cudaMemcpy at|called cudaMemcpyHostToDevice, but it is from device memory to host memory
calls|call_free|cudaFree at|the pointer is to memory that was freed (cudaFree at
calls|call_grid_sync|kernel first_and_last at|grid.sync() in a kernel that was not launched by cudaLaunchCooperativeKernel
calls|call_leak|made by cudaMalloc at|3000 bytes in 3 allocations
calls|call_mask|kernel sums, block (0, 0, 0)|a warp function's mask, 0xffffffff, names lanes that never arrive
calls|call_mask_own|kernel swap, block (0, 0, 0), thread (16, 0, 0)|a mask, 0xffff, that does not name its own lane, 16
calls|call_past_end|cudaMemcpy at|writes 400 bytes past the end of an allocation of 400 bytes (cudaMalloc at
calls|call_pointer|kernel ignore at|argument 2 points to host memory
calls|race_atomic|kernel count: thread (1, 0, 0)|that thread (0, 0, 0) wrote at
calls|race_barrier|kernel reverse: thread (0, 0, 0)|that thread (63, 0, 0) wrote at
calls|race_first_barrier|kernel sum: thread (0, 0, 0)|with no barrier between: make check-race P=race_first_barrier
calls|race_second_barrier|kernel sums: thread (63, 0, 0)|that thread (0, 0, 0) writes at
calls|race_warps|kernel total: thread (1, 0, 0)|that thread (32, 0, 0) wrote at
calls|shared_bitmap_race|kernel draw: thread (0, 8, 0)|that thread (15, 7, 0) wrote at
calls|call_shape|kernel fill at|1681 threads a block (41 x 41 x 1), at most 1024
calls|call_free_twice|cudaFree at|(cudaFree at tests/faults/call_free_twice.cu:10); called from
calls|call_memset|at tests/faults/call_memset.cu|sets 0 bytes, to 128: first comes the value
calls|call_rows|cudaMalloc at|the host writes the address into device memory, at byte 0 of an allocation of 32 bytes (cudaMalloc at
calls|call_symbol|cudaMemcpy at|the host's name of the device's variable table
calls|call_unlooked|was never checked|cudaEventElapsedTime at
calls|call_unwaited|kernel hello at|nothing waited for it before the program ended
memory|memory_constant|kernel slopes, block (0, 0, 0), thread (15, 0, 0)|reads 4 bytes past the end of the array table of 64 bytes
memory|memory_dynamic_shared|kernel reverse, block (0, 0, 0), thread (8, 0, 0)|writes 4 bytes past the end of the launch's 32 bytes of dynamic shared memory
memory|memory_exponent|kernel exponents, block (1, 0, 0), thread (36, 0, 0)|writes 4 bytes past the end of an allocation of 400 bytes (cudaMalloc at
memory|memory_free|host: |frees an allocation of 128 bytes (cudaMallocHost at
memory|memory_freed|kernel add, block (0, 0, 0), thread (0, 0, 0)|reads 4 bytes of freed memory (cudaFree at
memory|memory_freed_async|kernel fill, block (0, 0, 0), thread (0, 0, 0)|writes 4 bytes of freed memory (cudaFreeAsync at
memory|memory_global|kernel twice, block (1, 0, 0), thread (36, 0, 0)|reads 4 bytes past the end of an allocation of 400 bytes (cudaMalloc at
memory|memory_host_reads|host: |reads 4 bytes of device memory, of an allocation of 128 bytes (cudaMalloc at
memory|memory_kernel_reads_host|kernel twice, block (0, 0, 0), thread (0, 0, 0)|reads 4 bytes of the host's memory
memory|memory_local|kernel histogram, block (0, 0, 0), thread (0, 0, 0)|past the end of the local array bins of 16 bytes
memory|memory_old_shared|kernel differences, block (0, 0, 0), thread (0, 0, 0)|reads 4 bytes of the shared array square of 128 bytes, which no block of this launch has
memory|memory_others_local|kernel scale, block (0, 0, 0), thread (|reads 4 bytes of thread (0, 0, 0)'s local memory
memory|memory_misaligned|kernel heads, block (0, 0, 0), thread (1, 0, 0)|float4' at byte 24 of an allocation of 128 bytes (cudaMalloc at
memory|memory_pitch|kernel fill, block (1, 0, 0), thread (0, 0, 0)|writes 4 bytes beyond the 200 bytes of row 0 (cudaMallocPitch at
memory|memory_pitch_copy|host|writes 1600 bytes, row padding of row 0 among them (cudaMallocPitch at
memory|memory_surface|kernel fill, block (0, 0, 0), thread (1, 0, 0)|4 bytes of a surface at byte 1 of a row, which is not a multiple of 4
memory|memory_texture|kernel next_one, block (0, 0, 0), thread (31, 0, 0)|reads element 32 of a texture of 32 elements
memory|memory_shared|kernel differences, block (0, 0, 0), thread (63, 0, 0)|reads 4 bytes past the end of the shared array value of 256 bytes
race|order_event|, block (0, 0, 0), thread (|a race on byte 0 of an allocation of 512 bytes (cudaMalloc at
race|order_graph|a race on|byte 0 of an allocation of 512 bytes (cudaMalloc at
race|order_managed|a race on|byte 252 of an allocation of 256 bytes (cudaMallocManaged at
race|order_refilled|a race on|of an allocation of 1024 bytes (cudaMallocHost at
race|order_virtual|kernel sum, block (0, 0, 0), thread (0, 0, 0)|calls a virtual function of an object of class square that the host made
race|race_async_copy|kernel reverse, block (0, 0, 0), thread (|a race on stage[1][
race|race_block_scope|kernel sum, block (1, 0, 0), thread (|a race on byte 0 of an allocation of 8 bytes (cudaMalloc at
race|race_block_scope_mixed|kernel sum, block (1, 0, 0), thread (|a race on byte 0 of an allocation of 4 bytes (cudaMalloc at
race|race_atomic|kernel count, block (0, 0, 0), thread (1, 0, 0)|a race on found in shared memory
race|race_barrier|kernel reverse, block (0, 0, 0), thread (32, 0, 0)|a race on turned[31] in shared memory
race|race_blocks|kernel both, block (1, 0, 0), thread (0, 0, 0)|a race on byte 128 of an allocation of 1024 bytes (cudaMalloc at
race|race_first_barrier|kernel sum, block (0, 0, 0), thread (32, 0, 0)|a race on part[32] in shared memory
race|race_global|kernel smooth, block (0, 0, 0), thread (1, 0, 0)|a race on byte 4 of an allocation of 256 bytes (cudaMalloc at
race|race_in_place|kernel sums, block (1, 0, 0), thread (0, 0, 0)|a race on byte 4 of an allocation of 1024 bytes (cudaMalloc at
race|race_histogram|kernel count, block (0, 0, 0), thread (8, 0, 0)|a race on byte 0 of an allocation of 32 bytes (cudaMalloc at
race|race_last_block|kernel total, block (7, 0, 0), thread (0, 0, 0)|a race on byte 0 of an allocation of 32 bytes (cudaMalloc at
race|race_lockstep|kernel sum, block (0, 0, 0), thread (0, 0, 0)|a race on part[0] in shared memory
race|race_second_barrier|kernel sums, block (0, 0, 0), thread (0, 0, 0)|a race on tile[63] in shared memory
race|race_ticket|kernel keep_even, block (0, 0, 0), thread (2, 0, 0)|a race on byte 0 of an allocation of 4 bytes (cudaMalloc at
race|race_volatile|kernel largest, block (2, 0, 0), thread (0, 0, 0)|a race on byte 0 of an allocation of 4 bytes (cudaMalloc at
race|race_whole_part|kernel fractions, block (0, 0, 0), thread (1, 0, 0)|a race on shared_whole in shared memory
race|race_warps|kernel total, block (0, 0, 0), thread (32, 0, 0)|a race on of_warp[1] in shared memory
race|shared_bitmap_race|kernel draw, block (0, 0, 0), thread (0, 8, 0)|a race on shared[0][8] in shared memory
init|init_bin|kernel place, block (0, 0, 0), thread (0, 0, 0)|a value that nothing wrote: byte 0 of an allocation of 128 bytes (cudaMalloc at
init|init_block_before|kernel squares, block (1, 0, 0), thread (|a value that nothing wrote: table[
init|init_brought|host: |a value that nothing wrote
init|init_compared|kernel second, block (0, 0, 0), thread (0, 0, 0)|a value that nothing wrote: found[0] in local memory
init|init_constant|kernel polynomial, block (0, 0, 0), thread (0, 0, 0)|a value that nothing wrote: byte 28 of the variable coefficient
init|init_early|host: |a value that nothing wrote
init|init_global|kernel add, block (0, 0, 0), thread (0, 0, 0)|a value that nothing wrote: byte 0 of an allocation of 256 bytes (cudaMalloc at
init|init_lane|kernel sum, block (0, 0, 0), thread (|a value that nothing wrote: that of a lane which does not take part
init|init_local|kernel largest, block (0, 0, 0), thread (0, 0, 0)|a value that nothing wrote: found[3] in local memory
init|init_managed|kernel add, block (0, 0, 0), thread (0, 0, 0)|a value that nothing wrote: byte 0 of an allocation of 128 bytes (cudaMallocManaged at
init|init_printed|kernel count, block (0, 0, 0), thread (31, 0, 0)|a value that nothing wrote: sum in shared memory
init|init_part|kernel twice, block (0, 0, 0), thread (16, 0, 0)|wrote its first 64 bytes
init|init_padding|host: |a value that nothing wrote
init|init_part_word|kernel twice, block (0, 0, 0), thread (0, 0, 0)|a value that nothing wrote: byte 0 of an allocation of 128 bytes (cudaMalloc at
init|init_tile|kernel multiply, block (0, 0, 0), thread (|bytes past the end of an allocation of 2000 bytes (cudaMalloc at
init|init_result|host: |a value that nothing wrote
init|init_shared|kernel odd, block (0, 0, 0), thread (1, 0, 0)|a value that nothing wrote: count in shared memory
init|init_white|kernel invert, block (|a value that nothing wrote: byte 936 of an allocation of 1040 bytes (cudaMallocManaged at
init|dot_local_memory|kernel dot, block (0, 0, 0), thread (|a value that nothing wrote: cache[
calls|dot_divergent_barrier|kernel dot, block (|not all its threads reach the same __syncthreads()
END
all_known() { # a fault without a row above is missed
    local program
    for program in "${faults[@]}" "${broken[@]}"; do
        [[ " $known " == *" $program "* ]] || { echo "$program" && return 1; }
    done
}
[ $# -gt 0 ] || ok 'every planted fault is in the list' all_known

# ---- what is right is clean --------------------------------------------------------------------------

for program in "${addressed[@]}"; do
    ok "$program, mended: clean (memory)" clean memory "$program" --mended
done
for program in "${ordered[@]}"; do
    for check in race init; do ok "$program, mended: clean ($check)" clean $check "$program" --mended; done
done
for check in race init; do # the ways in which threads put their accesses in order, and the host fills memory
    for program in "${others[@]:1}"; do ok "$program: clean ($check)" clean $check "$program"; done
done
for program in "${calls[@]}" "${others[@]:0:1}"; do
    ok "$program, mended: nothing is said" clean calls "$program" --mended
done
odd() { # odd PROGRAM: a size that fills no block and no tile
    case $1 in
    vecadd_* | dot_* | adjacent_difference | stream_overlap) echo 3001 ;;
    const_table) echo 9 ;;
    *) echo 37 ;;
    esac
}
quiet() { # quiet CHECK PROGRAM: clean, and it may say where its picture is
    run_under "$1" "$2" --size "$(odd "$2")" --runs 1 --no-window
    [ "$status" = 0 ] && grep -qE "^cuda-cpu: check-$1: nothing found in [0-9]+ launch" "$dir/err" &&
        [ "$(grep -c '^cuda-cpu:' "$dir/err")" = 1 ]
}
for program in "${suite[@]}"; do
    for check in memory race init; do ok "$program: clean ($check)" quiet $check "$program"; done
done

[ $# = 0 ] || done_testing

# ---- the words that people type ----------------------------------------------------------------------

says() { # says TEXT COMMAND...: on stderr, and the command fails
    local text=$1
    shift
    ! "$@" 2>"$dir/err" >"$dir/out" && grep -qF -- "$text" "$dir/err"
}
ok 'a barrier that not all reach counts' says 'finding' make check-race P=call_barrier
ok 'make check-memory' says 'check-memory: 1 finding' make check-memory P=memory_global
ok 'one mistake is one finding' says 'check-memory: 1 finding' make check-memory P=memory_dynamic_shared
ok 'make check-race' says 'check-race: 1 finding' make check-race P=race_barrier
ok 'make check-init' says 'check-init: 1 finding' make check-init P=init_shared
ok 'make check-memory, arguments' make check-memory P=memory_global ARGS=--mended
ok 'make check-memory without a program' says 'which program' make check-memory
ok 'make check-memory of a program that is not there' says 'there is no nothing' make check-memory P=nothing
done_testing
