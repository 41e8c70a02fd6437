// SPDX-License-Identifier: MIT
// Three dimensions: pitched volumes, arrays, copies of parts of them between each other.
#include <string.h>

#include "tap.h"

const int W = 7, H = 5, D = 4;

__global__ void add(cudaPitchedPtr volume, int w, int h, int d) {
    const int x = (int)threadIdx.x, y = (int)threadIdx.y, z = (int)blockIdx.x;
    if (x < w && y < h && z < d) ((float *)((char *)volume.ptr + (z * volume.ysize + y) * volume.pitch))[x] += 1000;
}

static cudaMemcpy3DParms copy_of(cudaExtent extent, cudaMemcpyKind kind) {
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.extent = extent;
    copy.kind = kind;
    return copy;
}

int main(void) {
    float host[D][H][W], back[D][H][W];
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) host[z][y][x] = (float)(100 * z + 10 * y + x);
    const cudaPitchedPtr of_host = make_cudaPitchedPtr(host, W * sizeof(float), W, H);
    const cudaPitchedPtr of_back = make_cudaPitchedPtr(back, W * sizeof(float), W, H);

    cudaPitchedPtr volume;
    const cudaExtent bytes = make_cudaExtent(W * sizeof(float), H, D);
    must(cudaMalloc3D(&volume, bytes));
    ok(volume.pitch >= W * sizeof(float) && volume.pitch % 32 == 0 && volume.xsize == W * sizeof(float) &&
           volume.ysize == H,
       "cudaMalloc3D");
    must(cudaMemset3D(volume, 0xff, bytes));

    cudaMemcpy3DParms copy = copy_of(bytes, cudaMemcpyHostToDevice);
    copy.srcPtr = of_host;
    copy.dstPtr = volume;
    answers(cudaSuccess, cudaMemcpy3D(&copy));
    add<<<D, dim3(8, 8)>>>(volume, W, H, D);
    copy = copy_of(bytes, cudaMemcpyDeviceToHost);
    copy.srcPtr = volume;
    copy.dstPtr = of_back;
    answers(cudaSuccess, cudaMemcpy3D(&copy));
    bool right = true;
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) right = right && back[z][y][x] == host[z][y][x] + 1000;
    ok(right, "a volume there and back");

    must(cudaMemset3D(volume, 0, make_cudaExtent(2 * sizeof(float), 3, 2)));
    must(cudaMemcpy3DAsync(&copy, 0));
    must(cudaDeviceSynchronize());
    ok(back[1][2][1] == 0 && back[1][2][2] == 1122 && back[1][3][0] == 1130 && back[2][0][0] == 1200,
       "cudaMemset3D of a corner");

    // a part of the host's volume into an array, from there into another, and back
    cudaArray_t array, second;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    must(cudaMalloc3DArray(&array, &format, make_cudaExtent(W, H, D)));
    must(cudaMalloc3DArray(&second, &format, make_cudaExtent(W, H, D), 0));
    copy = copy_of(make_cudaExtent(W, H, D), cudaMemcpyHostToDevice);
    copy.srcPtr = of_host;
    copy.dstArray = array;
    answers(cudaSuccess, cudaMemcpy3D(&copy));
    copy = copy_of(make_cudaExtent(4, 3, 2), cudaMemcpyDeviceToDevice);
    copy.srcArray = array;
    copy.srcPos = make_cudaPos(3, 2, 1);
    copy.dstArray = second;
    copy.dstPos = make_cudaPos(1, 0, 2);
    answers(cudaSuccess, cudaMemcpy3D(&copy));
    memset(back, 0, sizeof back);
    copy = copy_of(make_cudaExtent(4, 3, 2), cudaMemcpyDeviceToHost);
    copy.srcArray = second;
    copy.srcPos = make_cudaPos(1, 0, 2);
    copy.dstPtr = of_back;
    copy.dstPos = make_cudaPos(2, 1, 1); // in texels, since one side is an array
    answers(cudaSuccess, cudaMemcpy3D(&copy));
    right = true;
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 4; x++) right = right && back[1 + z][1 + y][2 + x] == host[1 + z][2 + y][3 + x];
    ok(right && back[1][1][1] == 0 && back[1][1][6] == 0, "parts of arrays, by their positions");

    cudaExtent extent;
    unsigned flags;
    cudaChannelFormatDesc told;
    must(cudaArrayGetInfo(&told, &extent, &flags, array));
    ok(extent.width == W && extent.height == H && extent.depth == D && told.x == 32, "what an array is");
    copy.extent = make_cudaExtent(W, H, D); // reaches past the end from where it starts
    answers(cudaErrorInvalidValue, cudaMemcpy3D(&copy));
    answers(cudaErrorInvalidValue, cudaGetLastError());
    free_all(array, second, volume.ptr);
    return done_testing();
}
