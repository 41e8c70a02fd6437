// SPDX-License-Identifier: MIT
struct base { __device__ int f() { return 1; } };
struct derived : base {};
int main() {
    derived d;
    return d.f(); // refused
}
