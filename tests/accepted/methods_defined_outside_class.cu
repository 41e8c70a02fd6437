// SPDX-License-Identifier: MIT
struct v { int x; __device__ int get() const; __host__ __device__ void set(int y); int host(); };
__device__ int v::get() const { return x; }
__host__ __device__ void v::set(int y) { x = y; }
int v::host() { return x + 100; }
__global__ void k(int *o) { v a; a.set(4); *o = a.get(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    v b; b.set(1);
    return !(*p == 4 && b.host() == 101);
}
