// SPDX-License-Identifier: MIT
// Rows of threads and strided loops, and what keeps kernels from being such. tests/fission.t
// compares what split kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

__global__ void guard_changed_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    n += 3;
    if (i < n)
        out[i] = i + 1;
}

__global__ void guard_changed2_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n--)
        out[i] = i + n;
}

__global__ void div_zero_guard_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (n != 0 && i < 8 / n)
        out[i] = 1;
}

__global__ void kept_accumulate_stride_run(int *out, int n) {
    float acc = 0.5f;
    int c = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        acc = acc * 1.01f + i;
        c++;
    }
    __syncthreads();
    out[threadIdx.x] = (int)(acc * 100) + c;
}

__global__ void stride_2d_run(int *out, int n) {
    int m = threadIdx.y;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        m += i;
    __syncthreads();
    out[threadIdx.x + blockDim.x * threadIdx.y] = m;
}

__global__ void stride_zero_limit_run(int *out, int n) {
    int m = threadIdx.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        m += i;
    __syncthreads();
    out[threadIdx.x] = m;
}

__global__ void stride_float_limit_run(int *out, float n) {
    int m = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        m += i;
    __syncthreads();
    out[threadIdx.x] = m;
}

__global__ void stride_while_changed_run(int *out, int n) {
    int m = 0;
    int i = threadIdx.x;
    i *= 2;
    while (i < n) {
        m += i;
        i += blockDim.x;
    }
    __syncthreads();
    out[threadIdx.x + 8 * blockIdx.x] = m;
}

__global__ void stride_return_run(int *out, int n) {
    int m = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (i == 13)
            return;
        m += i;
        out[threadIdx.x] = m;
    }
}

__global__ void stride_nested_counter_run(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        for (int j = 0; j < 2; j++)
            out[i] += j + i;
}

__global__ void stride_named_run(int *out, int n) {
    const int tx = threadIdx.x;
    const size_t front = (size_t)blockIdx.x * blockDim.x;
    float sum = 0.1f;
    for (size_t i = tx + front; n > i; i = i + 16)
        sum = sum * 1.5f + i;
    __syncthreads();
    out[tx + front] = (int)sum;
}

__global__ void stride_rows_run(int *out, int n) {
    const int rank = threadIdx.y * blockDim.x + threadIdx.x;
    float sum = 0.1f;
    for (int i = rank; i <= n; i += blockDim.x * blockDim.y)
        sum = sum * 1.5f + i;
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

__global__ void stride_kept_left_run(int *out, int n) {
    int front = 8 * blockIdx.x, m = 0;
    if (threadIdx.x == 0)
        return;
    int i = front + threadIdx.x;
    front += n;
    while (i < front) {
        m += i;
        i += 5;
    }
    __syncthreads();
    out[threadIdx.x + 8 * blockIdx.x] = m;
}

__global__ void stride_again_run(int *out, int n) {
    int m = 0;
    for (int turn = 0; turn < 3; turn++) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            if (i % 3 == turn)
                continue;
            out[i] += i + m++;
        }
        __syncthreads();
    }
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

__global__ void flat_guard_or_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n || out[i])
        return;
    out[i] = i + 1;
}

__global__ void flat_guard_order_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (++out[30 + i] && i < n)
        out[i] = 1;
}

// What is volatile is seen in the order of threads, wherever that is said of it.
namespace volatile_elsewhere {
using seen = volatile int;
struct last {
    volatile int index;
};
struct named {
    seen index;
};
__device__ volatile int latest;

__device__ void keep(last *l, int i) {
    l->index = i;
}
__global__ void volatile_member_run(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        ((last *)out)->index = i;
}
__global__ void volatile_named_run(int *out, int n) {
    named *const l = (named *)out;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        l->index = i;
}
__global__ void volatile_called_run(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        keep((last *)out, i);
}
__global__ void volatile_global_run(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        latest = i;
    __syncthreads();
    out[threadIdx.x] = latest;
}
__global__ void volatile_parameter_run(seen *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        *out = i;
}
} // namespace volatile_elsewhere

__global__ void flat_le_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i <= n)
        out[i] = 1;
}

