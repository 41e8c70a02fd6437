// SPDX-License-Identifier: MIT
int f(int n) {
    __shared__ int s; // refused
    s = n;
    return s;
}
