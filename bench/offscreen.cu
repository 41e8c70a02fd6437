// SPDX-License-Identifier: MIT
// Chapter 8's two ways to the screen, on a GPU that has none: OpenGL draws into a surface of EGL's.
//
//     make BACKEND=cuda bin/cuda/offscreen && bin/cuda/offscreen --size 1024
//
// A kernel makes a picture, and OpenGL draws it: from a buffer that the two share, by a texture and
// by glDrawPixels; from the host's memory; from pinned memory of the host's. A frame ends when it
// is drawn. The last one of each way is read back and compared. Exit status 77: no OpenGL on this
// GPU.
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cuda_gl_interop.h>

#include "chapter.h"

#define ABOUT "Frames a second off screen: shared with OpenGL, and copied through the host."

const int BLOCK_X = 32, BLOCK_Y = 8;
enum { SKIPPED = 77 };

// Makes a surface of that size current, in which the GPU's own OpenGL draws. False if there is
// none.
static bool open_surface(int size) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_NONE};
    const EGLint extent[] = {EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE};
    const PFNEGLQUERYDEVICESEXTPROC query =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    EGLDeviceEXT device;
    EGLint devices = 0, configs = 0;
    EGLConfig config;
    if (!query || !query(1, &device, &devices) || devices == 0)
        return false;
    const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
        !eglChooseConfig(display, wanted, &config, 1, &configs) || configs == 0)
        return false;
    const EGLSurface surface = eglCreatePbufferSurface(display, config, extent);
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    return eglMakeCurrent(display, surface, surface, context);
}

// One thread: a pixel, another one in each frame.
__host__ __device__ static uchar4 colour(int x, int y, int frame) {
    return make_uchar4((unsigned char)(x + frame), (unsigned char)(y ^ frame),
                       (unsigned char)(x * y), 255);
}
__global__ void picture(uchar4 *pixels, int size, int frame) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        pixels[x + (size_t)y * size] = colour(x, y, frame);
}

struct job {
    int size, frames; // frames: so far
    size_t bytes;
    dim3 grid, block;
    uchar4 *dev_pixels, *host, *pinned, *drawn;
    GLuint buffer;
    cudaGraphicsResource_t shared;
};

// The picture at a place in the host's memory, or in the buffer that is bound.
static void draw(const struct job *job, const void *pixels) {
    glDrawPixels(job->size, job->size, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

// As window.h draws a buffer.
static void draw_texture(const struct job *job) {
    const float corners[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, job->size, job->size, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glEnable(GL_TEXTURE_2D);
    glBegin(GL_QUADS);
    for (const float *corner : corners) {
        glTexCoord2fv(corner);
        glVertex2f(2 * corner[0] - 1, 2 * corner[1] - 1);
    }
    glEnd();
    glDisable(GL_TEXTURE_2D);
}

static void shared_frame(struct job *job, bool texture) {
    uchar4 *pixels;
    size_t bytes;
    HANDLE_ERROR(cudaGraphicsMapResources(1, &job->shared, 0));
    HANDLE_ERROR(cudaGraphicsResourceGetMappedPointer((void **)&pixels, &bytes, job->shared));
    picture<<<job->grid, job->block>>>(pixels, job->size, ++job->frames);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaGraphicsUnmapResources(1, &job->shared, 0));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, job->buffer);
    if (texture)
        draw_texture(job);
    else
        draw(job, NULL);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glFinish();
}

static void copied_frame(struct job *job, uchar4 *host) {
    picture<<<job->grid, job->block>>>(job->dev_pixels, job->size, ++job->frames);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(host, job->dev_pixels, job->bytes, cudaMemcpyDeviceToHost));
    draw(job, host);
    glFinish();
}

static void make_texture(int size) {
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
}

// How many pixels of the surface are not those of the last frame.
static size_t wrong_pixels(struct job *job) {
    size_t wrong = 0;
    memset(job->drawn, 0, job->bytes);
    glReadPixels(0, 0, job->size, job->size, GL_RGBA, GL_UNSIGNED_BYTE, job->drawn);
    for (int y = 0; y < job->size; y++)
        for (int x = 0; x < job->size; x++) {
            const uchar4 got = job->drawn[x + (size_t)y * job->size];
            const uchar4 expected = colour(x, y, job->frames);
            wrong += got.x != expected.x || got.y != expected.y || got.z != expected.z;
        }
    return wrong;
}

int main(int argc, char **argv) {
    struct options options = options_default(1024);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 16384, "pixels along each edge"}};
    options_parse(&options, argc, argv, ABOUT, rows);

    struct job job = {};
    job.size = (int)options.size;
    job.bytes = options.size * options.size * sizeof(uchar4);
    job.block = dim3(BLOCK_X, BLOCK_Y);
    job.grid = dim3((job.size + BLOCK_X - 1) / BLOCK_X, (job.size + BLOCK_Y - 1) / BLOCK_Y);
    job.host = (uchar4 *)host_alloc(&options, job.bytes, 1);
    job.drawn = (uchar4 *)host_alloc(&options, job.bytes, 1);
    if (!open_surface(job.size)) {
        fprintf(stderr, "%s: this GPU has no OpenGL\n", options.program);
        return SKIPPED;
    }
    struct report report = report_begin(&options);
    glViewport(0, 0, job.size, job.size);
    glRasterPos2f(-1, -1);
    make_texture(job.size);
    glGenBuffers(1, &job.buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, job.buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, (GLsizeiptr)job.bytes, NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    HANDLE_ERROR(cudaGraphicsGLRegisterBuffer(&job.shared, job.buffer,
                                              cudaGraphicsRegisterFlagsWriteDiscard));
    HANDLE_ERROR(cudaMalloc(&job.dev_pixels, job.bytes));
    HANDLE_ERROR(cudaMallocHost(&job.pinned, job.bytes));

    const char *const ways[] = {"shared, by a texture", "shared, glDrawPixels",
                                "copied, glDrawPixels", "copied, pinned, glDrawPixels"};
    size_t wrong = 0;
    for (int way = 0; way < 4; way++) {
        struct timing t = timing_start(options.runs, NULL, 0);
        while (timing_next(&t))
            if (way < 2)
                shared_frame(&job, way == 0);
            else
                copied_frame(&job, way == 2 ? job.host : job.pinned);
        const size_t wrong_here = wrong_pixels(&job);
        wrong += wrong_here;
        report_kernel(&report, ways[way], &t, 1e3 / t.median_ms, "frames/s", wrong_here == 0);
    }
    const int status =
        report_end(&report, "%zu wrong pixels in 4 x %zu", wrong, options.size * options.size);
    HANDLE_ERROR(cudaGraphicsUnregisterResource(job.shared));
    HANDLE_ERROR(cudaFree(job.dev_pixels));
    HANDLE_ERROR(cudaFreeHost(job.pinned));
    free(job.host);
    free(job.drawn);
    return status;
}
