// SPDX-License-Identifier: MIT
// The ray tracer, rung by rung: from the published kernel to one that takes little longer than
// writing its picture.
//
// What it teaches: where the time of a simple kernel goes, and what to do about it, one idea a
// rung: read less for each test, test several spheres before branching, keep what all threads read
// in constant memory, do several pixels per thread, and above all don't test what can't be hit.
//
//     ray_ladder; ray_ladder --spheres 1000; ray_ladder --size 4096 --spheres 2000 --only tiles
//
// It prints one row per rung: the kernel's time, pixels per second, its share of the speed of just
// writing the picture, and its speed-up over the published kernel. Every rung's picture is compared
// with the reference byte for byte.
#include "pictures/image.h"
#include "verify.h"
#include "ray_work.h"

#define ABOUT "Renders random spheres with faster and faster kernels."

const int BLOCK = 16; // threads along each edge of a block
const int CONSTANT_BYTES = 64 << 10;
const int TILE = 32; // pixels along each edge of a tile, 4 a thread
const int TILE_THREADS = TILE * TILE / 4;
const int WARP_WIDTH = 32, WARP_HEIGHT = 4; // pixels of a warp, 4 a thread
const int CHUNK = 1024;                     // spheres that a tile tests in one go

// ---- rung by rung ------------------------------------------------------------------------------

// The limit: the picture is written, 16 bytes a thread, and nothing else is done.
__global__ void write_only(uint4 *picture, size_t quads) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < quads)
        picture[i] = make_uint4(0xff000000, 0xff000000, 0xff000000, 0xff000000);
}

// The published kernels: ray_global and ray_const. Each thread reads 28 bytes a sphere in three or
// four loads and squares the radius, for each of its pixels again. Bound by instructions.
__device__ static inline uchar4 trace(const struct Sphere *s, int spheres, float ox, float oy) {
    float nearest = -INFINITY, depth = 0;
    int seen = -1;
    for (int i = 0; i < spheres; i++) {
        float dz = 0;
        const float z = hit(&s[i], ox, oy, &dz);
        if (z > nearest) {
            nearest = z;
            depth = dz;
            seen = i;
        }
    }
    return seen < 0 ? sky() : shade(&s[seen], depth);
}

__global__ void global_published(uchar4 *picture, int size, const struct Sphere *s, int spheres) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        picture[x + (size_t)y * size] = trace(s, spheres, x - size / 2, y - size / 2);
}

// All of constant memory: it holds whichever form of the scene a rung reads.
__constant__ float4 constant[CONSTANT_BYTES / sizeof(float4)];

__global__ void const_published(uchar4 *picture, int size, int spheres) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        picture[x + (size_t)y * size] =
            trace((const struct Sphere *)constant, spheres, x - size / 2, y - size / 2);
}

// The nearest hit so far of one ray.
struct Hit {
    float nearest, depth;
    int seen;
};

__device__ static inline struct Hit nothing(void) {
    const struct Hit h = {-INFINITY, 0, -1};
    return h;
}

// The same numbers as hit() computes, to the last bit: the picture is the same byte for byte.
__device__ static inline float square_at(struct Round s, float ox, float oy) {
    const float dx = ox - s.x;
    const float dy = oy - s.y;
    return fmaf(-dx, dx, fmaf(-dy, dy, s.square));
}

// Of two hits at the same height the sphere that stands first in the scene is seen. ANY_ORDER: the
// spheres are not met in the scene's order.
template <bool ANY_ORDER>
__device__ static inline void meet(struct Hit *h, float square, float z, int i) {
    if (square > 0) {
        const float dz = sqrtf(square), height = z + dz;
        if (height > h->nearest || (ANY_ORDER && height == h->nearest && i < h->seen)) {
            h->nearest = height;
            h->depth = dz;
            h->seen = i;
        }
    }
}

__device__ static inline uchar4 colour(const struct Paint *paint, struct Hit h) {
    if (h.seen < 0)
        return sky();
    const float4 p = ((const float4 *)paint)[h.seen];
    const float facing = h.depth / p.w;
    return make_uchar4((unsigned char)(p.x * facing * 255), (unsigned char)(p.y * facing * 255),
                       (unsigned char)(p.z * facing * 255), 255);
}

