// SPDX-License-Identifier: MIT
#ifndef __CUDA_ARCH__
namespace parts {
struct shape { int sides; };
namespace inner { struct line { int length; }; }
inline int sum(shape s, inner::line l) { return s.sides * l.length; }
}
namespace parts { template <class T> struct box { T held; }; }
#endif
namespace parts { template <class T> struct plain { typedef T type; }; }
namespace parts {
template <class T> struct plain<const T> { typedef T type; };
#ifdef __CUDA_ARCH__
namespace inner { __device__ int lanes() { return 32; } }
#endif
}
namespace parts { namespace inner { struct point { int x; }; } }
namespace parts {
__host__ __device__ int side(inner::point p) {
#ifdef __CUDA_ARCH__
    return p.x + inner::lanes();
#else
    return p.x + sum({4}, {5}) + box<int>{3}.held;
#endif
}
}
__global__ void k(int *o) { parts::plain<const int>::type a = parts::side({1}); *o = a; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 33 && parts::side({1}) == 24);
}
