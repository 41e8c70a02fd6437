// SPDX-License-Identifier: MIT
// Without -rdc=true.
__global__ void child(int *a) { a[threadIdx.x] = 1; }
__global__ void parent(int *a, int n) {
    child<<<1, 32>>>(a); // refused
    if (n > 0)
        parent<<<1, 1>>>(a, n - 1); // refused
}
