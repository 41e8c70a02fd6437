// SPDX-License-Identifier: MIT
int main() {
    int n = 3;
    auto f = [](int x) {};
    f<<<1, 1>>>(3); // refused
    n<<<1, 1>>>(3); // refused
}
