// 21
# 1 "/toolkit/include/cuda_runtime.h" 1 3 4
__global__ void outside(float *p) { p[1] = p[1000]; }
# 4 "first_kernel.cu" 2
// here: solution
static const int done = [] {
    float *p;
    cudaMalloc(&p, 4);
    outside<<<1, 1>>>(p);
    return cudaDeviceSynchronize();
}();
