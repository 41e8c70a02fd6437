// SPDX-License-Identifier: MIT
struct v {
    int x;
    __host__ __device__ v(int x) : x(x) {
#ifdef __CUDA_ARCH__
        this->x += 100;
#endif
    }
    __host__ __device__ int get() const {
#ifndef __CUDA_ARCH__
        return x;
#else
        return x + 1;
#endif
    }
};
__global__ void k(int *o) { *o = v(1).get(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 102 && v(1).get() == 1);
}
