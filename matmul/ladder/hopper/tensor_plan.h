// SPDX-License-Identifier: MIT
// How a product of any size is done with hopper_tiles.h: with which tile, cut into which pieces of
// work, and what is copied before. A plan is made once for a product, as cublasLt's are, and run as
// often as is wanted.
#ifndef TENSOR_PLAN_H
#define TENSOR_PLAN_H

#include "hopper_tiles.h"

// ---- rows that the copy engine can't fetch -----------------------------------------------------
// They would have to begin at multiples of 16 bytes. A matrix with others is copied first, each row
// to a multiple of 32, a sector: 16 bytes at a time. What lies beyond the last column counts as
// zeros anyway.

struct padding {
    const void *from;
    void *to; // NULL: not needed
    size_t rows, columns, pitch;
    unsigned blocks;
};

const int PAD_THREADS = 128, PAD_EACH = 4; // pieces of 16 bytes of a thread

template <typename T> __device__ static inline uint4 shifted_at(const T *from) {
    const int bytes = (int)((uintptr_t)from % 16);
    const ulonglong2 *at = (const ulonglong2 *)((uintptr_t)from - bytes);
    return shifted(at[0], bytes ? at[1] : at[0], bytes);
}

// The first blocks copy a, the others b: so many pieces one after the other, wherever a row ends.
template <typename T> __global__ void pad_kernel(struct padding a, struct padding b) {
    const bool second = blockIdx.x >= a.blocks;
    const struct padding p = second ? b : a;
    const int each = 16 / sizeof(T), pieces = (int)p.pitch / each; // of a row
    const size_t at = (size_t)(blockIdx.x - (second ? a.blocks : 0)) * PAD_THREADS * PAD_EACH;
    const size_t row0 = at / pieces;
    const int first = (int)(at % pieces) + threadIdx.x;
    const T *begin = (const T *)p.from, *end = begin + p.rows * p.columns;
    wait_for_previous();
    let_next_begin();
    uint4 piece[PAD_EACH];
#pragma unroll
    for (int i = 0; i < PAD_EACH; i++) {
        const int from_first = first + i * PAD_THREADS;
        const T *from =
            begin + (row0 + from_first / pieces) * p.columns + from_first % pieces * each;
        if (from + 2 * each <= end)
            piece[i] = shifted_at(from);
    }
#pragma unroll
    for (int i = 0; i < PAD_EACH; i++) {
        const int from_first = first + i * PAD_THREADS, x = from_first % pieces * each;
        const size_t row = row0 + from_first / pieces;
        const T *from = begin + row * p.columns + x;
        T *to = (T *)p.to + row * p.pitch + x;
        if (from + 2 * each <= end)
            *(uint4 *)to = piece[i];
        else // the matrix's last numbers; none is where the row is not
            for (int q = 0; q < each && from + q < end; q++)
                to[q] = from[q];
    }
}

// ---- the plan ----------------------------------------------------------------------------------

template <typename T> struct tensor_plan;

// What a tile takes, in microseconds: a stage; beginning and ending it; that its parts are added up
// over global memory, or by a cluster; and 256 rows of a stage that are fetched by hand: shifted,
// or copied by 4 or by 8 bytes. tile_costs.h measures them.
struct tile_cost {
    double stage, tile, parts, cluster = 0, shifted = 0, by_four = 0, by_eight = 0;
};

// A tile size that a plan may take.
template <typename T> struct tile_choice {
    void (*launch)(const tensor_plan<T> *plan);
    int m, n, deep, cluster, below, beside, partners; // as in tiling
    bool by_hand, splits;
    int rows_a, rows_b, rows_c; // of a box
    struct tile_cost cost;
    const char *name;
};

struct plan_memory {
    void *dev; // NULL: none
    size_t bytes;
};

// Room for so many bytes; what was there is lost if there is too little.
static inline void plan_memory_reserve(struct plan_memory *memory, size_t bytes) {
    if (bytes <= memory->bytes)
        return;
    HANDLE_ERROR(cudaFree(memory->dev));
    HANDLE_ERROR(cudaMalloc(&memory->dev, bytes));
    memory->bytes = bytes;
}

template <typename T> struct tensor_plan {
    product<T> of; // what it is for
    const tile_choice<T> *tile;
    bool hand_a, hand_b; // fetched by hand
    struct schedule schedule;
    unsigned clusters;
    struct padding pad_a, pad_b;
    struct tensor_map a, b, c;
    const T *a_itself, *b_itself; // what is fetched by hand, else NULL
    struct plan_memory memory;    // padded copies and the next two; the next plan takes it over
    float *dev_partial;           // sums of pieces
    unsigned *dev_arrived;        // how many pieces of a tile are done
};

template <class S> static void launch_tiles(const tensor_plan<typename S::T> *plan) {
    launch_dependent(hopper_kernel<S>, plan->clusters * S::CLUSTER, S::THREADS, S::SHARED,
                     S::CLUSTER * plan->schedule.split, plan->a, plan->b, plan->c, plan->a_itself,
                     plan->b_itself, plan->of.dev_c, product_sizes(&plan->of), plan->schedule,
                     plan->dev_partial, plan->dev_arrived);
}

