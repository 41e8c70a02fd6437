// SPDX-License-Identifier: MIT
template <class T> struct width { static const int value = sizeof(T); };
#ifndef __CUDA_ARCH__
template <> struct width<char> { static const int value = 10; };
#endif
template <> struct width<short> { static const int value = 20; };
#ifdef __CUDA_ARCH__
template <> struct width<float> { static const int value = 30; };
#endif
__global__ void k(int *o) { *o = width<float>::value + width<short>::value; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 50 && width<char>::value + width<short>::value == 30);
}
