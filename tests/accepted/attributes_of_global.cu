// SPDX-License-Identifier: MIT
#define ON_DEVICE __attribute__((device))
ON_DEVICE int one() { return 1; }
__attribute__((host)) __attribute__((device)) int both() { return 2; }
__attribute__((constant)) int c = 3;
__attribute__((unused)) __attribute__
    ((device)) int d = 4;
__attribute__((global)) void k(int *a) {
    __attribute__((shared)) int s[2];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = one() + both() + c + d + 10 * s[1 - threadIdx.x];
}
int main() {
    int *a, b[2];
    cudaMalloc(&a, sizeof b);
    k<<<1, 2>>>(a);
    cudaMemcpy(b, a, sizeof b, cudaMemcpyDeviceToHost);
    return !(b[0] == 20 && b[1] == 10 && both() == 2);
}
