// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdlib>
namespace n { int three() { return 3; } constexpr int four() { return 4; } }
struct point { float x, y; __host__ __device__ point() : x(0), y(0) {} __host__ __device__ point(float v) { x = y = v; } };
struct pair { int a, b; };
int host_variable = 3;
const int host_result = n::three();
__device__ int of_call = n::three(), known = n::four();            // refused
__constant__ float of_library = sqrtf(2.0f), folded = fabs(-2);    // refused
__constant__ int of_random = rand() % 7;                           // refused
__device__ float3 of_make = make_float3(1, 2, 3);                  // refused
__managed__ int of_variable = 2 * host_variable;                   // refused
static __device__ int of_constant = host_result;                   // refused
__device__ pair of_list[2] = {{1, 2}, {n::three(), 4}};            // refused
__device__ point of_constructor;                                   // refused
__constant__ point of_constructors[2] = {point(1), point(2)};      // refused
__device__ int *address = &of_call, elements[] = {n::four(), sizeof(n::three()), -7 / 2};
__global__ void k(int *a, int n) {
    __shared__ int one = 0;                 // refused
    int __shared__ after_type = 3;          // refused
    __shared__ int some[4] = {1, 2, 3, 4};  // refused
    __shared__ int block_size[blockDim.x];  // refused
    __shared__ int parameter_size[n];       // refused
    __constant__ int c = 3;                 // refused
    a[0] = one + after_type + some[0] + block_size[0] + parameter_size[0] + c;
}
int main() {
    __shared__ int s; // refused
    __device__ int d; // refused
    s = 1;
    return s;
}
