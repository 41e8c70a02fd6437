// SPDX-License-Identifier: MIT
#include <vector>
__global__ void k(float *a) { a[0] = 1; }
int main() {
    std::vector<float> v(3);
    k<<<1, 1>>>(v); // refused
}
