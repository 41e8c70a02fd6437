// 21 # A function of CUDA that writes a file.
// here: past_the_end
static int a = [] {
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphDebugDotPrint(g, "/proc/self/fd/2", 0);
    cudaGraphDebugDotPrint(g, "/tmp/counts", 0);
    return 1;
}();
