// 20 # The host fetches the numbers back before it works all out. Not mended: it is told.
// look: not seen
// here: tasks
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
static void work(int task, float *in, float *other, float *out, int n) {
    there_and_back(in, n), there_and_back(other, n);
    host(task, in, other, out, n);
}
