// SPDX-License-Identifier: MIT
struct meters { float v; __device__ operator float() const { return v; } };
int main() {
    meters m = {1};
    float f = m; // refused
    return f;
}
