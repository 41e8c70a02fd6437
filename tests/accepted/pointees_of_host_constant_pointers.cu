// SPDX-License-Identifier: MIT
const int seven = 7;
constexpr const int *p = &seven;
constexpr float two = 2;
constexpr const float *q = &two;
__device__ int get() { return *p; }
__global__ void k(int *o) {
    *o = *p;
    o[1] = get();
    o[2] = *q;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 3 * sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 7 && o[1] == 7 && o[2] == 2);
}
