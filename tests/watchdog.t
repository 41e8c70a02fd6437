#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Kernels that make no progress: what the watchdog says of them, and of kernels that are only long; Ctrl-C; kernels that
# crash, and where. They run beside each other, for a few seconds.
. "$(dirname "$0")/tap.sh"
unset CUDA_CPU_CHECK CUDA_CPU_THREADS

cat >"$dir/hang.cu" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__device__ int lock;
__global__ void kept(int *n) { // one lane does not give the lock back
    while (atomicCAS(&lock, 0, 1) != 0) // spins
        ;
    *n += 1;
    if (threadIdx.x != 0) atomicExch(&lock, 0);
}
__global__ void in_turn(int *n) { // thread 0 waits for others, who wait at the barrier for it
    __shared__ int come;
    if (threadIdx.x == 0) {
        come = 0;
        while (atomicAdd(&come, 0) == 0) // spins
            ;
    }
    if (threadIdx.x > 8) __syncwarp(~0x1ff);
    __syncthreads();
    atomicAdd(&come, 1);
    *n = come;
}
__global__ void next_block(volatile int *n) { // the last block waits for one that is not there
    if (threadIdx.x == 3)
        while (n[blockIdx.x + 1] == 0) // spins
            ;
    n[blockIdx.x] = 1;
}
__global__ void forgotten(const int *a, int *n) { // the loop's end never comes, and its sum changes
    int sum = 0;
    for (unsigned i = 0; i < 8; i -= a[0]) sum = sum * 5 + a[i] + 1; // counts
    *n = sum;
}
__global__ void turns(int *n) { // threads that take turns, from the last on, in a way that the compiler does not see
    __shared__ volatile int turn;
    if (threadIdx.x == 0) turn = blockDim.x - 1;
    __syncthreads();
again:
    if (turn != threadIdx.x) // spins
        goto again;
    n[threadIdx.x] = turn;
    turn = turn - 1;
}
__global__ void for_ever(int *n) { // a step of 0: past its barriers, again and again
    __shared__ int a[32];
    a[threadIdx.x] = n[threadIdx.x];
    for (int d = n[0]; d < 8; d *= 2) { // goes on
        __syncthreads(); // goes on, here
        if (threadIdx.x > d) // goes on, or so
            a[threadIdx.x] += a[threadIdx.x - d]; // goes on, there
        __syncthreads(); // goes on, at last
    }
    n[threadIdx.x] = a[threadIdx.x];
}
__global__ void counts(double *x, long n) { // long, and right
    double sum = 0;
    for (long i = 0; i < n; i++) // counts
        sum = sum * 0.999 + i;
    *x = sum;
}
__global__ void asks(volatile int *go) { // waits for the host, and is right
    while (*go == 0) ;
    *go = 2;
}
__global__ void crossed(int *n) { // half wait at a barrier, half for them in a shuffle
    int x = threadIdx.x;
    if (x < 16)
        __syncthreads(); // barrier
    else
        x = __shfl_sync(0xffffffff, x, 0); // shuffle
    n[threadIdx.x] = x;
}
__device__ int deep(int n, const int *a) {
    int own[200];
    own[n % 200] = n;
    return a[0] ? 0 : deep(n + 1, a) + own[(n + 7) % 200]; // calls itself
}
__global__ void overflows(int *n) { n[1] = deep(0, n); }
__global__ void large(int *n) {
    int own[60000]; // too large
    for (int i = 0; i < 60000; i++) own[i] = n[i % 9];
    __syncwarp();
    n[2] = own[n[3]];
}
__global__ void nowhere(int *n, long step) {
    n[threadIdx.x * step] = 1; // far off
}
__global__ void vectors(int *n) {
    ((int4 *)n)[threadIdx.x] = make_int4(1, 2, 3, 4); // four at once
}
int main(int, char **argv) {
    int *n, *go;
    cudaMalloc(&n, 4096);
    cudaMemset(n, 0, 4096);
    cudaMallocManaged(&go, sizeof *go);
    *go = 0;
    switch (*argv[1]) {
    case 'k': kept<<<1, 32>>>(n); break;
    case 'i': in_turn<<<1, 32>>>(n); break;
    case 'n': next_block<<<4, 32>>>(n); break;
    case 'f': forgotten<<<1, 1>>>(n, n + 1); break;
    case 't': turns<<<1, 32>>>(n); break;
    case 'e': for_ever<<<1, 32>>>(n); break;
    case 'c': counts<<<1, 1>>>((double *)n, atol(argv[2])); break;
    case 'a': asks<<<1, 1>>>(go); break;
    case 'x': crossed<<<2, 32>>>(n); break;
    case 'o': overflows<<<2, 32>>>(n); break;
    case 'l': large<<<2, 32>>>(n); break;
    case 'w': nowhere<<<2, 32>>>(n, 1L << 40); break;
    case 'm': vectors<<<2, 32>>>(n + 1); break;
    }
    if (*argv[1] == 'a') {
        const struct timespec rest = {0, 100000000};
        while (access(getenv("GO"), F_OK) != 0) // until the test has read what is said of it
            nanosleep(&rest, NULL);
        *(volatile int *)go = 1;
    }
    puts(cudaGetErrorName(cudaDeviceSynchronize())); // the host waits
    return 0;
}
END
line() { grep -n -- "// $1" "$dir/hang.cu" | sed -n "${2:-1}s/:.*//p"; } # line WORDS: of the program, its N-th one
says() { grep -qF -- "$2" "$dir/$1.err" || { cat "$dir/$1.err" && return 1; }; } # says CASE TEXT: somewhere in what it printed
never() { ! grep -F -- "$2" "$dir/$1.err"; }
declare -A process
start() { # start NAME CASE [WATCHDOG [PROGRAM]]: until it ends or is interrupted
    CUDA_CPU_WATCHDOG=${3:-1} timeout -s INT -k 5 60 "$dir/${4:-hang}" "$2" 4000000000000 >"$dir/$1.out" 2>"$dir/$1.err" &
    process[$1]=$!
}
said() { # said NAME TEXT: waits until it has said that, or has ended
    until grep -qsF -- "$2" "$dir/$1.err" || ! kill -0 "${process[$1]}" 2>/dev/null; do sleep 0.1; done
}
interrupt() { kill -INT "${process[$1]}" 2>/dev/null; }