__device__ static inline struct Round load(const struct Round *s) {
    const float4 v = *(const float4 *)s;
    const struct Round round = {v.x, v.y, v.z, v.w};
    return round;
}

// One load of 16 bytes a sphere instead of three, and no squaring. Still a branch a sphere.
__global__ void squares(uchar4 *picture, int size, const struct Round *s, const struct Paint *paint,
                        int spheres) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    struct Hit h = nothing();
    for (int i = 0; i < spheres; i++) {
        const struct Round round = load(&s[i]);
        meet<false>(&h, square_at(round, x - size / 2, y - size / 2), round.z, i);
    }
    picture[x + (size_t)y * size] = colour(paint, h);
}

__device__ static inline struct Round one_of(const struct Four *four, int k) {
    const struct Round round = {four->x[k], four->y[k], four->square[k], four->z[k]};
    return round;
}

// Four tests, then one branch for all: few rays hit any of them, and the loads of all four are
// under way at once.
//
// From constant memory, too: between one branch and the next all threads of a warp are together, so
// the compiler knows that they read the same address. It makes a uniform load of it, one for the
// whole warp, into a uniform register that the arithmetic takes as it is.
template <bool CONSTANT>
__global__ void fours(uchar4 *picture, int size, const struct Four *scene,
                      const struct Paint *paint, int spheres) {
    const struct Four *s = CONSTANT ? (const struct Four *)constant : scene;
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const float ox = x - size / 2, oy = y - size / 2;
    struct Hit h = nothing();
    for (int i = 0; i < spheres; i += 4, s++) {
        const struct Four four = *s;
        float square[4], most = 0;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            square[k] = square_at(one_of(&four, k), ox, oy);
            most = fmaxf(most, square[k]);
        }
        if (most > 0) {
#pragma unroll
            for (int k = 0; k < 4; k++)
                meet<false>(&h, square[k], four.z[k], i + k);
        }
    }
    picture[x + (size_t)y * size] = colour(paint, h);
}

// Four pixels of a row a thread: a sphere read once serves all four, and so does what depends on y
// alone. The four colours leave in one store of 16 bytes, where the row lets them.
__device__ static inline void store_four(uchar4 *picture, int size, int x, int y,
                                         const struct Hit h[4], const struct Paint *paint) {
    uchar4 *row = picture + (size_t)y * size;
    uchar4 c[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        c[k] = colour(paint, h[k]);
    if (size % 4 == 0) {
        *(uint4 *)(row + x) = make_uint4(*(unsigned *)&c[0], *(unsigned *)&c[1], *(unsigned *)&c[2],
                                         *(unsigned *)&c[3]);
        return;
    }
    for (int k = 0; k < 4; k++)
        if (x + k < size)
            row[x + k] = c[k];
}

// The squares of four pixels, and the largest of them.
__device__ static inline float square_of_four(struct Round s, float ox, float oy, float *square) {
    const float dy = oy - s.y;
    const float rest = fmaf(-dy, dy, s.square);
    float most = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const float dx = (ox + k) - s.x; // ox + k is a whole number: exact
        const float here = fmaf(-dx, dx, rest);
        most = fmaxf(most, here);
        if (square)
            square[k] = here;
    }
    return most;
}

template <bool ANY_ORDER>
__device__ static inline void meet_row(struct Hit h[4], struct Round s, int i, float ox, float oy) {
    float square[4];
    if (square_of_four(s, ox, oy, square) > 0) {
#pragma unroll
        for (int k = 0; k < 4; k++)
            meet<ANY_ORDER>(&h[k], square[k], s.z, i);
    }
}

enum memory { GLOBAL, UNIFORM, INDEXED };

