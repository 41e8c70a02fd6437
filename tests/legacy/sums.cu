// SPDX-License-Identifier: MIT
// Vectors added on the device, with HANDLE_ERROR, HANDLE_NULL, swap and random numbers.
#include "../common/book.h"

#define N (33 * 1024 + 7)

__global__ void add(int *a, int *b, int *c) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}

int main(void) {
    int *a = big_random_block_int(N), *b = big_random_block_int(N), *c;
    int *dev_a, *dev_b, *dev_c;
    HANDLE_NULL(c = (int *)malloc(N * sizeof(int)));
    for (int i = 0; i < N; i++) {
        a[i] %= 1000000;
        b[i] %= 1000000;
    }

    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, N * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, N * sizeof(int), cudaMemcpyHostToDevice));
    swap(a, b);
    swap(dev_a, dev_b);
    add<<<128, 128>>>(dev_a, dev_b, dev_c);
    HandleError(cudaMemcpy(c, dev_c, N * sizeof(int), cudaMemcpyDeviceToHost), __FILE__, __LINE__);

    int wrong = 0, different = 0;
    for (int i = 0; i < N; i++) {
        wrong += c[i] != a[i] + b[i];
        different += a[i] != b[i];
    }
    printf("%d sums, %d wrong\n", N, wrong);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    return wrong == 0 && different > N / 2 ? 0 : 1;
}
