// SPDX-License-Identifier: MIT
__global__ void kernel(int *a) { *a = 1; }
__global__ void other(int *a) { *a = 2; }
void run(void (*kernel)(int *), int *p) { kernel<<<1, 1>>>(p); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    run(other, p);
    return cudaDeviceSynchronize() || *p != 2;
}
