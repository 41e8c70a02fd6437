// SPDX-License-Identifier: MIT
struct point { int x, y; };
__global__ void k(int *a, point p) { *a = p.x * p.y; }
template <class T> __global__ void t(T *a, point p, int2 q) { *a = p.x + q.y; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p, {3, 4});
    t<<<{1, 1, 1}, {1}>>>(p + 1, {3, 4}, {5, 6});
    return cudaDeviceSynchronize() || !(p[0] == 12 && p[1] == 9);
}
