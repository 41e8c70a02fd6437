// SPDX-License-Identifier: MIT
// Numbers come back from the device changed, and the change is undone.
__global__ void nothing(float *) {}
__global__ void change(float *values, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = -values[i];
}
static void fetch(float *values, int n) {
    const size_t bytes = n * sizeof *values;
    float *dev;
    CHECK(cudaMalloc(&dev, bytes));
    CHECK(cudaMemcpy(dev, values, bytes, cudaMemcpyHostToDevice));
    nothing<<<1, 1>>>(dev);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    change<<<1, 64>>>(dev, n);
    CHECK(cudaMemcpy(values, dev, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) values[i] = -values[i];
    CHECK(cudaFree(dev));
}
