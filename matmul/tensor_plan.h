// SPDX-License-Identifier: MIT
// How a product of any size is done with hopper_tiles.h: with which tile, cut into which pieces of
// work, and what is copied before. A plan is made once for a product, as cublasLt's are, and run as
// often as is wanted.
#ifndef TENSOR_PLAN_H
#define TENSOR_PLAN_H

#include "hopper_tiles.h"

// ---- rows that the copy engine can't fetch -----------------------------------------------------
// They would have to begin at multiples of 16 bytes. A matrix with others is copied first, each row
// to such a place: 16 bytes a thread. What lies beyond the last column counts as zeros anyway.

struct padding {
    const void *from;
    void *to; // NULL: not needed
    size_t rows, columns, pitch;
    int width; // threads along a row, a power of two
};

const int PAD_THREADS = 256, PAD_ROWS = 4;

template <typename T> __device__ static inline uint4 shifted_at(const T *from) {
    const int bytes = (int)((uintptr_t)from % 16);
    const ulonglong2 *at = (const ulonglong2 *)((uintptr_t)from - bytes);
    return shifted(at[0], bytes ? at[1] : at[0], bytes);
}

// A block takes rows so many at a time, four times over, and of long rows a part: a row is `width`
// threads wide.
template <typename T> __global__ void pad_kernel(struct padding a, struct padding b) {
    const struct padding p = blockIdx.y ? b : a;
    const int each = 16 / sizeof(T), high = PAD_THREADS / p.width;
    const T *begin = (const T *)p.from, *end = begin + p.rows * p.columns;
    const size_t first = threadIdx.x / p.width + (size_t)blockIdx.x * high;
    const size_t next = (size_t)gridDim.x * high;
    wait_for_previous();
    let_next_begin();
    if (p.to == NULL)
        return;
    for (size_t row = first; row < p.rows; row += PAD_ROWS * next)
        for (size_t x = (threadIdx.x % p.width + blockIdx.z * p.width) * each; x < p.pitch;
             x += gridDim.z * p.width * each) {
            uint4 piece[PAD_ROWS];
#pragma unroll
            for (int i = 0; i < PAD_ROWS; i++) {
                const T *from = begin + (row + i * next) * p.columns + x;
                if (from + 2 * each <= end)
                    piece[i] = shifted_at(from);
            }
#pragma unroll
            for (int i = 0; i < PAD_ROWS; i++) {
                const T *from = begin + (row + i * next) * p.columns + x;
                T *to = (T *)p.to + (row + i * next) * p.pitch + x;
                if (from + 2 * each <= end)
                    *(uint4 *)to = piece[i];
                else // the matrix's last numbers; none is where the row is not
                    for (int q = 0; q < each && from + q < end; q++)
                        to[q] = from[q];
            }
        }
}

// ---- the plan ----------------------------------------------------------------------------------

template <typename T> struct tensor_plan;

// What a tile takes, in microseconds on an H200: a stage, beginning and ending it, that it has
// parts at all, each part, and 256 rows of a stage that are fetched by hand.
struct tile_cost {
    double stage, tile, parts, piece, by_hand;
};

// A tile size that a plan may take.
template <typename T> struct tile_choice {
    void (*launch)(const tensor_plan<T> *plan);
    int m, n, deep, cluster, below, beside, consumers; // as in tiling
    bool by_hand;
    int rows_a, rows_b, rows_c; // of a box
    struct tile_cost cost;
};

template <typename T> struct tensor_plan {
    product<T> of; // what it is for
    const tile_choice<T> *tile;
    struct schedule schedule;
    unsigned clusters;
    struct padding pad_a, pad_b;
    struct tensor_map a, b, c;
    const T *a_itself, *b_itself; // where no map can describe them, else NULL
    T *c_itself;
    void *dev_memory;      // padded copies and the next two
    size_t bytes;          // of it; the next plan takes it over
    float *dev_partial;    // sums of pieces
    unsigned *dev_arrived; // how many pieces of a tile are done
};

template <class S> static void launch_tiles(const tensor_plan<typename S::T> *plan) {
    launch_behind(hopper_kernel<S>, plan->clusters * S::CLUSTER, S::THREADS, S::SHARED, plan->a,
                  plan->b, plan->c, plan->a_itself, plan->b_itself, plan->c_itself,
                  product_sizes(&plan->of), plan->schedule, plan->dev_partial, plan->dev_arrived);
}

