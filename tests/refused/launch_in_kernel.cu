// SPDX-License-Identifier: MIT
__global__ void child(int *a) { a[threadIdx.x] = 1; }
__global__ void parent(int *a) {
    child<<<1, 32>>>(a); // refused
}
