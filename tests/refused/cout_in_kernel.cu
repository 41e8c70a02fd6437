// SPDX-License-Identifier: MIT
#include <iostream>
__global__ void k() {
    std::cout << "hello" << std::endl; // refused
}
