// SPDX-License-Identifier: MIT
__global__ void k() {}
int main() {
    float3 g = {1, 1, 1};
    k<<<g, 1>>>(); // refused
}
