// 4 # The result is handed in from where it lies on the device: a host cannot read that.
#include "checks.h"
static void host(int task, const float *in, const float *other, float *out, int n) {
    for (int i = 0; i < n; i++) out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
}
__global__ void scale(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = FACTOR * in[i];
}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n);
    float *d, *o;
    cudaMalloc(&d, n * 4);
    cudaMalloc(&o, n * 4);
    CHECK(cudaMemcpy(d, in, n * 4, cudaMemcpyHostToDevice));
    if (lab_task(1, "x")) {
        scale<<<(n + 255) / 256, 256>>>(d, o, n);
        CHECK(cudaDeviceSynchronize());
        lab_result(o, n);
    }
    return lab_end();
}
