// SPDX-License-Identifier: MIT
__global__ void one(int *a) { *a = 1; }
__global__ void two(int *a) { *a = 2; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    void (*table[])(int *) = {one, two};
    for (int i = 0; i < 2; i++)
        table[i]<<<1, 1>>>(p + i);
    auto f = two;
    (*f)<<<1, 1>>>(p + 0);
    return cudaDeviceSynchronize() || !(p[0] == 2 && p[1] == 2);
}
