// SPDX-License-Identifier: MIT
// Textures beyond the plain ones: levels of a mipmap, the faces of a cube, four texels at once,
// halves and signed integers, against the formulas of the CUDA C++ programming guide ("Texture
// Fetching").
#include <math.h>

#include <cuda_fp16.h>

#include "textures.h"

const int MOST = 64; // reads of one launch

static float *in, *out; // managed: what a kernel reads at, four a read; what it got, four a read

// Reads done by one thread each; what(i) is an expression of the i-th.
#define KERNEL(name, ...)                                                                          \
    __global__ void name(cudaTextureObject_t t, const float *in, float *out) {                     \
        const float x = in[4 * threadIdx.x], y = in[4 * threadIdx.x + 1],                          \
                    z = in[4 * threadIdx.x + 2], w = in[4 * threadIdx.x + 3];                      \
        (void)x, (void)y, (void)z, (void)w;                                                        \
        __VA_ARGS__                                                                                \
    }
KERNEL(read_1d_lod, out[threadIdx.x] = tex1DLod<float>(t, x, w);)
KERNEL(read_2d_lod, out[threadIdx.x] = tex2DLod<float>(t, x, y, w);)
KERNEL(read_3d_lod, out[threadIdx.x] = tex3DLod<float>(t, x, y, z, w);)
KERNEL(read_2d, out[threadIdx.x] = tex2D<float>(t, x, y);)
KERNEL(read_1d, out[threadIdx.x] = tex1D<float>(t, x);)
KERNEL(read_2d_grad,
       out[threadIdx.x] = tex2DGrad<float>(t, x, y, make_float2(z, 0), make_float2(0, w));)
KERNEL(read_1d_grad, out[threadIdx.x] = tex1DGrad<float>(t, x, z, w);)
KERNEL(read_layer_lod, out[threadIdx.x] = tex2DLayeredLod<float>(t, x, y, (int)z, w);)
KERNEL(read_cube, out[threadIdx.x] = texCubemap<float>(t, x, y, z);)
KERNEL(read_cube_layer, out[threadIdx.x] = texCubemapLayered<float>(t, x, y, z, (int)w);)
KERNEL(gather,
       reinterpret_cast<float4 *>(out)[threadIdx.x] = z == 0 ? tex2Dgather<float4>(t, x, y)
                                                             : tex2Dgather<float4>(t, x, y, 1);)
KERNEL(gather_ints, const uchar4 four = tex2Dgather<uchar4>(t, x, y, 2);
       reinterpret_cast<float4 *>(out)[threadIdx.x] = make_float4(four.x, four.y, four.z, four.w);)
KERNEL(read_four, reinterpret_cast<float4 *>(out)[threadIdx.x] = tex2D<float4>(t, x, y);)

typedef void (*reader)(cudaTextureObject_t t, const float *in, float *out);

// Runs the kernel over `count` points of four numbers and compares with as many numbers expected.
static void check(const char *what, reader kernel, cudaTextureObject_t t, int count,
                  const float (*points)[4], const float *expected, float tolerance = 0,
                  int channels = 1) {
    memcpy(in, points, (size_t)count * sizeof *points);
    for (int i = 0; i < 4 * MOST; i++)
        out[i] = NAN;
    kernel<<<1, count>>>(t, in, out);
    must(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < count * channels; i++)
        if (!(fabsf(out[i] - expected[i]) <= tolerance)) {
            printf("# point %d: %.9g, expected %.9g\n", i / channels, out[i], expected[i]);
            wrong++;
        }
    ok(wrong == 0, "%s", what);
}

// The same from an array, which goes then.
static void check(const char *what, reader kernel, cudaArray_t array,
                  const cudaTextureDesc &description, int count, const float (*points)[4],
                  const float *expected, float tolerance = 0, int channels = 1) {
    const cudaTextureObject_t t = texture_of(array, description);
    check(what, kernel, t, count, points, expected, tolerance, channels);
    release(t, array);
}

// ---- mipmaps -----------------------------------------------------------------------------------

// Texel (x, y, z) of a level: no two are the same.
static float texel(int level, int x, int y, int z) {
    return (float)(1000 * level + 100 * z + 10 * y + x);
}

