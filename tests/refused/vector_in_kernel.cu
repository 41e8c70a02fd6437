// SPDX-License-Identifier: MIT
#include <vector>
__global__ void k(int *out) {
    std::vector<int> v(3); // refused
    out[0] = v[1]; // refused
}
