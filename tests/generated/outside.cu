// SPDX-License-Identifier: MIT
// An operator of the device, declared in one place and defined in another.
struct V {
    int n;
    __device__ void operator+=(int x);
};
void V::operator+=(int x) {
    __syncthreads();
    n += x;
}
__global__ void added(V *v) { v[threadIdx.x] += 2; }
