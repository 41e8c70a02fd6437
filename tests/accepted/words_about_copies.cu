// SPDX-License-Identifier: MIT
// What is said of copies that cannot be meant so: a pointer's target copied to a symbol in the pointer's place, and
// copies of three dimensions with a pitch in elements, too many rows, an extent in bytes with an array.
// says cudaMemcpyTo.*Symbol at .*: called cudaMemcpyHostToDevice, but it is from device memory to the variable where: to copy the pointer itself, give its address
// says cudaMemcpy3D at .*: rows of 40 bytes do not fit the destination's pitch of 10: it is in bytes
// says cudaMemcpy3D at .*: 4 rows do not fit the source's planes of 2 \(ysize\)
// says cudaMemcpy3D at .*: 40 x 4 x 3 elements at \(0, 0, 0\) do not fit the destination, an array of 10 x 4 x 3: with an array, the extent is in elements
// says cudaMemcpy3D at .*: the destination is NULL
#include <stdio.h>

__device__ int *where;

int main() {
    enum { W = 10, H = 4, D = 3 };
    static int host[D][H][W];
    const cudaExtent bytes = make_cudaExtent(W * sizeof(int), H, D), elements = make_cudaExtent(W, H, D);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    int *dev;
    cudaPitchedPtr volume;
    cudaArray_t array;
    cudaMalloc(&dev, sizeof host);
    cudaMalloc3D(&volume, bytes);
    cudaMalloc3DArray(&array, &format, elements);
    int wrong = cudaMemcpyToSymbol(where, dev, sizeof dev) != cudaSuccess;

    cudaMemcpy3DParms p = {};
    p.srcPtr = volume;
    p.dstPtr = make_cudaPitchedPtr(host, W, W, H);
    p.extent = bytes;
    p.kind = cudaMemcpyDeviceToHost;
    wrong += cudaMemcpy3D(&p) != cudaErrorInvalidPitchValue;
    p.dstPtr.pitch = W * sizeof(int);
    wrong += cudaMemcpy3D(&p) != cudaSuccess;
    p.srcPtr.ysize = 2;
    wrong += cudaMemcpy3D(&p) != cudaErrorInvalidPitchValue;
    p.dstPtr = cudaPitchedPtr();
    p.srcPtr = make_cudaPitchedPtr(host, 4 * W * sizeof(int), W, H);
    p.kind = cudaMemcpyHostToDevice;
    wrong += cudaMemcpy3D(&p) != cudaErrorInvalidValue;
    p.dstArray = array;
    wrong += cudaMemcpy3D(&p) != cudaErrorInvalidValue;
    p.extent = elements;
    wrong += cudaMemcpy3D(&p) != cudaSuccess;
    printf("%d wrong\n", wrong);
    return wrong || cudaFree(dev) || cudaFree(volume.ptr) || cudaFreeArray(array);
}
