// SPDX-License-Identifier: MIT
int main() {
    __syncthreads(); // refused
}
