// 20 # The host reads and writes the device's memory through its pointers. Not mended: it is told.
// look: not seen
// here: tasks
__global__ void nothing(float *) {}
static void work(int task, float *in, float *other, float *out, int n) {
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
