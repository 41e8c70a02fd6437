// SPDX-License-Identifier: MIT
__global__ void scale(float *a, float s) { a[threadIdx.x] *= s; }
void scale(float *a, int n, float s) { scale<<<1, n>>>(a, s); }
int main() {
    float *p;
    cudaMallocManaged(&p, 16);
    for (int i = 0; i < 4; i++) p[i] = i;
    scale(p, 4, 2);
    return cudaDeviceSynchronize() || p[3] != 6;
}
