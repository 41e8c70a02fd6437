// SPDX-License-Identifier: MIT
__global__ void k(int *out, int a = 3, int b = 4) { *out = a * 10 + b; }
int main() {
    int *p, x, y, z;
    cudaMallocManaged(&p, 12);
    k<<<1, 1>>>(p); k<<<1, 1>>>(p + 1, 5); k<<<1, 1>>>(p + 2, 5, 6);
    cudaDeviceSynchronize();
    x = p[0], y = p[1], z = p[2];
    return !(x == 34 && y == 54 && z == 56);
}
