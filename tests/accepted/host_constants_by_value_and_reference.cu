// SPDX-License-Identifier: MIT
const int limit = 5;
struct S { static constexpr int least = 2; };
__device__ int sum(int a, const int &b) { return a + b; }
__device__ double twice(const double &x) { return 2 * x; }
template <class T> __device__ T larger(T a, T b) { return a < b ? b : a; }
__global__ void k(int *o) {
    const int &r = limit + 1, own = limit;
    o[0] = sum(limit, r) + sum(S::least, +S::least) + sum(1, own);
    o[1] = (int)twice(limit) + larger(limit, S::least);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 21 && o[1] == 15);
}
