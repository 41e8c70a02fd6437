// 20 # Kernels bring numbers to pinned memory, and the host's results from there. It is told.
// look: not seen whether kernels or the host: task 1 2 3 4
#include "checks.h"
__global__ void give(const float *from, float *to, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) to[i] = from[i];
}
static void move(const float *from, float *to, int n) {
    give<<<(n + 255) / 256, 256>>>(from, to, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    const size_t bytes = n * sizeof(float);
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    float *dev, *pinned[2], *result;
    CHECK(cudaMalloc(&dev, bytes));
    CHECK(cudaMallocHost(&result, bytes));
    for (int i = 0; i < 2; i++) {
        CHECK(cudaMallocHost(&pinned[i], bytes));
        CHECK(cudaMemcpy(dev, i ? other : in, bytes, cudaMemcpyHostToDevice));
        move(dev, pinned[i], n);
    }
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            const float *a = pinned[0], *b = pinned[1];
            for (int i = 0; i < n; i++) result[i] = task == 1 ? FACTOR * a[i] : task == 4 ? a[n - 1 - i] : a[i] + b[i];
            move(result, dev, n);
            CHECK(cudaMemcpy(out, dev, bytes, cudaMemcpyDeviceToHost));
            lab_result(out, n);
        }
    return lab_end();
}
