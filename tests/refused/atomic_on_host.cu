// SPDX-License-Identifier: MIT
int main() {
    int n = 0;
    atomicAdd(&n, 1); // refused
    return n;
}
