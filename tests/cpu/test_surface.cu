// SPDX-License-Identifier: MIT
// Surfaces, written by one kernel and read by another or as a texture; textures of volumes and
// layers.
#include <math.h>

#include "textures.h"

const int W = 9, H = 6, D = 4;

__global__ void write2(cudaSurfaceObject_t surface, int w, int h) {
    const int x = (int)threadIdx.x, y = (int)blockIdx.x;
    if (x < w && y < h) surf2Dwrite((float)(10 * y + x), surface, x * (int)sizeof(float), y);
    // outside: not written, or moved to the border
    if (x == 0 && y == 0) {
        surf2Dwrite(-1.0f, surface, -4, 0, cudaBoundaryModeZero);
        surf2Dwrite(-2.0f, surface, w * 4, 2, cudaBoundaryModeZero);
    }
}

__global__ void read2(cudaSurfaceObject_t surface, float *to, int w, int h) {
    const int x = (int)threadIdx.x - 1, y = (int)blockIdx.x - 1;
    const float zero = surf2Dread<float>(surface, x * 4, y, cudaBoundaryModeZero);
    float clamped;
    surf2Dread(&clamped, surface, x * 4, y, cudaBoundaryModeClamp);
    to[2 * ((y + 1) * (w + 2) + x + 1)] = zero;
    to[2 * ((y + 1) * (w + 2) + x + 1) + 1] = clamped;
    (void)h;
}

__global__ void increment1(cudaSurfaceObject_t surface, int w) {
    const int x = (int)threadIdx.x;
    if (x < w) {
        uchar4 texel = surf1Dread<uchar4>(surface, 4 * x);
        texel.y += 1;
        surf1Dwrite(texel, surface, 4 * x);
    }
}

__global__ void write3(cudaSurfaceObject_t surface, int w, int h, int d) {
    for (int z = 0; z < d; z++)
        for (int y = 0; y < h; y++)
            if ((int)threadIdx.x < w)
                surf3Dwrite((float)(100 * z + 10 * y + (int)threadIdx.x), surface, (int)threadIdx.x * 4, y, z);
}

__global__ void sample(cudaTextureObject_t texture, const float *at, int n, float *to) {
    const int i = (int)threadIdx.x;
    if (i < n) to[i] = tex3D<float>(texture, at[3 * i], at[3 * i + 1], at[3 * i + 2]);
}

__global__ void sample_layers(cudaTextureObject_t texture, const float *at, int n, float *to) {
    const int i = (int)threadIdx.x;
    if (i < n) to[i] = tex2DLayered<float>(texture, at[3 * i], at[3 * i + 1], (int)at[3 * i + 2]);
}

static cudaArray_t room_of(cudaChannelFormatDesc format, int w, int h, int d, unsigned flags) {
    cudaArray_t array;
    must(cudaMalloc3DArray(&array, &format, make_cudaExtent((size_t)w, (size_t)h, (size_t)d), flags));
    return array;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
    const cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface;
    must(cudaCreateSurfaceObject(&surface, &resource));
    return surface;
}

static cudaTextureDesc by(cudaTextureFilterMode filter) { return how(filter, cudaReadModeElementType, false); }

static float *dev;
static float host[512];

static void test_two(void) {
    cudaArray_t array = room_of(cudaCreateChannelDesc<float>(), W, H, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = surface_of(array);
    write2<<<H, 32>>>(surface, W, H);
    must(cudaGetLastError());
    must(cudaMemcpy2DFromArray(host, W * 4, array, 0, 0, W * 4, H, cudaMemcpyDeviceToHost));
    ok(each(W * H, [&](int i) { return host[i] == (float)(10 * (i / W) + i % W); }),
       "surf2Dwrite, and nothing outside");
    read2<<<H + 2, W + 2>>>(surface, dev, W, H);
    must(cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost));
    bool zero = true, clamp = true;
    for (int y = -1; y <= H; y++)
        for (int x = -1; x <= W; x++) {
            const int near_x = x < 0 ? 0 : x >= W ? W - 1 : x, near_y = y < 0 ? 0 : y >= H ? H - 1 : y;
            const float *got = host + 2 * ((y + 1) * (W + 2) + x + 1);
            const bool inside = near_x == x && near_y == y;
            zero = zero && got[0] == (inside ? (float)(10 * y + x) : 0);
            clamp = clamp && got[1] == (float)(10 * near_y + near_x);
        }
    ok(zero, "surf2Dread, 0 outside");
    ok(clamp, "surf2Dread, the border's value outside");
    must(cudaDestroySurfaceObject(surface));
    must(cudaFreeArray(array));
}

