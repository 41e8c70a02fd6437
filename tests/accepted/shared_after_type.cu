// SPDX-License-Identifier: MIT
__shared__ int *outside;
int *__shared__ beside;
__global__ void k(float *a, int *n) {
    float __shared__ s[16];
    float __shared__ t[16][2], one;
    unsigned __shared__ int u[16];
    int *__shared__ p;
    int *__shared__ q[2], count;
    const int i = threadIdx.x;
    s[i] = a[i];
    t[i][1] = 2;
    u[i] = i;
    if (i == 0) {
        one = 1;
        p = n;
        q[1] = outside = beside = n + 1;
    }
    if (i == 1)
        count = 3;
    __syncthreads();
    a[i] = s[15 - i] + t[i / 2][1] + one + u[15 - i] + p[0] + *q[1] + *outside + *beside + count;
}
int main() {
    float *a;
    int *n, wrong = 0;
    cudaMallocManaged(&a, 16 * sizeof *a);
    cudaMallocManaged(&n, 2 * sizeof *n);
    n[0] = 100, n[1] = 200;
    for (int i = 0; i < 16; i++)
        a[i] = i;
    k<<<1, 16>>>(a, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        wrong += a[i] != 2 * (15 - i) + 2 + 1 + 100 + 600 + 3;
    return wrong;
}
