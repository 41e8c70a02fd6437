// SPDX-License-Identifier: MIT
struct Box {
    unsigned s;
};
template <class T> __device__ unsigned operator%(const Box &box, T &&x) {
    return x += box.s;
}
struct Sink {
    int sum;
    template <class T> __device__ Sink &operator<<(const T &x) {
        sum += (int)x;
        return *this;
    }
};
__global__ void k(int *out, unsigned n, int d) {
    const Box box = {3u};
    Sink sink = {};
    (void)(box % n);
    sink << n << 2.5f << (out[1] >> d);
    out[threadIdx.x] = sink.sum / d;
}
int main() {
    int *out;
    cudaMallocManaged(&out, 2 * sizeof *out);
    out[1] = 16;
    k<<<1, 1>>>(out, 4, 2);
    return cudaDeviceSynchronize() || !(out[0] == (7 + 2 + 4) / 2);
}
