// SPDX-License-Identifier: MIT
struct vec { float x; };
__device__ vec operator+(vec a, vec b) { return {a.x + b.x}; }
int main() {
    vec a = {1}, b = {2};
    vec c = a + b; // refused
    return c.x;
}
