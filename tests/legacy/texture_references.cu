// SPDX-License-Identifier: MIT
// Texture references in all their forms: types, dimensions, read modes, filters, address modes,
// every way to bind, constructors, and references that are bound again.
#include <stdio.h>
#include <texture_fetch_functions.h>
#include "../common/book.h"

#define WIDTH 32
#define HEIGHT 4

texture<float> line;
texture<int2, 1> pairs;
static texture<float, 2> plane;
texture<float, cudaTextureType2D, cudaReadModeElementType> smooth(1, cudaFilterModeLinear, cudaAddressModeWrap);
texture<uchar4, 2, cudaReadModeNormalizedFloat> colours;
texture<unsigned char, 1, cudaReadModeElementType> bytes;
texture<float, 1, cudaReadModeElementType> row, never_bound;

__global__ void read_line(float *out, int shift) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x + shift); }
__global__ void read_pairs(float *out) {
    int2 pair = tex1Dfetch(pairs, threadIdx.x);
    out[threadIdx.x] = pair.x * 1000 + pair.y;
}
__global__ void read_plane(float *out) { out[threadIdx.x] = tex2D(plane, (int)threadIdx.x - 1, blockIdx.x + 1); }
__global__ void read_smooth(float *out) {
    out[threadIdx.x] = tex2D(smooth, (threadIdx.x + 1.0f) / WIDTH, 1.5f / HEIGHT);
}
__global__ void read_colours(float *out) {
    float4 colour = tex2D(colours, threadIdx.x + 0.5f, 0.5f);
    out[threadIdx.x] = colour.x + 2 * colour.y + 4 * colour.z + 8 * colour.w;
}
__global__ void read_bytes(float *out) { out[threadIdx.x] = tex1Dfetch(bytes, threadIdx.x); }
__global__ void read_row(float *out) {
    out[threadIdx.x] = tex1D(row, threadIdx.x + 1.0f) + (threadIdx.x > 4096 ? tex1Dfetch(never_bound, 0) : 0);
}

static float *dev_out, out[WIDTH];
static int wrong;

static void expect(const char *what, float (*value)(int)) {
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemset(dev_out, 255, sizeof out));
    int off = 0;
    for (int i = 0; i < WIDTH; i++) off += !(fabsf(out[i] - value(i)) <= 0.01f);
    printf("%s: %d wrong; [3] is %g, expected %g\n", what, off, out[3], value(3));
    wrong += off;
}

static float f_line(int i) { return i * 0.5f; }
static float f_other(int i) { return 100 - i; }
static float f_shifted(int i) { return i < WIDTH - 8 ? i * 0.5f + 4 : 100 - (i - WIDTH + 8); }
static float f_pairs(int i) { return i * 1000 + 7 * i; }
static float f_plane(int i) { return 100 + (i == 0 ? 0 : i - 1); }
static float f_smooth(int i) { return 100 + (i < WIDTH - 1 ? i + 0.5f : 0.5f * (WIDTH - 1)); }
static float f_colours(int i) { return (i + 2 * 2 * i + 4 * 255 + 8 * 51) / 255.0f; }
static float f_bytes(int i) { return i * 3; }
static float f_row(int i) { return i < WIDTH - 1 ? (i + 0.5f) * 0.5f : (WIDTH - 1) * 0.5f; }

