// SPDX-License-Identifier: MIT
// What goes wrong, and when the program hears of it: four failures, and what the next calls say.
//
// What it teaches: a launch returns nothing, so its errors wait for the next call that looks. A
// refused launch is reported by cudaGetLastError, once. A failed call whose result is ignored is
// found later, at a call that did nothing wrong. A kernel's crash is not known before the host
// waits for the kernel; and after that every call fails, until the program ends.
//
//     errors
//
// It prints what each call returns, and whether that is what it should be.
#include <stdio.h>

#include <cuda_runtime.h>

const int ROOM = 32; // ints in the array

__global__ void fill(int *array, int value) {
    array[threadIdx.x] = value;
}

// Lets a thread write where no memory is.
__global__ void break_down(int *nowhere) {
    *nowhere = 1;
}

static int wrong;

// One row. Some errors have another code in other versions of CUDA: `or_else`.
static void row(const char *what, cudaError_t got, cudaError_t expected, cudaError_t or_else) {
    const bool right = got == expected || got == or_else;
    printf("  %-42s %s%s\n", what, cudaGetErrorName(got), right ? "" : "   <- not expected");
    wrong += !right;
}

static void row(const char *what, cudaError_t got, cudaError_t expected) {
    row(what, got, expected, expected);
}

int main() {
    int *array, *too_much, found = 0;
    const size_t enormous = (size_t)1 << 60;
    row("cudaMalloc", cudaMalloc(&array, ROOM * sizeof *array), cudaSuccess);

    printf("a launch of 2000 threads in a block: refused, and nothing runs\n");
    fill<<<1, 2000>>>(array, 1);
    row("cudaPeekAtLastError looks", cudaPeekAtLastError(), cudaErrorInvalidConfiguration,
        cudaErrorInvalidValue);
    row("cudaGetLastError looks, and forgets", cudaGetLastError(), cudaErrorInvalidConfiguration,
        cudaErrorInvalidValue);
    row("cudaGetLastError again", cudaGetLastError(), cudaSuccess);
    row("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);

    printf("a lost check: a call fails, and its result is thrown away\n");
    (void)cudaMalloc(&too_much, enormous);
    fill<<<1, ROOM>>>(array, 2);
    row("cudaGetLastError, after a launch that is right", cudaGetLastError(),
        cudaErrorMemoryAllocation);
    row("the launch has worked: cudaMemcpy",
        cudaMemcpy(&found, array, sizeof found, cudaMemcpyDeviceToHost), cudaSuccess);
    wrong += found != 2;

    printf("a kernel that breaks down: the launch itself was right\n");
    break_down<<<1, 1>>>(nullptr);
    row("cudaGetLastError", cudaGetLastError(), cudaSuccess);
    row("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaErrorIllegalAddress);

    printf("a sticky error: the host may forget it, the device does not\n");
    row("cudaGetLastError", cudaGetLastError(), cudaErrorIllegalAddress);
    row("cudaGetLastError again", cudaGetLastError(), cudaSuccess);
    row("cudaMalloc", cudaMalloc(&too_much, 4), cudaErrorIllegalAddress);
    row("cudaFree", cudaFree(array), cudaErrorIllegalAddress);

    printf(wrong ? "result: WRONG: %d rows\n" : "result: right (%d rows are not as expected)\n",
           wrong);
    return wrong != 0;
}
