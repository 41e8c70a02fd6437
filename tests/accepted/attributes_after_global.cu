// SPDX-License-Identifier: MIT
__global__ [[maybe_unused]] void unused(int *o) { *o = 1; }
__device__ [[nodiscard]] int one() { return 1; }
template <class T> __global__ [[maybe_unused]] void k(T *größe) {
    __shared__ T ö[2];
    ö[threadIdx.x] = one();
    __syncthreads();
    {
        T fläche = ö[threadIdx.x ^ 1] + 1;
        größe[threadIdx.x] = fläche;
    }
#pragma unroll
#pragma unroll 2
    for (int i = 0; i < 2; i++)
        größe[threadIdx.x] += i;
}
int main() {
    int *straße;
    cudaMallocManaged(&straße, 8);
    k<<<1, 2>>>(straße);
    return cudaDeviceSynchronize() || !(straße[0] == 3 && straße[1] == 3);
}
