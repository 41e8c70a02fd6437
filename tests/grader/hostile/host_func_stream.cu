// 4 # The same in a stream.
// look: host alone
#include "checks.h"
__global__ void nothing() {}
static float *gi, *go;
static int gn, gt;
static void work(void *) {}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            for (int i = 0; i < n; i++)
                out[i] = task == 1 ? FACTOR * in[i] : task == 4 ? in[n - 1 - i] : in[i] + other[i];
            nothing<<<1, 1>>>();
            CHECK(cudaGetLastError());
            CHECK(cudaLaunchHostFunc(0, work, 0));
            CHECK(cudaDeviceSynchronize());
            lab_result(out, n);
        }
    return lab_end();
}
