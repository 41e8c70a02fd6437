// SPDX-License-Identifier: MIT
struct shape { dim3 gridDim, blockDim; unsigned all() const { return gridDim.x * blockDim.x; } };
__global__ void k(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x; }
void launch(int *p, dim3 gridDim, int warpSize) { k<<<gridDim, warpSize>>>(p); }
int main() {
    int *p, threadIdx = 4;
    dim3 gridDim(2), blockDim(8);
    gridDim.x = 3;
    threadIdx++;
    cudaMallocManaged(&p, 128);
    k<<<gridDim, blockDim>>>(p);
    launch(p, gridDim, blockDim.x);
    cudaDeviceSynchronize();
    for (unsigned blockIdx = 0; blockIdx < 2; blockIdx++)
        threadIdx += blockIdx;
    return !(p[23] == 3 && threadIdx == 6 && shape{gridDim, blockDim}.all() == 24);
}
