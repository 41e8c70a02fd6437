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
// They would have to begin at multiples of 16 bytes. A matrix with others is copied first, each row
// to such a place: 16 bytes a thread. What lies beyond the last column counts as zeros anyway.

struct padding {
    const void *from;
    void *to; // NULL: not needed
    size_t rows, columns, pitch;
};

const int PAD_THREADS = 256;

// 16 bytes from any address on, out of the two aligned ones that hold them.
__device__ static inline ulonglong2 shifted(const ulonglong2 *from, int bytes) {
    const ulonglong2 x = from[0], y = bytes ? from[1] : x;
    const unsigned long long low = bytes & 8 ? x.y : x.x, middle = bytes & 8 ? y.x : x.y;
    const unsigned long long high = bytes & 8 ? y.y : y.x;
    const int bits = bytes % 8 * 8;
    ulonglong2 z;
    z.x = bits ? low >> bits | middle << (64 - bits) : low;
    z.y = bits ? middle >> bits | high << (64 - bits) : middle;
    return z;
}

template <typename T> __global__ void pad_kernel(struct padding a, struct padding b) {
    const struct padding p = blockIdx.y ? b : a;
    const int each = 16 / sizeof(T);
    const size_t across = p.pitch / each, stride = (size_t)gridDim.x * PAD_THREADS;
    const T *end = (const T *)p.from + p.rows * p.columns;
    wait_for_previous();
    let_next_begin();
    if (p.to == NULL)
        return;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * PAD_THREADS; i < p.rows * across;
         i += stride) {
        const size_t row = i / across, column = i % across * each;
        const T *from = (const T *)p.from + row * p.columns + column;
        T *to = (T *)p.to + row * p.pitch + column;
        if (from + 2 * each <= end) {
            const int bytes = (int)((uintptr_t)from % 16);
            *(ulonglong2 *)to = shifted((const ulonglong2 *)((uintptr_t)from - bytes), bytes);
        } else {
            for (int j = 0; j < each && from + j < end; j++)
                to[j] = from[j];
        }
    }
}

// ---- the plan ----------------------------------------------------------------------------------

template <typename T> struct tensor_plan;

// What a tile takes, in microseconds on an H200: a stage, beginning and ending it, that it has
// parts at all, and each part.
struct tile_cost {
    double stage, tile, parts, piece;
};

// A tile size that a plan may take.
template <typename T> struct tile_choice {
    void (*launch)(const tensor_plan<T> *plan);
    int m, n, deep, cluster, below, beside, consumers; // as in tiling
    int rows_a, rows_b, rows_c;                        // of a box
    struct tile_cost cost;
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
    launch_behind(hopper_kernel<S>, plan->clusters * S::CLUSTER, S::THREADS, S::SHARED, plan->a,
                  plan->b, plan->c, plan->c_itself, product_sizes(&plan->of), plan->schedule,
                  plan->dev_partial, plan->dev_arrived);
}

