// SPDX-License-Identifier: MIT
// Tensor cores through nvcuda::wmma. Inputs are small multiples of 1/8, so that every sum is exact
// in whatever order it is taken.
#include <cuda_pipeline.h>
#include <mma.h>

#include "conditions.h"

using namespace nvcuda;

enum { MOST = 16 * 32 };

// How numbers get into a fragment's type and out of it.
template <class T> struct number {
    using stored = T;
    static stored of(int i) { return (stored)i; }
};
template <> struct number<__half> {
    using stored = __half;
    static stored of(int i) { return __float2half(i / 8.0f); }
};
template <> struct number<__nv_bfloat16> {
    using stored = __nv_bfloat16;
    static stored of(int i) { return __float2bfloat16(i / 8.0f); }
};
template <> struct number<wmma::precision::tf32> {
    using stored = float;
    static stored of(int i) { return i / 8.0f; }
};

// One warp: d = 2 a b + c, where the 2 is multiplied in element by element.
template <int m, int n, int k, class T, class Sum, class LayoutA, class LayoutB>
__global__ void multiply(const typename number<T>::stored *a, const typename number<T>::stored *b, const Sum *c, Sum *d,
                         int *counts, wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> part_a;
    wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> part_b;
    wmma::fragment<wmma::accumulator, m, n, k, Sum> part_c, part_d;
    wmma::load_matrix_sync(part_a, a, std::is_same<LayoutA, wmma::row_major>::value ? k : m);
    wmma::load_matrix_sync(part_b, b, std::is_same<LayoutB, wmma::row_major>::value ? n : k);
    wmma::load_matrix_sync(part_c, c, layout == wmma::mem_row_major ? n : m, layout);
    for (int i = 0; i < part_a.num_elements; i++) part_a.x[i] = part_a.x[i] + part_a.x[i];
    wmma::fill_fragment(part_d, (Sum)0.0f);
    wmma::mma_sync(part_d, part_a, part_b, part_d);
    for (int i = 0; i < part_d.num_elements; i++) part_d.x[i] = part_d.x[i] + part_c.x[i];
    wmma::store_matrix_sync(d, part_d, layout == wmma::mem_row_major ? n : m, layout);
    if (threadIdx.x == 0) {
        counts[0] = part_a.num_elements;
        counts[1] = part_b.num_elements;
        counts[2] = part_c.num_elements;
    }
}

static unsigned noise = 12345;
static int random_number(int most) { // from -most to most
    noise = noise * 1664525 + 1013904223;
    return (int)(noise >> 16) % (2 * most + 1) - most;
}

template <int m, int n, int k, class T, class Sum, class LayoutA, class LayoutB>
static void check(const char *name, int of_a, int of_b) {
    using stored = typename number<T>::stored;
    static stored *a, *b;
    static Sum *c, *d;
    static int *counts;
    must(cudaMallocManaged(&a, MOST * sizeof *a));
    must(cudaMallocManaged(&b, MOST * sizeof *b));
    must(cudaMallocManaged(&c, MOST * sizeof *c));
    must(cudaMallocManaged(&d, MOST * sizeof *d));
    must(cudaMallocManaged(&counts, 3 * sizeof *counts));
    const bool a_rows = std::is_same<LayoutA, wmma::row_major>::value;
    const bool b_rows = std::is_same<LayoutB, wmma::row_major>::value;
    const int most = sizeof(Sum) == 2 ? 3 : 7; // so that halves stay exact
    for (int by_rows = 0; by_rows < 2; by_rows++) {
        int whole_a[MOST], whole_b[MOST], wrong = 0;
        for (int i = 0; i < m * k; i++) {
            whole_a[i] = std::is_same<T, unsigned char>::value ? abs(random_number(most)) : random_number(most);
            a[a_rows ? i : i % k * m + i / k] = number<T>::of(whole_a[i]);
        }
        for (int i = 0; i < k * n; i++) {
            whole_b[i] = std::is_same<T, unsigned char>::value ? abs(random_number(most)) : random_number(most);
            b[b_rows ? i : i % n * k + i / n] = number<T>::of(whole_b[i]);
        }
        for (int i = 0; i < m * n; i++) {
            c[i] = (Sum)(float)(i % 37 - 18);
            d[i] = (Sum)-12345.0f;
        }
        multiply<m, n, k, T, Sum, LayoutA, LayoutB>
            <<<1, 32>>>(a, b, c, d, counts, by_rows ? wmma::mem_row_major : wmma::mem_col_major);
        must(cudaDeviceSynchronize());
        const double unit = std::is_same<Sum, float>::value || std::is_same<Sum, __half>::value ? 64 : 1;
        for (int row = 0; row < m; row++)
            for (int column = 0; column < n; column++) {
                const int at = by_rows ? row * n + column : column * m + row;
                double sum = (double)(float)c[at];
                for (int i = 0; i < k; i++) sum += 2 * whole_a[row * k + i] * whole_b[i * n + column] / unit;
                wrong += !((double)(float)d[at] == sum);
            }
        ok(wrong == 0, "%s, %s", name, by_rows ? "stored by rows" : "stored by columns");
    }
    ok(counts[0] == of_a && counts[1] == of_b && counts[2] == m * n / 32, "%s: %d, %d and %d elements a lane", name,
       of_a, of_b, m * n / 32);
    free_all(a, b, c, d, counts);
}
#define CHECK(m, n, k, type, sum, a, b, of_a, of_b)                                                                    \
    check<m, n, k, type, sum, wmma::a##_major, wmma::b##_major>(                                                       \
        #m "x" #n "x" #k " " #type " into " #sum ", " #a " by " #b, of_a, of_b)

