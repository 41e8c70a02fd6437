// SPDX-License-Identifier: MIT
// Threads that wait for others of their block by reading, in the forms that programs have: each for the thread after it, which
// the block begins later; for their turn, in shared memory; for a lock; all threads of a grid for all others.
#include "numbers.h"

enum { BLOCKS = 4, THREADS = 64, ALL = BLOCKS * THREADS, WAYS = 16 };

struct cell { volatile int full; };
__device__ volatile int flags[ALL];
__device__ int words[ALL], lock, sum;
__device__ cell cells[ALL];
__device__ volatile unsigned arrived;

__device__ bool is_set(volatile int *p) { return *p != 0; }
__device__ int acquired(const int *p) {
    int v;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__global__ void wait_for_next(int way, int *out) {
    const int t = threadIdx.x + blockIdx.x * blockDim.x, n = t + 1;
    if (n < ALL)
        switch (way) {
        case 0: while (flags[n] == 0); break;
        case 1: do { } while (!flags[n]); break;
        case 2:
            for (;;)
                if (flags[n]) break;
            break;
        case 3: {
            int seen;
            do seen = flags[n]; while (seen == 0);
            break;
        }
        case 4: while (atomicAdd(&words[n], 0) == 0) { } break;
        case 5: while (!is_set(&flags[n])); break;
        case 6: while (words[n] == 0) __threadfence(); break;
        case 7: while (cells[n].full == 0); break;
        case 8: while (acquired(&words[n]) == 0); break;
        case 9: {
            volatile int *const p = (volatile int *)words + n;
            while (*p == 0);
            break;
        }
        case 10: while (atomicCAS(&words[n], 1, 1) != 1) __threadfence(); break;
        case 11: {
            int tries = 0;
            while (flags[n] == 0) tries++;
            out[t] = tries;
            break;
        }
        case 12:
            for (bool done = false; !done;)
                if (flags[n]) {
                    out[t] = 1;
                    done = true;
                }
            break;
        case 13: {
            volatile int &flag = flags[n];
            while (!flag);
            break;
        }
        case 14: {
            int seen = 0;
            while (!seen) seen = atomicOr(&words[n], 0);
            break;
        }
        case 15: while (__nv_atomic_load_n(&words[n], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0); break;
        }
    out[t] = way + 1;
    __threadfence();
    cells[t].full = 1;
    flags[t] = 1;
    atomicExch(&words[t], 1);
}
__global__ void in_turn(int *order) { // from the last on
    __shared__ volatile int turn;
    __shared__ int place;
    if (threadIdx.x == 0) turn = place = 0;
    __syncthreads();
    while (turn < (int)(blockDim.x - 1 - threadIdx.x));
    order[place++] = threadIdx.x;
    turn++;
}
__global__ void under_lock() { // with a barrier's fiber switch in the middle
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            const int before = *(volatile int *)&sum;
            __nanosleep(1);
            *(volatile int *)&sum = before + 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
}
__global__ void all_meet(int *out) {
    atomicInc((unsigned *)&arrived, ALL + 1);
    while (arrived != ALL);
    out[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
int main() {
    static const int none[ALL] = {};
    int *out = numbers(ALL), held;
    const auto all_are = [&](int expected) {
        for (int i = 0; i < ALL; i++)
            if (out[i] != expected) return false;
        return true;
    };
    for (int way = 0; way < WAYS; way++) {
        cudaMemcpyToSymbol(flags, none, sizeof none);
        cudaMemcpyToSymbol(words, none, sizeof none);
        cudaMemcpyToSymbol(cells, none, sizeof none);
        wait_for_next<<<BLOCKS, THREADS>>>(way, out);
        IS(all_are(way + 1));
    }
    in_turn<<<1, THREADS>>>(out);
    for (int i = 0; i < THREADS; i++) IS(out[i] == THREADS - 1 - i);
    under_lock<<<1, THREADS>>>();
    cudaMemcpyFromSymbol(&held, sum, sizeof held);
    IS(held == THREADS);
    all_meet<<<BLOCKS, THREADS>>>(out);
    IS(all_are(1));
    return wrong;
}
