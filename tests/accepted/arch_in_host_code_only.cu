// SPDX-License-Identifier: MIT
int main() {
#ifdef __CUDA_ARCH__
    return 1;
#endif
}
