// SPDX-License-Identifier: MIT
// The Mandelbrot set in a CPUBitmap, one block a pixel.
#include "../common/book.h"
#include "../common/cpu_bitmap.h"

#define SIDE 200

struct Number {
    float re, im;
    __host__ __device__ Number(float re, float im) : re(re), im(im) {}
    __host__ __device__ Number operator+(Number b) const { return Number(re + b.re, im + b.im); }
    __host__ __device__ Number squared(void) const { return Number(re * re - im * im, 2 * re * im); }
};

// How many steps it takes to leave the circle of radius 2; 100 at most.
__host__ __device__ int steps(int column, int row) {
    Number c(3.0f * column / SIDE - 2.2f, 3.0f * row / SIDE - 1.5f), z(0, 0);
    int n = 0;
    while (n < 100 && z.re * z.re + z.im * z.im < 4) {
        z = z.squared() + c;
        n++;
    }
    return n;
}

__global__ void draw(unsigned char *pixels) {
    unsigned char *pixel = pixels + 4 * (blockIdx.y * gridDim.x + blockIdx.x);
    int n = steps(blockIdx.x, blockIdx.y);
    pixel[0] = n == 100 ? 0 : 5 * n % 256;
    pixel[1] = n;
    pixel[2] = 60;
    pixel[3] = 255;
}

struct Job {
    int ended;
};

void end(Job *job) { job->ended++; }

int main(void) {
    Job job;
    job.ended = 0;
    CPUBitmap bitmap(SIDE, SIDE, &job);
    unsigned char *dev_pixels;
    HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, bitmap.image_size()));
    draw<<<dim3(bitmap.x, bitmap.y), 1>>>(dev_pixels);
    HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), dev_pixels, bitmap.image_size(), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_pixels));

    int inside = 0, wrong = 0;
    for (int i = 0; i < bitmap.x * bitmap.y; i++) {
        inside += bitmap.get_ptr()[4 * i + 1] == 100;
        wrong += bitmap.get_ptr()[4 * i + 1] != steps(i % SIDE, i / SIDE);
    }
    bitmap.display_and_exit((void (*)(void *))end);
    printf("%d in the set, %d differ, %d call\n", inside, wrong, job.ended);
    // rounding may differ at the set's edge, where all depends on it
    return inside > 2000 && inside < SIDE * SIDE / 2 && wrong < SIDE && job.ended == 1 ? 0 : 1;
}
