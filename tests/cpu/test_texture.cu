// SPDX-License-Identifier: MIT
// Texture fetches against values worked out by hand from the formulas of the CUDA C++ programming
// guide ("Texture Fetching"): N texels T[0] ... T[N-1], i = floor(x) unfiltered; filtered xB = x -
// 0.5, i = floor(xB), weight = the fraction of xB in 1/256, (1 - weight) T[i] + weight T[i + 1].
#include "textures.h"

READER(read_1d, .x, tex1D<float>(t, x))
READER(read_2d, .x, tex2D<float>(t, x, y))
READER(read_four, , tex1D<float4>(t, x))
READER(read_bytes, , floats_of(tex1D<uchar4>(t, x)))
READER(fetch, .x, tex1Dfetch<float>(t, (int)x))
__device__ static float4 both(float2 p) { return make_float4(p.x, p.y, 0, 0); }
READER(fetch_pair, , both(tex1Dfetch<float2>(t, (int)x)))

static const cudaTextureFilterMode point = cudaFilterModePoint, linear = cudaFilterModeLinear;
static const cudaTextureReadMode element = cudaReadModeElementType, normal = cudaReadModeNormalizedFloat;

static void test_one_dimension(void) {
    const float texels[4] = {0, 1, 1000, -8};
    const cudaArray_t array = array_of(texels, 4);
    const points x = along({-3, -0.001f, 0, 0.999f, 1, 2.5f, 3.999f, 4, 4.001f, 1e9f, -1e9f, NAN});
    const points u = along({0, 0.25f, 0.5f, 0.999f, 1, 1.25f, 2.75f, -0.26f, -0.001f, -1.5f});
    check("unfiltered, clamped", read_1d, array, how(point, element, false), x,
          {0, 0, 0, 0, 1, 1000, -8, -8, -8, -8, 0, 0});
    check("unfiltered, border", read_1d, array, how(point, element, false, cudaAddressModeBorder), x,
          {7, 7, 0, 0, 1, 1000, -8, 7, 7, 7, 7, 0});
    check("unfiltered, wrapped", read_1d, array, how(point, element, true, cudaAddressModeWrap), u,
          {0, 1, 1000, -8, 0, 1, -8, 1000, -8, 1000});
    check("unfiltered, mirrored", read_1d, array, how(point, element, true, cudaAddressModeMirror), u,
          {0, 1, 1000, -8, -8, 1000, -8, 1, 0, 1000});
    check("normalised coordinates, clamped", read_1d, array, how(point, element, true), u,
          {0, 1, 1000, -8, -8, -8, -8, 0, 0, 0});

    // Filtered: 0.5 is the middle of the first texel; between, the weight counts in 1/256, rounded.
    check("filtered, clamped", read_1d, array, how(linear, element, false),
          along({0.5f, 1.0f, 1.5f, 1.75f, 0.5f + 1 / 512.0f, 0.5f + 1 / 513.0f, 3.5f, 9.0f, 0.2f, -3.0f, 2.0f}),
          {0, 0.5f, 1, 0.75f * 1 + 0.25f * 1000, 1 / 256.0f, 0, -8, -8, 0, 0, 500.5f});
    const points around = along({0.125f, 0, 1, 0.25f, -0.125f, 0.875f, 1.125f});
    check("filtered, wrapped: the last texel blends with the first", read_1d, array,
          how(linear, element, true, cudaAddressModeWrap), around, {0, -4, -4, 0.5f, -8, -8, 0});
    check("filtered, mirrored", read_1d, array, how(linear, element, true, cudaAddressModeMirror), around,
          {0, 0, -8, 0.5f, 0, -8, -8});
    must(cudaFreeArray(array));
}

static void test_read_modes(void) {
    unsigned char bytes[256];
    const unsigned short words[4] = {0, 1, 40000, 65535};
    const uchar4 colours[2] = {{1, 2, 3, 255}, {250, 128, 0, 4}};
    const cudaTextureDesc fractions = how(point, normal, false);
    points x;
    values positive, negative;
    for (int i = 0; i < 256; i++) bytes[i] = (unsigned char)i;
    for (int i = 3; i < 256; i += 4) {
        x.push_back(make_float4((float)i + 0.5f, 0, 0, 0));
        positive.push_back((float)i / 255);
        negative.push_back(fmaxf((float)(signed char)i / 127, -1));
    }
    check("unsigned char as [0, 1]", read_1d, array_of(bytes, 256), fractions, x, positive);
    check("signed char as [-1, 1]", read_1d, array_of((const signed char *)bytes, 256), fractions, x, negative);
    check("unsigned char, normalised and filtered", read_1d, array_of(bytes, 256), how(linear, normal, false),
          along({101}), {100.5f / 255}, 0.5f / 65535);
    check("both -128 and -127 are -1", read_1d, array_of((const signed char *)bytes, 256), fractions,
          along({128.5f, 129.5f}), {-1, -1});
    check("unsigned short as [0, 1]", read_1d, array_of(words, 4), fractions, along({0, 1, 2, 3}),
          {0, 1 / 65535.0f, 40000 / 65535.0f, 1});
    check("short as [-1, 1]", read_1d, array_of((const short *)words, 4), fractions, along({0, 1, 2, 3}),
          {0, 1 / 32767.0f, -25536 / 32767.0f, -1 / 32767.0f});
    check("uchar4 elements, as they are stored", read_bytes, array_of(colours, 2), how(point, element, false),
          along({0, 1}), {1, 2, 3, 255, 250, 128, 0, 4});
    check("uchar4 as four of [0, 1]", read_four, array_of(colours, 2), fractions, along({0, 1}),
          {1 / 255.0f, 2 / 255.0f, 3 / 255.0f, 1, 250 / 255.0f, 128 / 255.0f, 0, 4 / 255.0f});
}

