// SPDX-License-Identifier: MIT
__device__ int dev_one() { return 1; }
int main() {
    auto f = [] { return dev_one(); }; // refused
    return f();
}