template <class S>
static tile_choice<typename S::T> tile_choice_of(struct tile_cost cost, const char *name = NULL) {
    HANDLE_ERROR(cudaFuncSetAttribute(hopper_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    return {launch_tiles<S>, S::M,      S::N,         S::DEEP,    S::CLUSTER,
            S::BELOW,        S::BESIDE, S::PARTNERS,  S::BY_HAND, S::SPLITS,
            S::ROWS_A,       S::ROWS_B, S::SLOT_ROWS, cost,       name};
}

static inline int multiprocessors(void) {
    int device, sms;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    return sms;
}

template <typename T>
static struct schedule schedule_of(const tile_choice<T> *tile, const product<T> *p) {
    return schedule_whole(p->m, p->n, p->k, tile->m * tile->below, tile->n * tile->beside,
                          tile->deep);
}

// Can the copy engine fetch such rows?
template <typename T> static bool rows_fit(const T *from, size_t columns) {
    return unit_of(from, columns) == 16;
}
// The copy that a factor needs, if any: into memory from `at` on.
template <typename T>
static struct padding padding_of(const T *from, size_t rows, size_t columns, bool by_hand,
                                 size_t *at) {
    struct padding p = {from, NULL, rows, columns, columns, 0};
    const size_t each = 16 / sizeof(T);
    if (!by_hand && !rows_fit(from, columns)) {
        p.pitch = rounded_up(columns, 2 * each) * 2 * each;
        p.blocks = rounded_up(rows * p.pitch / each, PAD_THREADS * PAD_EACH);
        p.to = (void *)(uintptr_t)*at; // from the beginning of that memory
        *at += rounded_up(rows * p.pitch * sizeof(T), 256) * (size_t)256;
    }
    return p;
}
template <typename T> static struct tensor_map padded_map(const struct padding *p, int box_rows) {
    return tensor_map_of(p->to ? p->to : p->from, 1, p->rows, p->columns, p->pitch * sizeof(T),
                         sizeof(T), box_rows);
}

// Fills in what follows from product, tile and schedule.
template <typename T> static void plan_complete(tensor_plan<T> *plan) {
    const product<T> *p = &plan->of;
    const tile_choice<T> *tile = plan->tile;
    struct schedule *s = &plan->schedule;
    const size_t sums = (size_t)tile->m * tile->n * tile->cluster * sizeof(float);
    const size_t counters =
        (size_t)(s->rows * s->columns - s->whole) * tile->cluster * tile->partners;
    size_t bytes = 256; // so that NULL is no place in it
    plan->pad_a = padding_of(p->dev_a, p->m, p->k, plan->hand_a, &bytes);
    plan->pad_b = padding_of(p->dev_b, p->k, p->n, plan->hand_b, &bytes);
    const size_t partial_at = bytes, arrived_at = partial_at + 2 * sums * s->parts;
    bytes = arrived_at + (counters + 1) * sizeof(unsigned);
    plan_memory_reserve(&plan->memory, bytes);
    unsigned char *memory = (unsigned char *)plan->memory.dev;
    for (struct padding *pad : {&plan->pad_a, &plan->pad_b})
        if (pad->to)
            pad->to = memory + (uintptr_t)pad->to;
    plan->dev_partial = (float *)(memory + partial_at);
    plan->dev_arrived = (unsigned *)(memory + arrived_at);
    HANDLE_ERROR(cudaMemset(plan->dev_arrived, 0, (counters + 1) * sizeof(unsigned)));
    s->begun_before = 0;
    s->begun = pays_together(s, plan->clusters, tile->m * tile->below, tile->n * tile->beside,
                             p->k * sizeof(T))
                   ? plan->dev_arrived + counters
                   : NULL;
    plan->a_itself = plan->hand_a ? p->dev_a : NULL;
    plan->b_itself = plan->hand_b ? p->dev_b : NULL;
    plan->a = plan->b = {};
    if (!plan->a_itself)
        plan->a = padded_map<T>(&plan->pad_a, tile->rows_a);
    if (!plan->b_itself)
        plan->b = padded_map<T>(&plan->pad_b, tile->rows_b);
    plan->c = {};
    if (rows_fit(p->dev_c, p->n))
        plan->c = tensor_map_of(p->dev_c, 1, p->m, p->n, p->n * sizeof(T), sizeof(T), tile->rows_c);
}

template <typename T> static void plan_run(tensor_plan<T> *plan) {
    const struct padding *a = &plan->pad_a, *b = &plan->pad_b;
    if (a->to || b->to)
        launch_dependent(pad_kernel<T>, a->blocks + b->blocks, PAD_THREADS, 0, 1, *a, *b);
    plan->tile->launch(plan);
    plan->schedule.begun_before += plan->schedule.whole;
}

#endif
