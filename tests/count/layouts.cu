// SPDX-License-Identifier: MIT
// One lesson on memory each, with what follows on paper beside it, by the rules of
// docs/counters.md: layouts.csv has the numbers, and `make count` is held to them. Nsight Compute
// has not counted these.
//
// Unless it says otherwise, a kernel runs in 16 blocks of 256 threads: 128 warps. All arrays start
// at a sector (32 bytes); a warp that stores 32 neighbouring floats fills 4 sectors, 512 in all.
#include "data.h"

#define LANE ((int)(threadIdx.x % 32))

const int MANY = 16 * 256;
struct particle {
    float x, y, z, mass, charge;
}; // 20 bytes
struct record {
    float member[8];
}; // a sector
__constant__ float table[64];

// ---- strides and misaligned rows ----------------------------------------------------------------

// By 2: 32 floats lie in 256 bytes, 8 sectors. From 8 on each has a sector of its own: 32.
template <int STRIDE> __global__ void floats_by(const float *a, float *b) { b[ME] = a[STRIDE * ME]; }
// 40 bytes from one to the next: 32 sectors. Stored: 256 bytes, 8.
MOVE(doubles_by_five, double, double, a[5 * ME])
// 94 bytes from a sector's start: 3. Stored: 32 bytes, 1.
MOVE(bytes_by_three, unsigned char, unsigned char, a[3 * ME])
// 16 of every 32 bytes: 32. Stored: 512 bytes, 16.
MOVE(fours_by_two, float4, float4, a[2 * ME])
// 32 bytes from the second on: 2 sectors.
MOVE(bytes_misaligned, unsigned char, unsigned char, a[ME + 1])
// 256 bytes from the 9th on: 9.
MOVE(doubles_misaligned, double, double, a[ME + 1])
// 512 bytes from the 17th on: 17.
MOVE(fours_misaligned, float4, float4, a[ME + 1])
// Eight turns, each with 32 bytes from thread to thread: 8 requests of 32 sectors.
__global__ void row_a_thread(const float *a, float *b) {
    float sum = 0;
    for (int k = 0; k < 8; k++) sum += a[8 * ME + k];
    b[ME] = sum;
}

// ---- structures and arrays ----------------------------------------------------------------------

// Three requests of 4 sectors.
MOVE(structure_of_arrays, float, float, a[ME] + a[ME + MANY] + a[ME + 2 * MANY])
// 20 bytes from one to the next: a warp's 640 bytes are 20 sectors, and none is passed over.
MOVE(one_member, struct particle, float, a[ME].z)
// Read 4 sectors; stored, each thread into a sector of its own: 32.
__global__ void member_stored(const float *a, struct record *b) { b[ME].member[3] = a[ME]; }

// ---- blocks -------------------------------------------------------------------------------------

// A warp has 32 / blockDim.x rows, which start 16 bytes into a sector. 8 wide: 4 rows of 2 sectors;
// 16: 2 of 3; 32: 1 of
// 5. Stored, from a sector's start: 4.
__global__ void rows_of_block(const float *a, float *b) { // 128 blocks of 32 threads
    const int i = 64 * (threadIdx.y + blockDim.y * blockIdx.x) + threadIdx.x;
    b[i] = a[i + 4];
}
// 20 lanes go on: 80 bytes, 3 sectors.
__global__ void early_return(const float *a, float *b) {
    if (LANE >= 20) return;
    b[ME] = a[ME];
}

// ---- shared memory ------------------------------------------------------------------------------

// Tiles of 32 x 32, four rows a warp. Of doubles the halves of a warp go one after the other. A
// half stores 32 words, one a bank: 2 wavefronts for both. Its column, with rows of 64 words, lies
// in 2 banks, 16 words in each: 32 for both. With a row of 33 doubles, 66 words, lane i begins in
// bank 2 i: 2. In global memory: 256 bytes, 8 sectors.
// The same of 16 bytes, which a quarter of a warp has at a time. It stores 32 words: 4 wavefronts
// for all. Of a column it has 8 words in each of 4 banks: 32 for all. With a row of 33, 132 words,
// lane i begins in bank 4 i: 4. In global memory: 512 bytes, 16 sectors.
#define TRANSPOSED(name, T) /* 4 x 4 blocks of 32 x 8 */                                                               \
    template <int ROW> __global__ void name(const T *a, T *b) {                                                        \
        __shared__ T tile[32][ROW];                                                                                    \
        const int x = threadIdx.x, y = threadIdx.y;                                                                    \
        for (int k = 0; k < 32; k += 8) tile[y + k][x] = a[128 * (32 * blockIdx.y + y + k) + 32 * blockIdx.x + x];     \
        __syncthreads();                                                                                               \
        for (int k = 0; k < 32; k += 8) b[128 * (32 * blockIdx.x + y + k) + 32 * blockIdx.y + x] = tile[x][y + k];     \
    }
TRANSPOSED(doubles_transposed, double)
TRANSPOSED(fours_transposed, float4)
// 32 bytes are 8 words of 8 banks, whoever reads which: 1 wavefront. In global memory: 1 sector.
THROUGH(shared_bytes, unsigned char, 256, threadIdx.x, 255 - threadIdx.x)
// Stored, 2 wavefronts. Read, two doubles for all: 4 words of 4 banks, 1.
__global__ void doubles_broadcast(const double *a, double *b) {
    __shared__ volatile double s[256];
    s[threadIdx.x] = a[ME];
    __syncthreads();
    b[ME] = s[LANE / 16];
}

// ---- constants, atomics, textures ---------------------------------------------------------------

// One address a warp; 32.
__global__ void constant_of_block(float *b) { b[ME] = table[blockIdx.x]; }
__global__ void constant_of_lane(float *b) { b[ME] = table[LANE]; }
// One request per warp, however many addresses there are; the first result is not used.
__global__ void atomic_a_lane(int *b) { atomicAdd(&b[LANE], 1); }
__global__ void ticket(int *b, int *c) { c[ME] = atomicAdd(b, 1); }
// Rows of 64 floats. Along one: 4 sectors a warp; down a column: 32.
__global__ void texture_along(cudaTextureObject_t t, float *b) { b[ME] = tex2D<float>(t, LANE, blockIdx.x); }
__global__ void texture_down(cudaTextureObject_t t, float *b) { b[ME] = tex2D<float>(t, ME / 32 % 64, LANE); }

int main(void) {
    make_data();
    RUN(16, B, floats_by<2>, floats_by<8>, floats_by<33>, doubles_by_five, bytes_by_three, fours_by_two,
        bytes_misaligned, doubles_misaligned, fours_misaligned, row_a_thread, structure_of_arrays, one_member,
        member_stored);
    for (int width = 8; width <= 32; width *= 2) RUN(128, dim3(width, 32 / width), rows_of_block);
    RUN(16, B, early_return);
    RUN(dim3(4, 4), dim3(32, 8), doubles_transposed<32>, doubles_transposed<33>, fours_transposed<32>,
        fours_transposed<33>);
    RUN(16, B, shared_bytes, doubles_broadcast);
    constant_of_block<<<16, B>>>((float *)dev_out);
    constant_of_lane<<<16, B>>>((float *)dev_out);
    atomic_a_lane<<<16, B>>>((int *)dev_out);
    ticket<<<16, B>>>((int *)dev_out, (int *)dev_in);
    cudaTextureObject_t texture = texture_of_rows();
    texture_along<<<16, B>>>(texture, (float *)dev_out);
    texture_down<<<16, B>>>(texture, (float *)dev_out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    return finish();
}
