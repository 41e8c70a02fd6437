// SPDX-License-Identifier: MIT
// Ways to write a program that courses teach and the suite's own programs do without.
#include <cuComplex.h>

#include "tap.h"

static int *out; // managed

static int result(void) {
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
    const int value = *out;
    *out = -1;
    return value;
}

// ---- dynamic shared memory, declared outside the kernels ---------------------------------------

extern __shared__ int words[];

template <class T> __device__ T *behind(T *p, int n) {
    return p + n;
}

// `words` as what it is: an array, at any place where C has one.
__global__ void carve(int *sum, int n) {
    const int t = (int)threadIdx.x;
    float *floats = (float *)&words[n];
    char *bytes = (char *)behind(words, 2 * n);
    words[t] = t;
    floats[t] = 0.5f * (float)t;
    bytes[t] = (char)(t % 50);
    __syncthreads();
    auto *same = words;
    const int left = (t + 1) % n;
    atomicAdd(sum, same[left] + (int)(2 * floats[left]) + bytes[left] + *(words + left));
}

__global__ void carve_as_double(int *sum) {
    double *d = reinterpret_cast<double *>(words);
    d[threadIdx.x] = threadIdx.x;
    __syncthreads();
    atomicAdd(sum, (int)d[blockDim.x - 1 - threadIdx.x]);
}

static void test_dynamic_shared(void) {
    const int n = 64;
    *out = 0;
    carve<<<1, n, n *(sizeof(int) + sizeof(float) + 1)>>>(out, n);
    ok(result() == 3 * (63 * 64 / 2) + 49 * 25 + 13 * 7, "three arrays in one");
    *out = 0;
    carve_as_double<<<1, 32, 32 * sizeof(double)>>>(out);
    ok(result() == 31 * 16, "the same memory as another type");
}

// ---- arguments ---------------------------------------------------------------------------------

struct Cell {
    int key;
    float weight;
};

__global__ void a(int *p, Cell cell) { // a short name
    *p = cell.key;
}
template <class T> __global__ void as(int *p, Cell cell, T more) {
    *p = cell.key + (int)more;
}
__global__ void by_reference(Cell &cell) {
    cell.key++;
}

