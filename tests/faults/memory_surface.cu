// SPDX-License-Identifier: MIT
// Fault: the first coordinate of a surface counts elements, where it is to count bytes: most
// accesses begin within an element. check-memory names the byte. --mended: bytes.
#include "fault.h"

const int WIDTH = 32, HEIGHT = 8;

__global__ void fill(cudaSurfaceObject_t surface, int bytes) {
    surf2Dwrite(1.5f, surface, threadIdx.x * bytes, blockIdx.x); // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    HANDLE_ERROR(cudaMallocArray(&array, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    HANDLE_ERROR(cudaCreateSurfaceObject(&surface, &resource));
    fill<<<HEIGHT, WIDTH>>>(surface, mended ? (int)sizeof(float) : 1);
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaDestroySurfaceObject(surface));
    HANDLE_ERROR(cudaFreeArray(array));
}