static void test_one(void) {
    cudaArray_t array = room_of(cudaCreateChannelDesc<uchar4>(), W, 0, 0, cudaArraySurfaceLoadStore);
    unsigned char bytes[4 * W];
    for (int i = 0; i < 4 * W; i++) bytes[i] = (unsigned char)i;
    must(cudaMemcpy2DToArray(array, 0, 0, bytes, sizeof bytes, sizeof bytes, 1, cudaMemcpyHostToDevice));
    cudaSurfaceObject_t surface = surface_of(array);
    increment1<<<1, 32>>>(surface, W);
    must(cudaMemcpy2DFromArray(bytes, sizeof bytes, array, 0, 0, sizeof bytes, 1, cudaMemcpyDeviceToHost));
    ok(each(4 * W, [&](int i) { return bytes[i] == i + (i % 4 == 1); }), "surf1Dread and surf1Dwrite of uchar4");
    must(cudaDestroySurfaceObject(surface));
    must(cudaFreeArray(array));
}

static void test_volume(void) {
    enum { N = 7 };
    cudaArray_t array = room_of(cudaCreateChannelDesc<float>(), W, H, D, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = surface_of(array);
    write3<<<1, 32>>>(surface, W, H, D);
    must(cudaDeviceSynchronize());
    const float at[N][3] = {{0.5f, 0.5f, 0.5f}, {3.5f, 2.5f, 1.5f}, {3.75f, 2.25f, 1.5f}, {4, 3, 2},
                            {-5, 100, 1.5f},    {2.5f, 1.5f, 50},   {8.9f, 5.9f, 3.9f}};
    const float point[N] = {0, 123, 123, 234, 150, 312, 358};
    const float linear[N] = {0, 123, 120.75f, 178.5f, 150, 312, 358};
    float *dev_at;
    dev_at = on_device(at);
    for (int filter = 0; filter < 2; filter++) {
        cudaTextureObject_t texture = texture_of(array, by(filter ? cudaFilterModeLinear : cudaFilterModePoint));
        sample<<<1, 32>>>(texture, dev_at, N, dev);
        must(cudaMemcpy(host, dev, N * 4, cudaMemcpyDeviceToHost));
        bool right = true;
        for (int i = 0; i < N; i++) right = right && fabsf(host[i] - (filter ? linear : point)[i]) < 1e-3f;
        ok(right, "tex3D of what surf3Dwrite wrote, %s", filter ? "filtered" : "not filtered");
        must(cudaDestroyTextureObject(texture));
    }
    must(cudaDestroySurfaceObject(surface));
    must(cudaFreeArray(array));

    array = room_of(cudaCreateChannelDesc<float>(), W, H, D, cudaArrayLayered);
    static float layers[D * H * W];
    for (int i = 0; i < D * H * W; i++) layers[i] = (float)(100 * (i / (W * H)) + 10 * (i / W % H) + i % W);
    fill(array, layers, W, H, D);
    cudaTextureObject_t texture = texture_of(array, by(cudaFilterModeLinear));
    const float where[4][3] = {{1, 1.5f, 2}, {3.5f, 2.5f, 0}, {3.5f, 2.5f, 9}, {0, 0, 3}};
    const float expected[4] = {210.5f, 23, 323, 300};
    must(cudaMemcpy(dev_at, where, sizeof where, cudaMemcpyHostToDevice));
    sample_layers<<<1, 32>>>(texture, dev_at, 4, dev);
    must(cudaMemcpy(host, dev, 16, cudaMemcpyDeviceToHost));
    ok(each(4, [&](int i) { return fabsf(host[i] - expected[i]) < 1e-3f; }), "tex2DLayered filters within a layer");
    release(texture, array);
    must(cudaFree(dev_at));
}

int main(void) {
    must(cudaMalloc(&dev, sizeof host));
    test_two();
    test_one();
    test_volume();
    must(cudaFree(dev));
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
