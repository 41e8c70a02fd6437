// SPDX-License-Identifier: MIT
typedef int (*digit)(int);
typedef digit (*choice)(float);
__device__ int plus3(int x) { return x + 3; }
__device__ digit choose(float) { return plus3; }
__device__ choice chosen = choose;
__global__ void a(int (*__restrict__ q)[2], const int (*const __restrict p)[3], void (*)(int)) { (*q)[1] = p[1][2]; }
__global__ void b(int (*(*f)(float))(int), int *o, int (*p[2]), int (*none[])(int)) {
    o[0] = f(1.f)(7);
    *p[1] = 4 + (none != nullptr);
}
template <class T, int N> __global__ void c(T *__restrict__ *__restrict__ p, T (*__restrict__ q)[N]) { (*q)[0] = **p * N; }
int main() {
    int *o, **p, (*q)[2], (*m)[3];
    cudaMallocManaged(&o, 8);
    cudaMallocManaged(&p, 16);
    cudaMallocManaged(&q, 8);
    cudaMallocManaged(&m, 24);
    m[1][2] = 6;
    p[0] = p[1] = o + 1;
    choice f;
    cudaMemcpyFromSymbol(&f, chosen, sizeof f);
    a<<<1, 1>>>(q, m, nullptr);
    b<<<1, 1>>>(f, o, p, nullptr);
    c<<<1, 1>>>(p, q);
    return cudaDeviceSynchronize() || !(q[0][1] == 6 && o[0] == 10 && o[1] == 4 && q[0][0] == 8);
}
