// SPDX-License-Identifier: MIT
// A program that opens its own window and shares an OpenGL buffer with CUDA, without any bitmap
// class: three frames, then it reads the window's pixels back.
#define GL_GLEXT_PROTOTYPES
#include "GL/glut.h"
#include "cuda.h"
#include "cuda_gl_interop.h"
#include "../common/book.h"

#define SIDE 128

GLuint shared;
cudaGraphicsResource *resource;
static int frame;

__global__ void paint(uchar4 *pixels, int frame) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * SIDE + x;
    // each frame adds to what the one before left
    pixels[i].x = frame == 1 ? x : pixels[i].x + 10;
    pixels[i].y = 2 * y;
    pixels[i].z = 10 * frame;
    pixels[i].w = 255;
}

static void show(void) {
    uchar4 *pixels;
    size_t size;
    frame++;
    HANDLE_ERROR(cudaGraphicsMapResources(1, &resource, NULL));
    HANDLE_ERROR(cudaGraphicsResourceGetMappedPointer((void **)&pixels, &size, resource));
    dim3 grids(SIDE / 16, SIDE / 16), threads(16, 16);
    paint<<<grids, threads>>>(pixels, frame);
    HANDLE_ERROR(cudaGraphicsUnmapResources(1, &resource, NULL));
    glDrawPixels(SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, 0);
    if (frame == 3) {
        static unsigned char seen[SIDE * SIDE * 4];
        int wrong = size != SIDE * SIDE * 4;
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER_ARB, 0);
        glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, seen);
        for (int i = 0; i < SIDE * SIDE; i++)
            wrong += seen[4 * i] != i % SIDE + 20 || seen[4 * i + 1] != i / SIDE * 2 || seen[4 * i + 2] != 30;
        printf("%d wrong pixels\n", wrong);
        HANDLE_ERROR(cudaGraphicsUnregisterResource(resource));
        glDeleteBuffers(1, &shared);
        exit(wrong == 0 ? 0 : 1);
    }
    glutSwapBuffers();
    glutPostRedisplay();
}

int main(int argc, char **argv) {
    cudaDeviceProp prop;
    int dev;
    memset(&prop, 0, sizeof(cudaDeviceProp));
    prop.major = 1;
    prop.minor = 0;
    HANDLE_ERROR(cudaChooseDevice(&dev, &prop));
    HANDLE_ERROR(cudaGLSetGLDevice(dev));
    glutInit(&argc, argv);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGBA);
    glutInitWindowSize(SIDE, SIDE);
    glutCreateWindow("interop");
    glGenBuffers(1, &shared);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER_ARB, shared);
    glBufferData(GL_PIXEL_UNPACK_BUFFER_ARB, SIDE * SIDE * 4, NULL, GL_DYNAMIC_DRAW_ARB);
    HANDLE_ERROR(cudaGraphicsGLRegisterBuffer(&resource, shared, cudaGraphicsMapFlagsNone));
    glutDisplayFunc(show);
    glutMainLoop();
}
