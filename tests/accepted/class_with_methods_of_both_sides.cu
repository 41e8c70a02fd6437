// SPDX-License-Identifier: MIT
class buffer {
    int *p, n;
  public:
    buffer(int n) : n(n) { cudaMallocManaged(&p, n * sizeof(int)); }
    void release() { cudaFree(p); }
    __device__ int &operator[](int i) { return p[i]; }
    __host__ __device__ int size() const { return n; }
    int host(int i) { return p[i]; }
};
__global__ void k(buffer b) { if (threadIdx.x < b.size()) b[threadIdx.x] = threadIdx.x; }
int main() {
    buffer b(4);
    k<<<1, 8>>>(b);
    cudaDeviceSynchronize();
    const bool right = b.host(3) == 3;
    b.release();
    return !right;
}
