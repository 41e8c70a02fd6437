// SPDX-License-Identifier: MIT
// Lab 7, a stencil and a texture: typically wrong. The animation reads and writes the same room.
#include "checks.h"

const int EDGE = 16;   // a block has EDGE × EDGE threads
const int A_FRAME = 4; // steps

// Task 1. One step of the room: out from in, as lab_cell() of checks.h does it, which is the
// host's: write it here again. A cell at the edge uses its own temperature for the neighbour
// outside.
__global__ void step(const float *in, float *out, int dim) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= dim || y >= dim)
        return;
    const size_t i = (size_t)y * dim + x;
    const float own = in[i];
    const float top = y > 0 ? in[i - dim] : own, bottom = y + 1 < dim ? in[i + dim] : own;
    const float left = x > 0 ? in[i - 1] : own, right = x + 1 < dim ? in[i + 1] : own;
    out[i] = own + SPEED * (top + bottom + left + right - 4 * own);
}

// Task 2. Heaters keep their temperature: where heaters[i] is not 0, room[i] becomes heaters[i].
__global__ void heat(const float *heaters, float *room, int dim) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= dim || y >= dim)
        return;
    const size_t i = (size_t)y * dim + x;
    if (heaters[i] != 0)
        room[i] = heaters[i];
}

// Task 4. One step again, reading through a 2-D texture object. With clamped addresses no cell has
// to know that it is at the edge.
__global__ void step_texture(cudaTextureObject_t in, float *out, int dim) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= dim || y >= dim)
        return;
    const size_t i = (size_t)y * dim + x;
    const float own = tex2D<float>(in, x, y);
    const float top = tex2D<float>(in, x, y - 1), bottom = tex2D<float>(in, x, y + 1);
    const float left = tex2D<float>(in, x - 1, y), right = tex2D<float>(in, x + 1, y);
    out[i] = own + SPEED * (top + bottom + left + right - 4 * own);
}

// A picture of the room, white for hot, as a PGM file; not while the lab is being graded.
static void draw(const float *dev_room, int dim, int frame) {
    if (lab.record)
        return;
    char name[32];
    snprintf(name, sizeof name, "room_%03d.pgm", frame);
    float *room = lab_blank_floats((size_t)dim * dim);
    CHECK(cudaMemcpy(room, dev_room, (size_t)dim * dim * sizeof *room, cudaMemcpyDeviceToHost));
    FILE *file = fopen(name, "wb");
    if (file) {
        fprintf(file, "P5 %d %d 255\n", dim, dim);
        for (int i = 0; i < dim * dim; i++)
            putc((int)(255 * fminf(fmaxf(room[i], 0), 1)), file);
        fclose(file);
    }
    free(room);
}

