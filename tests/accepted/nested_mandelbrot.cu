// SPDX-License-Identifier: MIT
// nvcc -rdc=true
// The Mandelbrot set by Mariani and Silver: where the border of a square has one number of steps, so has all of it; else
// its four quarters are launched. The picture is that of one thread per pixel.
#include <stdio.h>
enum { W = 128, MOST = 64, LEAST = 16, THREADS = 32 };
__host__ __device__ int steps_at(int px, int py) {
    const float cx = -2.f + 3.f * px / W, cy = -1.5f + 3.f * py / W;
    float x = 0, y = 0;
    int n = 0;
    for (; n < MOST && x * x + y * y < 4; n++) {
        const float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
    }
    return n;
}
__global__ void fill(int *out, int x0, int y0, int d, int steps) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y;
    if (x < d)
        out[(y0 + y) * W + x0 + x] = steps;
}
__global__ void pixels(int *out, int x0, int y0, int d) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y;
    if (x < d)
        out[(y0 + y) * W + x0 + x] = steps_at(x0 + x, y0 + y);
}
__global__ void square(int *out, int x0, int y0, int d) {
    __shared__ int least, most;
    x0 += d * blockIdx.x;
    y0 += d * blockIdx.y;
    if (threadIdx.x == 0) {
        least = MOST + 1;
        most = -1;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < d; i += blockDim.x) {
        const int border[] = {steps_at(x0 + i, y0), steps_at(x0 + i, y0 + d - 1), steps_at(x0, y0 + i),
                              steps_at(x0 + d - 1, y0 + i)};
        for (int k = 0; k < 4; k++) {
            atomicMin(&least, border[k]);
            atomicMax(&most, border[k]);
        }
    }
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    const dim3 rows((d + THREADS - 1) / THREADS, d);
    if (least == most)
        fill<<<rows, THREADS>>>(out, x0, y0, d, least);
    else if (d > LEAST)
        square<<<dim3(2, 2), THREADS>>>(out, x0, y0, d / 2);
    else
        pixels<<<rows, THREADS>>>(out, x0, y0, d);
}
int main() {
    static int a[W * W], b[W * W];
    int *dev, wrong = 0, both = 0;
    cudaMalloc(&dev, sizeof a);
    cudaMemset(dev, 0xff, sizeof a);
    square<<<dim3(2, 2), THREADS>>>(dev, 0, 0, W / 2);
    cudaMemcpy(a, dev, sizeof a, cudaMemcpyDeviceToHost);
    pixels<<<dim3(W / THREADS, W), THREADS>>>(dev, 0, 0, W);
    cudaMemcpy(b, dev, sizeof b, cudaMemcpyDeviceToHost);
    for (int i = 0; i < W * W; i++) {
        wrong += a[i] < 0;
        both += a[i] == b[i];
    }
    printf("%d pixels missing, %d of %d alike, %s\n", wrong, both, W * W, cudaGetErrorName(cudaDeviceSynchronize()));
    return wrong || both < W * W * 99 / 100 || cudaFree(dev);
}
