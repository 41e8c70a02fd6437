// SPDX-License-Identifier: MIT
// Rows of threads and strided loops, and what keeps kernels from being such. tests/fission.t
// compares what split kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

__global__ void stride_2d_run(int *out, int n) {
    int m = threadIdx.y;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m += i;
    __syncthreads();
    out[threadIdx.x + blockDim.x * threadIdx.y] = m;
}

__global__ void stride_named_run(int *out, int n) {
    const int tx = threadIdx.x;
    const size_t front = (size_t)blockIdx.x * blockDim.x;
    float sum = 0.1f;
    for (size_t i = tx + front; n > i; i = i + 16) sum = sum * 1.5f + i;
    __syncthreads();
    out[tx + front] = (int)sum;
}

__global__ void stride_rows_run(int *out, int n) {
    const int rank = threadIdx.y * blockDim.x + threadIdx.x;
    float sum = 0.1f;
    for (int i = rank; i <= n; i += blockDim.x * blockDim.y) sum = sum * 1.5f + i;
    __syncthreads();
    out[rank] = (int)sum;
}

__global__ void stride_kept_run(int *out, int n) {
    int front = 8 * blockIdx.x, m = 0;
    int i = front + threadIdx.x;
    front += n;
    while (i < front) {
        m += i;
        i += 5;
    }
    __syncthreads();
    out[threadIdx.x + 8 * blockIdx.x] = m;
}

__global__ void stride_goes_on_run(int *out, int n) {
    int m = 0, i = threadIdx.x;
    for (int turn = 0; turn < 3; turn++) {
        while (i < n) {
            m += i;
            i += blockDim.x;
        }
        __syncthreads();
    }
    out[threadIdx.x] = m;
}

// What is volatile is seen in the order of threads, wherever that is said of it.
using seen = volatile int;
struct last {
    volatile int index;
};
struct named {
    seen index;
};
__device__ volatile int latest;

__device__ void keep(last *l, int i) { l->index = i; }
__global__ void volatile_global_run(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) latest = i;
    __syncthreads();
    out[threadIdx.x] = latest;
}
__global__ void volatile_parameter_run(seen *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) *out = i;
}

__global__ void flat_le_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i <= n) out[i] = 1;
}

// Flags that many threads set: ints, bytes, bools; and what is none.
__global__ void flat_flags_run(int *more, unsigned char *byte, bool *any, float *number, unsigned *last, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        if (i % 3 == 1)
            *more = 1;
        else if (i == 6)
            byte[2] = 511;
        for (int k = 0; k < i; k++) {
            last[0] = 4000000000;
            if ((more[1] = 12) == 12) (*number) = 3;
        }
        if (i == 11) any[0] = 7;
    }
}

__global__ void qualified(int *c, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int row = i + (int)(::threadIdx.y * blockDim.x * gridDim.x);
    if (row < n) c[row] += row;
}

__global__ void leaving(int *c, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || x >= width) return;
    int i = y * width + x;
    c[i] += i;
}

__global__ void skips(int *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        c[i] += i;
        if (i % 7 == 0) i += blockDim.x * gridDim.x;
    }
}

// Three visits of an element count as three.
__device__ void visit(int *p, int value) { *p += value; }

__global__ void offsets_again(int *c) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    visit(&c[y * gridDim.x * blockDim.x + x], (int)(y * blockDim.x * gridDim.x + x));
}

int main(void) {
    begin();
    stride_2d_run<<<2, dim3(4, 3)>>>(d, 61), show("stride_2d");
    stride_named_run<<<2, 8>>>(d, 50), show("stride_named");
    stride_rows_run<<<1, dim3(4, 3)>>>(d, 60), show("stride_rows");
    stride_kept_run<<<2, 8>>>(d, 50), show("stride_kept");
    stride_goes_on_run<<<1, 8>>>(d, 50), show("stride_goes_on");
    volatile_global_run<<<1, 8>>>(d, 13), show("volatile_global");
    volatile_parameter_run<<<1, 8>>>(d, 13), show("volatile_parameter");
    flat_le_run<<<2, 8>>>(d, 12), show("flat_le");
    flat_flags_run<<<2, 8>>>(d, (unsigned char *)(d + 10), (bool *)(d + 12), (float *)(d + 14), (unsigned *)(d + 16),
                             14),
        show("flat_flags");
    qualified<<<2, dim3(8, 5)>>>(d, 61), show("qualified");
    leaving<<<dim3(3, 3), dim3(4, 2)>>>(d, 11, 5), show("leaving");
    skips<<<1, 8>>>(d, 61), show("skips");
    offsets_again<<<dim3(2, 3), dim3(5, 2)>>>(d), show("offsets_again");
}
