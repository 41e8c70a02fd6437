// SPDX-License-Identifier: MIT
// Arguments that own memory, and complex numbers.
#include <cuComplex.h>

#include "tap.h"

static int *out; // managed

static int result(void) {
    finish();
    const int value = *out;
    *out = -1;
    return value;
}

// ---- arguments ---------------------------------------------------------------------------------

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
    if (threadIdx.x == 0) *to = *owner.p;
}
__global__ void change(Owner owner, int *volatile to) {
    owner.uses += 5; // each its own
    atomicAdd(to, owner.uses);
}

static void test_arguments(void) {
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

// ---- complex numbers - -------------------------------------------------------------

__global__ void compute(cuDoubleComplex *z, cuFloatComplex *f) {
    z[0] = cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, 4));
    z[1] = cuCdiv(z[0], cuConj(make_cuDoubleComplex(0, 1)));
    z[2] = make_cuDoubleComplex(cuCabs(make_cuDoubleComplex(3, 4)), cuCreal(z[0]));
    f[0] = cuCaddf(cuComplexDoubleToFloat(z[0]), cuCsubf(make_cuComplex(1, 1), f[1]));
}

static void test_complex(void) {
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
    test_arguments();
    test_complex();
    must(cudaFree(out));
    return done_testing();
}