static cudaMipmappedArray_t mipmap_of(cudaExtent size, unsigned levels, unsigned flags) {
    cudaMipmappedArray_t arrays;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    must(cudaMallocMipmappedArray(&arrays, &format, size, levels, flags));
    for (unsigned level = 0; level < levels; level++) {
        cudaArray_t array;
        cudaExtent part;
        must(cudaGetMipmappedArrayLevel(&array, arrays, level));
        must(cudaArrayGetInfo(NULL, &part, NULL, array));
        const int width = (int)part.width, height = part.height ? (int)part.height : 1,
                  depth = part.depth ? (int)part.depth : 1;
        static float texels[4096];
        int count = 0;
        for (int z = 0; z < depth; z++)
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++)
                    texels[count++] = texel((int)level, x, y, z);
        fill(array, texels, width, height, depth);
    }
    return arrays;
}

static cudaTextureObject_t texture_of(cudaMipmappedArray_t arrays, cudaTextureDesc description,
                                      cudaTextureFilterMode between, float bias, float least,
                                      float most) {
    cudaResourceDesc resource;
    cudaTextureObject_t object;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = arrays;
    description.mipmapFilterMode = between;
    description.mipmapLevelBias = bias;
    description.minMipmapLevelClamp = least;
    description.maxMipmapLevelClamp = most;
    must(cudaCreateTextureObject(&object, &resource, &description, NULL));
    return object;
}

