// SPDX-License-Identifier: MIT
// Assembly and labels in device code: one case after each `////`, refused at the line that says
// `// error`.
//// an instruction of another machine
__global__ void k(int *o) {
    int x = 3;
    asm("movl %1, %0" : "=r"(x) : "r"(x)); // error
    o[0] = x;
}
//// one without operands
__global__ void k(int *o) {
    asm volatile("mfence" ::: "memory"); // error
    o[0] = 1;
}
//// the second of two
__device__ int f(int x) {
    int y;
    asm("{ .reg .u32 t;\n\t" // error
        "mov.u32 t, %1; // a copy\n\t"
        "frobnicate.u32 %0, t; }" : "=r"(y) : "r"(x));
    return y;
}
__global__ void k(int *o) { o[0] = f(3); }
//// a register of another machine
__global__ void k(unsigned long long *o) {
    unsigned long long lo, hi;
    asm volatile("rdtsc" : "=a"(lo), "=d"(hi)); // error
    o[0] = hi << 32 | lo;
}
//// an operand in memory
__global__ void k(int *o) {
    int x = 3;
    asm("ld.u32 %0, %1;" : "=r"(x) : "m"(x)); // error
    o[0] = x;
}
//// an operand wherever it fits
__device__ int f(int x) {
    asm("mov.u32 %0, %1;" : "=r"(x) : "g"(x)); // error
    return x;
}
__global__ void k(int *o) { o[0] = f(3); }
//// the address of a label
__global__ void k(int *o) {
    void *p = &&end; // error
    goto *p;
    o[0] = 1;
end:
    o[1] = 2;
}
//// a table of labels
__host__ __device__ int f(int x) {
    static void *t[] = {&&a, &&b}; // error
    goto *t[x];
a:
    return 1;
b:
    return 2;
}
//// a register that is too small
__global__ void k(double *o) {
    double d = o[1];
    int x;
    asm("mov.u32 %0, %1;" : "=r"(x) : "r"(d)); // error
    o[0] = x;
}
//// a register for integers, and a float
__global__ void k(float *o) {
    float f = o[1];
    int x;
    asm("mov.b32 %0, %1;" : "=r"(x) : "r"(f)); // error
    o[0] = x;
}
//// a register for pointers, and an int
__global__ void k(int *o) {
    int x;
    asm("mov.u64 %0, %1;" : "=l"(o) : "l"(x)); // error
    o[0] = x;
}
//// values whose type follows from their parts
__global__ void k(long long *o, short s, int i, unsigned char c) {
    asm("mov.u64 %0, %1;" : "=l"(o[0]) : "l"(i + 1)); // error
    asm("mov.u64 %0, %1;" : "=l"(o[1]) : "l"(threadIdx.x)); // error
    asm("mov.u16 %0, %1;" : "=h"(s) : "h"(s + s)); // error
    asm("mov.u32 %0, %1;" : "=r"(i) : "r"(i == 2)); // error
    asm("mov.u32 %0, %1;" : "=r"(i) : "r"(s ? c : c)); // error
    asm("mov.u32 %0, %1;" : "=r"(i) : "r"(4294967296)); // error
    asm("mov.u32 %0, %1;" : "=r"(i) : "r"(1.f)); // error
    o[2] = s + i;
}
//// a class in a register
struct pair { int a; };
__global__ void k(int *o) {
    pair p = {1};
    int x;
    asm("mov.b32 %0, %1;" : "=r"(x) : "r"(p)); // error
    o[0] = x;
}
//// PTX in a function of both sides
__host__ __device__ int lane(int x) {
    asm("mov.u32 %0, %%laneid;" : "=r"(x)); // error
    return x;
}
__global__ void k(int *o) { o[0] = lane(3); }
//// operands without what they need, or with more
__global__ void k(int *o, int n) {
    int a = 1, b;
    asm("mov.u32 %0, 1;" : "r"(a)); // error
    asm("mov.u32 %0, %1;"
        : "=r"(a)
        : "=r"(a), // error
          "+r"(a)); // error
    asm("mov.u32 %0, 1;" : "="(a)); // error
    asm("mov.u32 %0, %1;" : "=r"(a) : "rn"(a)); // error
    asm("mov.u32 %0, %1;" : "=r"(a) : "n"(n)); // error
    asm("mov.u32 %0, %1;" : "+=r"(a), "=&" "r"(b) : "n"(3) : "memory");
    *o = a + b;
}
//// operands that are no places, and a clobber that nvcc has not
__global__ void k(int *o, int n) {
    int a = 1;
    asm("mov.u32 %0, 1;" : "=r"(a + 1)); // error
    asm("mov.u32 %0, 1;" : "=r"(3)); // error
    asm("mov.u32 %0, 1;" : "=r"(a)::"cc"); // error
    asm("mov.u32 %0, 1;" : "r"(a));
    *o = a;
}
//// colons, commas and parentheses of assembly
__global__ void k(int *o) {
    int a;
    asm("mov.u32 %0, 1;"
        "=r"
        (a)); // error
    asm("mov.u32 %0, 1;" : "=r"
        a); // error
    asm("mov.u32 %0, 1;" : "=r"(a) : : "memory"
        : ); // error
    asm("mov.u32 %0, 1;" : "=r"(a), ); // error
    asm("membar.gl;" ::: "memory", ); // error
    *o = 1;
}
//// numbers of operands that are not there
__global__ void k(int *o) {
    int a;
    asm("mov.u32 %0, 1; // %%10" : "=r"(a) : "r"(3));
    asm("mov.u32 %0, 1;" // error
        "mov.u32 %0, %2;"
        : "=r"(a)
        : "r"(3));
    *o = a;
}
//// names of operands
__global__ void k(int *o) {
    int a;
    asm("mov.u32 %[x], 1;" : [x] "=r"(a)); // error
    asm("mov.u32 %0, 1;" : [x] "=r"(a));
    *o = a;
}
