// SPDX-License-Identifier: MIT
struct settings { inline static int width = 5; };
__global__ void k(int *a) {
    a[0] = settings::width; // refused
}
