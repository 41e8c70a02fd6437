// SPDX-License-Identifier: MIT
void f() {
    __threadfence(); // refused
}
