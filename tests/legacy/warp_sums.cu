// SPDX-License-Identifier: MIT
// Warp functions that name no lanes: sums by shuffles, votes.
#include "../common/book.h"

#define THREADS 96

struct Seen {
    int sum;
    float total;
    double same;
    unsigned odd;
    int any, all;
};

__global__ void kernel(const int *in, Seen *out) {
    int i = threadIdx.x, value = in[i];
    float share = value / 2.0f;
    for (int by = 16; by > 0; by /= 2) {
        value += __shfl_down(value, by);
        share += __shfl_xor(share, by);
    }
    double first = __shfl((double)in[i], 0);
    int before = __shfl_up(in[i], 1);
    out[i].sum = value;
    out[i].total = share;
    out[i].same = first;
    out[i].odd = __ballot(in[i] % 2);
    out[i].any = __any(in[i] == 70 && before == in[i - (i % 32 != 0)]);
    out[i].all = __all(in[i] < 64);
}

int main(void) {
    int in[THREADS], *dev_in, wrong = 0;
    Seen out[THREADS], *dev_out;
    for (int i = 0; i < THREADS; i++) in[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, sizeof in));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    HANDLE_ERROR(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    kernel<<<1, THREADS>>>(dev_in, dev_out);
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++) {
        int warp = i / 32, sum = 32 * 32 * warp + 31 * 16;
        wrong += (i % 32 == 0 && out[i].sum != sum) || out[i].total != sum / 2.0f;
        wrong += out[i].same != 32 * warp || out[i].odd != 0xaaaaaaaau;
        wrong += out[i].any != (warp == 2) || out[i].all != (warp < 2);
    }
    printf("%d wrong\n", wrong);
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    return wrong == 0 ? 0 : 1;
}
