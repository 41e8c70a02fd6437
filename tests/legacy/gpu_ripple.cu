// SPDX-License-Identifier: MIT
// Waves from two stones in a pond, drawn where OpenGL shows them: GPUAnimBitmap.
#include "../common/book.h"
#include "../common/gpu_anim.h"

#define SIDE 128

static int frames, wrong, ended;

__host__ __device__ int level(int column, int row, int time) {
    float left = hypotf(column - 30, row - 64), right = hypotf(column - 98, row - 64);
    return (int)(120 + 60 * (sinf(0.4f * left - 0.2f * time) + sinf(0.4f * right - 0.2f * time)));
}

__global__ void draw(uchar4 *pixels, int time) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned char height = level(column, row, time);
    pixels[row * SIDE + column] = make_uchar4(20, height / 2, height, 255);
}

void next(uchar4 *pixels, void *, int ticks) {
    static uchar4 seen[SIDE * SIDE];
    // the frame before must still be there
    HANDLE_ERROR(cudaMemcpy(seen, pixels, sizeof seen, cudaMemcpyDeviceToHost));
    for (int i = 0; i < SIDE * SIDE && ticks > 1; i++)
        wrong += abs(seen[i].z - level(i % SIDE, i / SIDE, ticks - 1)) > 1;
    draw<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(pixels, ticks);
    frames = ticks;
}

void done(void *) { ended++; }

int main(void) {
    GPUAnimBitmap bitmap(SIDE, SIDE, NULL);
    bitmap.anim_and_exit((void (*)(uchar4 *, void *, int))next, (void (*)(void *))done);
    bitmap.free_resources();
    printf("%d frames, %d wrong pixels\n", frames, wrong);
    return frames > 1 && wrong == 0 && ended == 1 ? 0 : 1;
}
