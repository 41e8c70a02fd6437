// SPDX-License-Identifier: MIT
int h(int x) { return x; }
template <class T> __global__ void never(T *o) { o[0] = h(1); }
namespace n {
template <class T> __global__ void namesake(T *o) { o[0] = h(1); }
template <class T> __global__ void seen(T *o) { o[0] = h(1); }
} // namespace n
namespace m {
template <class T> __global__ void namesake(T *o) { o[1] = 5; }
template <class T> __global__ void seen(T *o) { o[2] = 6; }
} // namespace m
using namespace m;
template <class T> __device__ T f(T x) { return x; }
template <> int f<int>(int x) { return x + 1; }
#pragma nv_exec_check_disable
template <class T> __host__ __device__ T g(T x) { return h(x); }
__global__ void k(int *o) {
    const int few = 3;
    o[0] = f(1);
    if constexpr (few > 5)
        o[0] = h(2);
    else
        o[0]++;
    if constexpr (false)
        o[0] = h(3);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 3 * sizeof *o);
    k<<<1, 1>>>(o);
    m::namesake<<<1, 1>>>(o);
    seen<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 3 && o[1] == 5 && o[2] == 6 && g(1) == 1);
}
