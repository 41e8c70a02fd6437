// SPDX-License-Identifier: MIT
// Filters over a picture: box blur, Gaussian blur, and the edges that Sobel's filter finds, of any
// radius, reading the picture from global memory and through a texture.
//
// What it teaches: pixels computed from a neighbourhood; what a texture does for a kernel (clamping
// coordinates); and that you have to measure whether it is faster. After heat_tex2d.
//
//     blur; blur --in photo.png --radius 8 --out filtered.png; blur --help
//
// It prints the time of the whole job and of its parts, then of each filter alone in both versions,
// which have to agree byte for byte, also with a reference; and it draws the results.
#include "chapter.h"
#include "pictures/show.h"
#include "filters.h"
#include "picture.h"

#define ABOUT "Blurs a picture and finds its edges, through global memory and through a texture."
const int BLOCK_X = 32, BLOCK_Y = 8; // threads of a block

// Weights by distance, from -radius to radius. A filter in two dimensions is a product of two such
// rows: smooth * smooth blurs; slope * smooth says how much lighter it gets to the right, and
// smooth * slope, upwards. All threads read one weight at a time, as constant memory likes it.
__constant__ float smooth[FILTERS][MOST_WEIGHTS], slope[MOST_WEIGHTS];

// A pixel of the neighbourhood, by the places of its weights in their rows. A blur needs one sum.
__device__ inline void gather(struct Colour *across, struct Colour *up, uchar4 pixel, int filter,
                              int column, int row) {
    if (filter == SOBEL)
        add(up, smooth[filter][column] * slope[row], pixel);
    add(across, (filter == SOBEL ? slope : smooth[filter])[column] * smooth[filter][row], pixel);
}

// One thread a pixel: its neighbourhood, weighed and added; beyond an edge the nearest pixel inside
// counts. Neighbours read almost the same pixels, from the cache. Bound by instructions.
__global__ void filter_global(uchar4 *out, const uchar4 *in, size_t pitch, int width, int height,
                              int filter, int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= width || y >= height)
        return;
    struct Colour across = {}, up = {};
    for (int j = 0; j <= 2 * radius; j++) {
        const int row = min(max(y + j - radius, 0), height - 1);
        for (int i = 0; i <= 2 * radius; i++) {
            const int column = min(max(x + i - radius, 0), width - 1);
            gather(&across, &up, in[column + row * pitch], filter, i, j);
        }
    }
    out[x + (size_t)y * width] = result(across, up);
}

// The same, where the texture finds the nearest pixel inside.
__global__ void filter_texture(uchar4 *out, cudaTextureObject_t in, int width, int height,
                               int filter, int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= width || y >= height)
        return;
    struct Colour across = {}, up = {};
    for (int j = 0; j <= 2 * radius; j++)
        for (int i = 0; i <= 2 * radius; i++) {
            const float column = x + i - radius + 0.5f, row = y + j - radius + 0.5f;
            gather(&across, &up, tex2D<uchar4>(in, column, row), filter, i, j);
        }
    out[x + (size_t)y * width] = result(across, up);
}

int main(int argc, char **argv) {
    struct options options = options_default(320);
    struct picture p = picture_asked_for(&options, argc, argv, ABOUT);
    if (p.pixels == NULL)
        return OPTIONS_BAD;

    // The results on the host, and the weights.
    const int width = p.width, height = p.height, radius = p.radius;
    const size_t pixels = (size_t)width * height;
    const size_t bytes = pixels * sizeof(uchar4), row = width * sizeof(uchar4);
    uchar4 *got = (uchar4 *)host_alloc(&options, FILTERS * pixels, sizeof *got);
    uchar4 *spare = (uchar4 *)host_alloc(&options, pixels, sizeof *spare);
    uchar4 *expected = (uchar4 *)host_alloc(&options, FILTERS * pixels, sizeof *expected);
    struct Sheet sheet = sheet_of(2, 2, width, height);
    CPUBitmap bitmap((int)sheet_width(&sheet), (int)sheet_height(&sheet));
    if (bitmap.get_ptr() == NULL)
        return OPTIONS_BAD;
    struct report report = report_begin(&options);
    float weights[FILTERS + 1][MOST_WEIGHTS]; // the slope's last
    filters_expect(&options, &p, expected, weights);

    // The whole job, once: memory on the device, the picture there, three filters, the results.
    const dim3 block(BLOCK_X, BLOCK_Y);
    const dim3 grid((width + BLOCK_X - 1) / BLOCK_X, (height + BLOCK_Y - 1) / BLOCK_Y);
    uchar4 *dev_in, *dev_out;
    size_t pitch;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMallocPitch(&dev_in, &pitch, row, height));
    HANDLE_ERROR(cudaMalloc(&dev_out, FILTERS * bytes));
    stopwatch_lap(&span, "allocate");
    const size_t stride = pitch / sizeof *dev_in; // pixels from row to row
    stopwatch_poison(&span, dev_out, FILTERS * bytes);
    HANDLE_ERROR(cudaMemcpy2D(dev_in, pitch, p.pixels, row, row, height, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(smooth, weights, sizeof smooth));
    HANDLE_ERROR(cudaMemcpyToSymbol(slope, weights[FILTERS], sizeof slope));
    stopwatch_lap(&span, "copy in");
    for (int f = 0; f < FILTERS; f++)
        filter_global<<<grid, block>>>(dev_out + f * pixels, dev_in, stride, width, height, f,
                                       radius);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(got, dev_out, FILTERS * bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify_bytes(&got->x, &expected->x, FILTERS * bytes, 1);
    report_span(&report, &span, wrong == 0);

    // A texture over the same memory; then each filter alone in both forms, many times.
    const cudaTextureObject_t texture = texture_of(dev_in, pitch, width, height);
    for (int f = 0; f < FILTERS; f++)
        for (int textured = 0; textured < 2; textured++) {
            struct timing t = timing_start(options.runs, dev_out, bytes);
            t.budget_ms = 40; // there are six kernels
            while (timing_next(&t))
                if (textured)
                    filter_texture<<<grid, block>>>(dev_out, texture, width, height, f, radius);
                else
                    filter_global<<<grid, block>>>(dev_out, dev_in, stride, width, height, f,
                                                   radius);
            HANDLE_ERROR(cudaMemcpy(spare, dev_out, bytes, cudaMemcpyDeviceToHost));
            wrong += verify_bytes(&spare->x, &got[f * pixels].x, bytes, 0);
            char name[40];
            snprintf(name, sizeof name, "%s %s", NAMES[f], textured ? "texture" : "global");
            const double rate = (double)pixels / (t.median_ms * 1e3);
            report_kernel(&report, name, &t, rate, "Mpixels/s", wrong == 0);
        }
    int status = report_end(&report, "%zu wrong bytes in %d pictures of %d x %d", wrong, FILTERS,
                            width, height);

    sheet.pixels = (uchar4 *)bitmap.get_ptr();
    compose(&sheet, p.pixels, got);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    free(p.pixels);
    free(got);
    free(spare);
    free(expected);
    return status | show_picture(&bitmap, &options, "blur.png");
}
