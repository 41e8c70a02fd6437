// SPDX-License-Identifier: MIT
struct fixed { int n; fixed(int n) : n(n) {} fixed(const fixed &) = delete; };
struct moved { int n; moved(int n) : n(n) {} moved(moved &&o) : n(o.n) { o.n = 0; } };
__global__ void k(fixed a, int *p) { *p = a.n; }
__global__ void turned(moved a, int *p) {
    __shared__ int s[2];
    s[threadIdx.x] = a.n + threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[1 - threadIdx.x];
}
template <class T> __global__ void t(T a, int *p) { *p = a.n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    moved m(5);
    k<<<1, 1>>>(fixed(4), p);
    turned<<<1, 2>>>(static_cast<moved &&>(m), p + 1);
    t<fixed><<<1, 1>>>(fixed(7), p + 3);
    return cudaDeviceSynchronize() || !(p[0] == 4 && p[1] == 6 && p[2] == 5 && p[3] == 7 && m.n == 0);
}
