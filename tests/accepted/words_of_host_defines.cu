// SPDX-License-Identifier: MIT
// The words of the toolkit's host_defines.h, which code of its samples has; and inline twice.
#include <cuda_runtime.h>
__device_builtin__ int five = 5;
struct __device_builtin__ __builtin_align__(16) Three { int a, b, c; };
struct __device_builtin_texture_type__ Texture { int a; };
struct __device_builtin_surface_type__ Surface { int a; };
static __inline__ __device__ __forceinline__ int next(int a) { return a + 1; }
inline __device__ __forceinline__ int half(int a) { return a / 2; }
template <class T> __forceinline__ inline __device__ T same(T a) { return a; }
struct Twice { inline __forceinline__ __host__ __device__ int of(int a) const { return 2 * a; } };
__noinline__ __device__ int twice(int a) { return a * 2; }
__location__(device) int thrice(int a) { return a * 3; }
extern __host__ cudaError_t CUDARTAPI __cudart_builtin__ wait(void);
cudaError_t CUDARTAPI_CDECL wait(void) { return cudaDeviceSynchronize(); }
__no_return__ void end(int status) { exit(status); }
static __thread__ int own = 2;
__global__ void k(int *out) {
    out[0] = twice(next(4)) + (int)sizeof(Three);
    out[1] = same(half(thrice(4))) + Twice().of(1);
}
int main() {
    int *out;
    cudaMallocManaged(&out, 2 * sizeof *out);
    k<<<1, 1>>>(out);
    if (wait() != cudaSuccess) return 1;
    end(!(out[0] == 26 && out[1] == 8 && five == 5 && own == 2));
}
