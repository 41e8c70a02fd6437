// SPDX-License-Identifier: MIT
__device__ int next(int v) {
    if (int w = v + 1; w % 3) return w;
    else
        switch (int x = w * 2; x & 3) {
        case 0: return x;
        default: return x + w;
        }
}
__global__ void k(int *a) {
    __shared__ int s[32];
    int i = threadIdx.x;
    s[i] = i;
    __syncthreads();
    if (int v = s[31 - i]; v & 1) i = v;
    else if (v = v + 2; v > 8)
        i = v + 1;
    __syncthreads();
    s[threadIdx.x] = i;
    __syncthreads();
    if (const int all = blockDim.x; all == 32) {
        i += s[(threadIdx.x + 1) % all];
        __syncthreads();
    }
    a[threadIdx.x] = next(i);
}
int main() {
    int *a, wrong = 0, s[32];
    cudaMallocManaged(&a, 32 * sizeof *a);
    if (dim3 threads(32); a) k<<<1, threads>>>(a);
    if (cudaError_t e = cudaDeviceSynchronize(); e != cudaSuccess) return 1;
    for (int i = 0; i < 32; i++) {
        const int v = 31 - i;
        s[i] = v & 1 ? v : v + 2 > 8 ? v + 3 : i;
    }
    for (int i = 0; i < 32; i++) {
        const int w = s[i] + s[(i + 1) % 32] + 1, x = 2 * w;
        wrong += a[i] != (w % 3 ? w : x & 3 ? x + w : x);
    }
    return wrong;
}
