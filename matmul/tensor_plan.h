// SPDX-License-Identifier: MIT
// How a product of any size is done with hopper_tiles.h: with which tile, cut into which pieces of
// work, and what is copied before. A plan is made once for a product, as cublasLt's are, and run as
// often as is wanted.
#ifndef TENSOR_PLAN_H
#define TENSOR_PLAN_H

#include "hopper_tiles.h"

static unsigned rounded_up(size_t number, size_t step) {
    return (unsigned)((number + step - 1) / step);
}

// ---- rows that the copy engine can't fetch -----------------------------------------------------
// They have to begin at multiples of 16 bytes. A matrix with others is copied first, each row to
// such a place: 16 bytes a thread. What lies beyond the last column counts as zeros anyway.

struct padding {
    const void *from;
    void *to; // NULL: not needed
    size_t rows, columns, pitch;
};

const int PAD_THREADS = 256;

template <typename T> __global__ void pad_kernel(struct padding a, struct padding b) {
    const struct padding p = blockIdx.y ? b : a;
    const int each = 16 / sizeof(T);
    const size_t across = p.pitch / each, stride = (size_t)gridDim.x * PAD_THREADS;
    if (p.to == NULL)
        return;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * PAD_THREADS; i < p.rows * across;
         i += stride) {
        const size_t row = i / across, column = i % across * each;
        const T *from = (const T *)p.from + row * p.columns + column;
        __align__(16) T piece[each];
#pragma unroll
        for (int j = 0; j < each; j++)
            hold(&piece[j], column + j < p.columns ? number(from[j]) : 0);
        *(uint4 *)((T *)p.to + row * p.pitch + column) = *(const uint4 *)piece;
    }
}

// ---- the plan ----------------------------------------------------------------------------------

template <typename T> struct tensor_plan;

// A tile size that a plan may take.
template <typename T> struct tile_choice {
    void (*launch)(const tensor_plan<T> *plan);
    int m, n, deep, cluster, below, beside, consumers; // as in tiling
    int rows_a, rows_b, rows_c;                        // of a box
    double efficiency;                                 // of the tensor cores, measured on an H200
};

template <typename T> struct tensor_plan {
    product<T> of; // what it is for
    const tile_choice<T> *tile;
    struct schedule schedule;
    unsigned clusters;
    struct padding pad_a, pad_b;
    struct tensor_map a, b, c;
    T *c_itself;           // where no map can describe c, else NULL
    void *dev_memory;      // padded copies and the next two
    size_t bytes;          // of it; the next plan takes it over
    float *dev_partial;    // sums of pieces
    unsigned *dev_arrived; // how many pieces of a tile are done
};

template <class S> static void launch_tiles(const tensor_plan<typename S::T> *plan) {
    hopper_kernel<S><<<plan->clusters * S::CLUSTER, S::THREADS, S::SHARED>>>(
        plan->a, plan->b, plan->c, plan->c_itself, product_sizes(&plan->of), plan->schedule,
        plan->dev_partial, plan->dev_arrived);
}

