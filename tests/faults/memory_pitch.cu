// SPDX-License-Identifier: MIT
// Fault: rows that lie a pitch apart are stepped through by their width, so the second row begins
// in the padding after the first. check-memory names the row. --mended: by the pitch.
#include "fault.h"

const int WIDTH = 50, HEIGHT = 8;

__global__ void fill(float *cells, size_t pitch) {
    float *row = (float *)((char *)cells + blockIdx.x * pitch);
    row[threadIdx.x] = 1; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float *dev_cells;
    size_t pitch;
    HANDLE_ERROR(cudaMallocPitch(&dev_cells, &pitch, WIDTH * sizeof(float), HEIGHT));
    fill<<<HEIGHT, WIDTH>>>(dev_cells, mended ? pitch : WIDTH * sizeof(float));
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaFree(dev_cells));
}
