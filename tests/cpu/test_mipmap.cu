// SPDX-License-Identifier: MIT
// Textures beyond the plain ones: levels of a mipmap, the faces of a cube, four texels at once,
// halves and signed integers, against the formulas of the CUDA C++ programming guide ("Texture
// Fetching").
#include <cuda_fp16.h>

#include "textures.h"

READER(read_1d_lod, .x, tex1DLod<float>(t, x, w))
READER(read_2d_lod, .x, tex2DLod<float>(t, x, y, w))
READER(read_3d_lod, .x, tex3DLod<float>(t, x, y, z, w))
READER(read_2d, .x, tex2D<float>(t, x, y))
READER(read_1d, .x, tex1D<float>(t, x))
READER(read_2d_grad, .x, tex2DGrad<float>(t, x, y, make_float2(z, 0), make_float2(0, w)))
READER(read_1d_grad, .x, tex1DGrad<float>(t, x, z, w))
READER(read_layer_lod, .x, tex2DLayeredLod<float>(t, x, y, (int)z, w))
READER(read_cube, .x, texCubemap<float>(t, x, y, z))
READER(read_cube_layer, .x, texCubemapLayered<float>(t, x, y, z, (int)w))
READER(gather, , z == 0 ? tex2Dgather<float4>(t, x, y) : tex2Dgather<float4>(t, x, y, 1))
READER(read_four, , tex2D<float4>(t, x, y))
READER(gather_bytes, , floats_of(tex2Dgather<uchar4>(t, x, y, 2)))

// ---- mipmaps -----------------------------------------------------------------------------------

// Texel (x, y, z) of a level: no two are the same.
static float texel(int level, int x, int y, int z) { return (float)(1000 * level + 100 * z + 10 * y + x); }

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
        values texels;
        for (int z = 0; z < depth; z++)
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++) texels.push_back(texel((int)level, x, y, z));
        fill(array, texels.data(), width, height, depth);
    }
    return arrays;
}

struct levels { // how the levels of a mipmap are read
    cudaTextureFilterMode within, between;
    float bias, least, most;
};
static const levels nearest = {cudaFilterModePoint, cudaFilterModePoint, 0, 0, 99};

static void check(const char *what, reader kernel, cudaMipmappedArray_t arrays, const levels &l, const points &at,
                  const values &wanted, float tolerance = 0) {
    cudaResourceDesc resource = {};
    cudaTextureObject_t object;
    cudaTextureDesc d = how(l.within, cudaReadModeElementType, true);
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = arrays;
    d.mipmapFilterMode = l.between;
    d.mipmapLevelBias = l.bias;
    d.minMipmapLevelClamp = l.least;
    d.maxMipmapLevelClamp = l.most;
    must(cudaCreateTextureObject(&object, &resource, &d, NULL));
    check(what, kernel, object, at, wanted, tolerance);
    must(cudaDestroyTextureObject(object));
}

