// SPDX-License-Identifier: MIT
// A matrix transposed in the manner of the years before Fermi: error macros of its own, pitched
// memory, 24-bit products for indices, a texture bound to an array, dynamic shared memory cut into
// pieces.
#include <stdio.h>
#include <stdlib.h>
#include <cuda.h>
#include <cuda_runtime_api.h>

#define CUDA_SAFE_CALL(call)                                                                                           \
    do {                                                                                                               \
        cudaError err = call;                                                                                          \
        if (cudaSuccess != err) {                                                                                      \
            fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", __FILE__, __LINE__,                          \
                    cudaGetErrorString(err));                                                                          \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)
#define CUT_CHECK_ERROR(errorMessage)                                                                                  \
    do {                                                                                                               \
        cudaError_t err = cudaGetLastError();                                                                          \
        if (cudaSuccess == err) err = cudaThreadSynchronize();                                                         \
        if (cudaSuccess != err) {                                                                                      \
            fprintf(stderr, "%s: %s.\n", errorMessage, cudaGetErrorString(err));                                       \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

#define BLOCK_DIM 16

texture<float, 2, cudaReadModeElementType> tex;
__constant__ float scale[2];
__device__ unsigned int finished;

__global__ void transpose(float *odata, size_t pitch, int width, int height) {
    extern __shared__ char raw[];
    float *block = (float *)raw;
    int *where = (int *)&block[BLOCK_DIM * (BLOCK_DIM + 1)];

    unsigned int xIndex = __umul24(blockIdx.x, BLOCK_DIM) + threadIdx.x;
    unsigned int yIndex = __umul24(blockIdx.y, BLOCK_DIM) + threadIdx.y;
    int index = __mul24(threadIdx.y, BLOCK_DIM + 1) + threadIdx.x;
    if (xIndex < width && yIndex < height) block[index] = tex2D(tex, xIndex, yIndex) * scale[0] + scale[1];
    if (threadIdx.x == 0 && threadIdx.y == 0) where[0] = finished;
    __syncthreads();

    xIndex = __umul24(blockIdx.y, BLOCK_DIM) + threadIdx.x;
    yIndex = __umul24(blockIdx.x, BLOCK_DIM) + threadIdx.y;
    if (xIndex < height && yIndex < width) {
        float *row = (float *)((char *)odata + yIndex * pitch);
        row[xIndex] = block[__mul24(threadIdx.x, BLOCK_DIM + 1) + threadIdx.y];
    }
    if (threadIdx.x == 0 && threadIdx.y == 0 && where[0] >= 0) atomicInc(&finished, 0xffffffff);
}

int main(int argc, char **argv) {
    const int width = argc > 1 ? atoi(argv[1]) : 250, height = 117;
    float *h_idata = (float *)malloc(width * height * sizeof(float));
    float *h_odata = (float *)malloc(width * height * sizeof(float));
    for (int i = 0; i < width * height; i++) h_idata[i] = (float)(rand() % 10000);

    cudaArray *array;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    CUDA_SAFE_CALL(cudaMallocArray(&array, &channelDesc, width, height));
    CUDA_SAFE_CALL(cudaMemcpyToArray(array, 0, 0, h_idata, width * height * sizeof(float), cudaMemcpyHostToDevice));
    tex.addressMode[0] = cudaAddressModeClamp;
    tex.addressMode[1] = cudaAddressModeClamp;
    tex.filterMode = cudaFilterModePoint;
    tex.normalized = false;
    CUDA_SAFE_CALL(cudaBindTextureToArray(tex, array, channelDesc));

    float *d_odata;
    size_t pitch;
    CUDA_SAFE_CALL(cudaMallocPitch((void **)&d_odata, &pitch, height * sizeof(float), width));
    float h_scale[2] = {2.0f, 1.0f};
    unsigned int zero = 0, *d_finished, h_finished;
    CUDA_SAFE_CALL(cudaMemcpyToSymbol(scale, h_scale, sizeof(h_scale)));
    CUDA_SAFE_CALL(cudaGetSymbolAddress((void **)&d_finished, finished));
    CUDA_SAFE_CALL(cudaMemcpy(d_finished, &zero, sizeof(zero), cudaMemcpyHostToDevice));

    dim3 grid((width + BLOCK_DIM - 1) / BLOCK_DIM, (height + BLOCK_DIM - 1) / BLOCK_DIM, 1);
    dim3 threads(BLOCK_DIM, BLOCK_DIM, 1);
    size_t shared = BLOCK_DIM * (BLOCK_DIM + 1) * sizeof(float) + sizeof(int);
    transpose<<<grid, threads, shared>>>(d_odata, pitch, width, height);
    CUT_CHECK_ERROR("Kernel execution failed");
    CUDA_SAFE_CALL(cudaMemcpy2D(h_odata, height * sizeof(float), d_odata, pitch, height * sizeof(float), width,
                                cudaMemcpyDeviceToHost));
    CUDA_SAFE_CALL(cudaMemcpyFromSymbol(&h_finished, finished, sizeof(h_finished), 0, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) wrong += h_odata[x * height + y] != h_idata[y * width + x] * 2.0f + 1.0f;
    printf("%s: %d of %d wrong, %u blocks\n", wrong ? "FAILED" : "PASSED", wrong, width * height, h_finished);

    CUDA_SAFE_CALL(cudaUnbindTexture(tex));
    CUDA_SAFE_CALL(cudaFreeArray(array));
    CUDA_SAFE_CALL(cudaFree(d_odata));
    free(h_idata);
    free(h_odata);
    cudaThreadExit();
    return wrong == 0 && h_finished == grid.x * grid.y ? 0 : EXIT_FAILURE;
}
