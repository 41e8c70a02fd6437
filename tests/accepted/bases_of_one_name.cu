// SPDX-License-Identifier: MIT
struct plain {
    int number;
    plain() : number(7) {}
};
struct holder { plain p; };
#define SPACE(name) \
    namespace name { \
    struct a {}; struct b : a {}; struct c : b {}; struct d : c {}; struct e : d {}; struct f : e {}; struct g : f {}; \
    struct h : g { __device__ int get(holder *o) { return __popc(o->p.number); } }; \
    }
SPACE(n0) SPACE(n1) SPACE(n2) SPACE(n3) SPACE(n4) SPACE(n5) SPACE(n6) SPACE(n7) SPACE(n8) SPACE(n9)
__global__ void kernel(holder *o, int *out) { *out = n0::h().get(o) + n9::h().get(o); }
int main() {
    int *out;
    holder *o, own;
    cudaMallocManaged(&out, sizeof *out);
    cudaMallocManaged(&o, sizeof *o);
    *o = own;
    kernel<<<1, 1>>>(o, out);
    return cudaDeviceSynchronize() || *out != 6;
}
