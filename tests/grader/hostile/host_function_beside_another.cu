// 20 # A host function in a stream works on the device's memory, while another stream is at work. It is told.
// look: not seen whether kernels or the host: task 1 2 3 4
// here: tasks
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
static void CUDART_CB at_work(void *data) {
    const job j = *(const job *)data;
    host(j.task, j.a, j.b, j.out, j.n);
}
static void work(int task, float *in, float *other, float *out, int n) {
    const size_t bytes = n * sizeof(float);
    cudaStream_t stream, beside;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
    job j = {task, n, NULL, NULL, NULL};
    CHECK(cudaMalloc(&j.a, bytes));
    CHECK(cudaMalloc(&j.b, bytes));
    CHECK(cudaMalloc(&j.out, bytes));
    CHECK(cudaMemcpy(j.a, in, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(j.b, other, bytes, cudaMemcpyHostToDevice));
    over = false;
    CHECK(cudaLaunchHostFunc(beside, hold, NULL));
    nothing<<<1, 1, 0, stream>>>();
    CHECK(cudaLaunchHostFunc(stream, at_work, &j));
    CHECK(cudaMemcpyAsync(out, j.out, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    over = true;
    CHECK(cudaStreamSynchronize(beside));
}
