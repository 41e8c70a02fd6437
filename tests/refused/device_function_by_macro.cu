// SPDX-License-Identifier: MIT
__device__ int dev_one() { return 1; }
#define ONE() dev_one()
int main() {
    return ONE(); // refused
}
