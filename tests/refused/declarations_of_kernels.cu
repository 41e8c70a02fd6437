// SPDX-License-Identifier: MIT
__global__ __device__ void both(int *a) { a[0] = 1; } // refused
struct s {
    __global__ void method(int *a) { a[0] = 1; }        // refused
    static __global__ void of_class(int *a) { a[0] = 1; } // refused
};
__global__ int result(int *a) { // refused
    return a[0];
}
