// SPDX-License-Identifier: MIT
// Variables that are given new values, which are others from there on, or seem to be; and what all
// threads do alike. tests/fission.t compares what split kernels print with what whole ones do.
#include "kernels.h"

__global__ void web_head_int(int *out) {
    __shared__ int s[64];
    int i, t = threadIdx.x, sum = 0;
    for (i = t; i < 20; i += 3)
        sum += i;
    s[t] = sum;
    __syncthreads();
    for (i = 1; i < 4; i *= 2) {
        sum += s[(t + i) % blockDim.x];
        __syncthreads();
        s[t] = sum;
        __syncthreads();
    }
    for (i = 0; i < t; i++)
        sum += s[i];
    out[t] = sum;
}

__global__ void web_head_after(int *out) {
    __shared__ int s[64];
    int i, t = threadIdx.x;
    for (i = t; i < 20; i += 3)
        ;
    s[t] = i;
    __syncthreads();
    for (i = 0; i < 3; i++) {
        out[t] += s[(t + i) % blockDim.x];
        __syncthreads();
    }
    out[t] += i * 100;
}

__global__ void web_head_nested(int *out) {
    __shared__ int s[64];
    int i, j, t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (i = 0; i < 3; i++) {
        for (j = 0; j < t % 3; j++)
            out[t] += s[(t + j + i) % blockDim.x];
        __syncthreads();
        for (j = 0; j < 2; j++) {
            s[t] += j + 1;
            __syncthreads();
        }
    }
    for (j = 0, i = 2; i < 4; i++, j--)
        out[t] += i * j;
}

__global__ void web_head_inner_same(int *out) {
    __shared__ int s[64];
    int i, t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (i = 0; i < 20; i++) {
        for (i = i + 1; i % 4; i++)
            out[t] += s[(t + i) % blockDim.x];
        __syncthreads();
        s[t] = i;
        __syncthreads();
    }
}

__global__ void web_chain(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x, n = blockDim.x;
    int west = t - 1, east = t + 1;
    west = west < 0 ? 0 : west;
    east = (east > n - 1) ? n - 1 : east;
    s[t] = t * t;
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        const int v = s[west] + s[east];
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    west = west + s[west];
    out[t] = s[t] + west;
}

__global__ void web_carried(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v = t, w;
    w = 3;
    for (int k = 0; k < 4; k++) {
        s[t] = v;
        __syncthreads();
        v = s[(t + 1) % blockDim.x] + w;
        __syncthreads();
        if (k == 2)
            w = 5;
    }
    out[t] = v + w;
    v = 2;
    out[t] += v * 1000;
}

__global__ void web_branches(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v;
    if (t & 1)
        v = t;
    else
        v = -t;
    s[t] = v;
    __syncthreads();
    if (t % 3 == 0)
        v = s[0];
    __syncthreads();
    out[t] = v + s[t ^ 1];
}

__device__ void web_address_add(int *to, int n) {
    *to += n;
}
__global__ void web_address(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v = t;
    int *p = &v;
    v = t + 1;
    web_address_add(p, 5);
    s[t] = v;
    __syncthreads();
    out[t] = s[(t + 1) % blockDim.x] + *p;
}

__global__ void web_same_for_all(int *out, int n) {
    __shared__ int s[64];
    int i, largest = 0;
    const int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (i = 2; i <= 8; i = 2 * i) {
        if (n >= i) {
            largest = i;
        }
    }
    for (i = 2; i <= largest; i = 2 * i) {
        if ((t + 1) % i == 0)
            s[t] += s[t - i / 2];
        __syncthreads();
    }
    out[t] = s[t] + largest;
}

__global__ void web_same_but_memory(int *out, int n) {
    __shared__ int s[64];
    int largest = 0;
    const int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++)
        if (s[i] > largest)
            largest = s[i] + t;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        s[t] += largest;
        __syncthreads();
    }
    out[t] = s[t] * 100 + largest;
}

__global__ void web_same_returns(int *out, int n) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int steps = 0, left = n;
    if (t >= n)
        return;
    while (left > 0) {
        left = left / 2;
        steps++;
    }
    s[t] = steps;
    out[t] = s[t] + steps * 10;
}

__global__ void web_functions(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int i = 1; i <= __log2f(8); i++) {
        int power = __powf(2, i);
        if (t % power == 0 && t + power / 2 < blockDim.x)
            s[t] += s[t + power / 2];
        __syncthreads();
    }
    const float root = sqrtf(17.0f);
    __syncthreads();
    out[t] = s[t] + (int)(root * 100.0f) + (int)ceilf(expf(1.0f));
}

__global__ void web_narrow(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    unsigned char c = 1;
    short h;
    c = 250 + t;
    h = c * 300;
    s[t] = c;
    __syncthreads();
    out[t] = s[(t + 1) % blockDim.x] * 1000 + c + h;
}

__global__ void web_hidden(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v = 1;
    v = v + t;
    s[t] = v;
    {
        int v = 5;
        v = v * 2 + t;
        s[t] += v;
        __syncthreads();
        s[t] += v;
    }
    __syncthreads();
    out[t] = s[(t + 1) % blockDim.x] * 100 + v;
}

