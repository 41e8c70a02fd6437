// 20 # Numbers come back, and results go there, one at a time. Not mended: it is told.
// look: not seen
#include "checks.h"
static void host(int task, const float *in, const float *other, float *out, int n) {
    for (int i = 0; i < n; i++) out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
}
__global__ void put(float *to, float value) { *to = value; }
__global__ void nothing(float *) {}
static float *fetch(const float *from, int n) {
    float *dev, *values = (float *)malloc(n * 4);
    CHECK(cudaMalloc(&dev, n * 4));
    CHECK(cudaMemcpy(dev, from, n * 4, cudaMemcpyHostToDevice));
    nothing<<<1, 1>>>(dev);
    CHECK(cudaDeviceSynchronize());
    for (int i = n - 1; i >= 0; i--) CHECK(cudaMemcpy(values + i, dev + i, 4, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev));
    return values;
}
static void work(int task, const float *in, const float *other, float *out, int n) {
    float *a = fetch(in, n), *b = fetch(other, n), *o;
    host(task, a, b, out, n);
    CHECK(cudaMalloc(&o, n * 4));
    for (int i = 0; i < n; i++) put<<<1, 1>>>(o + i, out[i]);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, o, n * 4, cudaMemcpyDeviceToHost));
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
