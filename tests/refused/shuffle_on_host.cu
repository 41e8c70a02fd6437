// SPDX-License-Identifier: MIT
float f(float x) {
    return __shfl_down_sync(0xffffffff, x, 1); // refused
}