// tf32 has 10 bits of fraction: to the nearest, ties away from zero.
CONDITIONS(rounding, wmma::__float_to_tf32(v(1.0f)) == 1.0f, wmma::__float_to_tf32(v(0x1.002p0f)) == 0x1.004p0f,
           wmma::__float_to_tf32(v(-0x1.002p0f)) == -0x1.004p0f, wmma::__float_to_tf32(v(0x1.001ffep0f)) == 1.0f,
           wmma::__float_to_tf32(v(0x1.006p0f)) == 0x1.008p0f, wmma::__float_to_tf32(v(0x1.fffffep5f)) == 64.0f,
           isinf(wmma::__float_to_tf32(v(INFINITY))), isnan(wmma::__float_to_tf32(v(NAN))),
           __float_as_uint(wmma::__float_to_tf32(v(-0.0f))) == 0x80000000u)

// Bytes that are not read become zeros.
__global__ void copies(const int *from, int *to) {
    __shared__ alignas(16) int there[4][4];
    for (int i = 0; i < 16; i++) there[i / 4][i % 4] = -1;
    __pipeline_memcpy_async(there[0], from, 16, 6);
    __pipeline_memcpy_async(there[1], from + 2, 8);
    __pipeline_memcpy_async(there[3], from, 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&there[2][1], from + 1, 4, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    const int early = there[0][0];
    __pipeline_wait_prior(0);
    for (int i = 0; i < 16; i++) to[i] = there[i / 4][i % 4];
    to[16] = early;
}

static void check_copies(void) {
    int *from = managed(4), *to = managed(17);
    for (int i = 0; i < 4; i++) from[i] = 0x01010101 * (i + 1);
    copies<<<1, 1>>>(from, to);
    must(cudaDeviceSynchronize());
    const int expected[17] = {0x01010101, 0x02020202, 0x0303,     0,          0x03030303, 0x04040404, -1, -1, -1, 0, -1,
                              -1,         0x01010101, 0x02020202, 0x03030303, 0x04040404, 0x01010101};
    for (int i = 0; i < 17; i++) ok(to[i] == expected[i], "word %d after copies in the background: %x", i, expected[i]);
    free_all(from, to);
}

int main() {
    using bfloat = __nv_bfloat16;
    using byte = unsigned char;
    using tf32 = wmma::precision::tf32;
    CHECK(16, 16, 16, __half, float, row, row, 16, 16);
    CHECK(16, 16, 16, __half, float, col, row, 16, 16);
    CHECK(16, 16, 16, __half, __half, row, col, 16, 16);
    CHECK(32, 8, 16, __half, float, row, col, 16, 16);
    CHECK(8, 32, 16, __half, float, col, col, 16, 16);
    CHECK(8, 32, 16, __half, __half, row, row, 16, 16);
    CHECK(16, 16, 16, bfloat, float, row, row, 8, 8);
    CHECK(32, 8, 16, bfloat, float, col, col, 16, 4);
    CHECK(8, 32, 16, bfloat, float, row, col, 4, 16);
    CHECK(16, 16, 8, tf32, float, row, row, 4, 4);
    CHECK(16, 16, 8, tf32, float, col, col, 4, 4);
    CHECK(16, 16, 16, byte, int, row, col, 8, 8);
    CHECK(32, 8, 16, byte, int, col, row, 16, 4);
    CHECK(8, 8, 4, double, double, row, col, 1, 1);
    rounding();
    check_copies();
    return done_testing();
}
