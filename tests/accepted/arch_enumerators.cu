// SPDX-License-Identifier: MIT
#ifdef __CUDA_ARCH__
const int SIZE = 48;
#else
const int SIZE = 16;
#endif
const int HALF = SIZE / 2;
template <int N> class Rows {
    enum { WIDTH = N + 1 };
    enum {
#ifdef __CUDA_ARCH__
        BANKS = 32,
#else
        BANKS = 16,
#endif
        PADDING = BANKS - WIDTH % BANKS
    };
    int data[WIDTH + PADDING];

  public:
    static int length() { return PADDING; }
    __device__ int size() {
        data[WIDTH + PADDING - 1] = PADDING;
        return data[WIDTH + PADDING - 1];
    }
};
__global__ void k(int *o) {
    __shared__ Rows<40> rows;
    *o = rows.size() + (int)sizeof rows + HALF;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 23 + 256 + 24 && Rows<40>::length() == 7 && HALF == 8);
}
