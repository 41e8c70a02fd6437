// SPDX-License-Identifier: MIT
enum kind { small = 2 };
struct wrapper { int *p; operator int *() const { return p; } };
__global__ void k(int *a, float f, double d, char c, kind q) { *a = f + d + c + q; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    wrapper w = {p};
    k<<<1, 1>>>(w, 1, 2.5f, 3, small);
    return cudaDeviceSynchronize() || *p != 8;
}
