// SPDX-License-Identifier: MIT
// nvcc --extended-lambda -diag-suppress=708
struct S { bool b, c; };
__device__ bool was(bool &b) { return b++; }
template <class F> __global__ void call(F f) { f(); }
__global__ void k(bool *p, S *s) {
    __shared__ bool seen[4];
    bool b = false;
    seen[threadIdx.x] = false;
    __syncthreads();
    b++;
    seen[3 - threadIdx.x]++;
    for (bool turn = false; !turn; turn++) s[threadIdx.x].b = ++s[threadIdx.x].c;
    __syncthreads();
    (*(p + threadIdx.x)) = was(b) && was(seen[threadIdx.x]) && s[threadIdx.x].b++;
}
int main() {
    bool *p;
    S *s;
    cudaMallocManaged(&p, 5);
    cudaMallocManaged(&s, 4 * sizeof *s);
    p[4] = s[0].c = s[1].c = s[2].c = s[3].c = false;
    k<<<1, 4>>>(p, s);
    call<<<1, 1>>>([=] __device__() { ++p[4]; });
    return cudaDeviceSynchronize() || !(p[0] && p[1] && p[2] && p[3] && p[4]);
}
