// SPDX-License-Identifier: MIT
struct fields {
    int low : 6;
    unsigned high : 5;
};
__device__ __shared__ int room;
__global__ void k([[maybe_unused]] int unused, int *o, int n, int z) {
    fields f = {5, 7}, *p = &f;
    f.high <<= n;
    p->low %= z;
    room = f.high;
    __syncthreads();
    o[0] = room + (p->low == -1 ? 1 : 2);
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(0, o, 33, 0);
    return cudaDeviceSynchronize() || *o != 1;
}