namespace flat_macro {
#define WITHIN(i, n) ((i) < (n))
__global__ void flat_macro_run(int *out, int n) {
    const int i = (blockIdx.x * blockDim.x) + (threadIdx.x);
    if (WITHIN(i, n))
        (out)[(i)] = (i)*2;
}
} // namespace flat_macro

// Flags that many threads set: ints, bytes, bools; and what is none.
__global__ void flat_flags_run(int *more, unsigned char *byte, bool *any, float *number,
                               unsigned *last, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        if (i % 3 == 1)
            *more = 1;
        else if (i == 6)
            byte[2] = 511;
        for (int k = 0; k < i; k++) {
            last[0] = 4000000000;
            if ((more[1] = 12) == 12)
                (*number) = 3;
        }
        if (i == 11)
            any[0] = 7;
    }
}

__global__ void flat_own_param_guard_run(int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        n -= i;
        out[i] = n;
    }
}

__global__ void flat_char_index_k(int *out) {
    signed char i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < 100)
        out[i & 63] += i;
}

__global__ void volatile_flag_run(volatile int *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < 16)
        out[i] = i;
}

__global__ void atomic_order_k(int *out) {
    for (int i = threadIdx.x; i < 24; i += blockDim.x)
        out[i + 1] = atomicAdd(&out[0], 1) * 0 + 1;
}

int main(void) {
    begin();
    guard_changed_run<<<2, 8>>>(d, 4), show("guard_changed");
    guard_changed2_run<<<2, 8>>>(d, 4), show("guard_changed2");
    div_zero_guard_run<<<2, 8>>>(d, 0), show("div_zero_guard");
    kept_accumulate_stride_run<<<2, 8>>>(d, 61), show("kept_accumulate_stride");
    stride_2d_run<<<2, dim3(4, 3)>>>(d, 61), show("stride_2d");
    stride_zero_limit_run<<<2, 8>>>(d, -5), show("stride_zero_limit");
    stride_float_limit_run<<<2, 8>>>(d, 20.5f), show("stride_float_limit");
    stride_while_changed_run<<<2, 8>>>(d, 50), show("stride_while_changed");
    stride_return_run<<<2, 8>>>(d, 50), show("stride_return");
    stride_nested_counter_run<<<1, 8>>>(d, 50), show("stride_nested_counter");
    stride_named_run<<<2, 8>>>(d, 50), show("stride_named");
    stride_rows_run<<<1, dim3(4, 3)>>>(d, 60), show("stride_rows");
    stride_kept_run<<<2, 8>>>(d, 50), show("stride_kept");
    stride_kept_left_run<<<2, 8>>>(d, 50), show("stride_kept_left");
    stride_again_run<<<1, 8>>>(d, 50), show("stride_again");
    stride_goes_on_run<<<1, 8>>>(d, 50), show("stride_goes_on");
    flat_guard_or_run<<<2, 8>>>(d, 13), show("flat_guard_or");
    flat_guard_order_run<<<2, 8>>>(d, 13), show("flat_guard_order");
    volatile_elsewhere::volatile_member_run<<<1, 8>>>(d, 13), show("volatile_member");
    volatile_elsewhere::volatile_named_run<<<1, 8>>>(d, 13), show("volatile_named");
    volatile_elsewhere::volatile_called_run<<<1, 8>>>(d, 13), show("volatile_called");
    volatile_elsewhere::volatile_global_run<<<1, 8>>>(d, 13), show("volatile_global");
    volatile_elsewhere::volatile_parameter_run<<<1, 8>>>(d, 13), show("volatile_parameter");
    flat_le_run<<<2, 8>>>(d, 12), show("flat_le");
    flat_macro::flat_macro_run<<<2, 8>>>(d, 12), show("flat_macro");
    flat_flags_run<<<2, 8>>>(d, (unsigned char *)(d + 10), (bool *)(d + 12), (float *)(d + 14),
                             (unsigned *)(d + 16), 14),
        show("flat_flags");
    flat_own_param_guard_run<<<2, 8>>>(d, 12), show("flat_own_param_guard");
    flat_char_index_k<<<40, 8>>>(d), show("flat_char_index");
    volatile_flag_run<<<2, 8>>>(d), show("volatile_flag");
    atomic_order_k<<<1, 8>>>(d), show("atomic_order");
}
