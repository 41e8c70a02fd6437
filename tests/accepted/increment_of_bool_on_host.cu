// SPDX-License-Identifier: MIT
// nvcc -std=c++14 -diag-suppress=708
struct S { bool b = false; bool set() { return b++; } };
int main() {
    bool b = false;
    S s;
    const int n = b++ + s.set();
    return !(n == 0 && b && s.b && ++b && s.set());
}
