// SPDX-License-Identifier: MIT
int square(int x) { return x * x; }
template <int (*F)(int)>
__global__ void k(int *out) {
    out[0] = F(3); // refused
}
int main() {
    k<square><<<1, 1>>>(nullptr);
}
