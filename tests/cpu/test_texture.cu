// SPDX-License-Identifier: MIT
// Texture fetches against values worked out by hand from the formulas of the CUDA C++ programming
// guide ("Texture Fetching"): N texels T[0] ... T[N-1], i = floor(x) unfiltered; filtered xB = x -
// 0.5, i = floor(xB), weight = the fraction of xB in 1/256, (1 - weight) T[i] + weight T[i + 1].
#include <math.h>

#include "textures.h"

const int MOST = 64; // fetches of one launch

static float *dev_x, *dev_y;
static void *dev_out;

template <class T> __global__ void fetch_1d(cudaTextureObject_t t, const float *x, T *out) {
    out[threadIdx.x] = tex1D<T>(t, x[threadIdx.x]);
}

template <class T> __global__ void fetch_2d(cudaTextureObject_t t, const float *x, const float *y, T *out) {
    out[threadIdx.x] = tex2D<T>(t, x[threadIdx.x], y[threadIdx.x]);
}

template <class T> __global__ void fetch_linear(cudaTextureObject_t t, T *out, int first) {
    out[threadIdx.x] = tex1Dfetch<T>(t, (int)threadIdx.x + first);
}

// Fetches at x (and y) and compares with `expected`; exactly, unless a tolerance is given.
static void check_1d(const char *what, cudaArray_t array, struct cudaTextureDesc description, int count, const float *x,
                     const float *expected, float tolerance = 0) {
    float got[MOST];
    const cudaTextureObject_t t = texture_of(array, description);
    must(cudaMemcpy(dev_x, x, count * sizeof *x, cudaMemcpyHostToDevice));
    fetch_1d<float><<<1, count>>>(t, dev_x, (float *)dev_out);
    must(cudaGetLastError());
    must(cudaMemcpy(got, dev_out, count * sizeof *got, cudaMemcpyDeviceToHost));
    must(cudaDestroyTextureObject(t));
    int wrong = 0;
    for (int i = 0; i < count; i++)
        if (!(fabsf(got[i] - expected[i]) <= tolerance)) {
            printf("# at %g: %.9g, expected %.9g\n", x[i], got[i], expected[i]);
            wrong++;
        }
    ok(wrong == 0, "%s", what);
}

static void test_one_dimension(void) {
    const float texels[4] = {0, 1, 1000, -8};
    const cudaArray_t array = array_of(texels, 4);
    const cudaTextureReadMode element = cudaReadModeElementType;

    const float x[] = {-3, -0.001f, 0, 0.999f, 1, 2.5f, 3.999f, 4, 4.001f, 1e9f, -1e9f, NAN};
    const float clamped[] = {0, 0, 0, 0, 1, 1000, -8, -8, -8, -8, 0, 0};
    check_1d("unfiltered, clamped", array, how(cudaFilterModePoint, element, false), 12, x, clamped);
    const float border[] = {7, 7, 0, 0, 1, 1000, -8, 7, 7, 7, 7, 0};
    check_1d("unfiltered, border", array, how(cudaFilterModePoint, element, false, cudaAddressModeBorder), 12, x,
             border);

    const float u[] = {0, 0.25f, 0.5f, 0.999f, 1, 1.25f, 2.75f, -0.26f, -0.001f, -1.5f};
    const float wrap[] = {0, 1, 1000, -8, 0, 1, -8, 1000, -8, 1000};
    check_1d("unfiltered, wrapped", array, how(cudaFilterModePoint, element, true, cudaAddressModeWrap), 10, u, wrap);
    const float mirror[] = {0, 1, 1000, -8, -8, 1000, -8, 1, 0, 1000};
    check_1d("unfiltered, mirrored", array, how(cudaFilterModePoint, element, true, cudaAddressModeMirror), 10, u,
             mirror);
    const float clamped_u[] = {0, 1, 1000, -8, -8, -8, -8, 0, 0, 0};
    check_1d("normalised coordinates, clamped", array, how(cudaFilterModePoint, element, true), 10, u, clamped_u);

    // Filtered: 0.5 is the middle of the first texel; between, the weight counts in 1/256, rounded.
    const float f[] = {0.5f, 1.0f, 1.5f, 1.75f, 0.5f + 1 / 512.0f, 0.5f + 1 / 513.0f, 3.5f, 9.0f, 0.2f, -3.0f, 2.0f};
    const float lerp[] = {0, 0.5f, 1, 0.75f * 1 + 0.25f * 1000, 1 / 256.0f, 0, -8, -8, 0, 0, 500.5f};
    check_1d("filtered, clamped", array, how(cudaFilterModeLinear, element, false), 11, f, lerp);
    const float g[] = {0.125f, 0, 1, 0.25f, -0.125f, 0.875f, 1.125f};
    const float lerp_wrap[] = {0, -4, -4, 0.5f, -8, -8, 0};
    check_1d("filtered, wrapped: the last texel blends with the first", array,
             how(cudaFilterModeLinear, element, true, cudaAddressModeWrap), 7, g, lerp_wrap);
    const float lerp_mirror[] = {0, 0, -8, 0.5f, 0, -8, -8};
    check_1d("filtered, mirrored", array, how(cudaFilterModeLinear, element, true, cudaAddressModeMirror), 7, g,
             lerp_mirror);
    must(cudaFreeArray(array));
}

