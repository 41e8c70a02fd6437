// SPDX-License-Identifier: MIT
// A function that is the host's in one pass and the device's in the other is one function with two bodies, and
// those of the same name elsewhere stay what they are: also where a block's `using` brings one.
namespace far_away {
__host__ __device__ int side(int n) { return n + 5; }
__host__ __device__ int other(int n) { return n + 6; }
} // namespace far_away
namespace parts {
using far_away::side;
}
namespace things {
struct T { int n; };
#ifdef __CUDA_ARCH__
__device__ int side(T t) { return t.n + 20; }
#else
int side(T t) { return t.n + 10; }
#endif
} // namespace things
#ifdef __CUDA_ARCH__
__device__ int side(int n) { return n + 2; }
__device__ int other(int n) { return n + 3; }
#else
int side(int n) { return n + 1; }
long other(int n) { return n + 4; } // another type: the device's gets another name
#endif
struct plain { __host__ __device__ int side() const { return 7; } };
struct box {
    int n;
#ifdef __CUDA_ARCH__
    __device__ box(int x) : n(x) { n += 200; }
    __device__ int side() const { return n; }
    template <class T> __device__ T times(T t) const { return t * 2; }
    __device__ box operator+(int k) const { return box(n + k - 200); }
#else
    box(int x) : n(x) { n += 100; }
    int side() const { return n; }
    template <class T> T times(T t) const { return t * 3; }
    box operator+(int k) const { return box(n - k - 100); }
#endif
};
__device__ int brought(int n) {
    using far_away::other;
    using far_away::side;
    return side(n) + 10 * other(n);
}
__device__ int brought_beside(things::T t) {
    using far_away::side;
    return side(t) + 100 * side(t.n);
}
__global__ void k(int *o) {
    const box b(0);
    o[0] = side(0) + 10 * other(0);
    o[1] = parts::side(0) + 10 * plain().side();
    o[2] = b.side() + (b + 1).side() + 1000 * b.times(1);
    o[3] = brought(0);
    o[4] = brought_beside(things::T{0});
}
int main() {
    int *o;
    cudaMallocManaged(&o, 5 * sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    const box b(0);
    return !(o[0] == 32 && o[1] == 75 && o[2] == 2401 && o[3] == 65 && o[4] == 520 && side(0) == 1 && other(0) == 4 &&
             b.side() == 100 && (b + 1).side() == 99 && b.times(1) == 3 && side(things::T{0}) == 10);
}
