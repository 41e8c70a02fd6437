// 20 # Kernels bring numbers to pinned memory, and the host's results from there. It is told.
// look: not seen whether kernels or the host: task 1 2 3 4
// here: tasks
__global__ void give(const float *from, float *to, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) to[i] = from[i];
}
static void move(const float *from, float *to, int n) {
    give<<<(n + 255) / 256, 256>>>(from, to, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}
static void work(int task, float *in, float *other, float *out, int n) {
    const size_t bytes = n * sizeof(float);
    float *dev, *pinned[2], *result;
    CHECK(cudaMalloc(&dev, bytes));
    CHECK(cudaMallocHost(&result, bytes));
    for (int i = 0; i < 2; i++) {
        CHECK(cudaMallocHost(&pinned[i], bytes));
        CHECK(cudaMemcpy(dev, i ? other : in, bytes, cudaMemcpyHostToDevice));
        move(dev, pinned[i], n);
    }
    host(task, pinned[0], pinned[1], result, n);
    move(result, dev, n);
    CHECK(cudaMemcpy(out, dev, bytes, cudaMemcpyDeviceToHost));
}
