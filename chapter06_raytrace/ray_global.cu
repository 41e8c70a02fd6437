// SPDX-License-Identifier: MIT
// Ray tracing with the scene in global memory, where every thread reads all of it.
//
// What it teaches: one thread per pixel, in a two-dimensional grid whose last blocks reach over the
// edge of the picture.
//
//     ray_global; ray_const; ray_global --size 4096 --spheres 2000; ray_const --help
//
// It prints the time of the whole job and of its parts, then of the kernel alone; checks the
// picture against a reference; and shows it in a window, or writes ray.png if there is none.
#include "chapter.h"
#include "pictures/show.h"
#include "scene.h"
#include "scene_options.h"

#define ABOUT "Renders random spheres, kept in global memory (ray_global) or constant (ray_const)."

const int BLOCK = 16; // threads along each edge of a block

const int MAX_SPHERES = 1000000;

// One thread: a ray from its pixel, past all the spheres; the nearest one gives the colour. The
// threads of a warp read the same sphere at the same time, so that one read serves all 32. Bound
// by arithmetic: six operations to find that a sphere is missed.
__global__ void render(uchar4 *picture, int size, const struct Sphere *s, int spheres) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return; // the last blocks reach over the edge

    const float ox = x - size / 2;
    const float oy = y - size / 2;
    float nearest = -INFINITY, depth = 0;
    int seen = -1;
    for (int i = 0; i < spheres; i++) {
        float dz = 0;
        const float z = hit(&s[i], ox, oy, &dz);
        if (z > nearest) {
            nearest = z; // forget this line, and the last sphere wins instead of the nearest
            depth = dz;
            seen = i;
        }
    }
    picture[x + (size_t)y * size] = seen < 0 ? sky() : shade(&s[seen], depth);
}

int main(int argc, char **argv) {
    size_t spheres = 20;
    const struct options options = scene_options(&spheres, MAX_SPHERES, argc, argv, ABOUT);

    // The scene on the host, and the picture as it has to come out.
    const int size = (int)options.size;
    const int count = (int)spheres;
    const size_t pixels = options.size * options.size;
    const size_t scene_bytes = spheres * sizeof(struct Sphere);
    struct Sphere *scene = (struct Sphere *)host_alloc(&options, spheres, sizeof *scene);
    CPUBitmap bitmap(size, size);
    if (bitmap.get_ptr() == NULL)
        return OPTIONS_BAD; // no memory for it, as a line said
    scene_make(scene, count, options.seed);
    uchar4 *expected = scene_expected(&options, scene, count);
    struct report report = report_begin(&options);

    // The whole job, once: memory on the device, the scene there, the kernel, the picture back.
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid((size + BLOCK - 1) / BLOCK, (size + BLOCK - 1) / BLOCK); // rounded up
    uchar4 *dev_picture;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_picture, bitmap.image_size()));
    struct Sphere *dev_scene;
    HANDLE_ERROR(cudaMalloc(&dev_scene, scene_bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_picture, bitmap.image_size());
    HANDLE_ERROR(cudaMemcpy(dev_scene, scene, scene_bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    render<<<grid, block>>>(dev_picture, size, dev_scene, count);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_picture, bitmap.image_size(), cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify_bytes(bitmap.get_ptr(), &expected->x, bitmap.image_size(), 0);

    // The kernel alone, many times; the last picture is checked too.
    struct timing t = timing_start(options.runs, dev_picture, bitmap.image_size());
    while (timing_next(&t))
        render<<<grid, block>>>(dev_picture, size, dev_scene, count);
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_picture, bitmap.image_size(), cudaMemcpyDeviceToHost));
    wrong += verify_bytes(bitmap.get_ptr(), &expected->x, bitmap.image_size(), 0);

    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernel", &t, count, "spheres", wrong == 0);
    int status = report_end(&report, "%zu wrong bytes in %zu pixels", wrong, pixels);

    HANDLE_ERROR(cudaFree(dev_scene));
    HANDLE_ERROR(cudaFree(dev_picture));
    free(scene);
    free(expected);

    return status | show_picture(&bitmap, &options, "ray.png");
}
