// SPDX-License-Identifier: MIT
// Fetches from textures in rows of threads, side by side where possible (texture_fetch.c), and what
// keeps them from it. tests/fission.t compares what split kernels print with what whole ones do.
#include "kernels.h"

const int WIDTH = 13, HEIGHT = 3, PITCH = 64; // texels, and elements from row to row

__global__ void beside_signed(cudaTextureObject_t t, int *out, int n) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = blockIdx.y;
    if (x >= n) return;
    const float u = x + 0.5f, v = y + 0.5f;
    const float sum = tex2D<float>(t, u, v) + 2 * tex2D<float>(t, u - 1, v) + 3 * tex2D<float>(t, u + 1, v) +
                      5 * tex2D<float>(t, x - 7.5f, v - 1) + 7 * tex2D<float>(t, (float)x, v + 9) +
                      11 * tex2D<float>(t, x - 2 + 3.5, v);
    out[x + 16 * y] = (int)(1000 * sum);
}

__global__ void beside_unsigned(cudaTextureObject_t t, int *out, int n) {
    const unsigned x = threadIdx.x + blockIdx.x * blockDim.x;
    if (x < n) { // x - 1 is no column where x is 0
        out[x] = (int)(1000 * (tex2D<float>(t, x - 1, 0.5f) + 3 * tex2D<float>(t, x - 0.5f, 1.5f)));
    }
}

__global__ void beside_long(cudaTextureObject_t t, cudaTextureObject_t other, int *out, int n) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (x < n) out[x] = (int)(1000 * (tex2D<float>(t, x + 0.5f, x * 0.25f) + tex2D<float>(other, x + 0.7f, 0)));
}

static float *cells;

static cudaTextureObject_t reads(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool normalised,
                                 cudaChannelFormatDesc format) {
    struct cudaResourceDesc where = {};
    where.resType = cudaResourceTypePitch2D;
    where.res.pitch2D.devPtr = cells;
    where.res.pitch2D.desc = format;
    where.res.pitch2D.width = WIDTH;
    where.res.pitch2D.height = HEIGHT;
    where.res.pitch2D.pitchInBytes = PITCH * sizeof *cells;
    struct cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = address;
    how.filterMode = filter;
    how.normalizedCoords = normalised;
    cudaTextureObject_t object;
    if (cudaCreateTextureObject(&object, &where, &how, NULL) != cudaSuccess) exit(1);
    return object;
}

static void run(const char *name, cudaTextureObject_t t, cudaTextureObject_t other) {
    beside_signed<<<dim3(4, 3), 4>>>(t, d, 15);
    show(name);
    beside_unsigned<<<5, 4>>>(t, d, 18);
    show(name);
    beside_long<<<5, 4>>>(t, other, d, 18);
    show(name);
}

int main() {
    begin();
    if (cudaMallocManaged(&cells, PITCH * HEIGHT * sizeof *cells) != cudaSuccess) return 1;
    for (int i = 0; i < PITCH * HEIGHT; i++) cells[i] = i / PITCH + 0.01f * (i % PITCH * 7 % 23);
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    const cudaTextureObject_t plain = reads(cudaAddressModeClamp, cudaFilterModePoint, false, floats);
    const cudaTextureObject_t border = reads(cudaAddressModeBorder, cudaFilterModePoint, false, floats);
    const cudaTextureObject_t linear = reads(cudaAddressModeClamp, cudaFilterModeLinear, false, floats);
    const cudaTextureObject_t wrap = reads(cudaAddressModeWrap, cudaFilterModePoint, true, floats);
    run("plain", plain, plain);
    run("border", border, plain);
    run("linear", plain, linear);
    run("wrap", wrap, border);
}
