// 7 # Copies on the device do the work of task 4. Not mended: it is told.
// look: not seen
#include "checks.h"
__global__ void reverse(float *) {}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    (void)other;
    if (lab_task(4, "x")) {
        float *dev, *dev_out;
        CHECK(cudaMalloc(&dev, n * 4));
        CHECK(cudaMalloc(&dev_out, n * 4));
        CHECK(cudaMemcpy(dev, in, n * 4, cudaMemcpyHostToDevice));
        reverse<<<1, 1>>>(dev);
        for (int i = 0; i < n; i++) CHECK(cudaMemcpy(dev_out + i, dev + n - 1 - i, 4, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpy(out, dev_out, n * 4, cudaMemcpyDeviceToHost));
        lab_result(out, n);
    }
    return lab_end();
}
