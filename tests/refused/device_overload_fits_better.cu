// SPDX-License-Identifier: MIT
__device__ int pick(float x) { return x; }
int pick(int *x) { return *x; }
int main() {
    return pick(1.0f); // refused
}
