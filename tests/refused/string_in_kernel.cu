// SPDX-License-Identifier: MIT
#include <string>
__global__ void k(char *out) {
    std::string s = "abc"; // refused
    out[0] = s[0]; // refused
}
