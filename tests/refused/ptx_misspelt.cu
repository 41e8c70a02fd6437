// SPDX-License-Identifier: MIT
__device__ unsigned sum(unsigned a, unsigned b) {
    unsigned c;
    asm("add.u32 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
    asm("{ .reg .u32 t;\n\t"
        "mul.low.u32 t, %1, %2;\n\t" // refused
        "add.u32 %0, %0, t; }" : "+r"(c) : "r"(a), "r"(b));
    return c;
}
__global__ void k(unsigned *d) {
    d[0] = sum(1, 2);
    asm volatile("membar.gl;");
    asm volatile("membar;"); // refused
}
__global__ void of_another_processor(long *p) {
    unsigned low, high;
    asm volatile("rdtsc" : "=a"(low), "=d"(high)); // refused
    asm volatile("" ::: "memory");
    *p = low;
}
