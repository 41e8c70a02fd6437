// SPDX-License-Identifier: MIT
// A listing as course notes have it: IMAGE for the picture, show_image() at the end.
#include "../common/book.h"
#include "../common/cpu_bitmap.h"

#define DIM 64

__global__ void kernel(unsigned char *ptr) {
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    ptr[offset * 4 + 0] = x * 4;
    ptr[offset * 4 + 1] = y * 4;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

int main(void) {
    IMAGE image(DIM, DIM);
    unsigned char *dev_image;
    HANDLE_ERROR(cudaMalloc((void **)&dev_image, image.image_size()));
    dim3 grid(DIM, DIM);
    kernel<<<grid, 1>>>(dev_image);
    HANDLE_ERROR(cudaMemcpy(image.get_ptr(), dev_image, image.image_size(), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_image));
    for (int i = 0; i < image.x * image.y; i++)
        if (image.get_ptr()[4 * i] != i % DIM * 4 || image.get_ptr()[4 * i + 1] != i / DIM * 4) {
            printf("wrong\n");
            return 1;
        }
    printf("right\n");
    image.show_image();
}