ok 'it builds' cpu/bin/nvcc -o "$dir/hang" "$dir/hang.cu"
ok 'it builds whole' cpu/bin/nvcc -DCUDA_CPU_NO_SPLIT -o "$dir/hang.whole" "$dir/hang.cu"
ok 'it builds for check-race' cpu/bin/nvcc --check=race -o "$dir/hang.race" "$dir/hang.cu"
[ "${tap_failed:?}" = 0 ] || done_testing
start kept k
start turn i
start next n
start forgotten f
start turns t
start for_ever e
start whole e 1 hang.whole
start counts c
start silent c 0
GO=$dir/go start asks a
for crash in x o l w m; do start crash_$crash $crash; done
said asks 'could change that'
touch "$dir/go"
for spinning in kept turn next; do said $spinning 'round and round, at ' && interrupt $spinning; done
said forgotten ", at $dir/hang.cu" && interrupt forgotten
for going in turns for_ever whole; do said $going ', at ' && interrupt $going; done
wait "${process[asks]}"
said counts 'runs, at' && interrupt counts
interrupt silent
# It has the cores for itself when the others have ended. What it says is a sample's: one in two or three programs is seen to go
# round, the others might just be slow. And now and then an interrupted program does not come to its last line.
wait
for _ in {1..20}; do
    start race n 1 hang.race
    said race ", at $dir/hang.cu:"
    sleep 3 # it says so once
    interrupt race
    wait "${process[race]}"
    race=$?
    ! grep -q 'check-race: ' "$dir/race.err" || break
done

