// SPDX-License-Identifier: MIT
template <class T> __global__ void k(T *out, T a = T(3)) { *out = a; }
int main() {
    float *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p); k<float><<<1, 1>>>(p + 1, 5);
    return cudaDeviceSynchronize() || !(p[0] == 3 && p[1] == 5);
}
