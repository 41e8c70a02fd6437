// SPDX-License-Identifier: MIT
// Waves from two stones in a pond, in a CPUAnimBitmap; its last picture also in the colours of float_to_color.
#include "cuda.h"
#include "../common/book.h"
#include "../common/cpu_anim.h"

#define SIDE 128

struct Pond {
    unsigned char *dev_pixels;
    CPUAnimBitmap *bitmap;
    int frames, right;
};

__host__ __device__ int level(int column, int row, int time) {
    float left = hypotf(column - 30, row - 64), right = hypotf(column - 98, row - 64);
    return (int)(120 + 60 * (sinf(0.4f * left - 0.2f * time) + sinf(0.4f * right - 0.2f * time)));
}

__global__ void draw(unsigned char *pixels, int time) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned char *pixel = pixels + 4 * (row * SIDE + column);
    pixel[0] = 20;
    pixel[1] = level(column, row, time) / 2;
    pixel[2] = level(column, row, time);
    pixel[3] = 255;
}

void next(Pond *pond, int ticks) {
    draw<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(pond->dev_pixels, ticks);
    HANDLE_ERROR(
        cudaMemcpy(pond->bitmap->get_ptr(), pond->dev_pixels, pond->bitmap->image_size(), cudaMemcpyDeviceToHost));
    pond->frames = ticks;
}

__global__ void rise(float *heights) { // from 0 to 1, row by row
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    heights[row * SIDE + blockIdx.x * blockDim.x + threadIdx.x] = row / (SIDE - 1.0f);
}

// Rows of one colour each, from black to white, and neighbours differ somewhere.
int coloured(unsigned char *dev_pixels) {
    static uchar4 seen[SIDE * SIDE];
    float *dev_heights;
    int changes = 0, same = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_heights, SIDE * SIDE * sizeof(float)));
    rise<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(dev_heights);
    float_to_color<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(dev_pixels, dev_heights);
    HANDLE_ERROR(cudaMemcpy(seen, dev_pixels, sizeof seen, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_heights));
    for (int i = 0; i < SIDE * (SIDE - 1); i++) {
        changes += memcmp(&seen[i], &seen[i + SIDE], 4) != 0;
        same += i % SIDE == 0 || memcmp(&seen[i], &seen[i - 1], 4) == 0;
    }
    return changes > SIDE * SIDE / 2 && same == SIDE * (SIDE - 1) && seen[0].w == 255 && seen[0].x == 0 &&
           seen[SIDE * SIDE - 1].x == 255;
}

void done(Pond *pond) {
    int wrong = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        wrong += abs(pond->bitmap->get_ptr()[4 * i + 2] - level(i % SIDE, i / SIDE, pond->frames)) > 1;
    pond->right = coloured(pond->dev_pixels);
    HANDLE_ERROR(cudaFree(pond->dev_pixels));
    printf("%d frames, %d pixels of the last are wrong\n", pond->frames, wrong);
    pond->right = pond->right && wrong == 0 && pond->frames > 0;
}

void dragged(Pond *pond, int x0, int y0, int x1, int y1) {
    printf("from %d, %d to %d, %d after %d frames\n", x0, y0, x1, y1, pond->frames);
}

int main(void) {
    Pond pond;
    CPUAnimBitmap bitmap(SIDE, SIDE, &pond);
    pond.bitmap = &bitmap;
    pond.frames = pond.right = 0;
    HANDLE_ERROR(cudaMalloc((void **)&pond.dev_pixels, bitmap.image_size()));
    bitmap.click_drag((void (*)(void *, int, int, int, int))dragged);
    bitmap.anim_and_exit((void (*)(void *, int))next, (void (*)(void *))done);
    return pond.right ? 0 : 1;
}
