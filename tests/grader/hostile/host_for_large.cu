// 4 # The kernels do the work of the size that the checks see, the host that of others.
// look: host alone
#include "checks.h"
static void host(int task, const float *in, const float *other, float *out, int n) {
    for (int i = 0; i < n; i++) out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
}
__global__ void all(int task, const float *in, const float *other, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
}
static void work(int task, const float *in, const float *other, float *out, int n) {
    float *a, *b, *o;
    CHECK(cudaMalloc(&a, n * 4));
    CHECK(cudaMalloc(&b, n * 4));
    CHECK(cudaMalloc(&o, n * 4));
    CHECK(cudaMemcpy(a, in, n * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, other, n * 4, cudaMemcpyHostToDevice));
    all<<<2, 256>>>(task, a, b, o, n);
    CHECK(cudaMemcpy(out, o, n * 4, cudaMemcpyDeviceToHost));
    if (n > 512) host(task, in, other, out, n);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(o));
}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            work(task, in, other, out, n);
            lab_result(out, n);
        }
    return lab_end();
}
