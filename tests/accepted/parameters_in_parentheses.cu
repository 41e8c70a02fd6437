// SPDX-License-Identifier: MIT
__global__ void k(int(n), float *(p), int(a)[3]) { p[threadIdx.x] = n + a[0]; }
__global__ void f(int(g)(float), int *o) { *o = g ? g(1.0f) : 1; }
template <class T> __global__ void t(T(v), T *o) { *o = 2 * v; }
int main() {
    float *p;
    int *a;
    cudaMallocManaged(&p, 4);
    cudaMallocManaged(&a, 12);
    a[0] = 4;
    k<<<1, 1>>>(3, p, a);
    cudaDeviceSynchronize();
    const bool right = *p == 7;
    t<<<1, 1>>>(4, a);
    f<<<1, 1>>>(nullptr, a + 1);
    return cudaDeviceSynchronize() || !(right && a[0] == 8 && a[1] == 1);
}