static void test_mipmaps(void) {
    const cudaTextureFilterMode point = cudaFilterModePoint, linear = cudaFilterModeLinear;
    const cudaMipmappedArray_t arrays = mipmap_of(make_cudaExtent(16, 8, 0), 4, 0);
    cudaArray_t array;
    cudaExtent part;
    answers(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(&array, arrays, 4));
    cudaGetLastError();
    must(cudaGetMipmappedArrayLevel(&array, arrays, 3));
    must(cudaArrayGetInfo(NULL, &part, NULL, array));
    ok(part.width == 2 && part.height == 1, "16 x 8 is 2 x 1 three levels on");

    // one place, of levels 0, 1, 2, 3
    const float u = 0.3f, v = 0.6f;
    const float at[] = {texel(0, 4, 4, 0), texel(1, 2, 2, 0), texel(2, 1, 1, 0), texel(3, 0, 0, 0)};
    const points by_level = {{u, v, 0, 0},    {u, v, 0, 1},    {u, v, 0, 2},  {u, v, 0, 3},
                             {u, v, 0, 0.4f}, {u, v, 0, 0.6f}, {u, v, 0, 17}, {u, v, 0, -3}};
    check("tex2DLod: the nearest level", read_2d_lod, arrays, nearest, by_level,
          {at[0], at[1], at[2], at[3], at[0], at[1], at[3], at[0]});
    check("tex2D reads the first", read_2d, arrays, nearest, {{u, v, 0, 0}}, {at[0]});
    // neighbours 1, 2, 4 texels of the first level apart, the further direction counts
    check("tex2DGrad: by the distances of the neighbours", read_2d_grad, arrays, nearest,
          {{u, v, 1 / 16.0f, 1 / 8.0f},
           {u, v, 2 / 16.0f, 1 / 8.0f},
           {u, v, 1 / 16.0f, 2 / 8.0f},
           {u, v, 4 / 16.0f, 2 / 8.0f},
           {u, v, 8 / 16.0f, 0},
           {u, v, 0.001f, 0}},
          {at[0], at[1], at[1], at[2], at[3], at[0]});
    check("tex2DLod: between two levels", read_2d_lod, arrays, {point, linear, 0, 0, 99}, by_level,
          {at[0], at[1], at[2], at[3], at[0] + 102 / 256.0f * (at[1] - at[0]), at[0] + 153 / 256.0f * (at[1] - at[0]),
           at[3], at[0]},
          1e-3f);
    check("a bias of one level, and none beyond the second", read_2d_lod, arrays, {point, point, 1, 0, 2}, by_level,
          {at[1], at[2], at[2], at[2], at[1], at[2], at[2], at[0]});
    const float middle = (texel(1, 1, 1, 0) + texel(1, 2, 2, 0)) / 2;
    check("filtered within a level, none before the first", read_2d_lod, arrays, {linear, point, 0, 1, 99},
          {{0.25f, 0.5f, 0, 1}, {0.25f, 0.5f, 0, 0}, {0.5f, 0.5f, 0, 2}},
          {middle, middle, (texel(2, 1, 0, 0) + texel(2, 2, 1, 0)) / 2});
    must(cudaFreeMipmappedArray(arrays));

    const cudaMipmappedArray_t line = mipmap_of(make_cudaExtent(8, 0, 0), 4, 0);
    const values on_line = {texel(0, 4, 0, 0), texel(1, 2, 0, 0), texel(3, 0, 0, 0), texel(2, 1, 0, 0)};
    check("tex1DGrad", read_1d_grad, line, nearest,
          {{v, 0, 1 / 8.0f, 0}, {v, 0, 0, 2 / 8.0f}, {v, 0, 1 / 2.0f, 1}, {v, 0, 0, 2 / 4.0f}}, on_line);
    check("tex1DLod", read_1d_lod, line, nearest, {{v, 0, 0, 0}, {v, 0, 0, 1}, {v, 0, 0, 3}, {v, 0, 0, 2}}, on_line);
    must(cudaFreeMipmappedArray(line));

    const cudaMipmappedArray_t volume = mipmap_of(make_cudaExtent(8, 4, 4), 3, 0);
    check("tex3DLod", read_3d_lod, volume, nearest, {{v, u, 0.8f, 0}, {v, u, 0.8f, 1}, {v, u, 0.8f, 2}},
          {texel(0, 4, 1, 3), texel(1, 2, 0, 1), texel(2, 1, 0, 0)});
    must(cudaFreeMipmappedArray(volume));

    const cudaMipmappedArray_t layers = mipmap_of(make_cudaExtent(8, 4, 3), 3, cudaArrayLayered);
    check("tex2DLayeredLod: as many layers on every level", read_layer_lod, layers, nearest,
          {{v, u, 0, 0}, {v, u, 2, 1}, {v, u, 1, 2}}, {texel(0, 4, 1, 0), texel(1, 2, 0, 2), texel(2, 1, 0, 1)});
    must(cudaFreeMipmappedArray(layers));
}

// Without a mipmap every level is the only one.
static void test_no_mipmap(void) {
    const values texels = {3, 5, 7, 11};
    const cudaArray_t array = array_of(texels.data(), 2, 2);
    const cudaTextureObject_t t = texture_of(array, how(cudaFilterModePoint, cudaReadModeElementType, false));
    const points at = {{0, 0, 0, 0}, {1, 0, 0, 1}, {0, 1, 0, 7}, {1, 1, 0, 0.5f}};
    check("tex2DLod of a plain array", read_2d_lod, t, at, texels);
    check("tex2DGrad of a plain array", read_2d_grad, t, at, texels);
    release(t, array);
}

// ---- cubes -------------------------------------------------------------------------------------

