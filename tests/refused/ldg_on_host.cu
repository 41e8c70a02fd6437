// SPDX-License-Identifier: MIT
int f(const int *x) {
    return __ldg(x); // refused
}