static void test_two_dimensions(void) {
    const float texels[3][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
    const points at = {{0, 0, 0, 0},     {2.5f, 1.5f, 0, 0}, {3, 2, 0, 0}, {1.75f, 1.5f, 0, 0}, {2, 1.25f, 0, 0},
                       {-5, 1.5f, 0, 0}, {1.5f, 99, 0, 0},   {4, 3, 0, 0}, {-0.5f, -0.5f, 0, 0}};
    const struct {
        const char *name;
        cudaTextureDesc description;
        values wanted;
    } modes[] = {
        {"unfiltered, clamped", how(point, element, false), {0, 12, 23, 11, 12, 10, 21, 23, 0}},
        {"filtered, clamped", how(linear, element, false), {0, 12, 17.5f, 11.25f, 9, 10, 21, 23, 0}},
        {"unfiltered, border", how(point, element, false, cudaAddressModeBorder), {0, 12, 23, 11, 12, 7, 7, 7, 7}}};
    // The same picture as an array and as pitched linear memory.
    float *dev_pitched;
    size_t pitch;
    must(cudaMallocPitch(&dev_pitched, &pitch, sizeof texels[0], 3));
    must(cudaMemcpy2D(dev_pitched, pitch, texels, sizeof texels[0], sizeof texels[0], 3, cudaMemcpyHostToDevice));
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = dev_pitched;
    pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    pitched.res.pitch2D.width = 4;
    pitched.res.pitch2D.height = 3;
    pitched.res.pitch2D.pitchInBytes = pitch;
    for (const auto &mode : modes) {
        cudaTextureObject_t t;
        must(cudaCreateTextureObject(&t, &pitched, &mode.description, NULL));
        check(mode.name, read_2d, array_of(&texels[0][0], 4, 3), mode.description, at, mode.wanted);
        check("... from pitched memory", read_2d, t, at, mode.wanted);
        must(cudaDestroyTextureObject(t));
    }
    must(cudaFree(dev_pitched));
}

static void test_linear_memory(void) {
    float texels[40];
    points from_below, from_start, twenty;
    values inside, to_end, pairs; // of four numbers, as kernels leave them
    for (int i = 0; i < 40; i++) texels[i] = (float)(i * i);
    for (int i = 0; i < 60; i++) {
        from_below.push_back(make_float4((float)i - 10, 0, 0, 0));
        inside.push_back(i < 10 || i >= 50 ? 0 : texels[i - 10]);
        from_start.push_back(make_float4((float)i, 0, 0, 0));
        to_end.push_back(i < 40 ? texels[i] : 0);
    }
    for (int i = 0; i < 20; i++) {
        twenty.push_back(from_start[i]);
        for (const float number : {texels[2 * i], texels[2 * i + 1], 0.0f, 0.0f}) pairs.push_back(number);
    }
    float *const dev = on_device(texels);
    cudaResourceDesc resource = {};
    const cudaTextureDesc plain = {}, unfiltered = how(point, element, false);
    cudaTextureObject_t t;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dev;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof texels;
    must(cudaCreateTextureObject(&t, &resource, &plain, NULL));
    check("tex1Dfetch, and 0 outside", fetch, t, from_below, inside);
    must(cudaDestroyTextureObject(t));
    resource.res.linear.desc = cudaCreateChannelDesc<float2>();
    must(cudaCreateTextureObject(&t, &resource, &plain, NULL));
    check("tex1Dfetch of float2, of the same memory", fetch_pair, t, twenty, pairs);
    must(cudaDestroyTextureObject(t));

    // What is refused.
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.devPtr = dev + 1;
    answers(cudaErrorInvalidValue, cudaCreateTextureObject(&t, &resource, &unfiltered, NULL));
    cudaGetLastError();
    resource.res.linear.devPtr = dev;

    // Longer than its memory, and empty: an H200 takes both.
    resource.res.linear.sizeInBytes = 2 * sizeof texels;
    must(cudaCreateTextureObject(&t, &resource, &unfiltered, NULL));
    check("an object past the end of its memory", fetch, t, from_start, to_end);
    must(cudaDestroyTextureObject(t));
    resource.res.linear.sizeInBytes = 0;
    must(cudaCreateTextureObject(&t, &resource, &unfiltered, NULL));
    must(cudaDestroyTextureObject(t));
    resource.res.linear.sizeInBytes = sizeof texels;

    resource.res.linear.desc = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    answers(cudaErrorInvalidChannelDescriptor, cudaCreateTextureObject(&t, &resource, &unfiltered, NULL));
    must(cudaFree(dev));

    const int integers[4] = {1, 2, 3, 4};
    const cudaArray_t array = array_of(integers, 4);
    resource = resource_of(array);
    const struct cudaTextureDesc filtered = how(cudaFilterModeLinear, cudaReadModeElementType, false);
    answers(cudaErrorInvalidFilterSetting, cudaCreateTextureObject(&t, &resource, &filtered, NULL));
    const struct cudaTextureDesc normalised = how(cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
    answers(cudaErrorInvalidNormSetting, cudaCreateTextureObject(&t, &resource, &normalised, NULL));
    answers(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 4, 0, integers, 16, 16, 1, cudaMemcpyHostToDevice));
    must(cudaFreeArray(array));
}

int main(void) {
    test_one_dimension();
    test_read_modes();
    test_two_dimensions();
    test_linear_memory();
    cudaGetLastError();
    return done_testing();
}
