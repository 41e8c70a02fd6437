// SPDX-License-Identifier: MIT
// A picture is read into memory that kernels see too, and one row too few of it. That its pixels
// are white, 255 as unwritten bytes may be, makes them no less written.
#include <string.h>
#include <unistd.h>

#include "fault.h"

const int WIDTH = 104, HEIGHT = 10;

__global__ void invert(unsigned char *pixel) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < WIDTH * HEIGHT) pixel[i] = (unsigned char)(255 - pixel[i]); // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    const size_t bytes = WIDTH * HEIGHT;
    unsigned char white[WIDTH * HEIGHT], *pixel;
    FILE *file = tmpfile();
    memset(white, 255, bytes);
    if (!file || fwrite(white, 1, bytes, file) != bytes) return 2;
    rewind(file);
    HANDLE_ERROR(cudaMallocManaged(&pixel, bytes));
    const size_t wanted = mended ? bytes : bytes - WIDTH;
    setvbuf(file, NULL, _IONBF, 0);
    if (read(fileno(file), pixel, wanted) != (ssize_t)wanted) return 2;
    invert<<<5, 256>>>(pixel);
    HANDLE_KERNELS();
    int sum = 0;
    for (size_t i = 0; i < bytes; i++) sum += pixel[i]; // 0, if all of it was white
    printf("%d\n", sum);
    HANDLE_ERROR(cudaFree(pixel));
    fclose(file);
    return mended && sum != 0;
}
