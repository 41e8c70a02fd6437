// SPDX-License-Identifier: MIT
// Fault: memory, and a stream, that are never given back.
#include "fault.h"

const int ROUNDS = 3;
const size_t BYTES = 1000; // each

int main(int argc, char **) {
    const bool mended = argc > 1;
    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream)); // stream
    for (int i = 0; i < ROUNDS; i++) {
        void *scratch;
        HANDLE_ERROR(cudaMalloc(&scratch, BYTES)); // fault
        HANDLE_ERROR(cudaMemsetAsync(scratch, 0, BYTES, stream));
        HANDLE_ERROR(cudaStreamSynchronize(stream));
        if (mended) HANDLE_ERROR(cudaFree(scratch));
    }
    if (mended) HANDLE_ERROR(cudaStreamDestroy(stream));
}
