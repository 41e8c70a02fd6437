// SPDX-License-Identifier: MIT
int main() {
    int a = 1, b = 2, c = 1 << (1 << 1 << b);
    bool d = a <b, e = b> a;
    return !(c == 256 && d && e);
}
