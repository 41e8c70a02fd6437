// SPDX-License-Identifier: MIT
// Kernels that read and write global memory in every way: what `make count` counts of them is held
// to what Nsight Compute counted (docs/counters/).
#include <cuda_fp16.h>

#include "data.h"

MOVE(stride8, float, float, a[8 * ME])
MOVE(stride33, float, float, a[33 * ME % N])
__global__ void reversed(const float *a, float *b, int n) { b[n - 1 - ME] = a[n - 1 - ME]; }
__global__ void misaligned_store(const float *a, float *b) { b[ME + 3] = a[ME]; }
MOVE(bytes, unsigned char, unsigned char, (unsigned char)(a[ME] + 1))
MOVE(shorts, short, short, (short)(a[ME] + 1))
MOVE(doubles, double, double, a[ME] * 2)
MOVE(doubles_offset, double, double, a[ME + 1] * 2)
MOVE(float2_copy, float2, float2, a[ME])
__global__ void float4_sum(const float4 *a, float *b) {
    float4 v = a[ME];
    b[ME] = v.x + v.y + v.z + v.w;
}
MOVE(float4_members, float4, float, a[ME].x + a[ME].y + a[ME].z + a[ME].w)
MOVE(float4_some, float4, float, a[ME].x *a[ME].w)
__global__ void float4_made(const float *a, float4 *b) {
    float v = a[ME];
    b[ME] = make_float4(v, v + 1, v + 2, v + 3);
}
__global__ void float2_stored(const float *a, float2 *b) {
    float v = a[ME];
    b[ME].x = v;
    b[ME].y = v * v;
}
struct particle {
    float x, y, z, mass, vx, vy, vz, charge;
};
__global__ void aos_particles(const particle *p, float *b) { b[ME] = p[ME].mass * p[ME].charge + p[ME].x; }
__global__ void aos_update(particle *p, float dt) {
    p[ME].x += p[ME].vx * dt;
    p[ME].y += p[ME].vy * dt;
    p[ME].z += p[ME].vz * dt;
}
struct rgb {
    unsigned char r, g, b;
};
__global__ void grey(const rgb *a, unsigned char *b) {
    rgb p = a[ME];
    b[ME] = (unsigned char)((p.r * 77 + p.g * 150 + p.b * 29) >> 8);
}
MOVE(half2_add, __half2, __half2, __hadd2(a[ME], a[ME + N]))
MOVE(int64_add, long long, long long, a[ME] + a[ME + 1])
__global__ void gather(const float *a, const int *index, float *b) { b[ME] = a[index[ME]]; }
__global__ void scatter(const float *a, const int *index, float *b) { b[index[ME]] = a[ME]; }
__global__ void ldg_stencil(const float *__restrict__ a, float *__restrict__ b, int n) {
    int i = ME;
    if (i > 0 && i < n - 1) b[i] = 0.25f * __ldg(a + i - 1) + 0.5f * __ldg(a + i) + 0.25f * __ldg(a + i + 1);
}
__global__ void stencil_2d(const float *a, float *b, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    b[y * width + x] = a[y * width + x - 1] + a[y * width + x + 1] + a[(y - 1) * width + x] + a[(y + 1) * width + x] -
                       4 * a[y * width + x];
}
__global__ void grid_stride(const float *a, float *b, int n) {
    for (int i = ME; i < n; i += gridDim.x * blockDim.x) b[i] = a[i] * 2;
}
__global__ void piece_a_thread(const float *a, float *b, int each) {
    float sum = 0;
    for (int k = 0; k < each; k++) sum += a[ME * each + k];
    b[ME] = sum;
}
MOVE(volatile_twice, volatile float, float, a[ME] + a[ME])
__global__ void same_twice(const float *a, float *b) {
    b[ME] = a[ME] * a[ME] + 1;
    b[ME] += a[ME];
}
__global__ void one_thread(const float *a, float *b, int n) {
    for (int i = 0; i < n; i++) b[i] = a[i] + 1;
}
__global__ void uniform(const float *a, float *b, int k) { b[ME] = a[k] + a[blockIdx.x]; }
__global__ void columns(const float *a, float *b, int rows, int width) {
    int x = ME;
    if (x >= width) return;
    float sum = 0;
    for (int y = 0; y < rows; y++) sum += a[y * width + x];
    b[x] = sum;
}

int main(void) {
    make_data();
    const float *f = (const float *)dev_in;
    float *g = (float *)dev_out;
    const int blocks = N / B;
    RUN(blocks, B, stride8, stride33);
    reversed<<<blocks, B>>>(f, g, N);
    RUN(blocks, B, misaligned_store, bytes, shorts, doubles, doubles_offset, float2_copy, float4_sum, float4_members,
        float4_some, float4_made, float2_stored, aos_particles);
    aos_update<<<blocks, B>>>((particle *)dev_out, 0.1f);
    RUN(blocks, B, grey, half2_add, int64_add);
    gather<<<blocks, B>>>(f, (int *)dev_index, g);
    scatter<<<blocks, B>>>(f, (int *)dev_index, g);
    ldg_stencil<<<blocks, B>>>(f, g, N - 100);
    stencil_2d<<<dim3(19, 38), dim3(16, 8)>>>(f, g, 300, 301);
    grid_stride<<<20, 96>>>(f, g, N - 5);
    piece_a_thread<<<64, 64>>>(f, g, 32);
    RUN(blocks, B, volatile_twice, same_twice);
    one_thread<<<1, 1>>>(f, g, 1000);
    uniform<<<blocks, B>>>(f, g, 7);
    columns<<<10, 100>>>(f, g, 64, 950);
    return finish();
}
