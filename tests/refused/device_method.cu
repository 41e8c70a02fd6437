// SPDX-License-Identifier: MIT
struct vec { float x; __device__ float twice() { return 2 * x; } };
int main() {
    vec v = {1};
    return v.twice(); // refused
}