static void test_mipmaps(void) {
    const cudaExtent size = make_cudaExtent(16, 8, 0);
    const cudaMipmappedArray_t arrays = mipmap_of(size, 4, 0);
    cudaArray_t array;
    cudaExtent part;
    answers(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(&array, arrays, 4));
    cudaGetLastError();
    must(cudaGetMipmappedArrayLevel(&array, arrays, 3));
    must(cudaArrayGetInfo(NULL, &part, NULL, array));
    ok(part.width == 2 && part.height == 1, "16 x 8 is 2 x 1 three levels on");

    const cudaTextureDesc nearest = how(cudaFilterModePoint, cudaReadModeElementType, true);
    cudaTextureObject_t t = texture_of(arrays, nearest, cudaFilterModePoint, 0, 0, 99);
    const float points[][4] = {{0.3f, 0.6f, 0, 0},  {0.3f, 0.6f, 0, 1},    {0.3f, 0.6f, 0, 2},
                               {0.3f, 0.6f, 0, 3},  {0.3f, 0.6f, 0, 0.4f}, {0.3f, 0.6f, 0, 0.6f},
                               {0.3f, 0.6f, 0, 17}, {0.3f, 0.6f, 0, -3}};
    const float levels[] = {texel(0, 4, 4, 0), texel(1, 2, 2, 0), texel(2, 1, 1, 0),
                            texel(3, 0, 0, 0), texel(0, 4, 4, 0), texel(1, 2, 2, 0),
                            texel(3, 0, 0, 0), texel(0, 4, 4, 0)};
    check("tex2DLod: the nearest level", read_2d_lod, t, 8, points, levels);
    check("tex2D reads the first", read_2d, t, 1, points, levels);
    // neighbours 1, 2, 4 texels of the first level apart, the further direction counts
    const float gaps[][4] = {{0.3f, 0.6f, 1 / 16.0f, 1 / 8.0f}, {0.3f, 0.6f, 2 / 16.0f, 1 / 8.0f},
                             {0.3f, 0.6f, 1 / 16.0f, 2 / 8.0f}, {0.3f, 0.6f, 4 / 16.0f, 2 / 8.0f},
                             {0.3f, 0.6f, 8 / 16.0f, 0},        {0.3f, 0.6f, 0.001f, 0}};
    const float by_gaps[] = {levels[0], levels[1], levels[1], levels[2], levels[3], levels[0]};
    check("tex2DGrad: by the distances of the neighbours", read_2d_grad, t, 6, gaps, by_gaps);
    must(cudaDestroyTextureObject(t));

    t = texture_of(arrays, nearest, cudaFilterModeLinear, 0, 0, 99);
    const float between[] = {levels[0],
                             levels[1],
                             levels[2],
                             levels[3],
                             levels[0] + 102 / 256.0f * (levels[1] - levels[0]),
                             levels[0] + 153 / 256.0f * (levels[1] - levels[0]),
                             levels[3],
                             levels[0]};
    check("tex2DLod: between two levels", read_2d_lod, t, 8, points, between, 1e-3f);
    must(cudaDestroyTextureObject(t));

    t = texture_of(arrays, nearest, cudaFilterModePoint, 1, 0, 2);
    const float shifted[] = {levels[1], levels[2], levels[2], levels[2],
                             levels[1], levels[2], levels[2], levels[0]};
    check("a bias of one level, and none beyond the second", read_2d_lod, t, 8, points, shifted);
    must(cudaDestroyTextureObject(t));

    t = texture_of(arrays, how(cudaFilterModeLinear, cudaReadModeElementType, true),
                   cudaFilterModePoint, 0, 1, 99);
    const float corners[][4] = {{0.25f, 0.5f, 0, 1}, {0.25f, 0.5f, 0, 0}, {0.5f, 0.5f, 0, 2}};
    const float smooth[] = {(texel(1, 1, 1, 0) + texel(1, 2, 2, 0)) / 2,
                            (texel(1, 1, 1, 0) + texel(1, 2, 2, 0)) / 2,
                            (texel(2, 1, 0, 0) + texel(2, 2, 1, 0)) / 2};
    check("filtered within a level, none before the first", read_2d_lod, t, 3, corners, smooth);
    must(cudaDestroyTextureObject(t));
    must(cudaFreeMipmappedArray(arrays));

    cudaMipmappedArray_t line = mipmap_of(make_cudaExtent(8, 0, 0), 4, 0);
    t = texture_of(line, nearest, cudaFilterModePoint, 0, 0, 99);
    const float along[][4] = {{0.6f, 0, 1 / 8.0f, 0},
                              {0.6f, 0, 0, 2 / 8.0f},
                              {0.6f, 0, 1 / 2.0f, 1},
                              {0.6f, 0, 0, 2 / 4.0f}};
    const float on_line[] = {texel(0, 4, 0, 0), texel(1, 2, 0, 0), texel(3, 0, 0, 0),
                             texel(2, 1, 0, 0)};
    check("tex1DGrad", read_1d_grad, t, 4, along, on_line);
    const float along_lod[][4] = {
        {0.6f, 0, 0, 0}, {0.6f, 0, 0, 1}, {0.6f, 0, 0, 3}, {0.6f, 0, 0, 2}};
    check("tex1DLod", read_1d_lod, t, 4, along_lod, on_line);
    must(cudaDestroyTextureObject(t));
    must(cudaFreeMipmappedArray(line));

    cudaMipmappedArray_t volume = mipmap_of(make_cudaExtent(8, 4, 4), 3, 0);
    t = texture_of(volume, nearest, cudaFilterModePoint, 0, 0, 99);
    const float inside[][4] = {{0.6f, 0.3f, 0.8f, 0}, {0.6f, 0.3f, 0.8f, 1}, {0.6f, 0.3f, 0.8f, 2}};
    const float in_volume[] = {texel(0, 4, 1, 3), texel(1, 2, 0, 1), texel(2, 1, 0, 0)};
    check("tex3DLod", read_3d_lod, t, 3, inside, in_volume);
    must(cudaDestroyTextureObject(t));
    must(cudaFreeMipmappedArray(volume));

    cudaMipmappedArray_t layers = mipmap_of(make_cudaExtent(8, 4, 3), 3, cudaArrayLayered);
    t = texture_of(layers, nearest, cudaFilterModePoint, 0, 0, 99);
    const float layered[][4] = {{0.6f, 0.3f, 0, 0}, {0.6f, 0.3f, 2, 1}, {0.6f, 0.3f, 1, 2}};
    const float in_layers[] = {texel(0, 4, 1, 0), texel(1, 2, 0, 2), texel(2, 1, 0, 1)};
    check("tex2DLayeredLod: as many layers on every level", read_layer_lod, t, 3, layered,
          in_layers);
    must(cudaDestroyTextureObject(t));
    must(cudaFreeMipmappedArray(layers));
}

