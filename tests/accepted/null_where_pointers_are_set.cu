// SPDX-License-Identifier: MIT
// Calls that set a pointer, and launches by a call, with NULL: nvcc has a plain function beside each template.
__global__ void nothing() {}
int main() {
    void *none[] = {nullptr};
    size_t pitch;
    const cudaError_t invalid = cudaErrorInvalidValue;
    const bool right =
        cudaMalloc(nullptr, 4) == invalid && cudaMalloc(NULL, 4) == invalid &&
        cudaMallocManaged(nullptr, 4) == invalid && cudaMallocHost(nullptr, 4) == invalid && cudaMallocHost(nullptr, 4, 0) == invalid && cudaMallocAsync(nullptr, 4, nullptr, 0) == invalid && cudaMallocFromPoolAsync(nullptr, 4, nullptr, 0) == invalid &&
        cudaMallocAsync(nullptr, 4, 0) == invalid && cudaHostAlloc(nullptr, 4, 0) == invalid &&
        cudaMallocPitch(nullptr, &pitch, 4, 4) == invalid &&
        cudaHostGetDevicePointer(nullptr, none, 0) == invalid &&
        cudaLaunchKernel((const void *)0, dim3(1), dim3(1), none, 0, 0) == cudaErrorInvalidDeviceFunction &&
        cudaLaunchKernel((void *)nullptr, dim3(1), dim3(1), none, 0, 0) == cudaErrorInvalidDeviceFunction;
    void *p;
    float *q;
    const bool still = cudaMalloc(&p, 4) == cudaSuccess && cudaMalloc(&q, 4) == cudaSuccess &&
                       cudaMallocHost(&p, 4, 0) == cudaSuccess &&
                       cudaLaunchKernel((void *)nothing, dim3(1), dim3(1), none, 0, 0) == cudaSuccess;
    return cudaDeviceSynchronize() || !(right && still);
}
