// SPDX-License-Identifier: MIT
template <class T> __device__ T twice(T x) { return 2 * x; }
int main() {
    return twice(1); // refused
}