// Without a mipmap every level is the only one.
static void test_no_mipmap(void) {
    const float texels[4] = {3, 5, 7, 11};
    const cudaArray_t array = array_of(texels, 2, 2);
    const cudaTextureObject_t t =
        texture_of(array, how(cudaFilterModePoint, cudaReadModeElementType, false));
    const float points[][4] = {{0, 0, 0, 0}, {1, 0, 0, 1}, {0, 1, 0, 7}, {1, 1, 0, 0.5f}};
    check("tex2DLod of a plain array", read_2d_lod, t, 4, points, texels);
    check("tex2DGrad of a plain array", read_2d_grad, t, 4, points, texels);
    release(t, array);
}

// ---- cubes -------------------------------------------------------------------------------------

static void test_cubes(void) {
    enum { SIDE = 4, LAYERS = 2 };
    static float texels[6 * LAYERS * SIDE * SIDE];
    for (int face = 0; face < 6 * LAYERS; face++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                texels[(face * SIDE + y) * SIDE + x] = texel(0, x, y, face);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int layers = 1; layers <= LAYERS; layers++) {
        cudaArray_t array;
        must(cudaMalloc3DArray(&array, &format, make_cudaExtent(SIDE, SIDE, 6 * layers),
                               cudaArrayCubemap | (layers > 1 ? cudaArrayLayered : 0)));
        fill(array, texels, SIDE, SIDE, 6 * layers);
        const cudaTextureObject_t t =
            texture_of(array, how(cudaFilterModePoint, cudaReadModeElementType, true));
        // towards the right and upper part of each face, as its own axes have it
        float points[12][4], expected[12];
        for (int i = 0; i < 12; i++) {
            const int face = i % 6;
            const float a = i < 6 ? 0.8f : -0.2f, b = i < 6 ? 0.4f : -0.9f, m = i < 6 ? 1 : 3;
            const float directions[6][3] = {{1, -b, -a}, {-1, -b, a}, {a, 1, b},
                                            {a, -1, -b}, {a, -b, 1},  {-a, -b, -1}};
            for (int k = 0; k < 3; k++)
                points[i][k] = m * directions[face][k];
            const int layer = layers > 1 ? i % 2 : 0;
            points[i][3] = (float)layer;
            expected[i] =
                texel(0, (int)((a + 1) / 2 * SIDE), (int)((b + 1) / 2 * SIDE), 6 * layer + face);
        }
        if (layers == 1)
            check("texCubemap", read_cube, t, 12, points, expected);
        else
            check("texCubemapLayered", read_cube_layer, t, 12, points, expected);
        release(t, array);
    }
    cudaArray_t array;
    answers(cudaErrorInvalidValue,
            cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 5), cudaArrayCubemap));
    answers(cudaErrorInvalidValue,
            cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 6), cudaArrayCubemap));
    cudaGetLastError();
}

// ---- four texels at once -----------------------------------------------------------------------

static void test_gather(void) {
    enum { W = 4, H = 3 };
    float2 texels[H][W];
    uchar4 bytes[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            texels[y][x] = make_float2(texel(0, x, y, 0), texel(1, x, y, 0));
            bytes[y][x] = make_uchar4(1, 2, (unsigned char)(10 * y + x), 4);
        }
    const float points[][4] = {
        {1, 1, 0, 0}, {2.4f, 1.3f, 0, 0}, {2.6f, 1.7f, 1, 0}, {0, 0, 0, 0}, {4, 3, 1, 0}};
    float expected[5][4];
    for (int i = 0; i < 5; i++) {
        const int x = (int)floorf(points[i][0] - 0.5f), y = (int)floorf(points[i][1] - 0.5f);
        const int dx[4] = {0, 1, 1, 0}, dy[4] = {1, 1, 0, 0};
        for (int k = 0; k < 4; k++) {
            const int column = x + dx[k] < 0 ? 0 : x + dx[k] >= W ? W - 1 : x + dx[k];
            const int row = y + dy[k] < 0 ? 0 : y + dy[k] >= H ? H - 1 : y + dy[k];
            expected[i][k] = texel((int)points[i][2], column, row, 0);
        }
    }
    check("tex2Dgather: a channel of four texels, from the lower left on", gather,
          array_of(texels[0], W, H, cudaArrayTextureGather),
          how(cudaFilterModePoint, cudaReadModeElementType, false), 5, points, expected[0], 0, 4);

    const float four_bytes[] = {10, 11, 1, 0};
    check("tex2Dgather of bytes", gather_ints, array_of(bytes[0], W, H, cudaArrayTextureGather),
          how(cudaFilterModePoint, cudaReadModeElementType, false), 1, points, four_bytes, 0, 4);
}

