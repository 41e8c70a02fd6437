// SPDX-License-Identifier: MIT
struct P {
    int *to, at;
};
__constant__ P c[2];
__global__ void k() { c[1].to[c[1].at] = 7; }
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    const P p[2] = {{nullptr, 0}, {o, 1}};
    cudaMemcpyToSymbol(c, p, sizeof p);
    k<<<1, 1>>>();
    return cudaDeviceSynchronize() || o[1] != 7;
}
