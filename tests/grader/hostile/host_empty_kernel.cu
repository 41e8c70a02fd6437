// 4 # The host works all out, and a kernel does nothing.
// look: host alone
// here: tasks
__global__ void nothing() {}
static void work(int task, float *in, float *other, float *out, int n) {
    host(task, in, other, out, n);
    nothing<<<1, 1>>>();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}
