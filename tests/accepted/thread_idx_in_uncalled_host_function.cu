// SPDX-License-Identifier: MIT
struct S {
    unsigned index() { return threadIdx.x; }
    uint3 blockIdx;
    unsigned own() { return blockIdx.x; }
};
inline unsigned lanes() { return warpSize; }
template <class T> T size(T n) { return n * blockDim.x; }
int main() {
    S s = {};
    const bool right = sizeof threadIdx.x == 4 && sizeof(blockDim) == 12 && s.own() == 0;
    return !right;
}