int main(void) {
    float lines[2][WIDTH], planes[HEIGHT][WIDTH];
    int2 two[WIDTH];
    uchar4 colour[WIDTH * HEIGHT];
    unsigned char byte[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        lines[0][i] = i * 0.5f;
        lines[1][i] = 100 - i;
        two[i] = make_int2(i, 7 * i);
        byte[i] = i * 3;
        for (int y = 0; y < HEIGHT; y++) {
            planes[y][i] = y * 100 + i;
            colour[y * WIDTH + i] = make_uchar4(i, 2 * i, 255 - 100 * y, 51);
        }
    }
    float *dev_lines, *dev_planes;
    int2 *dev_pairs;
    unsigned char *dev_bytes;
    uchar4 *dev_colours;
    size_t pitch, offset = 12345;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    HANDLE_ERROR(cudaMalloc((void **)&dev_lines, sizeof lines));
    HANDLE_ERROR(cudaMalloc((void **)&dev_pairs, sizeof two));
    HANDLE_ERROR(cudaMalloc((void **)&dev_bytes, sizeof byte));
    HANDLE_ERROR(cudaMallocPitch((void **)&dev_planes, &pitch, sizeof planes[0], HEIGHT));
    HANDLE_ERROR(cudaMalloc((void **)&dev_colours, sizeof colour));
    HANDLE_ERROR(cudaMemcpy(dev_lines, lines, sizeof lines, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_pairs, two, sizeof two, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_bytes, byte, sizeof byte, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_colours, colour, sizeof colour, cudaMemcpyHostToDevice));
    HANDLE_ERROR(
        cudaMemcpy2D(dev_planes, pitch, planes, sizeof planes[0], sizeof planes[0], HEIGHT, cudaMemcpyHostToDevice));

    // linear memory: with a size, without one, bound again, at an offset
    HANDLE_ERROR(cudaBindTexture(NULL, line, dev_lines, WIDTH * sizeof(float)));
    read_line<<<1, WIDTH>>>(dev_out, 0);
    expect("linear", f_line);
    HANDLE_ERROR(cudaBindTexture(&offset, line, dev_lines + 8));
    read_line<<<1, WIDTH>>>(dev_out, offset / sizeof(float));
    expect("linear, at an offset", f_shifted);
    size_t again = 0;
    HANDLE_ERROR(cudaGetTextureAlignmentOffset(&again, line));
    wrong += offset != 8 * sizeof(float) || again != offset;
    float *dev_second;
    HANDLE_ERROR(cudaMalloc((void **)&dev_second, sizeof lines[1]));
    HANDLE_ERROR(cudaMemcpy(dev_second, lines[1], sizeof lines[1], cudaMemcpyHostToDevice));
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    HANDLE_ERROR(cudaBindTexture(NULL, &line, dev_second, &desc, sizeof lines[1]));
    read_line<<<1, WIDTH>>>(dev_out, 0);
    expect("linear, bound again", f_other);
    HANDLE_ERROR(cudaUnbindTexture(line));
    HANDLE_ERROR(cudaUnbindTexture(&line));
    wrong += cudaBindTexture(NULL, line, dev_lines + 1, 16) == cudaSuccess; // not aligned
    HANDLE_ERROR(cudaBindTexture(0, pairs, dev_pairs, cudaCreateChannelDesc<int2>(), sizeof two));
    read_pairs<<<1, WIDTH>>>(dev_out);
    expect("int2", f_pairs);
    HANDLE_ERROR(cudaBindTexture(0, bytes, dev_bytes));
    read_bytes<<<1, WIDTH>>>(dev_out);
    expect("unsigned char", f_bytes);

    // two dimensions, with and without a descriptor
    plane.addressMode[0] = plane.addressMode[1] = cudaAddressModeClamp;
    plane.filterMode = cudaFilterModePoint;
    plane.normalized = false;
    HANDLE_ERROR(cudaBindTexture2D(NULL, plane, dev_planes, WIDTH, HEIGHT, pitch));
    read_plane<<<1, WIDTH>>>(dev_out);
    expect("pitched", f_plane);
    HANDLE_ERROR(cudaBindTexture2D(NULL, colours, dev_colours, WIDTH, HEIGHT, WIDTH * sizeof(uchar4)));
    read_colours<<<1, WIDTH>>>(dev_out);
    expect("uchar4 as floats", f_colours);

    // arrays: linear filter and wrapping, told by the constructor; then one dimension
    cudaArray *array, *array_1d;
    HANDLE_ERROR(cudaMallocArray(&array, &desc, WIDTH, HEIGHT));
    HANDLE_ERROR(cudaMemcpyToArray(array, 0, 0, planes, sizeof planes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaBindTextureToArray(smooth, array, desc));
    read_smooth<<<1, WIDTH>>>(dev_out);
    expect("array, filtered and wrapped", f_smooth);
    wrong += !smooth.normalized || smooth.filterMode != cudaFilterModeLinear;
    HANDLE_ERROR(cudaMallocArray(&array_1d, &desc, WIDTH));
    HANDLE_ERROR(cudaMemcpyToArray(array_1d, 0, 0, lines[0], sizeof lines[0], cudaMemcpyHostToDevice));
    row.filterMode = cudaFilterModeLinear;
    HANDLE_ERROR(cudaBindTextureToArray(row, array_1d));
    read_row<<<1, WIDTH>>>(dev_out);
    expect("array of one dimension, filtered", f_row);

    HANDLE_ERROR(cudaUnbindTexture(pairs));
    HANDLE_ERROR(cudaUnbindTexture(bytes));
    HANDLE_ERROR(cudaUnbindTexture(plane));
    HANDLE_ERROR(cudaUnbindTexture(colours));
    HANDLE_ERROR(cudaUnbindTexture(smooth));
    HANDLE_ERROR(cudaUnbindTexture(row));
    HANDLE_ERROR(cudaFreeArray(array));
    HANDLE_ERROR(cudaFreeArray(array_1d));
    HANDLE_ERROR(cudaFree(dev_lines));
    HANDLE_ERROR(cudaFree(dev_second));
    HANDLE_ERROR(cudaFree(dev_pairs));
    HANDLE_ERROR(cudaFree(dev_bytes));
    HANDLE_ERROR(cudaFree(dev_planes));
    HANDLE_ERROR(cudaFree(dev_colours));
    HANDLE_ERROR(cudaFree(dev_out));
    printf("%d wrong in all\n", wrong);
    return wrong == 0 ? 0 : 1;
}
