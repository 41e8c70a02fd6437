// 20 # The host gets the numbers back changed, and undoes that. Not mended: it is told.
// look: not seen
#include "checks.h"
__global__ void nothing(float *) {}
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

            lab_result(out, n);
        }
    return lab_end();
}
