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

// What a tile takes, in microseconds on an H200: a stage, beginning and ending it, that its parts
// are added up over global memory, or by a cluster, and 256 rows of a stage that are fetched by
// hand: shifted, or copied by 4 or by 8 bytes.
struct tile_cost {
    double stage, tile, parts, cluster = 0, shifted = 0, by_four = 0, by_eight = 0;
};

// A tile size that a plan may take.
template <typename T> struct tile_choice {
    void (*launch)(const tensor_plan<T> *plan);
    int m, n, deep, cluster, below, beside, consumers; // as in tiling
    bool by_hand, splits;
    int rows_a, rows_b, rows_c; // of a box
    struct tile_cost cost;
};

template <typename T> struct tensor_plan {
    product<T> of; // what it is for
    const tile_choice<T> *tile;
    bool hand_a, hand_b; // fetched by hand
    struct schedule schedule;
    unsigned clusters;
    struct padding pad_a, pad_b;
    struct tensor_map a, b, c;
    const T *a_itself, *b_itself; // what is fetched by hand, else NULL
    void *dev_memory;             // padded copies and the next two
    size_t bytes;                 // of it; the next plan takes it over
    float *dev_partial;           // sums of pieces
    unsigned *dev_arrived;        // how many pieces of a tile are done
};

template <class S> static void launch_tiles(const tensor_plan<typename S::T> *plan) {
    launch_behind(hopper_kernel<S>, plan->clusters * S::CLUSTER, S::THREADS, S::SHARED,
                  S::CLUSTER * plan->schedule.split, plan->a, plan->b, plan->c, plan->a_itself,
                  plan->b_itself, plan->of.dev_c, product_sizes(&plan->of), plan->schedule,
                  plan->dev_partial, plan->dev_arrived);
}

