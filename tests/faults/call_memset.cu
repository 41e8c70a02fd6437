// SPDX-License-Identifier: MIT
// Fault: cudaMemset with its last two arguments swapped fills nothing. Every build says so.
// --mended: the value, then the bytes.
#include "fault.h"

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[32], *dev_numbers;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    if (mended)
        HANDLE_ERROR(cudaMemset(dev_numbers, 0, sizeof numbers));
    else
        HANDLE_ERROR(cudaMemset(dev_numbers, sizeof numbers, 0)); // fault
    HANDLE_ERROR(cudaFree(dev_numbers));
}
