// SPDX-License-Identifier: MIT
#include <string>
#include <vector>
std::vector<double> numbers;
std::string name();
__global__ void k(int *o) {
    decltype(numbers[0] + 1) d = 2.5;
    o[0] = sizeof(numbers[0]) + sizeof(numbers.at(1)) * 10 + (sizeof(name().c_str()[0]) + noexcept(numbers[0])) * 100;
    o[1] = d * 2;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 2 * sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 288 && o[1] == 5);
}