static void test_read_modes(void) {
    unsigned char bytes[256];
    float x[MOST], expected[MOST];
    for (int i = 0; i < 256; i++) bytes[i] = (unsigned char)i;
    const struct cudaTextureDesc normal = how(cudaFilterModePoint, cudaReadModeNormalizedFloat, false);

    cudaArray_t array = array_of(bytes, 256);
    for (int i = 0; i < MOST; i++) {
        x[i] = 4 * i + 3.5f;
        expected[i] = (float)(4 * i + 3) / 255;
    }
    check_1d("unsigned char as [0, 1]", array, normal, MOST, x, expected);
    const float between[] = {101}, half[] = {100.5f / 255};
    check_1d("unsigned char, normalised and filtered", array,
             how(cudaFilterModeLinear, cudaReadModeNormalizedFloat, false), 1, between, half, 0.5f / 65535);
    must(cudaFreeArray(array));

    array = array_of((const signed char *)bytes, 256);
    for (int i = 0; i < MOST; i++) expected[i] = fmaxf((float)(signed char)(4 * i + 3) / 127, -1);
    check_1d("signed char as [-1, 1]", array, normal, MOST, x, expected);
    const float lowest[] = {128.5f, 129.5f}, minus_one[] = {-1, -1};
    check_1d("both -128 and -127 are -1", array, normal, 2, lowest, minus_one);
    must(cudaFreeArray(array));

    unsigned short words[4] = {0, 1, 40000, 65535};
    const float at[] = {0, 1, 2, 3}, unsigned_words[] = {0, 1 / 65535.0f, 40000 / 65535.0f, 1};
    array = array_of(words, 4);
    check_1d("unsigned short as [0, 1]", array, normal, 4, at, unsigned_words);
    must(cudaFreeArray(array));
    array = array_of((const short *)words, 4);
    const float signed_words[] = {0, 1 / 32767.0f, -25536 / 32767.0f, -1 / 32767.0f};
    check_1d("short as [-1, 1]", array, normal, 4, at, signed_words);
    must(cudaFreeArray(array));

    // Elements come out as they are stored.
    const uchar4 colours[2] = {{1, 2, 3, 255}, {250, 128, 0, 4}};
    uchar4 got[2];
    array = array_of(colours, 2);
    cudaTextureObject_t t = texture_of(array, how(cudaFilterModePoint, cudaReadModeElementType, false));
    must(cudaMemcpy(dev_x, at, 2 * sizeof *at, cudaMemcpyHostToDevice));
    fetch_1d<uchar4><<<1, 2>>>(t, dev_x, (uchar4 *)dev_out);
    must(cudaMemcpy(got, dev_out, sizeof got, cudaMemcpyDeviceToHost));
    ok(memcmp(got, colours, sizeof got) == 0, "uchar4 elements");
    must(cudaDestroyTextureObject(t));
    t = texture_of(array, normal);
    float4 channels[2];
    fetch_1d<float4><<<1, 2>>>(t, dev_x, (float4 *)dev_out);
    must(cudaMemcpy(channels, dev_out, sizeof channels, cudaMemcpyDeviceToHost));
    ok(channels[0].w == 1 && channels[1].x == 250 / 255.0f && channels[1].y == 128 / 255.0f && channels[1].z == 0,
       "uchar4 as four of [0, 1]");
    release(t, array);
}

