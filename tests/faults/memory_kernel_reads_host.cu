// SPDX-License-Identifier: MIT
// Fault: a kernel gets a pointer to the host's memory, and reads there. The launch is
// pointed out in every build; the read itself by check-memory.
#include "fault.h"

const int N = 32; // elements

__global__ void twice(const int *in, int *out) {
    const int i = threadIdx.x;
    out[i] = 2 * in[i]; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int host[N] = {1, 2, 3}, *in = on_device(host), *out = room<int>(N);
    twice<<<1, N>>>(mended ? in : host, out); // launch
    FINISH(in, out);
}
