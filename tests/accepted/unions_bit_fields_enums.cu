// SPDX-License-Identifier: MIT
union bits { float f; unsigned u; };
enum class color : unsigned char { red, green };
struct flags { unsigned a : 3, b : 5; };
__device__ int next() { static int n = 0; return ++n; }
__global__ void k(int *o) {
    bits b; b.f = 1.0f;
    flags f = {5, 9};
    color c = color::green;
    next();
    o[0] = (b.u >> 23) + f.b + static_cast<int>(c) + next();
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || p[0] != 127 + 9 + 1 + 2;
}