static void test_two_dimensions(void) {
    const float texels[3][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
    // x, y, unfiltered and clamped, filtered and clamped, unfiltered with a border
    const float rows[][5] = {
        {0, 0, 0, 0, 0},         {2.5f, 1.5f, 12, 12, 12}, {3, 2, 23, 17.5f, 23}, {1.75f, 1.5f, 11, 11.25f, 11},
        {2, 1.25f, 12, 9, 12},   {-5, 1.5f, 10, 10, 7},    {1.5f, 99, 21, 21, 7}, {4, 3, 23, 23, 7},
        {-0.5f, -0.5f, 0, 0, 7},
    };
    enum { COUNT = sizeof rows / sizeof *rows };
    float x[COUNT], y[COUNT], got[COUNT];
    const struct cudaTextureDesc modes[] = {
        how(cudaFilterModePoint, cudaReadModeElementType, false),
        how(cudaFilterModeLinear, cudaReadModeElementType, false),
        how(cudaFilterModePoint, cudaReadModeElementType, false, cudaAddressModeBorder),
    };
    const char *const names[] = {"unfiltered, clamped", "filtered, clamped", "unfiltered, border"};
    for (int i = 0; i < COUNT; i++) {
        x[i] = rows[i][0];
        y[i] = rows[i][1];
    }
    must(cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice));
    must(cudaMemcpy(dev_y, y, sizeof y, cudaMemcpyHostToDevice));

    // The same picture as an array and as pitched linear memory.
    const cudaArray_t array = array_of(&texels[0][0], 4, 3);
    struct cudaResourceDesc pitched;
    float *dev_pitched;
    size_t pitch;
    must(cudaMallocPitch(&dev_pitched, &pitch, sizeof texels[0], 3));
    must(cudaMemcpy2D(dev_pitched, pitch, texels, sizeof texels[0], sizeof texels[0], 3, cudaMemcpyHostToDevice));
    memset(&pitched, 0, sizeof pitched);
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = dev_pitched;
    pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    pitched.res.pitch2D.width = 4;
    pitched.res.pitch2D.height = 3;
    pitched.res.pitch2D.pitchInBytes = pitch;
    for (int mode = 0; mode < 3; mode++)
        for (int from_array = 0; from_array < 2; from_array++) {
            cudaTextureObject_t t;
            if (from_array)
                t = texture_of(array, modes[mode]);
            else
                must(cudaCreateTextureObject(&t, &pitched, &modes[mode], NULL));
            fetch_2d<float><<<1, COUNT>>>(t, dev_x, dev_y, (float *)dev_out);
            must(cudaGetLastError());
            must(cudaMemcpy(got, dev_out, sizeof got, cudaMemcpyDeviceToHost));
            must(cudaDestroyTextureObject(t));
            int wrong = 0;
            for (int i = 0; i < COUNT; i++)
                if (!(got[i] == rows[i][2 + mode])) {
                    printf("# at (%g, %g): %.9g\n", x[i], y[i], got[i]);
                    wrong++;
                }
            ok(wrong == 0, "%s of two dimensions, %s", from_array ? "array" : "pitched memory", names[mode]);
        }
    must(cudaFree(dev_pitched));
    must(cudaFreeArray(array));
}

static void test_linear_memory(void) {
    float texels[40], got[60];
    for (int i = 0; i < 40; i++) texels[i] = (float)(i * i);
    float *dev;
    dev = on_device(texels);
    struct cudaResourceDesc resource;
    struct cudaTextureDesc description;
    cudaTextureObject_t t;
    memset(&resource, 0, sizeof resource);
    memset(&description, 0, sizeof description);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dev;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof texels;
    must(cudaCreateTextureObject(&t, &resource, &description, NULL));
    fetch_linear<float><<<1, 60>>>(t, (float *)dev_out, -10);
    must(cudaMemcpy(got, dev_out, sizeof got, cudaMemcpyDeviceToHost));
    ok(each(60, [&](int i) { return !(got[i] != (i < 10 || i >= 50 ? 0 : texels[i - 10])); }),
       "tex1Dfetch, and 0 outside");
    must(cudaDestroyTextureObject(t));

    // The same memory as pairs.
    float2 pairs[20];
    resource.res.linear.desc = cudaCreateChannelDesc<float2>();
    must(cudaCreateTextureObject(&t, &resource, &description, NULL));
    fetch_linear<float2><<<1, 20>>>(t, (float2 *)dev_out, 0);
    must(cudaMemcpy(pairs, dev_out, sizeof pairs, cudaMemcpyDeviceToHost));
    ok(pairs[0].y == 1 && pairs[19].x == 38 * 38 && pairs[19].y == 39 * 39, "tex1Dfetch of float2");
    must(cudaDestroyTextureObject(t));

    // What is refused.
    const struct cudaTextureDesc point = how(cudaFilterModePoint, cudaReadModeElementType, false);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.devPtr = dev + 1;
    answers(cudaErrorInvalidValue, cudaCreateTextureObject(&t, &resource, &point, NULL));
    resource.res.linear.devPtr = dev;

    // Longer than its memory, and empty: an H200 takes both.
    resource.res.linear.sizeInBytes = 2 * sizeof texels;
    must(cudaCreateTextureObject(&t, &resource, &point, NULL));
    fetch_linear<float><<<1, 60>>>(t, (float *)dev_out, 0);
    must(cudaMemcpy(got, dev_out, sizeof got, cudaMemcpyDeviceToHost));
    ok(each(60, [&](int i) { return got[i] == (i < 40 ? texels[i] : 0); }), "an object past the end of its memory");
    must(cudaDestroyTextureObject(t));
    resource.res.linear.sizeInBytes = 0;
    must(cudaCreateTextureObject(&t, &resource, &point, NULL));
    must(cudaDestroyTextureObject(t));
    resource.res.linear.sizeInBytes = sizeof texels;

    resource.res.linear.desc = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    answers(cudaErrorInvalidChannelDescriptor, cudaCreateTextureObject(&t, &resource, &point, NULL));
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
    must(cudaMalloc(&dev_x, MOST * sizeof *dev_x));
    must(cudaMalloc(&dev_y, MOST * sizeof *dev_y));
    must(cudaMalloc(&dev_out, MOST * 16));
    test_one_dimension();
    test_read_modes();
    test_two_dimensions();
    test_linear_memory();
    free_all(dev_x, dev_y, dev_out);
    cudaGetLastError();
    return done_testing();
}
