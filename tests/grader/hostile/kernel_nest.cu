// 4
#define L for (int v = 0; v < 3; v++)
#define TEN L L L L L L L L L L
__global__ void deep(int *p) {
    TEN TEN TEN TEN TEN {
        __syncthreads();
        p[threadIdx.x]++;
    }
}
int main() {
    int *p;
    cudaMalloc(&p, 4096);
    deep<<<1, 1024>>>(p);
    cudaDeviceSynchronize();
}
