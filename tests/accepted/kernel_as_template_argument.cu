// SPDX-License-Identifier: MIT
__global__ void one(int *a) { *a = 1; }
template <void (*K)(int *)> void run(int *p) { K<<<1, 1>>>(p); }
template <class F> void run_any(F f, int *p) { f<<<1, 1>>>(p); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    run<one>(p);
    run_any(one, p + 1);
    return cudaDeviceSynchronize() || p[0] + p[1] != 2;
}
