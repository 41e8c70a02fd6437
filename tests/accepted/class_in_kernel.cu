// SPDX-License-Identifier: MIT
__global__ void k(int *o) {
    struct L {
        int a;
        __device__ L(int x) : a(x) {}
        __device__ int *where() { return &a; }
        __device__ int operator()(int x) const { return a * x; }
    };
    L l(threadIdx.x);
    *l.where() += 2;
    __syncthreads();
    o[threadIdx.x] = l(3);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 2>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 6 && o[1] == 9);
}