template <class S> static tile_choice<typename S::T> tile_choice_of(double efficiency) {
    HANDLE_ERROR(cudaFuncSetAttribute(hopper_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    return {launch_tiles<S>,  S::M,     S::N,         S::DEEP,
            S::CLUSTER,       S::BELOW, S::BESIDE,    S::CONSUMERS,
            S::M / S::BESIDE, S::DEEP,  S::SLOT_ROWS, efficiency};
}

static inline int multiprocessors(void) {
    int device, sms;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    return sms;
}

const int GROUP = 8; // rows of units that are gone through together

// All units whole.
template <typename T>
static struct schedule schedule_of(const tile_choice<T> *tile, const product<T> *p) {
    struct schedule s;
    s.rows = (int)rounded_up(p->m, tile->m * tile->below);
    s.columns = (int)rounded_up(p->n, tile->n * tile->beside);
    s.group = GROUP;
    s.whole = s.rows * s.columns;
    s.parts = 0;
    s.steps = (int)rounded_up(p->k, tile->deep);
    return s;
}

// A matrix that has to be copied, into memory from `at` on.
template <typename T>
static struct padding padding_of(const T *from, size_t rows, size_t columns, size_t *at) {
    struct padding p = {from, NULL, rows, columns, columns};
    const size_t each = 16 / sizeof(T);
    if (columns % each) {
        p.pitch = rounded_up(columns, each) * each;
        p.to = (void *)(uintptr_t)*at; // from the beginning of that memory
        *at += rounded_up(rows * p.pitch * sizeof(T), 256) * (size_t)256;
    }
    return p;
}

// Fills in what follows from product, tile and schedule.
template <typename T> static void plan_complete(tensor_plan<T> *plan) {
    const product<T> *p = &plan->of;
    const tile_choice<T> *tile = plan->tile;
    const struct schedule *s = &plan->schedule;
    const size_t sums = (size_t)tile->m * tile->n * tile->cluster * sizeof(float);
    const size_t counters =
        (size_t)(s->rows * s->columns - s->whole) * tile->cluster * tile->consumers;
    size_t bytes = 256; // so that NULL is no place in it
    plan->pad_a = padding_of(p->dev_a, p->m, p->k, &bytes);
    plan->pad_b = padding_of(p->dev_b, p->k, p->n, &bytes);
    const size_t partial_at = bytes, arrived_at = partial_at + 2 * sums * s->parts;
    bytes = arrived_at + counters * sizeof(unsigned);
    if (bytes > plan->bytes) {
        HANDLE_ERROR(cudaFree(plan->dev_memory));
        HANDLE_ERROR(cudaMalloc(&plan->dev_memory, bytes));
        plan->bytes = bytes;
    }
    unsigned char *memory = (unsigned char *)plan->dev_memory;
    for (struct padding *pad : {&plan->pad_a, &plan->pad_b})
        if (pad->to)
            pad->to = memory + (uintptr_t)pad->to;
    plan->dev_partial = (float *)(memory + partial_at);
    plan->dev_arrived = (unsigned *)(memory + arrived_at);
    HANDLE_ERROR(cudaMemset(plan->dev_arrived, 0, counters * sizeof(unsigned)));
    plan->a = tensor_map_of(plan->pad_a.to ? plan->pad_a.to : p->dev_a, 1, p->m, p->k,
                            plan->pad_a.pitch * sizeof(T), sizeof(T), tile->rows_a);
    plan->b = tensor_map_of(plan->pad_b.to ? plan->pad_b.to : p->dev_b, 1, p->k, p->n,
                            plan->pad_b.pitch * sizeof(T), sizeof(T), tile->rows_b);
    plan->c_itself = plan->pad_b.to ? p->dev_c : NULL; // its rows are as long as b's
    plan->c = plan->c_itself ? plan->a
                             : tensor_map_of(p->dev_c, 1, p->m, p->n, p->n * sizeof(T), sizeof(T),
                                             tile->rows_c);
}

template <typename T> static void plan_run(const tensor_plan<T> *plan) {
    const struct padding *a = &plan->pad_a, *b = &plan->pad_b;
    if (a->to || b->to) {
        const size_t of_a = a->to ? a->rows * a->pitch : 0, of_b = b->to ? b->rows * b->pitch : 0;
        const unsigned blocks =
            rounded_up(of_a > of_b ? of_a : of_b, (size_t)PAD_THREADS * 16 / sizeof(T));
        pad_kernel<T><<<dim3(blocks < 4096 ? blocks : 4096, 2), PAD_THREADS>>>(*a, *b);
    }
    plan->tile->launch(plan);
}

template <typename T> static bool plan_is_for(const tensor_plan<T> *plan, const product<T> *p) {
    return plan->of.dev_a == p->dev_a && plan->of.dev_b == p->dev_b && plan->of.dev_c == p->dev_c &&
           plan->of.m == p->m && plan->of.n == p->n && plan->of.k == p->k;
}

// ---- which plan --------------------------------------------------------------------------------
// The time of each tile and schedule is worked out, in clocks of a multiprocessor, from the
// product's size and the device's number of multiprocessors; the shortest is taken. What stands
// here was measured once, on an H200.

const double FETCH = 44;      // bytes a clock that a multiprocessor gets from the L2
const double SUMS_OUT = 30;   // bytes a clock on the way to c, or to another block and back
const double UNIT_TIME = 900; // clocks from the last fetch of a tile to the first sum on its way

template <typename T>
static double plan_time(const tile_choice<T> *tile, const struct schedule *s, unsigned clusters) {
    const double rate = (sizeof(T) == 2 ? 2048 : 1024) * tile->efficiency; // products a clock
    const double area = (double)tile->m * tile->n;
    const double rows = sizeof(T) == 2 ? tile->m + tile->n / (double)tile->cluster
                                       : tile->n + tile->m / (double)tile->cluster;
    const double step = fmax(area * tile->deep / rate, rows * BOX / FETCH);
    const double finish = UNIT_TIME + area * sizeof(T) / SUMS_OUT;
    const int units = s->rows * s->columns, rest = units - s->whole;
    double time = ceil(s->whole / (double)clusters) * (s->steps * step + finish);
    if (rest > 0) {
        const double each = ceil((double)rest * s->steps / s->parts);
        const double pieces = 1 + (double)s->parts / rest; // of a tile, at most
        time += ceil(s->parts / (double)clusters) * (each * step + UNIT_TIME) + finish + UNIT_TIME +
                area * sizeof(float) * pieces / SUMS_OUT;
    }
    return time;
}

// The best schedule for a tile.
template <typename T>
static double plan_schedule(const tile_choice<T> *tile, const product<T> *p, int sms,
                            struct schedule *best, unsigned *clusters) {
    const int most = sms / tile->cluster;
    struct schedule s = schedule_of(tile, p);
    const int units = s.whole, even = units / most * most;
    double least = INFINITY;
    for (int whole : {units, even, even - most, 0}) {
        const int rest = units - whole;
        if (whole < 0 || (whole == 0 && units > 2 * most))
            continue;
        const long long stages = (long long)rest * s.steps;
        const int split = rest && rest <= most ? most / rest * rest : most;
        for (int parts : {most, split}) {
            s.whole = whole;
            s.parts = rest == 0 ? 0 : stages < parts ? (int)stages : parts;
            const double time = plan_time(tile, &s, most);
            if (time < least) {
                least = time;
                *best = s;
            }
        }
    }
    // As few clusters as need no more turns.
    const unsigned turns = rounded_up(units, most);
    *clusters =
        best->parts ? (unsigned)(best->whole ? most : best->parts) : rounded_up(units, turns);
    return least;
}

template <typename T> struct tile_choices {
    int count;
    tile_choice<T> of[12];
};

template <typename T> static const tile_choices<T> *all_tiles(void) {
    static const tile_choices<T> tiles = {
        8,
        {tile_choice_of<tiling<T, 2, 256, 2>>(0.80), tile_choice_of<tiling<T, 2, 256, 1>>(0.80),
         tile_choice_of<tiling<T, 2, 128, 2>>(0.75), tile_choice_of<tiling<T, 2, 128, 1>>(0.75),
         tile_choice_of<tiling<T, 2, 64, 1>>(0.60), tile_choice_of<tiling<T, 1, 256, 1>>(0.75),
         tile_choice_of<tiling<T, 1, 128, 1>>(0.65), tile_choice_of<tiling<T, 1, 64, 1>>(0.50)}};
    return &tiles;
}

template <typename T> static void plan_choose(tensor_plan<T> *plan, const product<T> *p) {
    static const int sms = multiprocessors();
    const tile_choices<T> *tiles = all_tiles<T>();
    double least = INFINITY;
    plan->of = *p;
    for (int i = 0; i < tiles->count; i++) {
        struct schedule s;
        unsigned clusters;
        const double time = plan_schedule(&tiles->of[i], p, sms, &s, &clusters);
        if (time < least) {
            least = time;
            plan->tile = &tiles->of[i];
            plan->schedule = s;
            plan->clusters = clusters;
        }
    }
    plan_complete(plan);
}

#endif
