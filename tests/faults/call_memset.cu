// SPDX-License-Identifier: MIT
// Fault: cudaMemset with its last two arguments swapped fills nothing. Every build says so.
// --mended: the value, then the bytes.
#include <string.h>

#include "book.h"

int main(int argc, char **argv) {
    const bool mended = argc > 1 && strcmp(argv[1], "--mended") == 0;
    int numbers[32], *dev_numbers;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    if (mended)
        HANDLE_ERROR(cudaMemset(dev_numbers, 0, sizeof numbers));
    else
        HANDLE_ERROR(cudaMemset(dev_numbers, sizeof numbers, 0)); // fault
    HANDLE_ERROR(cudaFree(dev_numbers));
    return 0;
}
