// SPDX-License-Identifier: MIT
// Lab 6, constant memory and the ray tracer. README.md beside this file tells what to do; the lines
// to write are marked TODO. It compiles and runs as it is, and says what is missing.
//
//     make constant_memory && bin/constant_memory        draws bright.pgm and tinted.pgm
#include "checks.h"

const int EDGE = 16; // a block has EDGE × EDGE threads

// Task 1. How bright pixel (x, y) is, with the scene in global memory: the nearest sphere's dz ÷
// radius, or 0 where the ray hits none (see lab_brightness in checks.h).
__global__ void trace_global(const struct sphere *scene, float *out, int dim) {
    // TODO 1
}

// Task 2. The same with the scene in constant memory.
// TODO 2: the scene, and the kernel's body.
__global__ void trace_constant(float *out, int dim) {}

// Task 3. out[i] is the palette's colour number shades[i]. Neighbouring pixels have different
// shades: in which memory should the palette lie? It comes as a pointer to global memory; the
// kernel may keep it elsewhere.
__global__ void tint(const float *palette, const int *shades, float *out, int pixels) {
    // TODO 3
}

// A picture of floats, 0 black and 1 white, as a PGM file; not while the lab is being graded.
static void draw(const char *name, const float *picture, int dim) {
    FILE *file = lab.record ? NULL : fopen(name, "wb");
    if (!file)
        return;
    fprintf(file, "P5 %d %d 255\n", dim, dim);
    for (int i = 0; i < dim * dim; i++)
        putc(picture[i] > 0 ? (int)(255 * fminf(picture[i], 1)) : 0, file);
    fclose(file);
}

// The picture comes back, is handed in and drawn.
static void hand_in(const float *dev_out, int dim, const char *name) {
    float *picture = lab_blank_floats((size_t)dim * dim);
    CHECK(cudaGetLastError());
    CHECK(
        cudaMemcpy(picture, dev_out, (size_t)dim * dim * sizeof *picture, cudaMemcpyDeviceToHost));
    lab_result(picture, (size_t)dim * dim);
    draw(name, picture, dim);
    free(picture);
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 250); // pixels along an edge
    const int dim = (int)lab_size();
    const size_t pixels = (size_t)dim * dim;
    const dim3 block(EDGE, EDGE), grid((dim + EDGE - 1) / EDGE, (dim + EDGE - 1) / EDGE);
    struct sphere *scene = lab_scene(dim, lab.seed);
    float *palette = lab_floats("palette", SHADES), *dev_out;
    int *shades = lab_ints("shades", pixels, SHADES);
    CHECK(cudaMalloc(&dev_out, pixels * sizeof *dev_out));

    CHECK(cudaMemset(dev_out, LAB_POISON, pixels * sizeof *dev_out));
    if (lab_task(1, "spheres in global memory")) {
        struct sphere *dev_scene;
        CHECK(cudaMalloc(&dev_scene, SPHERES * sizeof *dev_scene));
        CHECK(cudaMemcpy(dev_scene, scene, SPHERES * sizeof *scene, cudaMemcpyHostToDevice));
        trace_global<<<grid, block>>>(dev_scene, dev_out, dim);
        hand_in(dev_out, dim, "bright.pgm");
        CHECK(cudaFree(dev_scene));
    }
    CHECK(cudaMemset(dev_out, LAB_POISON, pixels * sizeof *dev_out));
    if (lab_task(2, "spheres in constant memory")) {
        // TODO 2: the scene has to get there.
        trace_constant<<<grid, block>>>(dev_out, dim);
        hand_in(dev_out, dim, "bright.pgm");
    }
    CHECK(cudaMemset(dev_out, LAB_POISON, pixels * sizeof *dev_out));
    if (lab_task(3, "a palette")) {
        float *dev_palette;
        int *dev_shades;
        CHECK(cudaMalloc(&dev_palette, SHADES * sizeof *dev_palette));
        CHECK(cudaMalloc(&dev_shades, pixels * sizeof *dev_shades));
        CHECK(cudaMemcpy(dev_palette, palette, SHADES * sizeof *palette, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(dev_shades, shades, pixels * sizeof *shades, cudaMemcpyHostToDevice));
        tint<<<(unsigned)((pixels + 255) / 256), 256>>>(dev_palette, dev_shades, dev_out,
                                                        (int)pixels);
        hand_in(dev_out, dim, "tinted.pgm");
        CHECK(cudaFree(dev_palette));
        CHECK(cudaFree(dev_shades));
    }
    CHECK(cudaFree(dev_out));
    free(scene);
    free(palette);
    free(shades);
    return lab_end();
}
