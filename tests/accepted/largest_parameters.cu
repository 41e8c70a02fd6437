// SPDX-License-Identifier: MIT
struct large { int values[8188]; };
template <class T> __global__ void fill(T *out, int n) { out[threadIdx.x] = n; }
__global__ void last(const large all, int *out) { out[0] += all.values[8187]; }
int main() {
    enum { COUNT = 3 };
    int *out;
    static large all;
    all.values[8187] = 4;
    cudaMallocManaged(&out, COUNT * sizeof *out);
    fill<<<1, COUNT>>>(out, COUNT);
    last<<<1, 1>>>(all, out);
    return cudaDeviceSynchronize() || !(out[0] == 7 && out[2] == 3);
}
