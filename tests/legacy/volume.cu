// SPDX-License-Identifier: MIT
// Texture references of three dimensions and of layers, colours read as fractions, kernels in
// namespaces, templates and C linkage, and the headers that listings of then include.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda.h>
#include <device_functions.h>
#include <math_functions.h>
#include <vector_functions.h>
#include <vector_types.h>

#define SIDE 8
#define LAUNCH(kernel, ...) kernel<<<dim3(SIDE, SIDE), dim3(SIDE)>>>(__VA_ARGS__)

texture<float, 3, cudaReadModeElementType> volume;
texture<uchar4, cudaTextureType2DLayered, cudaReadModeNormalizedFloat> slides;

__device__ __constant__ float weight[2] = {3.0f, 0.5f};

extern "C" __global__ void read_volume(float out[], volatile int *visits) {
    const int &x = threadIdx.x, &y = blockIdx.x, &z = blockIdx.y;
    __shared__ float row[SIDE][1 + 1];
    float(*p)[2] = row;
    p[x][0] = tex3D(volume, x + 0.5f, y + 0.5f, z + 0.5f) * weight[0];
    p[x][1] = tex3D(volume, x + 1.0f, y + 0.5f, z + 0.5f) * weight[1];
    __syncthreads();
    switch (x & 1) {
    case 0: p[x][0] += 0; break;
    default:;
    }
    if (x == SIDE - 1) goto last;
    out[(z * SIDE + y) * SIDE + x] = row[x + 1][0] + row[x][1];
    visits[(z * SIDE + y) * SIDE + x] = max(1, (int)__saturatef(2.0f));
    return;
last:
    out[(z * SIDE + y) * SIDE + x] = row[0][0];
    visits[(z * SIDE + y) * SIDE + x] = min(2u, 7u);
}

namespace outer {
namespace inner {
template <int BLOCK, typename T> __global__ void __launch_bounds__(BLOCK) read_slides(T *out) {
#pragma unroll
    for (int layer = 0; layer < 2; ++layer) {
        const float4 colour = tex2DLayered(slides, threadIdx.x, blockIdx.x, layer);
        if (blockIdx.y == 0) out[(layer * SIDE + blockIdx.x) * SIDE + threadIdx.x] = T(colour.y * 255.0f + 0.5f);
    }
}
} // namespace inner
} // namespace outer

static cudaArray *array_of(const void *data, cudaChannelFormatDesc format, size_t bytes, int planes, unsigned flags) {
    cudaArray *array;
    cudaExtent extent = make_cudaExtent(SIDE, SIDE, planes);
    cudaMemcpy3DParms copy = {0};
    if (cudaMalloc3DArray(&array, &format, extent, flags) != cudaSuccess) exit(EXIT_FAILURE);
    copy.srcPtr = make_cudaPitchedPtr((void *)data, SIDE * bytes, SIDE, SIDE);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    if (cudaMemcpy3D(&copy) != cudaSuccess) exit(EXIT_FAILURE);
    return array;
}

int main(void) {
    const int CELLS = SIDE * SIDE * SIDE;
    float numbers[CELLS], got[CELLS];
    uchar4 colours[2 * SIDE * SIDE];
    int visits[CELLS], greens[2 * SIDE * SIDE];
    for (int i = 0; i < CELLS; i++) numbers[i] = (float)(rand() % 1000);
    for (int i = 0; i < 2 * SIDE * SIDE; i++) colours[i] = make_uchar4(1, rand() % 256, 3, 4);

    cudaArray *cube = array_of(numbers, cudaCreateChannelDesc<float>(), 4, SIDE, 0);
    cudaArray *stack = array_of(colours, cudaCreateChannelDesc<uchar4>(), 4, 2, cudaArrayLayered);
    volume.filterMode = cudaFilterModeLinear;
    volume.addressMode[0] = volume.addressMode[1] = volume.addressMode[2] = cudaAddressModeClamp;
    cudaBindTextureToArray(volume, cube);
    cudaBindTextureToArray(slides, stack);

    float *dev_out;
    int *dev_visits, *dev_greens;
    cudaMalloc((void **)&dev_out, sizeof(got));
    cudaMalloc((void **)&dev_visits, sizeof(visits));
    cudaMalloc((void **)&dev_greens, sizeof(greens));
    LAUNCH(read_volume, dev_out, dev_visits);
    LAUNCH((outer::inner::read_slides<SIDE, int>), dev_greens);
    cudaThreadSynchronize();
    cudaMemcpy(got, dev_out, sizeof(got), cudaMemcpyDeviceToHost);
    cudaMemcpy(visits, dev_visits, sizeof(visits), cudaMemcpyDeviceToHost);
    cudaMemcpy(greens, dev_greens, sizeof(greens), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int i = 0; i < CELLS; i++) {
        const int x = i % SIDE, first = i - x;
        const float expected =
            x == SIDE - 1 ? 3 * numbers[first] : 3 * numbers[i + 1] + 0.5f * ((numbers[i] + numbers[i + 1]) / 2);
        wrong += !(got[i] == expected) || visits[i] != (x == SIDE - 1 ? 2 : 1);
    }
    for (int i = 0; i < 2 * SIDE * SIDE; i++) wrong += greens[i] != colours[i].y;
    printf("%s: %d wrong; %s\n", wrong ? "FAILED" : "PASSED", wrong, cudaGetErrorString(cudaGetLastError()));
    cudaUnbindTexture(volume);
    cudaUnbindTexture(slides);
    cudaFreeArray(cube);
    cudaFreeArray(stack);
    cudaFree(dev_out);
    cudaFree(dev_visits);
    cudaFree(dev_greens);
    return wrong == 0 ? 0 : EXIT_FAILURE;
}
