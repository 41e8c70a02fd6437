// SPDX-License-Identifier: MIT
__global__ void vector_add(int *a) { a[0] = 1; }
int main() {
    vectoradd<<<1, 1>>>(nullptr); // refused
}
