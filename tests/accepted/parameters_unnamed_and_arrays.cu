// SPDX-License-Identifier: MIT
__global__ void k(int a[], int, const float [4], int (*f)[2]) { a[0] = 5 + (f == nullptr); }
__global__ void none(void) {}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    float *q = nullptr;
    k<<<1, 1>>>(p, 3, q, nullptr);
    none<<<1, 1>>>();
    return cudaDeviceSynchronize() || *p != 6;
}
