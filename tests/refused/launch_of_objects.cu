// SPDX-License-Identifier: MIT
struct C {
    void operator()() {}
};
int main() {
    C c;
    int n = 3;
    auto f = [](int x) {};
    c<<<1, 1>>>(); // refused
    f<<<1, 1>>>(3); // refused
    n<<<1, 1>>>(3); // refused
}
