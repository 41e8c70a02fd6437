// SPDX-License-Identifier: MIT
// A function for textures (surfaces) of one kind reads zeros from those of another; and a type that is not that of the
// texels gets the bits of their registers. All as an H200 does.
// says kernel read at .*: uses a texture object by a function for those of another kind, .*: it reads zeros
// says kernel write at .*: uses a surface object by a function for those of another kind, .*: it reads zeros
#include <stdio.h>
#include <string.h>

__global__ void read(cudaTextureObject_t t, float *out) {
    out[0] = tex1Dfetch<float>(t, 1);
    out[1] = tex1D<float>(t, 1.5f);
    out[2] = tex2D<float>(t, 1.5f, 0.5f);
    out[3] = tex3D<float>(t, 1.5f, 0.5f, 0.5f);
    out[4] = tex1DLayered<float>(t, 1.5f, 0);
    out[5] = tex2DLayered<float>(t, 1.5f, 0.5f, 0);
    out[6] = texCubemap<float>(t, 1, 0, 0);
}
__global__ void write(cudaSurfaceObject_t s, float *out) {
    out[0] = surf1Dread<float>(s, 4);
    surf1Dwrite(9.f, s, 4);
    out[1] = surf2Dread<float>(s, 4, 0);
    out[2] = surf3Dread<float>(s, 4, 0, 0);
}
__global__ void types(cudaTextureObject_t t, float *out) {
    out[0] = (float)tex2D<int>(t, 1.5f, 0.5f);
    out[1] = (float)tex2D<unsigned char>(t, 1.5f, 0.5f);
    out[2] = (float)__float_as_int(tex2D<float>(t, 1.5f, 0.5f));
    out[3] = (float)tex2D<uchar4>(t, 1.5f, 0.5f).x;
}

static float *out;
static int wrong;

static void expect(const char *what, const float *expected, int count) {
    float got[8];
    wrong += cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < count; i++)
        if (got[i] != expected[i]) {
            printf("%s, number %d: %g, and should be %g\n", what, i, got[i], expected[i]);
            wrong++;
        }
}

static cudaResourceDesc array_of(const void *texels, cudaChannelFormatDesc format, cudaExtent size, unsigned flags) {
    cudaResourceDesc r = {};
    cudaMemcpy3DParms p = {};
    r.resType = cudaResourceTypeArray;
    wrong += cudaMalloc3DArray(&r.res.array.array, &format, size, flags) != cudaSuccess;
    const size_t height = size.height ? size.height : 1, depth = size.depth ? size.depth : 1;
    p.srcPtr = make_cudaPitchedPtr((void *)texels, size.width * format.x / 8, size.width, height);
    p.dstArray = r.res.array.array;
    p.extent = make_cudaExtent(size.width, height, depth);
    p.kind = cudaMemcpyHostToDevice;
    wrong += cudaMemcpy3D(&p) != cudaSuccess;
    return r;
}

static cudaTextureObject_t texture_of(const cudaResourceDesc &r, cudaTextureReadMode mode) {
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0;
    how.readMode = mode;
    wrong += cudaCreateTextureObject(&t, &r, &how, NULL) != cudaSuccess;
    return t;
}

int main() {
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    float texels[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cudaMalloc(&out, 8 * sizeof *out);
    struct {
        const char *what;
        cudaResourceDesc resource;
        float expected[7];
    } kinds[] = {{"1-D", array_of(texels, floats, make_cudaExtent(8, 0, 0), 0), {0, 2, 2, 0, 0, 2, 0}},
                 {"2-D", array_of(texels, floats, make_cudaExtent(4, 2, 0), cudaArraySurfaceLoadStore), {0, 2, 2, 0, 0, 2, 0}},
                 {"3-D", array_of(texels, floats, make_cudaExtent(2, 2, 2), 0), {0, 0, 0, 2, 0, 0, 0}},
                 {"2-D layers", array_of(texels, floats, make_cudaExtent(4, 1, 2), cudaArrayLayered), {0, 2, 2, 0, 0, 2, 0}},
                 {"linear", {}, {2, 0, 0, 0, 0, 0, 0}}};
    float *linear;
    cudaMalloc(&linear, sizeof texels);
    cudaMemcpy(linear, texels, sizeof texels, cudaMemcpyHostToDevice);
    kinds[4].resource.resType = cudaResourceTypeLinear;
    kinds[4].resource.res.linear = {linear, floats, sizeof texels};
    for (const auto &k : kinds) {
        read<<<1, 1>>>(texture_of(k.resource, cudaReadModeElementType), out);
        expect(k.what, k.expected, 7);
    }

    cudaSurfaceObject_t surface = 0;
    wrong += cudaCreateSurfaceObject(&surface, &kinds[1].resource) != cudaSuccess;
    write<<<1, 1>>>(surface, out);
    expect("surface", (const float[]){0, 2, 0}, 3);

    const signed char bytes[4] = {-1, -3, 5, 7};
    const unsigned char counts[4] = {0, 255, 0, 0};
    cudaResourceDesc r = array_of(bytes, cudaCreateChannelDesc<signed char>(), make_cudaExtent(4, 1, 0), 0);
    types<<<1, 1>>>(texture_of(r, cudaReadModeElementType), out);
    expect("bytes", (const float[]){-3, 253, -3, 253}, 4);
    r = array_of(counts, cudaCreateChannelDesc<unsigned char>(), make_cudaExtent(4, 1, 0), 0);
    types<<<1, 1>>>(texture_of(r, cudaReadModeNormalizedFloat), out);
    expect("normalised", (const float[]){0x3f800000, 0, 0x3f800000, 0}, 4); // the bits of 1.0f
    return wrong;
}
