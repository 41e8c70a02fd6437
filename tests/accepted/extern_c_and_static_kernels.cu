// SPDX-License-Identifier: MIT
extern "C" __global__ void c_kernel(int *p) { *p = 1; }
extern "C" { __global__ void d_kernel(int *p) { *p = 2; } }
static __global__ void s_kernel(int *p) { *p = 3; }
static __global__ void __launch_bounds__(128, 2) i_kernel(int *p) { *p = 4; }
__global__ static void t_kernel(int *p) { *p = 5; }
void __global__ v_kernel(int *p) { *p = 6; }
int main() {
    int *p;
    cudaMallocManaged(&p, 24);
    c_kernel<<<1, 1>>>(p); d_kernel<<<1, 1>>>(p + 1); s_kernel<<<1, 1>>>(p + 2); i_kernel<<<1, 1>>>(p + 3);
    t_kernel<<<1, 1>>>(p + 4); v_kernel<<<1, 1>>>(p + 5);
    cudaDeviceSynchronize();
    int s = 0;
    for (int i = 0; i < 6; i++) s = s * 10 + p[i];
    return s != 123456;
}