// ---- other numbers -----------------------------------------------------------------------------

static void test_numbers(void) {
    const __half halves[4] = {__float2half(0.5f), __float2half(-65504.0f), __float2half(6e-8f),
                              __float2half(3.140625f)};
    const float points[][4] = {{0.5f}, {1.5f}, {2.5f}, {3.5f}, {3.0f}};
    float expected[5];
    for (int i = 0; i < 4; i++)
        expected[i] = __half2float(halves[i]);
    expected[4] = (expected[2] + expected[3]) / 2;
    check("16-bit floats, read as floats and filtered", read_1d,
          array_of(halves, 4, 0, 0, cudaCreateChannelDescHalf()),
          how(cudaFilterModeLinear, cudaReadModeElementType, false), 5, points, expected);

    const signed char bytes[4] = {-128, 127, -127, 64};
    const float normal[] = {-1, 1, -1, 64 / 127.0f};
    check("signed bytes as -1 to 1", read_1d, array_of(bytes, 4),
          how(cudaFilterModePoint, cudaReadModeNormalizedFloat, false), 4, points, normal);
    // filtered, as an H200 was seen to: in steps of 1/32767, the smallest below -1 until the end
    const signed char pair[2] = {-97, 78};
    const float along[][4] = {{0.5f + 37 / 256.0f}, {0.5f + 74 / 256.0f}, {0.5f + 148 / 256.0f}};
    const float in_steps[] = {-18501 / 32767.0f, -11975 / 32767.0f, 1076 / 32767.0f};
    check("signed bytes filtered", read_1d, array_of(pair, 2),
          how(cudaFilterModeLinear, cudaReadModeNormalizedFloat, false), 3, along, in_steps, 1e-7f);
    const signed char ends[2] = {-128, 127};
    const float below[][4] = {{0.5f}, {0.5f + 37 / 256.0f}, {0.5f + 74 / 256.0f}};
    const float from_below[] = {-1, -23516 / 32767.0f, -14007 / 32767.0f};
    check("from the smallest on", read_1d, array_of(ends, 2),
          how(cudaFilterModeLinear, cudaReadModeNormalizedFloat, false), 3, below, from_below,
          1e-7f);
    const short words[4] = {-32768, 32767, -32767, 12345};
    const float normal_words[] = {-1, 1, -1, 12345 / 32767.0f};
    check("signed words as -1 to 1", read_1d, array_of(words, 4),
          how(cudaFilterModePoint, cudaReadModeNormalizedFloat, false), 4, points, normal_words);

    const uchar4 colours[2] = {make_uchar4(0, 10, 128, 128), make_uchar4(255, 200, 11, 255)};
    cudaTextureDesc screen = how(cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
    screen.sRGB = 1;
    // (an H200's table is coarser than the formula: 200 is read as 0.578125)
    const float linear[] = {0, 0.00303527f, 0.215861f, 128 / 255.0f, 1, 0.577580f, 0.00334654f, 1};
    check("sRGB bytes become linear, but the fourth channel", read_four, array_of(colours, 2),
          screen, 2, points, linear, 6e-4f, 4);
}

int main(void) {
    must(cudaMallocManaged(&in, 4 * MOST * sizeof *in));
    must(cudaMallocManaged(&out, 4 * MOST * sizeof *out));
    test_mipmaps();
    test_no_mipmap();
    test_cubes();
    test_gather();
    test_numbers();
    free_all(in, out);
    return done_testing();
}
