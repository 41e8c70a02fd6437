// SPDX-License-Identifier: MIT
// Types of the host's compiler that device code only seems to name: the words mean something else there.
typedef int four __attribute__((vector_size(16)));
namespace host {
struct point {
    four all;
};
typedef __float128 wide;
}
namespace device {
struct point {
    int x;
};
typedef double wide;
}
template <class four> __device__ int twice(four x) { return (int)(x + x); }
struct box {
    typedef int four;
    __device__ int get() {
        four f = 3;
        return f;
    }
};
__global__ void k(int *p) {
    using namespace device;
    point a = {4};
    wide w = 2;
    typedef int four;
    four v = 5;
    device::point b = {1};
    *p = a.x + (int)w + v + twice(3) + box().get() + b.x;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    host::point h = {{1, 2, 3, 4}};
    host::wide w = 1;
    return cudaDeviceSynchronize() || *p != 4 + 2 + 5 + 6 + 3 + 1 || h.all[2] + (int)w != 4;
}
