// SPDX-License-Identifier: MIT
// nvcc -rdc=true
__global__ void child(int *a) { a[threadIdx.x] = 1; }
__global__ void parent(int *a) {
    child<<<1, 32>>>(a);
    cudaDeviceSynchronize(); // refused
}
