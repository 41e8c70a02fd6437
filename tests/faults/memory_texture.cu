// SPDX-License-Identifier: MIT
// Fault: the last thread fetches the element after the end of a texture in linear memory, which is
// 0 on a GPU. check-memory names it. --mended: it does not.
#include "fault.h"

const int THREADS = 32;

__global__ void next_one(cudaTextureObject_t texture, float *out, int last) {
    const int i = threadIdx.x;
    if (i < last) out[i] = tex1Dfetch<float>(texture, i + 1); // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float *dev_in = zeros<float>(THREADS), *dev_out = room<float>(THREADS);
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dev_in;
    resource.res.linear.sizeInBytes = THREADS * sizeof(float);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    struct cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    next_one<<<1, THREADS>>>(texture, dev_out, mended ? THREADS - 1 : THREADS);
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    RELEASE(dev_in, dev_out);
}
