// SPDX-License-Identifier: MIT
typedef void kernel(int *o);
__global__ void one(int *o) { o[0]++; }
template <kernel *f> static void by_name(int *o) { f<<<1, 1>>>(o); }
template <void (*f)(int *)> static void by_pointer(int *o) { f<<<1, 1>>>(o); }
template <auto f> static void by_any(int *o) { f<<<1, 1>>>(o); }
template <class F> static void by_type(F f, int *o) { f<<<1, 1>>>(o); }
template <class F, F f> static void by_both(int *o) { f<<<1, 1>>>(o); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    *o = 0;
    by_name<one>(o);
    by_pointer<one>(o);
    by_any<one>(o);
    by_type(one, o);
    by_both<kernel *, one>(o);
    return cudaDeviceSynchronize() || *o != 5;
}
