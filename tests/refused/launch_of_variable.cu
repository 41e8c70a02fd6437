// SPDX-License-Identifier: MIT
int main() {
    int x = 1;
    x<<<1, 1>>>(5); // refused
}