// UNIFORM and INDEXED both read constant memory. A uniform load is the cheapest there is, but while
// one waits for a part of the scene that the small cache next to the arithmetic doesn't hold, its
// warp can do nothing else. With the index in an ordinary register, one a thread, the compiler
// makes ordinary loads, of which many can wait at a time: slower for a small scene, and nearly
// twice as fast for one of 1 000 spheres.
template <enum memory MEMORY>
__global__ void pixels(uchar4 *picture, int size, const struct Four *scene,
                       const struct Paint *paint, int spheres) {
    const struct Four *s = MEMORY == GLOBAL ? scene : (const struct Four *)constant;
    const int x = 4 * (threadIdx.x + blockIdx.x * blockDim.x);
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const float ox = x - size / 2, oy = y - size / 2;
    struct Hit h[4] = {nothing(), nothing(), nothing(), nothing()};
    // No pixel's number is so large: this is 0, which only the compiler does not know.
    const int first = MEMORY == INDEXED ? (x | y) >> 30 : 0;
    for (int i = first; i < spheres; i += 4) {
        const struct Four four = s[i / 4];
        float most = 0;
#pragma unroll
        for (int k = 0; k < 4; k++)
            most = fmaxf(most, square_of_four(one_of(&four, k), ox, oy, NULL));
        if (most > 0) {
#pragma unroll
            for (int k = 0; k < 4; k++)
                meet_row<false>(h, one_of(&four, k), i + k, ox, oy);
        }
    }
    store_four(picture, size, x, y, h, paint);
}

// Is any pixel of a rectangle inside the sphere's circle? The nearest pixel is asked, by the same
// arithmetic: each of its roundings keeps the order, so where this one misses, all others do.
__device__ static inline bool touches(struct Round s, float left, float top, int width,
                                      int height) {
    const float x = fminf(fmaxf(s.x, left), left + (width - 1));
    const float y = fminf(fmaxf(s.y, top), top + (height - 1));
    return square_at(s, x, y) > 0;
}

// Each warp keeps to its 32 x 4 pixels: its lanes test 32 spheres at a time against that rectangle,
// one each, and a vote tells all lanes which ones they have to go through. No barrier, no shared
// memory.
__global__ void warps(uchar4 *picture, int size, const struct Round *s, const struct Paint *paint,
                      int spheres) {
    const int lane = threadIdx.x % 32;
    const int left = blockIdx.x * WARP_WIDTH;
    const int top = (blockIdx.y * (blockDim.x / 32) + threadIdx.x / 32) * WARP_HEIGHT;
    const int x = left + lane % (WARP_WIDTH / 4) * 4, y = top + lane / (WARP_WIDTH / 4);
    const float ox = x - size / 2, oy = y - size / 2;
    struct Hit h[4] = {nothing(), nothing(), nothing(), nothing()};
    for (int first = 0; first < spheres; first += 32) {
        const int i = first + lane;
        bool mine = false;
        if (i < spheres)
            mine = touches(load(&s[i]), left - size / 2, top - size / 2, WARP_WIDTH, WARP_HEIGHT);
        for (unsigned votes = __ballot_sync(0xffffffff, mine); votes; votes &= votes - 1) {
            const int next = first + __ffs(votes) - 1;
            meet_row<false>(h, load(&s[next]), next, ox, oy);
        }
    }
    if (x < size && y < size)
        store_four(picture, size, x, y, h, paint);
}

// A block is a tile of 32 x 32 pixels. Its threads first look together which spheres touch the tile
// at all, and keep these, in their order, in shared memory; then each goes through the few that are
// left. What a sphere costs in all but a few tiles is one test by one thread.
//
// SORTED: the spheres come from the nearest to the farthest, and once a warp's pixels all show
// something nearer than the nearest point of the next sphere, its threads are done.
template <bool SORTED>
__global__ void tiles(uchar4 *picture, int size, const struct Round *s, const struct Paint *paint,
                      int spheres, const float *tops, const int *place) {
    __shared__ float4 kept[CHUNK];
    __shared__ float kept_top[CHUNK];
    __shared__ int kept_index[CHUNK];
    __shared__ int warp_count[TILE_THREADS / 32];
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int x = blockIdx.x * TILE + thread % (TILE / 4) * 4,
              y = blockIdx.y * TILE + thread / (TILE / 4);
    const float ox = x - size / 2, oy = y - size / 2;
    const float left = (int)(blockIdx.x * TILE) - size / 2,
                top = (int)(blockIdx.y * TILE) - size / 2;
    struct Hit h[4] = {nothing(), nothing(), nothing(), nothing()};

    for (int first = 0; first < spheres; first += CHUNK) {
        const int end = spheres - first < CHUNK ? spheres - first : CHUNK;
        int count = 0;
        for (int base = 0; base < end; base += TILE_THREADS) {
            const int i = base + thread;
            struct Round round = {0, 0, -1, 0};
            if (i < end)
                round = load(&s[first + i]);
            const bool mine = i < end && touches(round, left, top, TILE, TILE);
            const unsigned votes = __ballot_sync(0xffffffff, mine);
            if (lane == 0)
                warp_count[warp] = __popc(votes);
            __syncthreads();
            int before = 0, all = 0;
            for (int k = 0; k < TILE_THREADS / 32; k++) {
                before += k < warp ? warp_count[k] : 0;
                all += warp_count[k];
            }
            if (mine) {
                const int to = count + before + __popc(votes & ((1u << lane) - 1));
                kept[to] = make_float4(round.x, round.y, round.square, round.z);
                kept_index[to] = SORTED ? place[first + i] : first + i;
                if (SORTED)
                    kept_top[to] = tops[first + i];
            }
            count += all;
            __syncthreads();
        }
        for (int i = 0; i < count; i++) {
            if (SORTED) {
                const float lowest =
                    fminf(fminf(h[0].nearest, h[1].nearest), fminf(h[2].nearest, h[3].nearest));
                if (__all_sync(0xffffffff, lowest > kept_top[i]))
                    break;
            }
            const float4 v = kept[i];
            const struct Round round = {v.x, v.y, v.z, v.w};
            meet_row<SORTED>(h, round, kept_index[i], ox, oy);
        }
        __syncthreads(); // before the next chunk replaces this one
    }
    if (x < size && y < size)
        store_four(picture, size, x, y, h, paint);
}

