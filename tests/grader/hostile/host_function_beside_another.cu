// 20 # A host function in a stream works on the device's memory, while another stream is at work. It is told.
// look: not seen whether kernels or the host: task 1 2 3 4
#include "checks.h"
__global__ void nothing() {}
struct job {
    int task, n;
    float *a, *b, *out;
};
static volatile bool over;
static void CUDART_CB hold(void *) {
    while (!over)
        ;
}
static void CUDART_CB host(void *data) {
    const job j = *(const job *)data;
    for (int i = 0; i < j.n; i++)
        j.out[i] = j.task == 1 ? FACTOR * j.a[i] : j.task == 4 ? j.a[j.n - 1 - i] : j.a[i] + j.b[i];
}
int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    const size_t bytes = n * sizeof(float);
    float *in = lab_floats("in", n), *other = lab_floats("other", n), *out = lab_blank_floats(n);
    cudaStream_t work, beside;
    CHECK(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
    for (int task = 1; task <= 4; task++)
        if (lab_task(task, "x")) {
            job j = {task, n, NULL, NULL, NULL};
            CHECK(cudaMalloc(&j.a, bytes));
            CHECK(cudaMalloc(&j.b, bytes));
            CHECK(cudaMalloc(&j.out, bytes));
            CHECK(cudaMemcpy(j.a, in, bytes, cudaMemcpyHostToDevice));
            CHECK(cudaMemcpy(j.b, other, bytes, cudaMemcpyHostToDevice));
            over = false;
            CHECK(cudaLaunchHostFunc(beside, hold, NULL));
            nothing<<<1, 1, 0, work>>>();
            CHECK(cudaLaunchHostFunc(work, host, &j));
            CHECK(cudaMemcpyAsync(out, j.out, bytes, cudaMemcpyDeviceToHost, work));
            CHECK(cudaStreamSynchronize(work));
            over = true;
            CHECK(cudaStreamSynchronize(beside));
            lab_result(out, n);
        }
    return lab_end();
}
