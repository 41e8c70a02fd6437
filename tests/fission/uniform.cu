// SPDX-License-Identifier: MIT
// What is the same for all threads, and what only seems to be. tests/fission.t compares what split
// kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

__global__ void cond_side_effect_k(int *out) {
    int n = 3, c = 0;
    if (n-- > 2) {
        __syncthreads();
        c++;
    }
    while (n-- > 0) {
        __syncthreads();
        c += n;
    }
    out[threadIdx.x] = c * 10 + n;
}

__global__ void uniform_condition_assign_k(int *out) {
    int n = 5, s = 0;
    while ((n = n - 1) > 0) {
        __syncthreads();
        s += n;
    }
    out[threadIdx.x] = s;
}

__global__ void uniform_early_run(int *out, int n) {
    if (n > 3) {
        __syncthreads();
        return;
    }
    out[threadIdx.x] = n;
    __syncthreads();
    out[threadIdx.x]++;
}

__global__ void remat_const_fold_k(int *out) {
    const int t = threadIdx.x, u = t * 3 % 8;
    __shared__ int s[8];
    s[u] = t;
    __syncthreads();
    out[t] = s[u ^ 1];
}

__global__ void uniform_pointer_memory_run(int *out, int *n) {
    for (int i = 0; i < *n; i++) {
        __syncthreads();
        if (threadIdx.x == 0 && i == 0)
            out[20] = 2;
        __syncthreads();
        out[threadIdx.x]++;
    }
}

namespace const_global_array {
__constant__ int C[4] = {1, 2, 3, 4};
__global__ void const_global_array_k(int *out) {
    int s = 0;
    for (int i = 0; i < C[2]; i++) {
        __syncthreads();
        s += C[i];
    }
    out[threadIdx.x] = s;
}
} // namespace const_global_array

namespace static_const_member {
struct S {
    static const int N = 4;
    int n;
};
__global__ void static_const_member_k(int *out) {
    for (int i = 0; i < S::N; i++) {
        __syncthreads();
        out[threadIdx.x] += i;
    }
}
} // namespace static_const_member

__global__ void short_circuit_k(int *out) {
    int n = 0;
    if (threadIdx.x > 3 && n++ < 5)
        n += 10;
    __syncthreads();
    out[threadIdx.x] = n;
}

namespace struct_param_changed_nobarrier {
struct P {
    int a;
    int b[3];
};
__global__ void struct_param_changed_nobarrier_run(int *out, P p) {
    p.b[1] += threadIdx.x;
    out[threadIdx.x] = p.b[1] + p.a;
}
} // namespace struct_param_changed_nobarrier

namespace struct_param_member_limit {
struct P {
    int a;
    int b[3];
};
__global__ void struct_param_member_limit_run(int *out, P p) {
    for (int i = 0; i < p.a; i++) {
        p.a -= 1;
        __syncthreads();
        out[threadIdx.x]++;
    }
}
} // namespace struct_param_member_limit

namespace struct_ptr_param {
struct P {
    int a;
    int *b;
};
__global__ void struct_ptr_param_run(int *out, P *p) {
    p->a = 3;
    __syncthreads();
    out[threadIdx.x + 8] = p->a;
}
} // namespace struct_ptr_param

__global__ void ptr_uniform_k(int *out) {
    int *p = out;
    p += 1;
    __syncthreads();
    p[threadIdx.x] = 5;
    __syncthreads();
    *p++ = 3;
    out[9 + threadIdx.x] = p - out;
}

__global__ void ptr_swap_k(int *out) {
    __shared__ int a[8], b[8];
    int *p = a, *q = b;
    p[threadIdx.x] = 1;
    q[threadIdx.x] = 2;
    for (int i = 0; i < 3; i++) {
        __syncthreads();
        int *t = p;
        p = q;
        q = t;
    }
    out[threadIdx.x] = p[7 - threadIdx.x];
}

__global__ void ptr_swap_div_k(int *out) {
    __shared__ int a[8], b[8];
    int *p = a, *q = b;
    p[threadIdx.x] = 1;
    q[threadIdx.x] = 2;
    if (threadIdx.x & 1) {
        int *t = p;
        p = q;
        q = t;
    }
    __syncthreads();
    out[threadIdx.x] = p[7 - threadIdx.x];
}

__global__ void pointer_const_k(int *out) {
    const int *const p = out + 8;
    int *q = out;
    __syncthreads();
    q[threadIdx.x] = p[threadIdx.x] + 1;
}

namespace if_constexpr {
template <int N> __global__ void if_constexpr_run(int *out) {
    int v = threadIdx.x;
    if constexpr (N > 2) {
        __syncthreads();
        v++;
    } else {
        v--;
    }
    out[threadIdx.x] = v;
}
} // namespace if_constexpr