// ---- the rungs ---------------------------------------------------------------------------------

static dim3 blocks_of(const struct work *w, int width, int height) {
    return dim3((w->size + width - 1) / width, (w->size + height - 1) / height);
}

static void run_write(void *work) {
    struct work *w = (struct work *)work;
    const size_t quads = (size_t)w->size * w->size / 4;
    write_only<<<(unsigned)(quads / 256 + 1), 256>>>((uint4 *)w->dev_picture, quads);
    HANDLE_ERROR(cudaGetLastError());
}

static void run_global_published(void *work) {
    struct work *w = (struct work *)work;
    global_published<<<blocks_of(w, BLOCK, BLOCK), dim3(BLOCK, BLOCK)>>>(w->dev_picture, w->size,
                                                                         w->dev_scene, w->spheres);
    HANDLE_ERROR(cudaGetLastError());
}

static void run_const_published(void *work) {
    struct work *w = (struct work *)work;
    const_published<<<blocks_of(w, BLOCK, BLOCK), dim3(BLOCK, BLOCK)>>>(w->dev_picture, w->size,
                                                                        w->spheres);
    HANDLE_ERROR(cudaGetLastError());
}

static void run_squares(void *work) {
    struct work *w = (struct work *)work;
    squares<<<blocks_of(w, BLOCK, BLOCK), dim3(BLOCK, BLOCK)>>>(
        w->dev_picture, w->size, w->dev_round, w->dev_paint, w->spheres);
    HANDLE_ERROR(cudaGetLastError());
}

template <bool CONSTANT> static void run_fours(void *work) {
    struct work *w = (struct work *)work;
    fours<CONSTANT><<<blocks_of(w, BLOCK, BLOCK), dim3(BLOCK, BLOCK)>>>(
        w->dev_picture, w->size, w->dev_fours, w->dev_paint, w->spheres);
    HANDLE_ERROR(cudaGetLastError());
}

template <enum memory MEMORY> static void run_pixels(void *work) {
    struct work *w = (struct work *)work;
    pixels<MEMORY><<<blocks_of(w, 4 * BLOCK, BLOCK), dim3(BLOCK, BLOCK)>>>(
        w->dev_picture, w->size, w->dev_fours, w->dev_paint, w->spheres);
    HANDLE_ERROR(cudaGetLastError());
}

static void run_warps(void *work) {
    struct work *w = (struct work *)work;
    const int per_block = 4;
    warps<<<blocks_of(w, WARP_WIDTH, WARP_HEIGHT * per_block), 32 * per_block>>>(
        w->dev_picture, w->size, w->dev_round, w->dev_paint, w->spheres);
    HANDLE_ERROR(cudaGetLastError());
}

