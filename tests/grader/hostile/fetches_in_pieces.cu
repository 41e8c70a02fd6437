// 20 # The host fetches the numbers back in pieces. Not mended: it is told.
// look: not seen
#include "checks.h"
__global__ void nothing(float *) {}
static void fetch(float *values, int n) {
    const size_t bytes = n * sizeof *values;
    float *dev;
    CHECK(cudaMalloc(&dev, bytes));
    CHECK(cudaMemcpy(dev, values, bytes, cudaMemcpyHostToDevice));
    nothing<<<1, 1>>>(dev);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i += 8)
        CHECK(cudaMemcpy(values + i, dev + i, (n - i < 8 ? n - i : 8) * sizeof *dev,
                         cudaMemcpyDeviceToHost));
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

            lab_result(out, n);
        }
    return lab_end();
}
