// SPDX-License-Identifier: MIT
namespace own { const int all[] = {1}; }
enum class which { none, all, any };
struct S { int all, any; };
struct ballot { int x; };
__device__ bool any(int x) { return x > 0; }
template <class T> __device__ bool all(T x) { return x > 0; }
__global__ void k(int *o) {
    int dadd = 1, fdivide[2] = {2, 3};
    *o = any(3) + all(2.0f) + dadd + fdivide[0];
}
int main() {
    int *o;
    S s = {1, 2};
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(*o == 5 && s.all == 1 && own::all[0] == 1 && which::all != which::any);
}