static void run_tiles(void *work) {
    struct work *w = (struct work *)work;
    tiles<false><<<blocks_of(w, TILE, TILE), TILE_THREADS>>>(w->dev_picture, w->size, w->dev_round,
                                                             w->dev_paint, w->spheres, NULL, NULL);
    HANDLE_ERROR(cudaGetLastError());
}

static void run_nearest_first(void *work) {
    struct work *w = (struct work *)work;
    tiles<true><<<blocks_of(w, TILE, TILE), TILE_THREADS>>>(
        w->dev_picture, w->size, w->dev_sorted, w->dev_paint, w->spheres, w->dev_top, w->dev_place);
    HANDLE_ERROR(cudaGetLastError());
}

static const char *refuses_28(const void *work) {
    return ((const struct work *)work)->spheres * sizeof(struct Sphere) > CONSTANT_BYTES
               ? "constant memory has 64 KB, for 2340 spheres of 28 bytes"
               : NULL;
}

static const char *refuses_four(const void *work) {
    return ((const struct work *)work)->four_count * sizeof(struct Four) > CONSTANT_BYTES
               ? "constant memory has 64 KB, for 4096 spheres of 16 bytes"
               : NULL;
}

// Constant memory holds one form of the scene at a time.
static void prepare_28(void *work) {
    const struct work *w = (const struct work *)work;
    HANDLE_ERROR(cudaMemcpyToSymbol(constant, w->scene, w->spheres * sizeof *w->scene));
}

static void prepare_four(void *work) {
    const struct work *w = (const struct work *)work;
    HANDLE_ERROR(cudaMemcpyToSymbol(constant, w->fours, w->four_count * sizeof *w->fours));
}

static const struct rung rungs[] = {
    {"write", "only writes the picture", run_write, NULL, RUNG_LIMIT},
    {"global", "ray_global", run_global_published, NULL, RUNG_PUBLISHED},
    {"const", "ray_const", run_const_published, refuses_28, 0, prepare_28},
    {"squares", "16 bytes per sphere, r squared in advance", run_squares},
    {"global_four", "four spheres a branch", run_fours<false>},
    {"const_four", "the same, in constant memory", run_fours<true>, refuses_four, 0, prepare_four},
    {"global_pixels", "four pixels a thread", run_pixels<GLOBAL>},
    {"const_pixels", "the same, in constant memory", run_pixels<UNIFORM>, refuses_four, 0,
     prepare_four},
    {"const_indexed", "the index in an ordinary register", run_pixels<INDEXED>, refuses_four, 0,
     prepare_four},
    {"warps", "only the spheres that touch the warp's pixels", run_warps},
    {"tiles", "only the spheres that touch the tile", run_tiles},
    {"nearest_first", "and none behind what is seen", run_nearest_first},
};

static void spoil(void *work) {
    struct work *w = (struct work *)work;
    poison(w->dev_picture, (size_t)w->size * w->size * sizeof *w->dev_picture);
}

static bool check(void *work, const struct rung *rung, char *says, size_t size) {
    struct work *w = (struct work *)work;
    const size_t bytes = (size_t)w->size * w->size * sizeof *w->picture;
    (void)rung;
    HANDLE_ERROR(cudaMemcpy(w->picture, w->dev_picture, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong = verify_bytes(&w->picture->x, &w->expected->x, bytes, 0);
    snprintf(says, size, "%zu wrong bytes", wrong);
    return wrong == 0;
}

int main(int argc, char **argv) {
    struct options options = options_default(1024);
    struct ladder_words words = {};
    size_t spheres = 20;
    options.seed = SCENE_SEED;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, IMAGE_MAX_SIDE, "pixels along each edge"},
        {"spheres", OPTION_COUNT, &spheres, 1, 1000000, "spheres in the scene"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives another scene"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    struct work work;
    work_make(&work, &options, spheres);
    const double pixels = (double)options.size * (double)options.size;
    char what[40];
    snprintf(what, sizeof what, "%zu spheres", spheres);
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "Gpixel/s",
        .amount = pixels / 1e9,
        .limit_is = "writing the picture",
        .bytes = pixels * sizeof(uchar4) + (double)spheres * sizeof(struct Sphere),
        .flops = 8 * pixels * (double)spheres, // of the published kernel: eight a test
        .poison = spoil,
        .check = check,
        .what = what,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    work_free(&work);
    return status;
}
