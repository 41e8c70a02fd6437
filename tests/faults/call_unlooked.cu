// SPDX-License-Identifier: MIT
// Fault: a call fails, and neither its result nor the last error is looked at.
#include "fault.h"

int main(int argc, char **) {
    const bool mended = argc > 1;
    cudaEvent_t start, stop;
    float ms = 0;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_ERROR(cudaEventRecord(start));
    if (mended) HANDLE_ERROR(cudaEventRecord(stop));
    HANDLE_ERROR(cudaDeviceSynchronize());
    cudaEventElapsedTime(&ms, start, stop); // fault
    printf("not negative: %d\n", ms >= 0);
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
}