// It frees what it has, and a launch copies it: what the host's copy frees is gone after the
// launch. The threads' copies are nobody's to destroy.
struct Owner {
    int *p;
    int uses = 0;
    static int copied, destroyed;
    Owner() { must(cudaMalloc(&p, sizeof *p)); }
    Owner(const Owner &other) : p(other.p), uses(other.uses) { copied++; }
    ~Owner() {
        destroyed++;
        (void)cudaFree(p);
    }
};
int Owner::copied, Owner::destroyed;
__global__ void borrow(Owner owner, int *to) {
    atomicAdd(owner.p, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *to = *owner.p;
}
__global__ void change(Owner owner, int *volatile to) {
    owner.uses += 5; // each its own
    atomicAdd(to, owner.uses);
}

static void test_arguments(void) {
    a<<<1, 1>>>(out, {7, 0.5f});
    ok(result() == 7, "a structure without its type's name");
    as<float><<<1, 1>>>(out, {7, 0.5f}, 2.5f);
    ok(result() == 9, "the same of a template");

    Cell *cell;
    must(cudaMallocManaged(&cell, sizeof *cell));
    cell->key = 1;
    by_reference<<<1, 1>>>(*cell);
    must(cudaDeviceSynchronize());
    ok(cell->key == 2, "managed memory by reference");
    must(cudaFree(cell));

    {
        Owner owner;
        must(cudaMemset(owner.p, 0, sizeof *owner.p));
        borrow<<<1, 100>>>(owner, out);
        ok(result() == 100, "a structure with a destructor");
        ok(Owner::copied == 1 && Owner::destroyed == 1, "it is copied once and destroyed once");
        owner.p = NULL; // the launch's copy has freed it
        must(cudaMemset(out, 0, sizeof *out));
        change<<<2, 10>>>(owner, out);
        ok(result() == 100, "threads change copies of their own");
        void (*const kernel)(Owner, int *) = change;
        must(cudaMemset(out, 0, sizeof *out));
        kernel<<<2, 10>>>(owner, out);
        ok(result() == 100, "the same through a pointer");
        ok(Owner::copied == 3 && Owner::destroyed == 3, "neither copied nor destroyed by threads");
    }
    (void)cudaGetLastError();
}

// ---- kernels as values -------------------------------------------------------------------------

template <int STEP> __global__ void add(int *p, int n) {
    *p += STEP * n;
}
typedef void (*Kernel)(int *, int);

static Kernel choose(bool twice) {
    return twice ? add<2> : add<1>;
}
template <class... P, class... A>
static cudaError_t launch(void (*kernel)(P...), int threads, A... argument) {
    void *arguments[] = {(void *)&argument...};
    return cudaLaunchKernel((const void *)kernel, dim3(1), dim3((unsigned)threads), arguments, 0,
                            NULL);
}

static void test_kernels_as_values(void) {
    *out = 0;
    must(launch(add<3>, 1, out, 5));
    ok(result() == 15, "a launch by a call, of a function's parameter");
    int n = 4;
    void *arguments[] = {&out, &n};
    *out = 0;
    must(cudaLaunchKernel((void *)choose(true), dim3(1), dim3(1), arguments, 0, NULL));
    ok(result() == 8, "of what a function returns");
    *out = 0;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaKernelNodeParams parameters = {};
    Kernel kernel = choose(false);
    parameters.func = (void *)kernel;
    parameters.gridDim = parameters.blockDim = dim3(1);
    parameters.kernelParams = arguments;
    must(cudaGraphCreate(&graph, 0));
    must(cudaGraphAddKernelNode(&node, graph, NULL, 0, &parameters));
    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaGraphLaunch(exec, NULL));
    ok(result() == 4, "as a graph's node, out of a variable");
    must(cudaGraphExecDestroy(exec));
    must(cudaGraphDestroy(graph));
}

// ---- operators and complex numbers -------------------------------------------------------------

__host__ __device__ static inline bool operator==(int2 p, int2 q) {
    return p.x == q.x && p.y == q.y;
}
__device__ static inline int2 operator+(int2 p, int2 q) {
    return make_int2(p.x + q.x, p.y + q.y);
}
__global__ void compare(int *p, int2 x, int2 y) {
    *p = x + y == make_int2(4, 6);
}

__global__ void compute(cuDoubleComplex *z, cuFloatComplex *f) {
    z[0] = cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, 4));
    z[1] = cuCdiv(z[0], cuConj(make_cuDoubleComplex(0, 1)));
    z[2] = make_cuDoubleComplex(cuCabs(make_cuDoubleComplex(3, 4)), cuCreal(z[0]));
    f[0] = cuCaddf(cuComplexDoubleToFloat(z[0]), cuCsubf(make_cuComplex(1, 1), f[1]));
}

static void test_types(void) {
    compare<<<1, 1>>>(out, make_int2(1, 2), make_int2(3, 4));
    ok(result() == 1, "operators for vector types");
    cuDoubleComplex *z;
    must(cudaMallocManaged(&z, 3 * sizeof *z + 2 * sizeof(cuFloatComplex)));
    cuFloatComplex *f = (cuFloatComplex *)(z + 3);
    f[1] = make_cuFloatComplex(0.5f, 0.25f);
    compute<<<1, 1>>>(z, f);
    must(cudaDeviceSynchronize());
    ok(z[0].x == -5 && z[0].y == 10, "a product of complex numbers");
    ok(z[1].x == -10 && z[1].y == -5, "a quotient");
    ok(z[2].x == 5 && z[2].y == -5, "modulus and real part");
    ok(cuCrealf(f[0]) == -4.5f && cuCimagf(f[0]) == 10.75f, "in single precision");
    must(cudaFree(z));
}

int main(void) {
    must(cudaMallocManaged(&out, sizeof *out));
    *out = -1;
    test_dynamic_shared();
    test_arguments();
    test_kernels_as_values();
    test_types();
    must(cudaFree(out));
    return done_testing();
}
