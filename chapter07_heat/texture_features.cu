// SPDX-License-Identifier: MIT
// What texture hardware does for free while it reads: it looks up texels or mixes them, turns
// integers into fractions, and handles coordinates outside.
//
// What it teaches: the settings of a texture object (filter, read mode, normalised coordinates,
// address mode) and the formulas of the CUDA programming guide behind them. After heat_tex2d.
//
//     texture_features --size 300 --out features.png          --help lists the options
//
// It prints the times; a table, in which four bytes in a row are read at ten places in eight ways;
// and draws the same ways in two dimensions, eight panels of an R made of 8 x 8 bytes. Every value
// and every pixel is checked against the formulas, in ways.h.
#include "chapter.h"
#include "pictures/show.h"
#include "ways.h"

#define ABOUT "Shows what a texture does with what it reads: a table of values, and a picture."
const int BLOCK = 16; // threads along each edge of a block

// One thread a point. All the lookups, products and sums of a filter are one read.
__global__ void sample(float *values, struct Points at, cudaTextureObject_t texture,
                       bool fraction) {
    const int column = threadIdx.x + blockIdx.x * blockDim.x;
    const int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (column >= at.columns || row >= at.rows)
        return;
    const float x = place(at.x, at.span, column, at.columns);
    const float y = place(at.y, at.span, row, at.rows);
    values[column + (size_t)row * at.columns] =
        fraction ? tex2D<float>(texture, x, y) : tex2D<unsigned char>(texture, x, y);
}

// An array keeps its texels in an order of the hardware's own, neighbours in both directions close.
static cudaTextureObject_t texture_of(cudaArray_t array, const struct way *way) {
    struct cudaResourceDesc where = {};
    where.resType = cudaResourceTypeArray;
    where.res.array.array = array;
    struct cudaTextureDesc how = {};
    how.filterMode = way->filter;
    how.readMode = way->fraction ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    how.normalizedCoords = way->normalised; // wrapping and mirroring need it
    how.addressMode[0] = how.addressMode[1] = way->outside;
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &where, &how, NULL));
    return texture;
}

// size: of the panels, or 0 for the table.
static struct Device allocate(const struct Bytes *from, int size) {
    struct Device dev = {};
    const cudaChannelFormatDesc formats[] = {cudaCreateChannelDesc<unsigned char>(),
                                             cudaCreateChannelDesc<signed char>()};
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaMallocArray(&dev.arrays[i], &formats[i], from->columns, from->rows));
    for (int i = 0; i < COUNT; i++)
        dev.textures[i] = texture_of(dev.arrays[WAYS[i].is_signed], &WAYS[i]);
    dev.bytes = COUNT * values_of(size) * sizeof(float);
    HANDLE_ERROR(cudaMalloc(&dev.values, dev.bytes));
    return dev;
}

static void sample_all(const struct Device *dev, int size) {
    for (int i = 0; i < COUNT; i++) {
        const struct Points at = points_of(&WAYS[i], size);
        const dim3 grid((at.columns + BLOCK - 1) / BLOCK, (at.rows + BLOCK - 1) / BLOCK);
        sample<<<grid, dim3(BLOCK, BLOCK)>>>(dev->values + i * values_of(size), at,
                                             dev->textures[i], WAYS[i].fraction);
    }
    HANDLE_ERROR(cudaGetLastError());
}

// The table: reads, checks and prints it. Returns how many values are wrong.
static size_t table(bool quiet) {
    unsigned char texels[ROW] = {10, 60, 200, 255};
    const struct Bytes row = {texels, ROW, 1};
    float values[COUNT * PLACES];
    const struct Device dev = allocate(&row, 0);
    poison(dev.values, dev.bytes);
    copy_in(&dev, &row);
    sample_all(&dev, 0);
    copy_out(&dev, values);
    release(&dev);
    if (!quiet)
        print_table(values);
    return check_all(values, 0, &row);
}

int main(int argc, char **argv) {
    struct options options = options_default(240);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 20000, "pixels along each edge of a panel"},
        {"out", OPTION_FILE, &options.picture, 0, 0, "write the picture to FILE (.png or .ppm)"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    if (options.picture && image_check_writable(options.picture))
        return OPTIONS_BAD;

    // The R on the host: on a slope, so that no two of its sides are alike.
    const int size = (int)options.size;
    const size_t pixels = options.size * options.size;
    struct Sheet sheet = sheet_of(COUNT / 2, 2, options.size, options.size);
    float *values = (float *)host_alloc(&options, COUNT * pixels, sizeof *values);
    CPUBitmap bitmap((int)sheet_width(&sheet), (int)sheet_height(&sheet));
    if (bitmap.get_ptr() == NULL)
        return OPTIONS_BAD;
    struct report report = report_begin(&options);
    unsigned char texels[TEXELS * TEXELS];
    const struct Bytes r = {texels, TEXELS, TEXELS};
    draw_r(texels);

    // The whole job, once: arrays and textures, the R there, the panels, their values back.
    struct stopwatch span = stopwatch_start();
    const struct Device dev = allocate(&r, size);
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev.values, dev.bytes);
    copy_in(&dev, &r);
    stopwatch_lap(&span, "copy in");
    sample_all(&dev, size);
    stopwatch_lap(&span, "kernels");
    copy_out(&dev, values);
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);

    // The kernels alone, many times; of the last panels every pixel is checked.
    struct timing t = timing_start(options.runs, dev.values, dev.bytes);
    while (timing_next(&t))
        sample_all(&dev, size);
    copy_out(&dev, values);
    const size_t wrong = check_all(values, size, &r);
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernels", &t, 1e-6 * COUNT * (double)pixels / t.median_ms, "Greads/s",
                  wrong == 0);
    sheet.pixels = (uchar4 *)bitmap.get_ptr();
    compose(&sheet, values);
    const size_t wrong_in_table = table(options.csv);
    report.wrong += wrong_in_table > 0;
    const int status = report_end(&report, "%zu wrong among %zu values", wrong + wrong_in_table,
                                  COUNT * (pixels + PLACES));
    release(&dev);
    free(values);
    return status | show_picture(&bitmap, &options, "texture_features.png");
}
