// SPDX-License-Identifier: MIT
// Fault: the host compares structures with their padding, which no kernel writes. check-init names
// the line. --mended: member by member; their copies, padding included, are right in any case.
#include <string.h>

#include "fault.h"

struct pair {
    char letter;
    int number;
};
const int THREADS = 32;

__global__ void fill(struct pair *pairs) {
    pairs[threadIdx.x].letter = 'x';
    pairs[threadIdx.x].number = threadIdx.x;
}

__global__ void turn(const struct pair *from, struct pair *to) {
    const struct pair p = from[threadIdx.x];
    if (p.letter == 'x') to[THREADS - 1 - threadIdx.x] = p;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    static struct pair expected[THREADS], found[THREADS];
    struct pair *dev_pairs = room<pair>(THREADS), *dev_turned = room<pair>(THREADS);
    bool same = true;
    for (int i = 0; i < THREADS; i++) {
        expected[i].letter = 'x';
        expected[i].number = THREADS - 1 - i;
    }
    fill<<<1, THREADS>>>(dev_pairs);
    turn<<<1, THREADS>>>(dev_pairs, dev_turned);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(found, dev_turned, sizeof found, cudaMemcpyDeviceToHost));
    if (mended)
        for (int i = 0; i < THREADS; i++)
            same = same && found[i].letter == expected[i].letter && found[i].number == expected[i].number;
    else
        same = memcmp(found, expected, sizeof found) == 0; // fault
    printf("%d\n", same);
    RELEASE(dev_pairs, dev_turned);
}
