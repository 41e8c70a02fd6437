// SPDX-License-Identifier: MIT
#include <fstream>
#include <sstream>
struct V {
    V();
    ~V();
};
struct S : virtual V {
    S();
    ~S();
};
__global__ void k(bool never) {
    if (never) {
        S s;
        std::ostringstream text;
        std::ifstream file;
    }
}
V::V() {}
V::~V() {}
S::S() {}
S::~S() {}
int main() {
    k<<<1, 1>>>(false);
    return !(cudaDeviceSynchronize() == cudaSuccess);
}
