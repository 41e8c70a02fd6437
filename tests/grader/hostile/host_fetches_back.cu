// 20 # The host fetches the numbers back before it works all out. Not mended: it is told.
// look: not seen
#include "checks.h"
__global__ void nothing() {}
static void there_and_back(float *values, int n) {
    float *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, values, n * sizeof *dev, cudaMemcpyHostToDevice));
    nothing<<<1, 1>>>();
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(values, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev));
}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            there_and_back(in, n), there_and_back(other, n);
            for (int i = 0; i < n; i++)
                out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];

            lab_result(out, n);
        }
    return lab_end();
}
