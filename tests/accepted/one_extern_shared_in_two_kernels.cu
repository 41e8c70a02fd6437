// SPDX-License-Identifier: MIT
extern __shared__ int outside[];
__global__ void k(int *o) { extern __shared__ char buffer[]; buffer[0] = 1; o[0] = buffer[0]; }
__global__ void l(int *o) { extern __shared__ char buffer[]; buffer[0] = 2; o[1] = buffer[0]; }
__global__ void m(int *o) { outside[0] = 3; o[2] = outside[0]; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1, 16>>>(p); l<<<1, 1, 16>>>(p); m<<<1, 1, 16>>>(p);
    return cudaDeviceSynchronize() || p[0] + p[1] + p[2] != 6;
}
