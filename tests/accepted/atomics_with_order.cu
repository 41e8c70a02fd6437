// SPDX-License-Identifier: MIT
__global__ void k(int **p, int *base) {
    __shared__ int *s[2];
    if (threadIdx.x == 0) s[0] = s[1] = base;
    __syncthreads();
    int *const before = __nv_atomic_fetch_add(&s[threadIdx.x], 4, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_fetch_sub(&s[threadIdx.x], 8 * threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_add(p, 8, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(p + 1, base + 1, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __syncthreads();
    p[2 + threadIdx.x] = s[threadIdx.x];
    p[4 + threadIdx.x] = before;
}
int main() {
    int **p, *base;
    cudaMallocManaged(&p, 6 * sizeof *p);
    cudaMallocManaged(&base, 64 * sizeof *base);
    p[0] = base;
    p[1] = nullptr;
    k<<<1, 2>>>(p, base + 10);
    return cudaDeviceSynchronize() || !(p[0] == base + 4 && p[1] == base + 11 && p[2] == base + 11 && p[3] == base + 9 && p[4] == base + 10 &&
         p[5] == base + 10);
}
