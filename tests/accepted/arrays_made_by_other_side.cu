// SPDX-License-Identifier: MIT
struct M { ~M() {} };
struct A { M m; int x; };
struct D { int x = 3; __device__ D(int) {} __host__ __device__ D() {} D(char) : D(1) {} };
struct H { D d; H() : d(1) {} };
__global__ void k(int *o) {
    A a[2];
    a[0].x = 1, a[1].x = 2;
    A *b = new A[2];
    b[1].x = 4;
    *o = a[0].x + a[1].x + b[1].x;
    delete[] b;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    D d[2] = {1, 2};
    H h;
    return !(*o == 7 && d[1].x == 3 && h.d.x == 3 && D('a').x == 3);
}
