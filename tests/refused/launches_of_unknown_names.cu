// SPDX-License-Identifier: MIT
__global__ void vector_add(int *a) { a[0] = 1; }
int main() {
    vectoradd<<<1, 1>>>(nullptr); // refused
    later<<<1, 1>>>();            // refused
    nothing<<<1, 1>>>(5);         // refused
}
__global__ void later() {}
