// SPDX-License-Identifier: MIT
int main() {
    __device__ int c; // refused
}
