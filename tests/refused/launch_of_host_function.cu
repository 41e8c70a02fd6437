// SPDX-License-Identifier: MIT
void f(int *a) { a[0] = 1; }
int main() {
    f<<<1, 1>>>(nullptr); // refused
}