static void test_cubes(void) {
    enum { SIDE = 4, LAYERS = 2 };
    values texels;
    for (int face = 0; face < 6 * LAYERS; face++)
        for (int i = 0; i < SIDE * SIDE; i++) texels.push_back(texel(0, i % SIDE, i / SIDE, face));
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    for (int layers = 1; layers <= LAYERS; layers++) {
        must(cudaMalloc3DArray(&array, &format, make_cudaExtent(SIDE, SIDE, 6 * layers),
                               cudaArrayCubemap | (layers > 1 ? cudaArrayLayered : 0)));
        fill(array, texels.data(), SIDE, SIDE, 6 * layers);
        // towards the right and upper part of each face, as its own axes have it
        points at;
        values expected;
        for (int i = 0; i < 12; i++) {
            const float a = i < 6 ? 0.8f : -0.2f, b = i < 6 ? 0.4f : -0.9f, m = i < 6 ? 1 : 3;
            const float directions[6][3] = {{1, -b, -a}, {-1, -b, a}, {a, 1, b}, {a, -1, -b}, {a, -b, 1}, {-a, -b, -1}};
            const float *const to = directions[i % 6];
            const int layer = layers > 1 ? i % 2 : 0;
            at.push_back(make_float4(m * to[0], m * to[1], m * to[2], (float)layer));
            expected.push_back(texel(0, (int)((a + 1) / 2 * SIDE), (int)((b + 1) / 2 * SIDE), 6 * layer + i % 6));
        }
        check(layers == 1 ? "texCubemap" : "texCubemapLayered", layers == 1 ? read_cube : read_cube_layer, array,
              how(cudaFilterModePoint, cudaReadModeElementType, true), at, expected);
    }
    answers(cudaErrorInvalidValue, cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 5), cudaArrayCubemap));
    answers(cudaErrorInvalidValue, cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 6), cudaArrayCubemap));
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
    const cudaTextureDesc plain = how(cudaFilterModePoint, cudaReadModeElementType, false);
    const points at = {{1, 1, 0, 0}, {2.4f, 1.3f, 0, 0}, {2.6f, 1.7f, 1, 0}, {0, 0, 0, 0}, {4, 3, 1, 0}};
    // below left, below right, above right, above left; at the edges the nearest texel
    check("tex2Dgather: a channel of four texels, from the lower left on", gather,
          array_of(texels[0], W, H, cudaArrayTextureGather), plain, at,
          {10, 11, 1, 0, 11, 12, 2, 1, 1022, 1023, 1013, 1012, 0, 0, 0, 0, 1023, 1023, 1023, 1023});
    check("tex2Dgather of bytes", gather_bytes, array_of(bytes[0], W, H, cudaArrayTextureGather), plain, {at[0]},
          {10, 11, 1, 0});
}

// ---- other numbers -----------------------------------------------------------------------------

static void test_numbers(void) {
    const auto read = [](cudaTextureFilterMode filter, cudaTextureReadMode mode) { return how(filter, mode, false); };
    const cudaTextureDesc element = read(cudaFilterModeLinear, cudaReadModeElementType),
                          normal = read(cudaFilterModePoint, cudaReadModeNormalizedFloat),
                          filtered = read(cudaFilterModeLinear, cudaReadModeNormalizedFloat);
    const __half halves[4] = {__float2half(0.5f), __float2half(-65504.0f), __float2half(6e-8f),
                              __float2half(3.140625f)};
    const float least = __half2float(halves[2]);
    const points four = along({0.5f, 1.5f, 2.5f, 3.5f});
    check("16-bit floats, read as floats and filtered", read_1d, array_of(halves, 4, 0, 0, cudaCreateChannelDescHalf()),
          element, along({0.5f, 1.5f, 2.5f, 3.5f, 3.0f}), {0.5f, -65504, least, 3.140625f, (least + 3.140625f) / 2});

    const signed char bytes[4] = {-128, 127, -127, 64}, pair[2] = {-97, 78}, ends[2] = {-128, 127};
    const short words[4] = {-32768, 32767, -32767, 12345};
    check("signed bytes as -1 to 1", read_1d, array_of(bytes, 4), normal, four, {-1, 1, -1, 64 / 127.0f});
    check("signed words as -1 to 1", read_1d, array_of(words, 4), normal, four, {-1, 1, -1, 12345 / 32767.0f});
    // filtered, as an H200 was seen to: in steps of 1/32767, the smallest below -1 until the end
    check("signed bytes filtered", read_1d, array_of(pair, 2), filtered,
          along({0.5f + 37 / 256.0f, 0.5f + 74 / 256.0f, 0.5f + 148 / 256.0f}),
          {-18501 / 32767.0f, -11975 / 32767.0f, 1076 / 32767.0f}, 1e-7f);
    check("from the smallest on", read_1d, array_of(ends, 2), filtered,
          along({0.5f, 0.5f + 37 / 256.0f, 0.5f + 74 / 256.0f}), {-1, -23516 / 32767.0f, -14007 / 32767.0f}, 1e-7f);

    const uchar4 colours[2] = {make_uchar4(0, 10, 128, 128), make_uchar4(255, 200, 11, 255)};
    cudaTextureDesc screen = normal;
    screen.sRGB = 1;
    // (an H200's table is coarser than the formula: 200 is read as 0.578125)
    check("sRGB bytes become linear, but the fourth channel", read_four, array_of(colours, 2), screen,
          along({0.5f, 1.5f}), {0, 0.00303527f, 0.215861f, 128 / 255.0f, 1, 0.577580f, 0.00334654f, 1}, 6e-4f);
}

int main(void) {
    test_mipmaps();
    test_no_mipmap();
    test_cubes();
    test_gather();
    test_numbers();
    return done_testing();
}
