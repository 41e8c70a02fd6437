// SPDX-License-Identifier: MIT
// Fault: each thread reads the counter for the place of its number and then counts up by an atomic,
// so two may read the same. check-race names both lines. --mended: the place is what the atomic
// returns.
#include "fault.h"

const int N = 64;

__global__ void keep_even(const int *numbers, int *kept, int *count, bool mended) {
    const int number = numbers[threadIdx.x];
    if (number % 2 == 0) {
        int place;
        if (mended) {
            place = atomicAdd(count, 1);
        } else {
            place = *count;      // fault: what another thread may read too
            atomicAdd(count, 1); // fault: before this
        }
        kept[place] = number;
    }
}

int main(int argc, char **) {
    int numbers[N];
    for (int i = 0; i < N; i++) numbers[i] = i;
    int *dev_numbers = on_device(numbers), *dev_kept = room<int>(N), *dev_count = zeros<int>();
    keep_even<<<1, N>>>(dev_numbers, dev_kept, dev_count, argc > 1);
    FINISH(dev_numbers, dev_kept, dev_count);
}