template <class S> static tile_choice<typename S::T> tile_choice_of(struct tile_cost cost) {
    HANDLE_ERROR(cudaFuncSetAttribute(hopper_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    return {launch_tiles<S>, S::M,         S::N,         S::DEEP,    S::CLUSTER,
            S::BELOW,        S::BESIDE,    S::CONSUMERS, S::BY_HAND, S::M / S::BESIDE,
            S::DEEP,         S::SLOT_ROWS, cost};
}

static inline int multiprocessors(void) {
    int device, sms;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    return sms;
}

static inline double l2_bytes(void) {
    int device, bytes;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
    return bytes;
}

template <typename T>
static struct schedule schedule_of(const tile_choice<T> *tile, const product<T> *p) {
    return schedule_whole(p->m, p->n, p->k, tile->m * tile->below, tile->n * tile->beside,
                          tile->deep);
}

// Can the copy engine fetch such rows?
template <typename T> static bool rows_fit(size_t columns) {
    return columns * sizeof(T) % 16 == 0;
}
// The copy that a factor needs, if any: into memory from `at` on.
template <typename T>
static struct padding padding_of(const T *from, size_t rows, size_t columns, bool by_hand,
                                 size_t *at) {
    struct padding p = {from, NULL, rows, columns, columns, 1};
    const size_t each = 16 / sizeof(T);
    if (!by_hand && !rows_fit<T>(columns)) {
        p.pitch = rounded_up(columns, each) * each;
        while (p.width < PAD_THREADS && p.width * each < p.pitch)
            p.width *= 2;
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
        (size_t)(s->rows * s->columns - s->whole) * tile->cluster * tile->consumers * COUNTERS;
    size_t bytes = 256; // so that NULL is no place in it
    plan->pad_a = padding_of(p->dev_a, p->m, p->k, tile->by_hand, &bytes);
    plan->pad_b = padding_of(p->dev_b, p->k, p->n, tile->by_hand, &bytes);
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
    plan->a_itself = tile->by_hand && !rows_fit<T>(p->k) ? p->dev_a : NULL;
    plan->b_itself = tile->by_hand && !rows_fit<T>(p->n) ? p->dev_b : NULL;
    plan->a = plan->b = {};
    if (!plan->a_itself)
        plan->a = padded_map<T>(&plan->pad_a, tile->rows_a);
    if (!plan->b_itself)
        plan->b = padded_map<T>(&plan->pad_b, tile->rows_b);
    plan->c_itself = rows_fit<T>(p->n) ? NULL : p->dev_c;
    plan->c = plan->c_itself ? (struct tensor_map){}
                             : tensor_map_of(p->dev_c, 1, p->m, p->n, p->n * sizeof(T), sizeof(T),
                                             tile->rows_c);
}

template <typename T> static void plan_run(const tensor_plan<T> *plan) {
    const struct padding *a = &plan->pad_a, *b = &plan->pad_b;
    if (a->to || b->to) {
        unsigned blocks = 1, beside = 1;
        for (const struct padding *pad : {a, b}) {
            const unsigned of = rounded_up(pad->rows * pad->width, PAD_THREADS * PAD_ROWS);
            const unsigned wide = rounded_up(pad->pitch * sizeof(T), 16 * pad->width);
            blocks = pad->to && of > blocks ? of : blocks;
            beside = pad->to && wide > beside ? wide : beside;
        }
        launch_behind(pad_kernel<T>, dim3(at_most(4096, blocks), 2, at_most(64, beside)),
                      PAD_THREADS, 0, *a, *b);
    }
    plan->tile->launch(plan);
}

// ---- which plan --------------------------------------------------------------------------------
// The time of every tile and schedule is worked out from the product's size and the number of
// multiprocessors, and the plan with the shortest is taken. It is a sum: so many stages one after
// the other on the busiest multiprocessor, so many tiles begun and ended, so many pieces of a tile
// added up, so many bytes copied before. What each of these takes was fitted to 64 000 measurements
// at 600 sizes on an H200, in microseconds; their ratios, which decide, belong to the kernel more
// than to the clock.

const double COPY_TIME = 1.8, COPY_BYTE = 0.77e-6; // copying factors before
const double PARTS_LUCK = 1.15; // what a plan with parts has to promise, for they wait for others
const double FAR = 1.1; // a stage of factors that the L2 can't hold, where no two blocks share one

// 128 x 128 numbers to c by all threads.
static inline double store_time(const float *) {
    return 0.55;
}
static inline double store_time(const bf16 *) {
    return 1.99;
}

// So many pieces of a tile, in groups, are read one after the other.
static inline int pieces_in_turn(int parts) {
    const int together = parts_together(parts), between = 4; // groups take a while as well
    return together == parts ? parts : together + (parts + together - 1) / together + between;
}

// What a schedule takes, where a stage takes so long.
static double schedule_time(const struct schedule *s, int most, const struct tile_cost *cost,
                            double stage) {
    const int rest = s->rows * s->columns - s->whole;
    double time = ceil(s->whole / (double)most) * (s->steps * stage + cost->tile);
    if (rest > 0) {
        const double stages = ceil((double)rest * s->steps / s->parts);
        time += ceil(s->parts / (double)most) * stages * stage + cost->tile + cost->parts +
                cost->piece *
                    (pieces_in_turn((s->parts + rest - 1) / rest) + (s->parts % rest ? 4 : 0));
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
    const double numbers_a = (double)p->m * p->k, numbers_b = (double)p->k * p->n;
    const bool far = tile->cluster == 1 && (numbers_a + numbers_b) * sizeof(T) > l2_bytes();
    struct tile_cost cost = tile->cost;
    double before = 0;
    if (tile->by_hand)
        cost.stage += cost.by_hand * (odd_a * tile->m + odd_b * tile->n) / 256;
    else if (odd_a || odd_b)
        before = COPY_TIME + COPY_BYTE * sizeof(T) * (odd_a * numbers_a + odd_b * numbers_b);
    if (odd_b)
        cost.tile += store_time((const T *)NULL) * tile->m * tile->n / (128 * 128);
    plan->schedule = schedule_of(tile, p);
    return before + schedule_choose(&plan->schedule, sms / tile->cluster, &cost,
                                    cost.stage * (far ? FAR : 1), &plan->clusters);
}

template <typename T> struct tile_choices {
    int count;
    tile_choice<T> of[12];
};

static inline const tile_choices<bf16> *all_tiles(const bf16 *) {
    static const tile_choices<bf16> tiles = {
        12,
        {tile_choice_of<tiling<bf16, 2, 256, 2>>({0.474, 1.95, 3.87, 1.71, 0}),
         tile_choice_of<tiling<bf16, 2, 256, 1>>({0.642, 2.26, 7.40, 1.50, 0}),
         tile_choice_of<tiling<bf16, 2, 128, 2>>({0.354, 1.06, 3.45, 1.04, 0}),
         tile_choice_of<tiling<bf16, 2, 128, 1>>({0.421, 1.48, 3.10, 0.81, 0}),
         tile_choice_of<tiling<bf16, 2, 64, 1>>({0.275, 1.12, 2.38, 0.52, 0}),
         tile_choice_of<tiling<bf16, 1, 256, 1>>({0.485, 3.10, 3.57, 1.97, 0}),
         tile_choice_of<tiling<bf16, 1, 128, 1>>({0.291, 1.50, 1.97, 0.68, 0}),
         tile_choice_of<tiling<bf16, 1, 64, 1>>({0.198, 1.11, 2.18, 0.32, 0}),
         tile_choice_of<tiling<bf16, 2, 128, 1, true>>({0.296, 1.43, 2.31, 0.40, 2.81}),
         tile_choice_of<tiling<bf16, 2, 64, 1, true>>({0.514, 0.38, 1.98, 0.39, 1.47}),
         tile_choice_of<tiling<bf16, 1, 128, 1, true>>({0.256, 0.82, 3.25, 0.27, 1.76}),
         tile_choice_of<tiling<bf16, 1, 64, 1, true>>({0.137, 0.47, 2.53, 0.21, 1.86})}};
    return &tiles;
}
static inline const tile_choices<float> *all_tiles(const float *) {
    static const tile_choices<float> tiles = {
        12,
        {tile_choice_of<tiling<float, 2, 256, 2>>({0.502, 3.14, 4.89, 1.91, 0}),
         tile_choice_of<tiling<float, 2, 256, 1>>({0.612, 4.12, 7.81, 1.47, 0}),
         tile_choice_of<tiling<float, 2, 128, 2>>({0.424, 1.82, 4.52, 0.96, 0}),
         tile_choice_of<tiling<float, 2, 128, 1>>({0.459, 1.52, 4.45, 0.92, 0}),
         tile_choice_of<tiling<float, 2, 64, 1>>({0.360, 1.18, 2.95, 0.71, 0}),
         tile_choice_of<tiling<float, 1, 256, 1>>({0.630, 2.48, 2.77, 0.85, 0}),
         tile_choice_of<tiling<float, 1, 128, 1>>({0.349, 2.64, 4.10, 0.53, 0}),
         tile_choice_of<tiling<float, 1, 64, 1>>({0.300, 1.08, 2.56, 0.40, 0}),
         tile_choice_of<tiling<float, 2, 128, 1, true>>({0.587, 1.72, 3.45, 0.37, 1.54}),
         tile_choice_of<tiling<float, 2, 64, 1, true>>({0.358, 0.88, 3.46, 0.28, 1.39}),
         tile_choice_of<tiling<float, 1, 128, 1, true>>({0.272, 1.55, 2.67, 0.59, 1.26}),
         tile_choice_of<tiling<float, 1, 64, 1, true>>({0.204, 0.54, 2.09, 0.23, 1.29})}};
    return &tiles;
}

template <typename T> static void plan_choose(tensor_plan<T> *plan, const product<T> *p) {
    static const int sms = multiprocessors();
    const tile_choices<T> *tiles = all_tiles((const T *)NULL);
    tensor_plan<T> best = *plan;
    double least = INFINITY;
    best.of = *p;
    const bool fits = rows_fit<T>(p->k) && rows_fit<T>(p->n);
    for (int i = 0; i < tiles->count; i++) {
        if (fits && tiles->of[i].by_hand)
            continue;
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
