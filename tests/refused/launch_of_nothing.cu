// SPDX-License-Identifier: MIT
int main() {
    nothing<<<1, 1>>>(5); // refused
}
