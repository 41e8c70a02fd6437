// SPDX-License-Identifier: MIT
// Heat that spreads in a plate, read through 2-D texture references.
#include "cuda.h"
#include "../common/book.h"
#include "../common/cpu_anim.h"

#define SIDE 128
#define HOT 1.0f
#define COLD 0.0001f
#define RATE 0.25f
#define STEPS 10

texture<float, 2> heaters;
texture<float, 2> even;
texture<float, 2> odd;

__global__ void spread(float *out, bool from_even) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * SIDE + x;
    float t, l, c, r, b;
    if (from_even) {
        t = tex2D(even, x, y - 1);
        l = tex2D(even, x - 1, y);
        c = tex2D(even, x, y);
        r = tex2D(even, x + 1, y);
        b = tex2D(even, x, y + 1);
    } else {
        t = tex2D(odd, x, y - 1);
        l = tex2D(odd, x - 1, y);
        c = tex2D(odd, x, y);
        r = tex2D(odd, x + 1, y);
        b = tex2D(odd, x, y + 1);
    }
    out[i] = c + RATE * ((t - c) + (b - c) + (l - c) + (r - c));
}

__global__ void heat_up(float *cells) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * SIDE + x;
    float c = tex2D(heaters, x, y);
    if (c != 0) cells[i] = c;
}

struct Plate {
    unsigned char *dev_pixels;
    float *dev_even, *dev_odd, *dev_heaters;
    CPUAnimBitmap *bitmap;
    cudaEvent_t start, stop;
    float milliseconds, frames, constants[SIDE * SIDE];
    bool right;
};

void next(Plate *d, int ticks) {
    HANDLE_ERROR(cudaEventRecord(d->start, 0));
    dim3 blocks(SIDE / 16, SIDE / 16), threads(16, 16);
    bool from_even = true; // which texture is read follows from it
    for (int i = 0; i < STEPS; i++) {
        float *in = from_even ? d->dev_even : d->dev_odd;
        float *out = from_even ? d->dev_odd : d->dev_even;
        heat_up<<<blocks, threads>>>(in);
        spread<<<blocks, threads>>>(out, from_even);
        from_even = !from_even;
    }
    float_to_color<<<blocks, threads>>>(d->dev_pixels, d->dev_even);
    HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->dev_pixels, d->bitmap->image_size(), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaEventRecord(d->stop, 0));
    HANDLE_ERROR(cudaEventSynchronize(d->stop));
    float elapsed;
    HANDLE_ERROR(cudaEventElapsedTime(&elapsed, d->start, d->stop));
    d->milliseconds += elapsed;
    d->frames = ticks;
}

// The same on the host.
void compute(const float *constants, float *in, float *out) {
    for (int i = 0; i < SIDE * SIDE; i++)
        if (constants[i] != 0) in[i] = constants[i];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int o = x + y * SIDE;
            float t = in[y > 0 ? o - SIDE : o], b = in[y < SIDE - 1 ? o + SIDE : o];
            float l = in[x > 0 ? o - 1 : o], r = in[x < SIDE - 1 ? o + 1 : o];
            out[o] = in[o] + RATE * ((t - in[o]) + (b - in[o]) + (l - in[o]) + (r - in[o]));
        }
}

void done(Plate *d) {
    float *in = (float *)calloc(SIDE * SIDE, sizeof(float)), *seen = (float *)malloc(SIDE * SIDE * sizeof(float));
    float *out = (float *)calloc(SIDE * SIDE, sizeof(float)), worst = 0, warmest = 0;
    for (int i = 0; i < STEPS * (int)d->frames; i++) {
        compute(d->constants, in, out);
        swap(in, out);
    }
    HANDLE_ERROR(cudaMemcpy(seen, d->dev_even, SIDE * SIDE * sizeof(float), cudaMemcpyDeviceToHost));
    int coloured = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        worst = fabsf(seen[i] - in[i]) <= worst ? worst : fabsf(seen[i] - in[i]);
        if (d->constants[i] == 0) warmest = fmaxf(warmest, seen[i]);
        coloured += d->bitmap->get_ptr()[4 * i] != d->bitmap->get_ptr()[4 * i + 1];
    }
    printf("%g frames: off by %g at most, up to %g beside the heater, %d pixels coloured\n", d->frames, worst, warmest,
           coloured);
    d->right = worst < 1e-5f && warmest > 0.5f && coloured > 100;
    HANDLE_ERROR(cudaUnbindTexture(even));
    HANDLE_ERROR(cudaUnbindTexture(odd));
    HANDLE_ERROR(cudaUnbindTexture(heaters));
    HANDLE_ERROR(cudaFree(d->dev_even));
    HANDLE_ERROR(cudaFree(d->dev_odd));
    HANDLE_ERROR(cudaFree(d->dev_heaters));
    HANDLE_ERROR(cudaFree(d->dev_pixels));
    HANDLE_ERROR(cudaEventDestroy(d->start));
    HANDLE_ERROR(cudaEventDestroy(d->stop));
    free(in);
    free(out);
    free(seen);
}

int main(void) {
    static Plate data;
    CPUAnimBitmap bitmap(SIDE, SIDE, &data);
    data.bitmap = &bitmap;
    HANDLE_ERROR(cudaEventCreate(&data.start));
    HANDLE_ERROR(cudaEventCreate(&data.stop));
    size_t bytes = SIDE * SIDE * sizeof(float);
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_pixels, bitmap.image_size()));
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_even, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_odd, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_heaters, bytes));
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    HANDLE_ERROR(cudaBindTexture2D(NULL, heaters, data.dev_heaters, desc, SIDE, SIDE, sizeof(float) * SIDE));
    HANDLE_ERROR(cudaBindTexture2D(NULL, even, data.dev_even, desc, SIDE, SIDE, sizeof(float) * SIDE));
    HANDLE_ERROR(cudaBindTexture2D(NULL, odd, data.dev_odd, desc, SIDE, SIDE, sizeof(float) * SIDE));

    for (int y = 40; y < 80; y++)
        for (int x = 30; x < 60; x++) data.constants[x + y * SIDE] = HOT;
    data.constants[100 * SIDE + 100] = (HOT + COLD) / 2;
    data.constants[SIDE - 1] = COLD;
    HANDLE_ERROR(cudaMemcpy(data.dev_heaters, data.constants, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(data.dev_even, 0, bytes));
    bitmap.anim_and_exit((void (*)(void *, int))next, (void (*)(void *))done);
    return data.right ? 0 : 1;
}
