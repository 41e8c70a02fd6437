// SPDX-License-Identifier: MIT
// Texture and surface objects that a kernel uses after they were destroyed, or that were never made: said once a line,
// reads are zeros and writes go nowhere, and the memory of objects made since is not touched.
// says kernel reads at .*:[0-9]+: uses a texture object that was destroyed: it reads zeros
// says kernel changes at .*:[0-9]+: uses a surface object that was destroyed: it reads zeros, and writes nothing
// says kernel changes at .*:[0-9]+: uses a surface object that was never created: it reads zeros, and writes nothing
// says cudaDestroyTextureObject at .*: the texture object was destroyed before
// says cudaDestroySurfaceObject at .*: the surface object was destroyed before
#include <stdio.h>

__global__ void reads(int *out, cudaTextureObject_t t) { out[threadIdx.x] = tex2D<int>(t, threadIdx.x, 0); }

__global__ void changes(int *out, cudaSurfaceObject_t s) {
    surf2Dwrite(7, s, 4 * (int)threadIdx.x, 0);
    surf2Dwrite(7, s, 0, 0, cudaBoundaryModeClamp);
    __syncthreads();
    out[threadIdx.x] = surf2Dread<int>(s, 4 * (int)threadIdx.x, 0);
}

int main() {
    enum { WIDTH = 8, OTHERS = 100 };
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    int *dev, host[WIDTH], wrong = 0;
    cudaTextureObject_t texture, textures[OTHERS];
    cudaSurfaceObject_t surface, surfaces[OTHERS];
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaMallocArray(&array, &format, WIDTH, 1, cudaArraySurfaceLoadStore);
    for (int i = 0; i < WIDTH; i++) host[i] = i + 1;
    cudaMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1, cudaMemcpyHostToDevice);
    cudaMalloc(&dev, sizeof host);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
    cudaCreateSurfaceObject(&surface, &resource);
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    for (int i = 0; i < OTHERS; i++) {
        cudaCreateTextureObject(&textures[i], &resource, &how, NULL);
        cudaCreateSurfaceObject(&surfaces[i], &resource);
    }

    cudaMemset(dev, 1, sizeof host);
    reads<<<1, WIDTH>>>(dev, texture);
    cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < WIDTH; i++) wrong += host[i] != 0;
    for (const cudaSurfaceObject_t s : {surface, (cudaSurfaceObject_t)0}) {
        cudaMemset(dev, 1, sizeof host);
        changes<<<1, WIDTH>>>(dev, s);
        cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < WIDTH; i++) wrong += host[i] != 0;
    }
    reads<<<1, WIDTH>>>(dev, textures[OTHERS - 1]);
    cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < WIDTH; i++) wrong += host[i] != i + 1;

    const cudaError_t again = cudaDestroyTextureObject(texture), twice = cudaDestroySurfaceObject(surface);
    for (int i = 0; i < OTHERS; i++) {
        cudaDestroyTextureObject(textures[i]);
        cudaDestroySurfaceObject(surfaces[i]);
    }
    cudaFree(dev);
    cudaFreeArray(array);
    printf("%d wrong\n", wrong);
    return wrong || again == cudaSuccess || twice == cudaSuccess;
}
