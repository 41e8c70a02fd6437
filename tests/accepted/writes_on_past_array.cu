// SPDX-License-Identifier: MIT
// A thread that writes on and on past an array, or backwards from its start, wherever that lies: an error that names the line, and the host goes on.
// Each in a process of its own, for the first crash is the last.
// says kernel in_shared, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel in_local, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel in_local_and_waits, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel in_dynamic, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel sets, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel sets_dynamic, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel in_global, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel back_.*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
// says kernel on_device, .*: illegal access to address 0x[0-9a-f]+ at .*writes_on_past_array.cu:[0-9]+
#include <string.h>
#include "../child.h"

__global__ void in_shared(unsigned n, unsigned *out) {
    __shared__ unsigned box[500];
    box[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 7)
        for (unsigned i = 0; i < n; i++) box[i] = i;
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x];
}

__global__ void in_local(unsigned n, unsigned *out) {
    unsigned box[50];
    for (unsigned i = 0; i < n; i++) box[i] = i;
    out[threadIdx.x] = box[out[threadIdx.x] % 50];
}

__device__ void meet() { __syncthreads(); }

__global__ void in_local_and_waits(unsigned n, unsigned *out) {
    unsigned box[50];
    for (unsigned i = 0; i < 50; i++) box[i] = i;
    if (out[threadIdx.x] < 9) meet();
    else __syncthreads();
    for (unsigned i = 0; i < n; i++) box[i] = i;
    out[threadIdx.x] = box[out[threadIdx.x] % 50];
}

__global__ void in_dynamic(unsigned n, unsigned *out) {
    extern __shared__ unsigned dynamic[];
    for (unsigned i = 0; i < n; i++) dynamic[i] = i;
    __syncthreads();
    out[threadIdx.x] = dynamic[threadIdx.x];
}

__global__ void sets(unsigned n, unsigned *out) {
    __shared__ unsigned box[32];
    memset(box, 0, (int)n * -4L);
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x];
}

__global__ void sets_dynamic(unsigned n, unsigned *out) {
    extern __shared__ unsigned dynamic[];
    memset(dynamic, 0, n * 4L);
    __syncthreads();
    out[threadIdx.x] = dynamic[threadIdx.x];
}

__global__ void in_global(unsigned n, unsigned *out) {
    for (unsigned i = 0; i < n; i++) out[i] = i;
}

__global__ void back_in_shared(int n, unsigned *out) {
    __shared__ struct { int pair[2]; } box[500];
    for (int i = 0; i < n; i++) box[3 - i].pair[1] = i;
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x].pair[1];
}

__global__ void back_in_shared_and_waits(int n, unsigned *out) {
    __shared__ volatile float tile[16][17];
    if (out[threadIdx.x] < 9)
        meet();
    else
        __syncthreads();
    for (int i = 0; i < n; i++) tile[-i][threadIdx.x % 16] = i;
    out[threadIdx.x] = tile[0][threadIdx.x % 16];
}

__global__ void back_in_dynamic(int n, unsigned *out) {
    extern __shared__ unsigned dynamic[];
    for (int i = 0; i < n; i++) dynamic[-i] = i;
    __syncthreads();
    out[threadIdx.x] = dynamic[threadIdx.x];
}

__device__ int zeros[50], values[4] = {1, 2, 3, 4};
__global__ void on_device(int n, int *array) {
    for (int i = 0; i < n; i++) array[i] = i;
}
__global__ void back_on_device(int n, int *array) {
    for (int i = 0; i < n; i++) array[-i] = i;
}

int main() {
    int wrong = 0;
    int *dev_zeros, *dev_values;
    cudaGetSymbolAddress((void **)&dev_zeros, zeros);
    cudaGetSymbolAddress((void **)&dev_values, values);
    for (int i = 0; i < 14; i++) {
        const int status = status_of([&] {
            const unsigned n = 1u << 30;
            unsigned *dev, host[64];
            cudaMalloc(&dev, sizeof host);
            cudaMemset(dev, 0, sizeof host);
            switch (i) {
            case 0: in_shared<<<1, 64>>>(n, dev); break;
            case 1: in_local<<<1, 64>>>(n, dev); break;
            case 2: in_local_and_waits<<<1, 64>>>(n, dev); break;
            case 3: in_dynamic<<<1, 64, 256>>>(n, dev); break;
            case 4: sets<<<1, 32>>>(n / 1024, dev); break;
            case 5: sets_dynamic<<<1, 32, 128>>>(n, dev); break;
            case 6: in_global<<<1, 64>>>(n, dev); break;
            case 7: back_in_shared<<<1, 64>>>(n, dev); break;
            case 8: back_in_shared_and_waits<<<1, 64>>>(n, dev); break;
            case 9: back_in_dynamic<<<1, 64, 256>>>(n, dev); break;
            case 10: on_device<<<1, 1>>>(n, dev_zeros); break;
            case 11: on_device<<<1, 1>>>(n, dev_values); break;
            case 12: back_on_device<<<1, 1>>>(n, dev_zeros); break;
            case 13: back_on_device<<<1, 1>>>(n, dev_values); break;
            }
            return cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaErrorIllegalAddress;
        });
        printf("kernel %d: status %d\n", i, status);
        wrong += status != 0;
    }
    return wrong;
}