still='makes no progress: for 1 s all its running threads have read the same over and over'
ok 'a lock that a lane keeps' says kept "kernel kept $still"
ok '... its threads take turns: no other of the block could help' never kept 'or another thread of the block'
ok '... block, thread and line' says kept "): round and round, at $dir/hang.cu:$(line spins)"
ok '... and how many do' says kept '    30 more of its threads spin in turns with it'
ok 'threads at a barrier, and one that waits for them' says turn "kernel in_turn $still"
ok '... who spins' says turn "  block (0, 0, 0), thread (0, 0, 0): round and round, at $dir/hang.cu:$(line spins 2)"
ok 'a block that is not there' says next "kernel next_block $still"
ok '... block, thread and line' says next "  block (3, 0, 0), thread (3, 0, 0): round and round, at $dir/hang.cu:$(line spins 3)"
ok 'a loop without an end' says forgotten 'kernel forgotten: for 1 s no block has finished'
ok '... where' says forgotten "$dir/hang.cu:$(line counts | head -n 1)"
ok 'a kernel that is long: no more is said than that it is' says counts 'it may just be slow'
ok '... not that it hangs' never counts 'makes no progress'
ok '... and where it is' says counts "runs, at $dir/hang.cu:"
ok 'CUDA_CPU_WATCHDOG=0: not a word' never silent ' s '
ok 'Ctrl-C tells where it was' says silent 'interrupted in kernel counts'
ok '... and what the host waits for' says silent "host: cudaDeviceSynchronize at $dir/hang.cu:$(line 'the host waits')"
ok 'a kernel that waits for the host: only that the host could help' says asks "kernel asks $still; the host or another kernel could change that"
ok 'threads that take turns: another thread could help, and when it runs' says turns \
    "kernel turns $still; the host or another kernel could change that, or another thread of the block: but here that one runs only when these wait"
ok '... where' says turns "round and round, at $dir/hang.cu:$(line spins 4)"
ok 'a loop over barriers without an end, split' says for_ever 'kernel for_ever: for 1 s no block has finished; it may just be slow'
ok '... whole' says whole 'kernel for_ever: for 3 s no block has finished, though threads pass barriers; it may just be slow'
goes_on() { grep -E "runs, at " "$dir/$1.err" | grep -qE "at $dir/hang.cu:($(grep -n -- '// goes on' "$dir/hang.cu" | cut -d: -f1 | paste -sd'|'))\$"; }
ok '... where, split' goes_on for_ever
ok '... where, whole' goes_on whole
ok '... and it ends' grep -qx cudaSuccess "$dir/asks.out"
ok 'under a check it is a finding' test "$race" = 1 -a "$(grep -c 'check-race: 1 finding in 1 launch' "$dir/race.err")" = 1
ok 'threads that wait for each other' says crash_x 'wait for each other forever: 16 at __syncthreads(), 16 for other lanes'
ok '... at the barrier' says crash_x "  16 at $dir/hang.cu:$(line barrier), thread (0, 0, 0) for one"
ok '... in the warp' says crash_x "  16 at $dir/hang.cu:$(line shuffle), thread (16, 0, 0) for one"
ok '... once, though two blocks do' test "$(grep -c 'forever' "$dir/crash_x.err")" = 1
ok 'a function that calls itself for ever' says crash_o '): the stack overflows, which is '
ok '... where' says crash_o "$dir/hang.cu:"
ok 'an array too large for a stack' says crash_l 'the stack overflows, which is 128 KB, at '
ok 'an illegal access: its line' says crash_w "at $dir/hang.cu:$(line 'far off')"
ok '... and what finds more' says crash_w 'which array it misses: nvcc --check=memory'
ok 'a vector that lies at no multiple of its size: its line' says crash_m "misaligned access to address 0x"
ok '... at its line' says crash_m "4 at $dir/hang.cu:$(line 'four at once')"
ok '... and the error' grep -qx cudaErrorMisalignedAddress "$dir/crash_m.out"
done_testing
