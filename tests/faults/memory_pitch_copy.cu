// SPDX-License-Identifier: MIT
// Fault: pitched memory is filled and copied as if its rows stood one after the other, in four calls. check-memory
// names a row whose padding they take for values. --mended: by the pitch, and all of the memory, padding and all, at
// once.
#include "fault.h"

const size_t WIDTH = 200, HEIGHT = 8, BYTES = WIDTH * HEIGHT;

int main(int argc, char **) {
    static char host[BYTES];
    char *dev_rows, *dev_copy;
    size_t pitch;
    HANDLE_ERROR(cudaMallocPitch(&dev_rows, &pitch, WIDTH, HEIGHT));
    HANDLE_ERROR(cudaMallocPitch(&dev_copy, &pitch, WIDTH, HEIGHT));
    if (argc == 1) {
        HANDLE_ERROR(cudaMemset(dev_rows, 0, BYTES));                                               // fault
        HANDLE_ERROR(cudaMemcpy(dev_rows, host, BYTES, cudaMemcpyHostToDevice));                    // fault
        HANDLE_ERROR(cudaMemcpy2D(dev_copy, WIDTH, host, WIDTH, WIDTH, 8, cudaMemcpyHostToDevice)); // fault
        HANDLE_ERROR(cudaMemcpy(host, dev_rows, BYTES, cudaMemcpyDeviceToHost));                    // fault
    } else {
        HANDLE_ERROR(cudaMemset(dev_rows, 0, pitch * HEIGHT));
        HANDLE_ERROR(cudaMemset2D(dev_copy, pitch, 0, pitch, HEIGHT));
        HANDLE_ERROR(cudaMemcpy(dev_copy, dev_rows, pitch * HEIGHT, cudaMemcpyDeviceToDevice));
        HANDLE_ERROR(cudaMemcpy2D(dev_rows, 2 * pitch, host, WIDTH, WIDTH, HEIGHT / 2, cudaMemcpyHostToDevice));
        HANDLE_ERROR(cudaMemcpy2D(host, WIDTH, dev_copy, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost));
    }
    HANDLE_ERROR(cudaFree(dev_copy));
    HANDLE_ERROR(cudaFree(dev_rows));
}
