// SPDX-License-Identifier: MIT
// An illegal access is said with its address, also one that no memory can have: of a processor's 64 bits only 48 count.
// So is a call through a pointer that leads to no function.
// says kernel .*: illegal access to address 0x4321000000000018 at .*spoilt_pointers.cu:12$
// says kernel .*: illegal access to address 0x4321000000000018 at .*spoilt_pointers.cu:13$
// says kernel .*: illegal access to address 0x4321000000000018 at .*spoilt_pointers.cu:14$
// says kernel .*: goes on at address 0x43, where no code is, from .*spoilt_pointers.cu:15$
#include <stdint.h>
#include "../child.h"

struct node { int a[6], value; };
__global__ void load(int *out, uintptr_t at) { *out = ((const node *)at)->value; }
__global__ void store(int *out, uintptr_t at) { ((node *)at)->value = *out; }
__global__ void add(int *out, uintptr_t at) { *out += ((const node *)at)->value * 3; }
__global__ void call(int *out, uintptr_t at) { ((void (*)(int *))(at >> 56))(out); }

int main() {
    int wrong = 0;
    for (auto kernel : {load, store, add, call})
        wrong += status_of([&] {
            int *dev;
            cudaMalloc(&dev, 64);
            kernel<<<1, 1>>>(dev, 0x4321000000000000);
            return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
        }) != 0;
    return wrong;
}