namespace template_value {
template <int N, bool B> __global__ void template_value_run(int *out) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i * threadIdx.x;
    if (B)
        __syncthreads();
    out[threadIdx.x] = a[N - 1];
}
} // namespace template_value

__global__ void own_parameter_limit_k(int *out, int p) {
    int k = 2;
    p += threadIdx.x;
    for (int i = 0; i < p - (int)threadIdx.x; i++) {
        k += p;
        __syncthreads();
    }
    out[threadIdx.x] = k;
}

// All threads leave a loop with barriers, or go on with its next turn.
__global__ void all_leave_k(int *out, int n, int stop) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v = t, turns = 0;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        v += s[(t + i) % 64];
        __syncthreads();
        if (i == stop - 1)
            break;
        s[t] = v % 100;
        if (i % 3 == 1) {
            turns++;
            v += turns;
            __syncthreads();
            continue;
        }
        __syncthreads();
        if (i > 5) {
            if (t == 3)
                v++;
        } else {
            v--;
            if (i == 4)
                break;
        }
    }
    int more = 3;
    while (true) {
        __syncthreads();
        if (more == 0)
            break;
        more--;
        s[t] += v;
    }
    out[t] += v * 10 + turns + s[t];
}
__global__ void by_halves_k(int *out, int n) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int by = 32;
    s[t] = t * n;
    while (true) {
        __syncthreads();
        if (t < by)
            s[t] += s[t + by];
        if (by == 1) {
            out[63 - t] += 7;
            break;
        }
        by /= 2;
    }
    __syncthreads();
    out[t] += s[0];
}

__global__ void some_leave_k(int *out, const int *in) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    for (int i = 0; i < 5; i++) {
        s[t] = i + t;
        __syncthreads();
        if (in[0] == i)
            break;
        if (t < 0)
            continue;
        out[t] += s[63 - t];
        __syncthreads();
    }
}

// A scan between two rooms that change places: no lanes in step, though ^ stands in an index.
__global__ void two_rooms_k(int *out) {
    __shared__ int room[2][8];
    const int t = threadIdx.x;
    int w = 0;
    room[w][t] = t + 1;
    __syncthreads();
    for (int by = 1; by < 8; by *= 2) {
        w ^= 1;
        room[w][t] = room[w ^ 1][t] + (t >= by ? room[1 - w][t - by] : 0);
        __syncthreads();
    }
    out[blockIdx.x * 8 + t] = room[w][t];
}

int main(void) {
    begin();
    for (int n = 0; n < 12; n += 3)
        for (int stop = 0; stop < 9; stop += 2)
            all_leave_k<<<1, 64>>>(d, n, stop), show("all_leave");
    by_halves_k<<<1, 64>>>(d, 5), show("by_halves");
    int *three = managed<int>(1);
    *three = 3;
    some_leave_k<<<1, 64>>>(d, three), show("some_leave");
    cond_side_effect_k<<<2, 8>>>(d), show("cond_side_effect");
    uniform_condition_assign_k<<<2, 8>>>(d), show("uniform_condition_assign");
    uniform_early_run<<<2, 8>>>(d, 2);
    uniform_early_run<<<2, 8>>>(d, 5), show("uniform_early");
    remat_const_fold_k<<<2, 8>>>(d), show("remat_const_fold");
    cudaMemset(d + 20, 1, 1);
    uniform_pointer_memory_run<<<1, 8>>>(d, d + 20), show("uniform_pointer_memory");
    const_global_array::const_global_array_k<<<2, 8>>>(d), show("const_global_array");
    static_const_member::static_const_member_k<<<2, 8>>>(d), show("static_const_member");
    short_circuit_k<<<2, 8>>>(d), show("short_circuit");
    struct_param_changed_nobarrier::struct_param_changed_nobarrier_run<<<2, 8>>>(
        d, struct_param_changed_nobarrier::P{3, {4, 5, 6}}),
        show("struct_param_changed_nobarrier");
    struct_param_member_limit::struct_param_member_limit_run<<<2, 8>>>(
        d, struct_param_member_limit::P{5, {4, 5, 6}}),
        show("struct_param_member_limit");
    struct_ptr_param::struct_ptr_param_run<<<1, 8>>>(d, (struct_ptr_param::P *)(d + 32)),
        show("struct_ptr_param");
    ptr_uniform_k<<<2, 8>>>(d), show("ptr_uniform");
    ptr_swap_k<<<2, 8>>>(d), show("ptr_swap");
    ptr_swap_div_k<<<2, 8>>>(d), show("ptr_swap_div");
    pointer_const_k<<<2, 8>>>(d), show("pointer_const");
    if_constexpr::if_constexpr_run<4><<<2, 8>>>(d), show("if_constexpr");
    template_value::template_value_run<4, true><<<2, 8>>>(d), show("template_value");
    own_parameter_limit_k<<<2, 8>>>(d, 5), show("own_parameter_limit");
    two_rooms_k<<<2, 8>>>(d), show("two_rooms");
}
