// SPDX-License-Identifier: MIT
// Surfaces, written by one kernel and read by another or as a texture; textures of volumes and
// layers.
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

READER(sample, .x, tex3D<float>(t, x, y, z))
READER(sample_layer, .x, tex2DLayered<float>(t, x, y, (int)z))

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
    fetch(host, dev);
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
    cudaArray_t array = room_of(cudaCreateChannelDesc<float>(), W, H, D, cudaArraySurfaceLoadStore);
    const cudaSurfaceObject_t surface = surface_of(array);
    write3<<<1, 32>>>(surface, W, H, D);
    finish();
    const points at = {{0.5f, 0.5f, 0.5f, 0}, {3.5f, 2.5f, 1.5f, 0}, {3.75f, 2.25f, 1.5f, 0}, {4, 3, 2, 0},
                       {-5, 100, 1.5f, 0},    {2.5f, 1.5f, 50, 0},   {8.9f, 5.9f, 3.9f, 0}};
    check("tex3D of what surf3Dwrite wrote, not filtered", sample, array, by(cudaFilterModePoint), at,
          {0, 123, 123, 234, 150, 312, 358}, 1e-3f);
    check("tex3D of what surf3Dwrite wrote, filtered", sample, array, by(cudaFilterModeLinear), at,
          {0, 123, 120.75f, 178.5f, 150, 312, 358}, 1e-3f);
    must(cudaDestroySurfaceObject(surface));
    must(cudaFreeArray(array));

    array = room_of(cudaCreateChannelDesc<float>(), W, H, D, cudaArrayLayered);
    values layers;
    for (int i = 0; i < D * H * W; i++) layers.push_back((float)(100 * (i / (W * H)) + 10 * (i / W % H) + i % W));
    fill(array, layers.data(), W, H, D);
    check("tex2DLayered filters within a layer", sample_layer, array, by(cudaFilterModeLinear),
          {{1, 1.5f, 2, 0}, {3.5f, 2.5f, 0, 0}, {3.5f, 2.5f, 9, 0}, {0, 0, 3, 0}}, {210.5f, 23, 323, 300}, 1e-3f);
    must(cudaFreeArray(array));
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
