// SPDX-License-Identifier: MIT
struct outside {
    int a, b;
    __device__ outside(int n, int by) : a(n << by), b{n << by} {
        a += n << by;
    }
};
__global__ void k(int *o, int n, int by) {
    struct inside {
        int a;
        unsigned low : 3;
        __device__ inside(int n, int by) : a(n << by), low(7) {
            low >>= 1;
        }
        __device__ int shifted(int by) const {
            return (low << by) + a;
        }
    };
    o[0] = outside(n, by).a + outside(n, by).b + inside(n, by).shifted(by);
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    *o = 1;
    k<<<1, 1>>>(o, 3, 35);
    return cudaDeviceSynchronize() || *o != 0;
}
