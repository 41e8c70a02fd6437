// SPDX-License-Identifier: MIT
int h(int x) {
    return x;
}
__global__ void k(int *o) {
    struct local {
        int x;
        __device__ local(int a) : x(h(a)) { // refused
        }
    };
    local l(3);
    o[0] = l.x;
}
