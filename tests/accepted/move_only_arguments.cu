// SPDX-License-Identifier: MIT
#include <utility>
struct plain { int x; plain(int x) : x(x) {} plain(const plain &) = delete; plain(plain &&) = default; };
struct own { int x; own(int x) : x(x) {} own(const own &) = delete; own(own &&o) : x(o.x) { o.x = 0; } };
struct holds { plain p; int y; };
class hides { int x; hides(const hides &) = default; public: hides(int x) : x(x) {} hides(hides &&) = default; __device__ int get() { return x; } };
__global__ void k(int *o, plain p, own w, hides h) { *o = p.x + w.x + h.get(); }
template <class T> __global__ void one(int *o, T t) { *o += t.x; }
__global__ void held(int *o, const __grid_constant__ holds h) { *o += h.p.x + h.y; }
__global__ void split(int *o, plain p) {
    __shared__ int s[32];
    p.x += threadIdx.x;
    s[threadIdx.x] = p.x;
    __syncthreads();
    if (threadIdx.x == 3) atomicAdd(o, s[31 - threadIdx.x] + p.x);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    plain b(2);
    k<<<1, 1>>>(o, std::move(b), own(20), hides(200));
    one<<<1, 1>>>(o, plain(1000));
    one<own><<<1, 1>>>(o, own(2000));
    held<<<1, 1>>>(o, holds{plain(10000), 20000});
    split<<<1, 32>>>(o, plain(100000));
    auto pointer = split;
    pointer<<<1, 32>>>(o, plain(1000000));
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    cudaLaunchKernelEx(&config, one<plain>, o, plain(10000000));
    return cudaDeviceSynchronize() || *o != 222 + 3000 + 30000 + 200031 + 2000031 + 10000000;
}
