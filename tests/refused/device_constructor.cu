// SPDX-License-Identifier: MIT
struct vec { float x; __device__ vec(float x) : x(x) {} };
int main() {
    vec v(1); // refused
    return v.x;
}
