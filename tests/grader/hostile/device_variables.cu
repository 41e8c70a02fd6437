// 20 # The same, in the device's variables.
// look: not seen
// here: tasks
__device__ float a[70000], b[70000], o[70000];
__global__ void nothing() {}
static void work(int task, float *in, float *other, float *out, int n) {
    CHECK(cudaMemcpyToSymbol(a, in, n * 4));
    CHECK(cudaMemcpyToSymbol(b, other, n * 4));
    nothing<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    float *pa, *pb, *po;
    CHECK(cudaGetSymbolAddress((void **)&pa, a));
    CHECK(cudaGetSymbolAddress((void **)&pb, b));
    CHECK(cudaGetSymbolAddress((void **)&po, o));
    host(task, pa, pb, po, n);
    CHECK(cudaMemcpyFromSymbol(out, o, n * 4));
}
