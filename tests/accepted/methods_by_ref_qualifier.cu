// SPDX-License-Identifier: MIT
#include <string>
struct Value {
    int number;
    __device__ int get() &;
    int get() &&;
};
__device__ int Value::get() & {
    return __popc(number);
}
int Value::get() && {
    return (int)std::string(number, 'x').size();
}
__global__ void kernel(int *out) {
    Value value{7};
    *out = value.get();
}
int main() {
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(out);
    return cudaDeviceSynchronize() || !(*out == 3 && Value{5}.get() == 5);
}