template <class S> static tile_choice<typename S::T> tile_choice_of(struct tile_cost cost) {
    HANDLE_ERROR(cudaFuncSetAttribute(hopper_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    return {launch_tiles<S>,  S::M,      S::N,         S::DEEP,    S::CLUSTER,
            S::BELOW,         S::BESIDE, S::CONSUMERS, S::BY_HAND, S::SPLITS,
            S::M / S::BESIDE, S::DEEP,   S::SLOT_ROWS, cost};
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
    const struct schedule *s = &plan->schedule;
    const size_t sums = (size_t)tile->m * tile->n * tile->cluster * sizeof(float);
    const size_t counters =
        (size_t)(s->rows * s->columns - s->whole) * tile->cluster * tile->consumers;
    size_t bytes = 256; // so that NULL is no place in it
    plan->pad_a = padding_of(p->dev_a, p->m, p->k, plan->hand_a, &bytes);
    plan->pad_b = padding_of(p->dev_b, p->k, p->n, plan->hand_b, &bytes);
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

template <typename T> static void plan_run(const tensor_plan<T> *plan) {
    const struct padding *a = &plan->pad_a, *b = &plan->pad_b;
    if (a->to || b->to)
        launch_behind(pad_kernel<T>, a->blocks + b->blocks, PAD_THREADS, 0, 1, *a, *b);
    plan->tile->launch(plan);
}

// ---- which plan --------------------------------------------------------------------------------
// The time of every tile and schedule is worked out from the product's size and the number of
// multiprocessors, and the plan with the shortest is taken. It is a sum: so many stages one after
// the other on the busiest multiprocessor, so many tiles begun and ended, so many pieces of a tile
// added up, so many bytes copied before. What each of these takes was fitted to 60 000 measurements
// at 560 sizes on an H200, in microseconds; their ratios, which decide, belong to the kernel more
// than to the clock.

const double COPY_TIME = 1.9, COPY_BYTE = 0.47e-6; // copying factors before
const double PARTS_LUCK = 1.28; // what a plan with parts has to promise, for they wait for others

// 128 x 128 numbers to c by all threads, where the engine can't.
static inline double store_time(const float *, int) {
    return 0.08;
}
static inline double store_time(const bf16 *, int unit) {
    return unit == 2 ? 0.64 : 0.76;
}

// What a schedule takes. Where tiles are few, each can be cut evenly; a part that goes on in the
// next tile leaves two pieces, and is added up twice.
static double schedule_time(const struct schedule *s, int most, const struct tile_cost *cost) {
    const int rest = s->rows * s->columns - s->whole;
    double time = ceil(s->whole / (double)most) * (s->steps * cost->stage + cost->tile);
    if (rest > 0) {
        const double stages = ceil((double)rest * s->steps / s->parts);
        time += ceil(s->parts / (double)most) * stages * cost->stage + cost->tile + cost->parts;
        if (rest <= most / 2 && s->parts % rest)
            time += cost->parts;
        time *= PARTS_LUCK;
    }
    return time;
}

const int MOST_SPLIT = 8; // blocks of a cluster, on any GPU

// How many clusters of 2, 3, ... MOST_SPLIT blocks the GPU holds at a time, where a block takes all
// of a multiprocessor's shared memory.
static inline const int *cluster_room(void) {
    static int room[MOST_SPLIT + 1];
    HANDLE_ERROR(
        cudaFuncSetAttribute(hopper_probe, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM));
    for (int blocks = 2; blocks <= MOST_SPLIT && room[MOST_SPLIT] == 0; blocks++) {
        cudaLaunchAttribute cluster;
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = blocks;
        cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
        cudaLaunchConfig_t config = {};
        config.gridDim = blocks;
        config.blockDim = 128;
        config.dynamicSmemBytes = ROOM;
        config.attrs = &cluster;
        config.numAttrs = 1;
        HANDLE_ERROR(cudaOccupancyMaxActiveClusters(&room[blocks], hopper_probe, &config));
    }
    return room;
}

// How many clusters of a tile size run at a time. Who has a part of a tile waits for the others, so
// there must not be more.
static inline int most_clusters(int blocks) {
    static const int sms = multiprocessors();
    return blocks == 1 ? sms : cluster_room()[blocks];
}

// The best schedule for `most` clusters, from one of whole tiles, and its time; as few clusters as
// need no more turns. Where blocks can make clusters as they are needed, `room` has how many.
static double schedule_choose(struct schedule *schedule, int most, const struct tile_cost *cost,
                              unsigned *clusters, const int *room = NULL) {
    struct schedule s = *schedule;
    const int units = s.whole, even = units / most * most;
    double least = INFINITY;
    for (int whole : {units, even, even - most, 0}) {
        const int rest = units - whole;
        const long long stages = (long long)rest * s.steps;
        if (whole < 0 || (whole == 0 && units > 2 * most))
            continue;
        // All blocks the same; or each tile in 2, 3, ... parts, as long as there are blocks.
        for (int each = rest && rest <= most / 2 ? most / rest : 1; each >= 1; each--) {
            const int parts = rest == 0 ? 0 : each > 1 ? each * rest : most;
            s.whole = whole;
            s.parts = stages < parts ? (int)stages : parts;
            const double time = schedule_time(&s, most, cost);
            if (time < least) {
                least = time;
                *schedule = s;
            }
        }
    }
    // Or a cluster for each.
    s.whole = units;
    s.parts = 0;
    for (s.split = 2; room && s.split <= MOST_SPLIT && s.split <= s.steps; s.split++) {
        const double time = rounded_up(s.steps, s.split) * cost->stage + cost->tile + cost->cluster;
        if (units <= room[s.split] && time < least) {
            least = time;
            *schedule = s;
        }
    }
    *clusters = schedule->split > 1    ? units * schedule->split
                : schedule->parts == 0 ? rounded_up(units, rounded_up(units, most))
                : schedule->whole      ? most
                                       : schedule->parts;
    return least;
}

// A row of a stage by hand.
static inline double rows_time(const struct tile_cost *cost, int unit) {
    return (unit == 2 ? cost->shifted : unit == 4 ? cost->by_four : cost->by_eight) / 256;
}

// The same for the plan's tile, with what its factors need besides.
template <typename T> static double plan_schedule(tensor_plan<T> *plan) {
    const tile_choice<T> *tile = plan->tile;
    const product<T> *p = &plan->of;
    const bool copied_a = !plan->hand_a && !rows_fit(p->dev_a, p->k);
    const bool copied_b = !plan->hand_b && !rows_fit(p->dev_b, p->n);
    const double numbers_a = (double)p->m * p->k, numbers_b = (double)p->k * p->n;
    struct tile_cost cost = tile->cost;
    double before = 0;
    if (plan->hand_a)
        cost.stage += rows_time(&cost, unit_of(p->dev_a, p->k)) * tile->m;
    if (plan->hand_b)
        cost.stage += rows_time(&cost, unit_of(p->dev_b, p->n)) * tile->n;
    if (copied_a || copied_b)
        before = COPY_TIME + COPY_BYTE * sizeof(T) * (copied_a * numbers_a + copied_b * numbers_b);
    if (!rows_fit(p->dev_c, p->n))
        cost.tile +=
            store_time(p->dev_c, unit_of(p->dev_c, p->n)) * tile->m * tile->n / (128 * 128);
    plan->schedule = schedule_of(tile, p);
    return before + schedule_choose(&plan->schedule, most_clusters(tile->cluster), &cost,
                                    &plan->clusters, tile->splits ? cluster_room() : NULL);
}

template <typename T> struct tile_choices {
    int count;
    tile_choice<T> of[21];
};

static inline const tile_choices<bf16> *all_tiles(const bf16 *) {
    static const tile_choices<bf16> tiles = {
        21,
        {tile_choice_of<tiling<bf16, 2, 256, 2>>({0.698, 1.85, 3.78}),
         tile_choice_of<tiling<bf16, 2, 256, 1>>({0.867, 1.88, 5.22, 5.55}),
         tile_choice_of<tiling<bf16, 2, 128, 2>>({0.402, 1.45, 4.78}),
         tile_choice_of<tiling<bf16, 2, 128, 1>>({0.441, 1.57, 5.25, 3.17}),
         tile_choice_of<tiling<bf16, 2, 64, 1>>({0.331, 1.62, 4.79, 2.94}),
         tile_choice_of<tiling<bf16, 1, 256, 1>>({0.536, 1.82, 4.78, 3.94}),
         tile_choice_of<tiling<bf16, 1, 128, 1>>({0.316, 1.49, 4.69, 2.84}),
         tile_choice_of<tiling<bf16, 1, 64, 1>>({0.211, 1.03, 4.44, 2.56}),
         tile_choice_of<tiling<bf16, 2, 192, 2>>({0.543, 1.54, 5.17}),
         tile_choice_of<tiling<bf16, 2, 192, 1>>({0.627, 1.94, 5.2, 4.72}),
         tile_choice_of<tiling<bf16, 1, 192, 1>>({0.435, 1.51, 4.87, 3.06}),
         tile_choice_of<tiling<bf16, 2, 160, 1>>({0.562, 1.87, 5.43, 4.24}),
         tile_choice_of<tiling<bf16, 2, 224, 1>>({0.711, 2.39, 5.43, 5.07}),
         tile_choice_of<tiling<bf16, 2, 224, 2>>({0.647, 2.18, 3.98}),
         tile_choice_of<tiling<bf16, 3, 96, 1>>({0.562, 1.82, 5.67, 3.23}),
         tile_choice_of<tiling<bf16, 3, 128, 1>>({0.59, 1.88, 5.77, 4.97}),
         tile_choice_of<tiling<bf16, 3, 192, 1>>({0.908, 2.38, 5.06}),
         tile_choice_of<tiling<bf16, 2, 128, 1, true>>(
             {0.539, 1.41, 4.83, 4.13, 2.11, 0.695, 0.278}),
         tile_choice_of<tiling<bf16, 2, 64, 1, true>>(
             {0.352, 1.09, 4.24, 3.08, 1.55, 0.641, 0.245}),
         tile_choice_of<tiling<bf16, 1, 128, 1, true>>(
             {0.438, 1.74, 4.33, 2.56, 2.44, 1.11, 0.271}),
         tile_choice_of<tiling<bf16, 1, 64, 1, true>>(
             {0.232, 1.18, 3.75, 3.08, 1.71, 0.726, 0.15})}};
    return &tiles;
}
static inline const tile_choices<float> *all_tiles(const float *) {
    static const tile_choices<float> tiles = {
        21,
        {tile_choice_of<tiling<float, 2, 256, 2>>({0.698, 3.48, 9.33}),
         tile_choice_of<tiling<float, 2, 256, 1>>({0.799, 3.88, 9.42, 4.38}),
         tile_choice_of<tiling<float, 2, 128, 2>>({0.458, 2.05, 6.25}),
         tile_choice_of<tiling<float, 2, 128, 1>>({0.508, 2.23, 6.49, 3.27}),
         tile_choice_of<tiling<float, 2, 64, 1>>({0.378, 1.33, 5.63, 2.55}),
         tile_choice_of<tiling<float, 1, 256, 1>>({0.546, 2.89, 6.91, 2.86}),
         tile_choice_of<tiling<float, 1, 128, 1>>({0.318, 1.81, 5.38, 2.55}),
         tile_choice_of<tiling<float, 1, 64, 1>>({0.257, 1.44, 3.82, 2.13}),
         tile_choice_of<tiling<float, 2, 192, 2>>({0.539, 2.85, 8.29}),
         tile_choice_of<tiling<float, 2, 192, 1>>({0.599, 2.85, 8.25, 4.17}),
         tile_choice_of<tiling<float, 1, 192, 1>>({0.531, 2.19, 6.03, 2.68}),
         tile_choice_of<tiling<float, 2, 160, 1>>({0.567, 2.22, 6.5, 3.85}),
         tile_choice_of<tiling<float, 2, 224, 1>>({0.68, 3.28, 8.4, 4.24}),
         tile_choice_of<tiling<float, 2, 224, 2>>({0.613, 3.04, 8.52}),
         tile_choice_of<tiling<float, 3, 96, 1>>({0.62, 2.3, 6.92, 2.93}),
         tile_choice_of<tiling<float, 3, 128, 1>>({0.641, 2.69, 7.82, 3.76}),
         tile_choice_of<tiling<float, 3, 192, 1>>({0.921, 4.09, 9.66}),
         tile_choice_of<tiling<float, 2, 128, 1, true>>({0.439, 2.37, 5.64, 3.51, 0, 0.69, 0.33}),
         tile_choice_of<tiling<float, 2, 64, 1, true>>({0.477, 1.27, 5.73, 2.45, 0, 0.535, 0.139}),
         tile_choice_of<tiling<float, 1, 128, 1, true>>({0.284, 1.75, 4.73, 2.07, 0, 0.849, 0.344}),
         tile_choice_of<tiling<float, 1, 64, 1, true>>({0.306, 1.46, 4.3, 1.75, 0, 0.62, 0.128})}};
    return &tiles;
}

template <typename T> static void plan_choose(tensor_plan<T> *plan, const product<T> *p) {
    const tile_choices<T> *tiles = all_tiles((const T *)NULL);
    tensor_plan<T> best = *plan;
    double least = INFINITY;
    best.of = *p;
    const bool odd_a = !rows_fit(p->dev_a, p->k), odd_b = !rows_fit(p->dev_b, p->n);
    for (int i = 0; i < tiles->count; i++)
        for (int hand = 0; hand < 4; hand++) { // one factor of two may be copied nevertheless
            tensor_plan<T> trial = best;
            trial.tile = &tiles->of[i];
            trial.hand_a = hand & 1;
            trial.hand_b = hand & 2;
            if ((hand != 0) != trial.tile->by_hand || (trial.hand_a && !odd_a) ||
                (trial.hand_b && !odd_b))
                continue;
            const double time = plan_schedule(&trial);
            if (time < least) {
                least = time;
                *plan = trial;
            }
        }
    plan_complete(plan);
}

#endif
