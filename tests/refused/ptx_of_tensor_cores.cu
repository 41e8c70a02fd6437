// SPDX-License-Identifier: MIT
// Instructions that the backend does not carry out are refused where they stand, whether they are run or not.
__global__ void k(unsigned *d) {
    unsigned a;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(0)); // refused
    d[0] = a;
}
