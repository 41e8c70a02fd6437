// SPDX-License-Identifier: MIT
class counter {
    int n = 3;
    friend __global__ void read(const counter *c, int *out);
    template <class T> friend __global__ void read_as(const counter *c, T *out);
};
__global__ void read(const counter *c, int *out) { *out = c->n; }
template <class T> __global__ void read_as(const counter *c, T *out) { *out = c->n; }
int main() {
    int *p; counter *c;
    cudaMallocManaged(&p, 8); cudaMallocManaged(&c, sizeof *c);
    *c = counter();
    read<<<1, 1>>>(c, p);
    read_as<<<1, 1>>>(c, p + 1);
    return cudaDeviceSynchronize() || !(p[0] == 3 && p[1] == 3);
}
