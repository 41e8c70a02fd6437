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
    unsigned char text[THREADS * BLOCKS];
    for (int i = 0; i < THREADS * BLOCKS; i++) text[i] = (unsigned char)(i * 7 % LETTERS);
    unsigned char *dev_text = on_device(text);
    unsigned *dev_histogram = zeros<unsigned>(LETTERS);
    count<<<BLOCKS, THREADS>>>(dev_text, dev_histogram, argc > 1);
    FINISH(dev_text, dev_histogram);
}
