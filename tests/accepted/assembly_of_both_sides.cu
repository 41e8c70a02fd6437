// SPDX-License-Identifier: MIT
int twice(int x) {
    void *p = &&done;
    asm("addl %0, %0" : "+r"(x));
    goto *p;
done:
    return x;
}
__device__ int lane() {
    int x;
    asm volatile("" ::: "memory");
    asm("mov.u32 %0, %%laneid;" : "=r"(x));
    return x;
}
__device__ int promoted(short s, unsigned char c) { // numbers of 32 bits
    int x, y, z;
    asm("mov.u32 %0, %1;" : "=r"(x) : "r"(~c));
    asm("mov.u32 %0, %1;" : "=r"(y) : "r"(c ? s : c));
    asm("mov.u32 %0, %1;" : "=r"(z) : "r"(s << 2));
    return x + y + z;
}
__global__ void k(int *o, int *p) {
    if (!o) promoted(1, 2);
    if (o && p) o[threadIdx.x] = lane();
    asm volatile("" ::: "memory");
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 2>>>(o, o);
    return cudaDeviceSynchronize() || !(o[1] + twice(o[1]) == 3);
}
