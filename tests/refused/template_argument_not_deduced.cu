// SPDX-License-Identifier: MIT
template <class T> __global__ void k(int n) {}
int main() {
    k<<<1, 1>>>(5); // refused
}
