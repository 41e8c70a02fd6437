// 22 # The host works all out, and kernels copy what it has worked out. Not mended: it is told.
// look: not seen
#include "checks.h"
__global__ void scale(const float *in, float *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = in[i];
}
__global__ void add_strided(const float *in, float *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = in[i];
}
static void through(float *out, int n, int task) {
    float *a, *b;
    CHECK(cudaMalloc(&a, n * 4));
    CHECK(cudaMalloc(&b, n * 4));
    CHECK(cudaMemcpy(a, out, n * 4, cudaMemcpyHostToDevice));
    if (task == 3)
        add_strided<<<(n + 255) / 256, 256>>>(a, b, n);
    else
        scale<<<(n + 255) / 256, 256>>>(a, b, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, b, n * 4, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            for (int i = 0; i < n; i++)
                out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
            through(out, n, task);
            lab_result(out, n);
        }
    return lab_end();
}
