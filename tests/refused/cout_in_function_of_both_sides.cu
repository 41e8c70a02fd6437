// SPDX-License-Identifier: MIT
#include <iostream>
__host__ __device__ void f() {
    std::cout << "host"; // refused
}
__global__ void k(int *o) { f(); }
