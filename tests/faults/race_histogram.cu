// SPDX-License-Identifier: MIT
// Fault: a histogram that counts with ++, in one word for all threads that meet the same letter.
// check-race names the line. --mended: atomicAdd.
#include "fault.h"

const int THREADS = 64, BLOCKS = 4, LETTERS = 8;

__global__ void count(const unsigned char *text, unsigned *histogram, bool mended) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (mended)
        atomicAdd(&histogram[text[i]], 1);
    else
        histogram[text[i]]++; // fault: read, then written
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    unsigned char text[THREADS * BLOCKS], *dev_text;
    unsigned histogram[LETTERS], *dev_histogram;
    for (int i = 0; i < THREADS * BLOCKS; i++)
        text[i] = (unsigned char)(i * 7 % LETTERS);
    HANDLE_ERROR(cudaMalloc(&dev_text, sizeof text));
    HANDLE_ERROR(cudaMalloc(&dev_histogram, sizeof histogram));
    HANDLE_ERROR(cudaMemcpy(dev_text, text, sizeof text, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_histogram, 0, sizeof histogram));
    count<<<BLOCKS, THREADS>>>(dev_text, dev_histogram, mended);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(histogram, dev_histogram, sizeof histogram, cudaMemcpyDeviceToHost));
    RELEASE(dev_text, dev_histogram);
}
