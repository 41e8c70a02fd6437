// 20 # The host reads and writes the device's memory through its pointers. Not mended: it is told.
// look: not seen
#include "checks.h"
static void host(int task, const float *in, const float *other, float *out, int n) {
    for (int i = 0; i < n; i++) out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
}
__global__ void nothing(float *) {}
static void work(int task, const float *in, const float *other, float *out, int n) {
    float *a, *b, *o;
    CHECK(cudaMalloc(&a, n * 4));
    CHECK(cudaMalloc(&b, n * 4));
    CHECK(cudaMalloc(&o, n * 4));
    CHECK(cudaMemcpy(a, in, n * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, other, n * 4, cudaMemcpyHostToDevice));
    nothing<<<1, 1>>>(o);
    CHECK(cudaDeviceSynchronize());
    host(task, a, b, o, n);
    CHECK(cudaMemcpy(out, o, n * 4, cudaMemcpyDeviceToHost));
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
