// SPDX-License-Identifier: MIT
struct sums { int a, b; };
using nothing = void;
using alias_of_nothing = nothing;
namespace names { typedef void of_nothing; }
template <class T> struct same { using type = T; };
__device__ int count() {
    static __device__ sums s;
    static __device__ int table[3] = {5, 6, 7};
    s.a++;
    return s.a + table[1];
}
__global__ alias_of_nothing first(int *out) {
    static __constant__ int table[2] = {3, 4};
    static __managed__ int times;
    times++;
    out[0] = table[1] + times;
}
__global__ names::of_nothing second(int *out) { out[1] = count() + count(); }
__global__ same<void>::type third(int *out) { out[2] = 1; }
__global__ auto fourth(int *out) -> nothing { out[3] = 1; }
int main() {
    int *out;
    cudaMallocManaged(&out, 16);
    first<<<1, 1>>>(out);
    second<<<1, 1>>>(out);
    third<<<1, 1>>>(out);
    fourth<<<1, 1>>>(out);
    return cudaDeviceSynchronize() || !(out[0] == 5 && out[1] == 15 && out[2] == 1 && out[3] == 1);
}
