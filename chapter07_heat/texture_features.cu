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
// and every pixel is checked against the formulas. In the first four panels the R fills the panel:
//
//     POINT, LINEAR     texels by themselves, or mixed by how near they are; bytes as 0 to 1
//     ELEMENT, SIGNED   bytes as they are; or taken as signed, as -1 (blue) to 1 (white)
//
// In the others coordinates run from -1 to 2. The R lies between 0 and 1, where the frame is:
//
//     CLAMP, BORDER     outside is the nearest texel; or 0
//     WRAP, MIRROR      outside the R begins again; or goes back, as in a mirror
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

// ---- textures ----------------------------------------------------------------------------------

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

// Textures for all the ways to read some bytes; arrays[1] has them as signed ones.
static void allocate(const struct Bytes *from, cudaArray_t *arrays, cudaTextureObject_t *textures) {
    const cudaChannelFormatDesc formats[] = {cudaCreateChannelDesc<unsigned char>(),
                                             cudaCreateChannelDesc<signed char>()};
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaMallocArray(&arrays[i], &formats[i], from->columns, from->rows));
    for (int i = 0; i < COUNT; i++)
        textures[i] = texture_of(arrays[WAYS[i].is_signed], &WAYS[i]);
}

static void copy_in(const struct Bytes *from, const cudaArray_t *arrays) {
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaMemcpy2DToArray(arrays[i], 0, 0, from->texels, from->columns,
                                         from->columns, from->rows, cudaMemcpyHostToDevice));
}

static void sample_all(float *dev_values, const cudaTextureObject_t *textures, int size) {
    for (int i = 0; i < COUNT; i++) {
        const struct Points at = size ? panel_points(size, &WAYS[i]) : table_points(&WAYS[i]);
        const dim3 grid((at.columns + BLOCK - 1) / BLOCK, (at.rows + BLOCK - 1) / BLOCK);
        sample<<<grid, dim3(BLOCK, BLOCK)>>>(dev_values + (size_t)i * at.columns * at.rows, at,
                                             textures[i], WAYS[i].fraction);
    }
    HANDLE_ERROR(cudaGetLastError());
}

static void release(cudaArray_t *arrays, cudaTextureObject_t *textures) {
    for (int i = 0; i < COUNT; i++)
        HANDLE_ERROR(cudaDestroyTextureObject(textures[i]));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaFreeArray(arrays[i]));
}

// ---- what is shown -----------------------------------------------------------------------------

// The table: reads, checks and prints it. Returns how many values are wrong.
static size_t table(bool quiet) {
    unsigned char texels[ROW] = {10, 60, 200, 255};
    const struct Bytes row = {texels, ROW, 1};
    float values[COUNT * PLACES], *dev_values;
    cudaArray_t arrays[2];
    cudaTextureObject_t textures[COUNT];
    allocate(&row, arrays, textures);
    copy_in(&row, arrays);
    HANDLE_ERROR(cudaMalloc(&dev_values, sizeof values));
    poison(dev_values, sizeof values);
    sample_all(dev_values, textures, 0);
    HANDLE_ERROR(cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_values));
    release(arrays, textures);

    size_t wrong = 0;
    for (int i = 0; i < COUNT; i++)
        wrong += check(values + i * PLACES, table_points(&WAYS[i]), &row, &WAYS[i]);
    if (quiet)
        return wrong;
    printf(
        "four bytes, 10 60 200 255, read at x of 0 to 4 (the last four ways: at x / 4)\n      x");
    for (int i = 0; i < COUNT; i++)
        printf(" %8s", WAYS[i].name);
    for (int place = 0; place < PLACES; place++) {
        printf("\n%7.3f", FIRST + STEP * place);
        for (int i = 0; i < COUNT; i++)
            printf(" %8.*f", WAYS[i].fraction ? 4 : 0, values[i * PLACES + place]);
    }
    printf("\n");
    return wrong;
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
    const size_t bytes = COUNT * pixels * sizeof(float);
    struct Sheet sheet = sheet_of(COUNT / 2, 2, options.size, options.size);
    float *values = (float *)host_alloc(&options, COUNT * pixels, sizeof *values);
    uchar4 *panel = (uchar4 *)host_alloc(&options, pixels, sizeof *panel);
    CPUBitmap bitmap((int)sheet_width(&sheet), (int)sheet_height(&sheet));
    if (bitmap.get_ptr() == NULL)
        return OPTIONS_BAD;
    struct report report = report_begin(&options);
    unsigned char texels[TEXELS * TEXELS];
    const struct Bytes r = {texels, TEXELS, TEXELS};
    draw_r(texels);

    // The whole job, once: arrays and textures, the R there, the panels, their values back.
    float *dev_values;
    cudaArray_t arrays[2];
    cudaTextureObject_t textures[COUNT];
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_values, bytes));
    allocate(&r, arrays, textures);
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_values, bytes);
    copy_in(&r, arrays);
    stopwatch_lap(&span, "copy in");
    sample_all(dev_values, textures, size);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(values, dev_values, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);

    // The kernels alone, many times; of the last panels every pixel is checked.
    struct timing t = timing_start(options.runs, dev_values, bytes);
    while (timing_next(&t))
        sample_all(dev_values, textures, size);
    HANDLE_ERROR(cudaMemcpy(values, dev_values, bytes, cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (int i = 0; i < COUNT; i++)
        wrong += check(values + i * pixels, panel_points(size, &WAYS[i]), &r, &WAYS[i]);

    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernels", &t, 1e-6 * COUNT * (double)pixels / t.median_ms, "Greads/s",
                  wrong == 0);
    sheet.pixels = (uchar4 *)bitmap.get_ptr();
    compose(&sheet, values, panel);
    const size_t wrong_in_table = table(options.csv);
    report.wrong += wrong_in_table > 0;
    int status = report_end(&report, "%zu wrong among %zu values", wrong + wrong_in_table,
                            COUNT * (pixels + PLACES));
    release(arrays, textures);
    HANDLE_ERROR(cudaFree(dev_values));
    free(values);
    free(panel);
    return status | show_picture(&bitmap, &options, "texture_features.png");
}
