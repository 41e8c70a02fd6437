// SPDX-License-Identifier: MIT
typedef int whole[];
typedef int four[4];
struct pair { int a, b; };
typedef pair both;
typedef pair pairs[];
const int n = 4;
extern __shared__ whole a;
extern __shared__ whole a;
extern __shared__ int a[];
extern __shared__ four b[];
extern __shared__ int b[][n];
extern __shared__ int b[][2 + 2];
extern __shared__ pair c[];
extern __shared__ both c[];
extern __shared__ pairs c;
extern __shared__ unsigned int d[];
extern __shared__ unsigned d[];
extern __shared__ const float *e[];
extern __shared__ float const *e[];
namespace other { extern __shared__ float a[]; }
__global__ void k(int *o) {
    extern __shared__ both c[];
    c[0].b = 3;
    *o = c[0].b;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1, 64>>>(o);
    return cudaDeviceSynchronize() || *o != 3;
}
