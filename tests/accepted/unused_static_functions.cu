// SPDX-License-Identifier: MIT
// nvcc --diag-suppress=177
int h() { return 1; }
static __device__ int f() { return h(); }
inline __device__ int g() { return h(); }
struct S {
    __device__ S() { h(); }
    __device__ int m() { return h(); }
};
int main() {
    return !(h() == 1);
}
