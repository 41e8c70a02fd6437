// SPDX-License-Identifier: MIT
const float weights[3] = {1, 2, 3};
__global__ void k(float *a, int i) {
    a[0] = weights[i]; // refused
}
