// SPDX-License-Identifier: MIT
float f(float x) {
    return __sinf(x); // refused
}
