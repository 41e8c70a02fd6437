// SPDX-License-Identifier: MIT
__device__ int twice(int x) { return 2 * x; }
int main() {
    return twice(1); // refused
}
