// SPDX-License-Identifier: MIT
// A linear filter over integers is refused, and what is read through the object, which is still 0, is zeros, by every
// function that fetches.
// says kernel plain at .*:HERE: uses a texture object that was never created: it reads zeros
// says kernel all at .*: uses a texture object that was never created: it reads zeros
#include <stdio.h>

__global__ void plain(int *out, cudaTextureObject_t t) {
    out[threadIdx.x] = tex2D<int>(t, threadIdx.x + 0.5f, 0.5f); // HERE
}

__global__ void all(float *out, cudaTextureObject_t t) {
    const float4 none = make_float4(0, 0, 0, 0);
    float sum = tex1Dfetch<float>(t, threadIdx.x) + tex1D<float>(t, 1) + tex2D<float4>(t, 1, 2).y;
    sum += tex3D<float>(t, 1, 2, 3) + tex1DLayered<float>(t, 1, 2) + tex2DLayered<float2>(t, 1, 2, 3).y;
    sum += tex2DLod<float>(t, 1, 2, 3) + tex2DGrad<float>(t, 1, 2, make_float2(1, 2), make_float2(3, 4));
    sum += tex3DGrad<float>(t, 1, 2, 3, none, none) + tex2DGrad<float>(t, 1, 2, make_float2(0, 0), make_float2(0, 0));
    sum += texCubemap<float>(t, 1, 0, 0) + texCubemapLayered<float4>(t, 0, 1, 0, 2).w + tex2Dgather<float4>(t, 1, 2).z;
    sum += tex1Dfetch<short>(t, -5) + tex2D<unsigned char>(t, 1e30f, -1e30f) + tex1Dfetch<int4>(t, 70000).x;
    out[threadIdx.x] = sum;
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    int *dev, host[32];
    float sums[32];
    cudaMallocArray(&array, &format, 4, 2);
    cudaMalloc(&dev, sizeof host);
    cudaResourceDesc resource = {};
    cudaTextureDesc texture = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    texture.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t object = 0;
    const cudaError_t refused = cudaCreateTextureObject(&object, &resource, &texture, NULL);
    printf("%s\n", cudaGetErrorString(refused));

    cudaMemset(dev, 1, sizeof host);
    plain<<<1, 32>>>(dev, object);
    cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemset(dev, 1, sizeof host);
    all<<<1, 32>>>((float *)dev, object);
    const cudaError_t read = cudaMemcpy(sums, dev, sizeof sums, cudaMemcpyDeviceToHost);
    plain<<<1, 32>>>(dev, (cudaTextureObject_t)dev); // a pointer is no object
    const cudaError_t other = cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = other != cudaSuccess;
    for (int i = 0; i < 32; i++) wrong += host[i] != 0 || sums[i] != 0;
    cudaFree(dev);
    cudaFreeArray(array);
    return refused != cudaErrorInvalidFilterSetting || read != cudaSuccess || wrong ||
           cudaDestroyTextureObject(object) != cudaSuccess;
}