// Task 3. STEPS steps: each time first the heaters, then the step, then the two rooms change
// places. Every A_FRAME steps: draw(), and print how long the frame's steps took by events. Returns
// the room that holds the result.
static float *simulate(float *dev_in, float *dev_out, const float *dev_heaters, int dim, dim3 grid,
                       dim3 block) {
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (int frame = 0; frame * A_FRAME < STEPS; frame++) {
        CHECK(cudaEventRecord(start));
        for (int s = 0; s < A_FRAME; s++) {
            heat<<<grid, block>>>(dev_heaters, dev_in, dim);
            step<<<grid, block>>>(dev_in, dev_in, dim);
        }
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        if (!lab.record)
            printf("frame %d: %.3g ms\n", frame, ms);
        draw(dev_in, dim, frame);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return dev_in;
}

// Task 4. A texture object over a room in pitched memory: 2-D, clamped in both directions, no
// filter, elements as they are.
static cudaTextureObject_t texture_of(float *dev_room, size_t pitch, int dim) {
    cudaTextureObject_t texture = 0;
    struct cudaResourceDesc room = {};
    room.resType = cudaResourceTypePitch2D;
    room.res.pitch2D.devPtr = dev_room;
    room.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    room.res.pitch2D.width = dim;
    room.res.pitch2D.height = dim;
    room.res.pitch2D.pitchInBytes = pitch;
    struct cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    CHECK(cudaCreateTextureObject(&texture, &room, &how, NULL));
    return texture;
}

// The result comes back and is handed in.
static void hand_in(const float *dev_room, int dim) {
    const size_t cells = (size_t)dim * dim;
    float *room = lab_blank_floats(cells);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(room, dev_room, cells * sizeof *room, cudaMemcpyDeviceToHost));
    lab_result(room, cells);
    free(room);
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 128); // cells along an edge
    const int dim = (int)lab_size();
    const size_t cells = (size_t)dim * dim, bytes = cells * sizeof(float);
    const dim3 block(EDGE, EDGE), grid((dim + EDGE - 1) / EDGE, (dim + EDGE - 1) / EDGE);
    float *room = lab_room(dim, lab.seed), *heaters = lab_heaters(dim);
    float *dev_in, *dev_out, *dev_heaters;
    CHECK(cudaMalloc(&dev_in, bytes));
    CHECK(cudaMalloc(&dev_out, bytes));
    CHECK(cudaMalloc(&dev_heaters, bytes));
    CHECK(cudaMemcpy(dev_heaters, heaters, bytes, cudaMemcpyHostToDevice));

    CHECK(cudaMemcpy(dev_in, room, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dev_out, LAB_POISON, bytes));
    if (lab_task(1, "a step")) {
        step<<<grid, block>>>(dev_in, dev_out, dim);
        hand_in(dev_out, dim);
    }
    CHECK(cudaMemcpy(dev_in, room, bytes, cudaMemcpyHostToDevice));
    if (lab_task(2, "heaters")) {
        heat<<<grid, block>>>(dev_heaters, dev_in, dim);
        hand_in(dev_in, dim);
    }
    CHECK(cudaMemcpy(dev_in, room, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dev_out, LAB_POISON, bytes));
    if (lab_task(3, "animation"))
        hand_in(simulate(dev_in, dev_out, dev_heaters, dim, grid, block), dim);

    if (lab_task(4, "through a texture")) {
        // Two rooms in pitched memory, a texture over each: one is read while the other is written.
        float *dev_rooms[2];
        cudaTextureObject_t textures[2];
        size_t pitch;
        for (int r = 0; r < 2; r++) {
            CHECK(cudaMallocPitch(&dev_rooms[r], &pitch, dim * sizeof(float), dim));
            CHECK(cudaMemcpy2D(dev_rooms[r], pitch, room, dim * sizeof(float), dim * sizeof(float),
                               dim, cudaMemcpyHostToDevice));
            textures[r] = texture_of(dev_rooms[r], pitch, dim);
        }
        for (int s = 0; s < STEPS && textures[0]; s++) {
            CHECK(cudaMemcpy2D(dev_out, dim * sizeof(float), dev_rooms[s % 2], pitch,
                               dim * sizeof(float), dim, cudaMemcpyDeviceToDevice));
            heat<<<grid, block>>>(dev_heaters, dev_out, dim);
            CHECK(cudaMemcpy2D(dev_rooms[s % 2], pitch, dev_out, dim * sizeof(float),
                               dim * sizeof(float), dim, cudaMemcpyDeviceToDevice));
            step_texture<<<grid, block>>>(textures[s % 2], dev_out, dim);
            CHECK(cudaMemcpy2D(dev_rooms[1 - s % 2], pitch, dev_out, dim * sizeof(float),
                               dim * sizeof(float), dim, cudaMemcpyDeviceToDevice));
        }
        hand_in(dev_out, dim);
        for (int r = 0; r < 2; r++) {
            if (textures[r])
                CHECK(cudaDestroyTextureObject(textures[r]));
            CHECK(cudaFree(dev_rooms[r]));
        }
    }
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
    CHECK(cudaFree(dev_heaters));
    free(room);
    free(heaters);
    return lab_end();
}
