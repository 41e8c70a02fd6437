// SPDX-License-Identifier: MIT
__device__ int dev_one() { return 1; }
template <class T> T f(T x) {
    return x + dev_one(); // refused
}
int main() { return f(1); }
