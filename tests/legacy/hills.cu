// SPDX-License-Identifier: MIT
// Hills seen from above, described in constant memory; timed with events.
#include "cuda.h"
#include "../common/book.h"
#include "../common/cpu_bitmap.h"

#define SIDE 256
#define HILLS 12

struct Hill {
    float x, y, height, width;
};

__constant__ Hill hills[HILLS];

__host__ __device__ float steepness(const Hill &hill, float x, float y) {
    float away = hypotf(x - hill.x, y - hill.y) / hill.width;
    return away < 1 ? hill.height * (1 - away) : 0;
}

__global__ void survey(unsigned char *map) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned char *pixel = map + 4 * (row * SIDE + column);
    float top = 0;
    for (int h = 0; h < HILLS; h++)
        top = max(top, steepness(hills[h], column, row));
    pixel[0] = (unsigned char)top;
    pixel[1] = (unsigned char)(255 - top);
    pixel[2] = 40;
    pixel[3] = 255;
}

int main(void) {
    CPUBitmap bitmap(SIDE, SIDE);
    Hill plan[HILLS];
    for (int h = 0; h < HILLS; h++) {
        plan[h].x = rand() % SIDE;
        plan[h].y = rand() % SIDE;
        plan[h].height = 100 + rand() % 150;
        plan[h].width = 10 + rand() % 50;
    }
    cudaEvent_t before, after;
    float ms;
    unsigned char *dev_map;
    HANDLE_ERROR(cudaEventCreate(&before));
    HANDLE_ERROR(cudaEventCreate(&after));
    HANDLE_ERROR(cudaEventRecord(before, 0));
    HANDLE_ERROR(cudaMalloc((void **)&dev_map, bitmap.image_size()));
    HANDLE_ERROR(cudaMemcpyToSymbol(hills, plan, sizeof(Hill) * HILLS));
    survey<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(dev_map);
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_map, bitmap.image_size(), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaEventRecord(after, 0));
    HANDLE_ERROR(cudaEventSynchronize(after));
    HANDLE_ERROR(cudaEventElapsedTime(&ms, before, after));
    HANDLE_ERROR(cudaEventDestroy(before));
    HANDLE_ERROR(cudaEventDestroy(after));
    HANDLE_ERROR(cudaFree(dev_map));

    int wrong = 0, high = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        float top = 0;
        for (int h = 0; h < HILLS; h++)
            top = fmaxf(top, steepness(plan[h], i % SIDE, i / SIDE));
        wrong += abs(bitmap.get_ptr()[4 * i] - (int)top) > 1;
        high += top > 50;
    }
    bitmap.display_and_exit();
    printf("%g ms, %d pixels on hills, %d wrong\n", ms, high, wrong);
    return high > 1000 && wrong == 0 ? 0 : 1;
}