__global__ void web_switched(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int v = 0;
    switch (t % 3) {
    case 0:
        v = 1;
    case 1:
        v = v + 2;
        break;
    default:
        v = 7;
    }
    s[t] = v;
    __syncthreads();
    v = s[(t + 1) % blockDim.x];
    __syncthreads();
    out[t] = v;
}

__global__ void web_index_late(int *out) {
    int i;
    i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 50)
        out[i] += i;
}

__global__ void same_divisor(int *out, int n, unsigned m) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = -3; i < n; i++) {
        if (i != 0 && (t - 3) % i == 0 && t / i != 2 && (t * 0x10000000) / i < 9)
            s[t] += i + 10;
        if (((unsigned)t - 3u) % m == 2u || (t + 0x7ffffffbu) / m > 0x40000000u)
            s[t] += 1000;
        __syncthreads();
    }
    out[t] = s[t] + s[(t + 1) % blockDim.x];
}

__global__ void web_itself(int *out) {
    __shared__ int s[8];
    int x = x; // to quiet a compiler: it is assigned to before it is read
    float y = y, z = threadIdx.x;
    if (threadIdx.x < 8)
        x = y = threadIdx.x * 3;
    s[threadIdx.x] = x;
    __syncthreads();
    out[threadIdx.x] = x + y + z + s[threadIdx.x ^ 1];
}

__global__ void wrapping_sum(int *out, unsigned a, int b, size_t c) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x * 3;
    __syncthreads();
    out[a * blockDim.y + threadIdx.x] += s[threadIdx.x];
    if (threadIdx.x > 2)
        out[threadIdx.x - 3u * b + b] += 100; // in front of out, for those that are left out
    if (threadIdx.x > 1)
        out[b - 3 + threadIdx.x] += 1000;
    __syncthreads();
    out[c + threadIdx.x] += out[(b + threadIdx.x) - 1u] + out[a + (threadIdx.x + b)];
    __syncthreads();
    out[(short)b + threadIdx.x] += 7;
}

// Sums of 64 bits: a part of them that has 32 wraps around by itself, 2^32 elements further.
__global__ void narrow_sum(int *out, size_t row, long long back, int one, unsigned u) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    int *near = out;
    if (threadIdx.x > 6)
        near[(threadIdx.x + u) + row] += 2;
    else
        near[row + (threadIdx.x + u) - 0x100000000] += s[threadIdx.x];
    __syncthreads();
    near = out - 0xfffffff8;
    if (threadIdx.x < 8)
        near[back + (threadIdx.x - 8u)] += 100;
    if (threadIdx.x < 3)
        near[threadIdx.x - 8 + back] += 1000;
    __syncthreads();
    near = out - 0xfffffff0;
    near[one + threadIdx.x - 17 + back] += 7;
    __syncthreads();
    near = out - 0x80000000;
    near[threadIdx.x + 0x7fffffff + 1 + row] += 10000;
    __syncthreads();
    out[row + 20 - threadIdx.x] += 5;
}

struct shifted {
    int by;
    __device__ unsigned operator+(unsigned x) const { return x * 2 + by; }
};

__global__ void class_sum(int *out, shifted a) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    out[a + threadIdx.x] += s[threadIdx.x];
}

// What is worked out again, and from a web that is.
__global__ void web_first(int *out) {
    unsigned last;
    last = min(blockIdx.x + 5, threadIdx.x);
    const unsigned twice = last + last;
    out[threadIdx.x] = twice;
    __syncthreads();
    out[threadIdx.x + 8] = out[(threadIdx.x + 1) % 8] * twice;
    __syncthreads();
    out[threadIdx.x] += out[threadIdx.x + 8] + twice + last;
}

int main(void) {
    begin();
    web_head_int<<<1, 8>>>(d), show("web_head_int");
    web_head_after<<<1, 8>>>(d), show("web_head_after");
    web_head_nested<<<1, 8>>>(d), show("web_head_nested");
    web_head_inner_same<<<1, 8>>>(d), show("web_head_inner_same");
    web_chain<<<1, 8>>>(d), show("web_chain");
    web_carried<<<1, 8>>>(d), show("web_carried");
    web_branches<<<1, 8>>>(d), show("web_branches");
    web_address<<<1, 8>>>(d), show("web_address");
    web_same_for_all<<<1, 8>>>(d, 5), show("web_same_for_all");
    web_same_but_memory<<<1, 8>>>(d, 5), show("web_same_but_memory");
    web_same_returns<<<1, 8>>>(d, 5), show("web_same_returns");
    web_functions<<<1, 8>>>(d), show("web_functions");
    web_narrow<<<1, 8>>>(d), show("web_narrow");
    web_hidden<<<1, 8>>>(d), show("web_hidden");
    web_switched<<<1, 8>>>(d), show("web_switched");
    web_index_late<<<8, 8>>>(d), show("web_index_late");
    same_divisor<<<1, 8>>>(d, 7, 3), show("same_divisor");
    same_divisor<<<1, 8>>>(d, 5, 1), show("same_divisor, 1");
    web_itself<<<1, 8>>>(d), show("web_itself");
    wrapping_sum<<<1, 8>>>(d, 20, 1, 40), show("wrapping_sum");
    narrow_sum<<<1, 8>>>(d, 30, 2, 1, 4294967289u), show("narrow_sum");
    class_sum<<<1, 8>>>(d, {3}), show("class_sum");
    web_first<<<1, 8>>>(d), show("web_first");
}
