// SPDX-License-Identifier: MIT
int size() { return 1; }
int width = 2;
struct image { int width; __device__ int size() const { return width * width; } };
__global__ void k(image im, int *o) { *o = im.size() + im.width; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(image{3}, p);
    return cudaDeviceSynchronize() || !(*p == 12 && size() + width == 3);
}
