// SPDX-License-Identifier: MIT
__global__ void k(int &x) { x = 1; }
int main() {
    k<<<1, 1>>>(5); // refused
}