template <class S> static tile_choice<typename S::T> tile_choice_of(struct tile_cost cost) {
    HANDLE_ERROR(cudaFuncSetAttribute(hopper_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    return {launch_tiles<S>,  S::M,     S::N,         S::DEEP,
            S::CLUSTER,       S::BELOW, S::BESIDE,    S::CONSUMERS,
            S::M / S::BESIDE, S::DEEP,  S::SLOT_ROWS, cost};
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

// Can the copy engine fetch such rows?
template <typename T> static bool rows_fit(size_t columns) {
    return columns * sizeof(T) % 16 == 0;
}
// The copy that a factor needs, if any: into memory from `at` on.
template <typename T>
static struct padding padding_of(const T *from, size_t rows, size_t columns, size_t *at) {
    struct padding p = {from, NULL, rows, columns, columns};
    const size_t each = 16 / sizeof(T);
    if (!rows_fit<T>(columns)) {
        p.pitch = rounded_up(columns, each) * each;
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
    plan->a = padded_map<T>(&plan->pad_a, tile->rows_a);
    plan->b = padded_map<T>(&plan->pad_b, tile->rows_b);
    plan->c_itself = rows_fit<T>(p->n) ? NULL : p->dev_c;
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
        launch_behind(pad_kernel<T>, dim3(blocks < 4096 ? blocks : 4096, 2), PAD_THREADS, 0, *a,
                      *b);
    }
    plan->tile->launch(plan);
}

// ---- which plan --------------------------------------------------------------------------------
// The time of every tile and schedule is worked out from the product's size and the number of
// multiprocessors, and the plan with the shortest is taken. It is a sum: so many stages one after
// the other on the busiest multiprocessor, so many tiles begun and ended, so many pieces of a tile
// added up, so many bytes copied before. What each of these takes was fitted to 1 100 measurements
// on an H200, in microseconds; their ratios, which decide, belong to the kernel more than to the
// clock.

const double COPY_TIME = 2.5, COPY_BYTE = 0.7e-6; // copying factors before
const double PARTS_LUCK = 1.04; // what a plan with parts has to promise, for they wait for others

// What a schedule takes, where a stage takes so long.
static double schedule_time(const struct schedule *s, int most, const struct tile_cost *cost,
                            double stage) {
    const int rest = s->rows * s->columns - s->whole;
    double time = ceil(s->whole / (double)most) * (s->steps * stage + cost->tile);
    if (rest > 0) {
        const double stages = ceil((double)rest * s->steps / s->parts);
        time += ceil(s->parts / (double)most) * stages * stage + cost->tile + cost->parts +
                cost->piece * (1 + (double)s->parts / rest);
        time *= PARTS_LUCK;
    }
    return time;
}

// The best schedule for `most` clusters, from one of whole tiles, and its time; as few clusters as
// need no more turns.
static double schedule_choose(struct schedule *schedule, int most, const struct tile_cost *cost,
                              double stage, unsigned *clusters) {
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
            const double time = schedule_time(&s, most, cost, stage);
            if (time < least) {
                least = time;
                *schedule = s;
            }
        }
    }
    *clusters = schedule->parts == 0 ? rounded_up(units, rounded_up(units, most))
                : schedule->whole    ? most
                                     : schedule->parts;
    return least;
}

// The same for the plan's tile, with what its factors need besides.
template <typename T> static double plan_schedule(tensor_plan<T> *plan, int sms) {
    const tile_choice<T> *tile = plan->tile;
    const product<T> *p = &plan->of;
    const bool odd_a = !rows_fit<T>(p->k), odd_b = !rows_fit<T>(p->n);
    double before = 0;
    if (odd_a || odd_b) {
        const double numbers = odd_a * (double)p->m * p->k + odd_b * (double)p->k * p->n;
        before = COPY_TIME + COPY_BYTE * sizeof(T) * numbers;
    }
    plan->schedule = schedule_of(tile, p);
    return before + schedule_choose(&plan->schedule, sms / tile->cluster, &tile->cost,
                                    tile->cost.stage, &plan->clusters);
}

template <typename T> struct tile_choices {
    int count;
    tile_choice<T> of[8];
};

static inline const tile_choices<bf16> *all_tiles(const bf16 *) {
    static const tile_choices<bf16> tiles = {
        8,
        {tile_choice_of<tiling<bf16, 2, 256, 2>>({0.588, 4.71, 2.72, 1.06}),
         tile_choice_of<tiling<bf16, 2, 256, 1>>({0.614, 4.43, 1.86, 1.24}),
         tile_choice_of<tiling<bf16, 2, 128, 2>>({0.357, 2.88, 2.84, 0.58}),
         tile_choice_of<tiling<bf16, 2, 128, 1>>({0.391, 2.70, 3.03, 0.53}),
         tile_choice_of<tiling<bf16, 2, 64, 1>>({0.327, 1.60, 2.82, 0.36}),
         tile_choice_of<tiling<bf16, 1, 256, 1>>({0.498, 3.32, 2.00, 0.91}),
         tile_choice_of<tiling<bf16, 1, 128, 1>>({0.327, 1.87, 2.33, 0.50}),
         tile_choice_of<tiling<bf16, 1, 64, 1>>({0.218, 1.29, 2.55, 0.35})}};
    return &tiles;
}
static inline const tile_choices<float> *all_tiles(const float *) {
    static const tile_choices<float> tiles = {
        8,
        {tile_choice_of<tiling<float, 2, 256, 2>>({0.609, 4.59, 2.27, 1.29}),
         tile_choice_of<tiling<float, 2, 256, 1>>({0.634, 4.38, 3.16, 1.09}),
         tile_choice_of<tiling<float, 2, 128, 2>>({0.464, 2.62, 2.79, 0.63}),
         tile_choice_of<tiling<float, 2, 128, 1>>({0.455, 2.99, 3.07, 0.54}),
         tile_choice_of<tiling<float, 2, 64, 1>>({0.381, 1.99, 2.84, 0.35}),
         tile_choice_of<tiling<float, 1, 256, 1>>({0.452, 3.81, 1.63, 0.96}),
         tile_choice_of<tiling<float, 1, 128, 1>>({0.314, 2.36, 1.78, 0.57}),
         tile_choice_of<tiling<float, 1, 64, 1>>({0.234, 1.77, 2.21, 0.36})}};
    return &tiles;
}

template <typename T> static void plan_choose(tensor_plan<T> *plan, const product<T> *p) {
    static const int sms = multiprocessors();
    const tile_choices<T> *tiles = all_tiles((const T *)NULL);
    tensor_plan<T> best = *plan;
    double least = INFINITY;
    best.of = *p;
    for (int i = 0; i < tiles->count; i++) {
        tensor_plan<T> trial = best;
        trial.tile = &tiles->of[i];
        const double time = plan_schedule(&trial, sms);
        if (time < least) {
            least = time;
            *plan = trial;
        }
    }
    plan_complete(plan);
}

#endif
