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
    int m, n, deep, cluster, below, beside, partners; // as in tiling
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
    return {launch_tiles<S>, S::M,       S::N,      S::DEEP,   S::CLUSTER, S::BELOW,     S::BESIDE,
            S::PARTNERS,     S::BY_HAND, S::SPLITS, S::ROWS_A, S::ROWS_B,  S::SLOT_ROWS, cost};
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
        (size_t)(s->rows * s->columns - s->whole) * tile->cluster * tile->partners;
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
// added up, so many bytes copied before; and what all blocks ask of the memory, and of the L2. What
// each of these takes was fitted to measurements on an H200, in microseconds: 36 000 at 370 sizes,
// and for bf16's tiles 33 000 at 235; those by hand were not fitted again, but raised as the same
// tiles with the engine were. Their ratios, which decide, belong to the kernel more than to the
// clock.

const double PARTS_LUCK = 1.28; // what a plan with parts may have to promise: they wait for others

// Copying factors before; each line of 128 bytes that is asked of the L2, however many blocks share
// it, each byte of a, b and c, each again of which blocks with parts of a tile read it at other
// times, and each that is filled with zeros because no number is there.
struct traffic_cost {
    double copy, copied_byte, line, byte, again, zero;
};
static inline struct traffic_cost traffic_cost(const bf16 *) {
    return {2.02, 0.5e-6, 4.31e-6, 0.0602e-6, 0.0529e-6, 0.104e-6};
}
static inline struct traffic_cost traffic_cost(const float *) {
    return {1.87, 0.507e-6, 4e-6, 0.0662e-6, 0.031e-6, 0.102e-6};
}

// 128 x 128 numbers to c by all threads, where the engine can't.
static inline double store_time(const float *, int unit) {
    return unit == 4 ? 0.74 : 0.14;
}
static inline double store_time(const bf16 *, int unit) {
    return unit == 2 ? 1.14 : unit == 4 ? 1.05 : 0.86;
}

// What a schedule takes. Where tiles are few, each can be cut evenly; a part that goes on in the
// next tile leaves two pieces, and is added up twice.
static double schedule_time(const struct schedule *s, int most, const struct tile_cost *cost,
                            double luck) {
    const int rest = s->rows * s->columns - s->whole;
    double time = ceil(s->whole / (double)most) * (s->steps * cost->stage + cost->tile);
    if (rest > 0) {
        const double stages = ceil((double)rest * s->steps / s->parts);
        time += ceil(s->parts / (double)most) * stages * cost->stage + cost->tile + cost->parts;
        if (rest <= most / 2 && s->parts % rest)
            time += cost->parts;
        time *= luck;
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
                              unsigned *clusters, double luck = PARTS_LUCK, const int *room = NULL,
                              int cluster = 1) {
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
            const double time = schedule_time(&s, most, cost, luck);
            if (time < least) {
                least = time;
                *schedule = s;
            }
        }
    }
    // Or a cluster for each.
    s.whole = units;
    s.parts = 0;
    for (s.split = 2; room && s.split * cluster <= MOST_SPLIT && s.split <= s.steps; s.split++) {
        const double time = rounded_up(s.steps, s.split) * cost->stage + cost->tile + cost->cluster;
        if (units <= room[s.split * cluster] && time < least) {
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

// How many lines of the L2 so many bytes lie in, on average, where rows are `pitch` bytes apart.
static inline double lines_of(size_t pitch, size_t bytes) {
    const size_t all = pitch | 128, begin = all & (~all + 1); // they begin at multiples of this
    return bytes > begin ? (double)(bytes + 128 - begin) / 128 : 1;
}

// What all blocks of the plan ask of the L2 and the memory.
template <typename T>
static double traffic_time(const tensor_plan<T> *plan, bool pad_a, bool pad_b) {
    const product<T> *p = &plan->of;
    const tile_choice<T> *tile = plan->tile;
    const struct schedule *s = &plan->schedule;
    const struct traffic_cost cost = traffic_cost(p->dev_a);
    const size_t row_a = p->k * sizeof(T), row_b = p->n * sizeof(T);
    const size_t pitch_a = pad_a ? rounded_up(row_a, 32) * 32 : row_a;
    const size_t pitch_b = pad_b ? rounded_up(row_b, 32) * 32 : row_b;
    // Rows of boxes that are there: of a for each column of tiles, of b for each row of them.
    const double of_a = (double)s->steps * p->m * s->columns;
    const double of_b = (double)p->k * rounded_up(row_b, BOX) * s->rows;
    const double all =
        (double)s->steps * s->rows * s->columns * tile->cluster * (tile->m + tile->n);
    const double bytes =
        sizeof(T) * ((double)p->m * p->k + (double)p->k * p->n + (double)p->m * p->n);
    const double units = (double)s->rows * s->columns, in_parts = (units - s->whole) / units;
    return cost.line * (of_a * lines_of(pitch_a, BOX) +
                        of_b * lines_of(pitch_b, pitch_b < BOX ? pitch_b : BOX)) +
           (cost.byte + cost.again * in_parts) * bytes +
           cost.zero * BOX * (all - of_a * tile->beside - of_b * tile->below) +
           (pad_a || pad_b ? cost.copy : 0) +
           cost.copied_byte * sizeof(T) *
               ((pad_a ? (double)p->m * p->k : 0) + (pad_b ? (double)p->k * p->n : 0));
}

// The same for the plan's tile, with what its factors need besides.
template <typename T> static double plan_schedule(tensor_plan<T> *plan, double luck) {
    const tile_choice<T> *tile = plan->tile;
    const product<T> *p = &plan->of;
    struct tile_cost cost = tile->cost;
    if (plan->hand_a)
        cost.stage += rows_time(&cost, unit_of(p->dev_a, p->k)) * tile->m;
    if (plan->hand_b)
        cost.stage += rows_time(&cost, unit_of(p->dev_b, p->n)) * tile->n;
    if (!rows_fit(p->dev_c, p->n))
        cost.tile +=
            store_time(p->dev_c, unit_of(p->dev_c, p->n)) * tile->m * tile->n / (128 * 128);
    plan->schedule = schedule_of(tile, p);
    const double time =
        schedule_choose(&plan->schedule, most_clusters(tile->cluster), &cost, &plan->clusters, luck,
                        tile->splits ? cluster_room() : NULL, tile->cluster);
    return time + traffic_time(plan, !plan->hand_a && !rows_fit(p->dev_a, p->k),
                               !plan->hand_b && !rows_fit(p->dev_b, p->n));
}

// Rows of a and columns of b as they are, or the product turned; the blocks of a cluster below each
// other, which share columns of b, and beside each other.
template <typename T, int CONSUMERS, int WIDE, int BELOW, int BESIDE, int HALVES = 1>
using upright = tiling<T, CONSUMERS, WIDE, BELOW * BESIDE, false, 0, false, BELOW, HALVES>;
template <typename T, int CONSUMERS, int WIDE, int BELOW, int BESIDE, int HALVES = 1>
using turned = tiling<T, CONSUMERS, WIDE, BELOW * BESIDE, false, 0, true, BELOW, HALVES>;
// Two consumers that play ping-pong, with a tile each.
template <typename T, int HALVES, int WIDE, int BELOW, int BESIDE>
using upright_pingpong = tiling<T, 2, WIDE, BELOW * BESIDE, false, 0, false, BELOW, HALVES, true>;
template <typename T, int HALVES, int WIDE, int BELOW, int BESIDE>
using turned_pingpong = tiling<T, 2, WIDE, BELOW * BESIDE, false, 0, true, BELOW, HALVES, true>;

template <typename T> struct tile_choices {
    int count;
    tile_choice<T> of[41];
};

static inline const tile_choices<bf16> *all_tiles(const bf16 *) {
    static const tile_choices<bf16> tiles = {
        41,
        {tile_choice_of<upright<bf16, 1, 64, 1, 1>>({0.15, 1.08, 4.7, 3.78}),
         tile_choice_of<upright<bf16, 2, 64, 1, 1>>({0.215, 0.894, 5.18, 4.43}),
         tile_choice_of<upright<bf16, 2, 128, 1, 1>>({0.302, 1.65, 4.37, 4.6}),
         tile_choice_of<upright<bf16, 3, 128, 1, 1>>({0.397, 2.31, 3.9, 4.96}),
         tile_choice_of<upright<bf16, 2, 256, 1, 1>>({0.505, 2.83, 3.15, 5.03}),
         tile_choice_of<upright<bf16, 2, 128, 1, 2, 2>>({0.535, 2.98, 2.71, 4.87}),
         tile_choice_of<upright<bf16, 2, 192, 2, 1>>({0.406, 2.3, 3.44, 4.83}),
         tile_choice_of<upright<bf16, 2, 256, 2, 1>>({0.542, 2.75, 2.58, 4.87}),
         tile_choice_of<upright<bf16, 1, 64, 1, 4>>({0.175, 1.4, 4.14, 3.5}),
         tile_choice_of<upright<bf16, 1, 64, 4, 1>>({0.18, 1.37, 3.96, 3.5}),
         tile_choice_of<upright<bf16, 1, 160, 4, 1>>({0.235, 2.01, 3.98, 4.51}),
         tile_choice_of<upright<bf16, 2, 160, 4, 1>>({0.368, 1.97, 3.53, 4.89}),
         tile_choice_of<upright<bf16, 2, 160, 2, 2>>({0.386, 2.03, 3.46, 4.71}),
         tile_choice_of<upright<bf16, 2, 288, 4, 1>>({0.714, 3.03, 2.5, 6.75}),
         tile_choice_of<turned<bf16, 1, 96, 1, 1>>({0.17, 1.54, 4.63, 3.58}),
         tile_choice_of<turned<bf16, 2, 64, 1, 1>>({0.205, 0.867, 4.95, 4.48}),
         tile_choice_of<turned<bf16, 1, 160, 1, 1>>({0.222, 1.7, 4.72, 4.03}),
         tile_choice_of<turned<bf16, 1, 128, 2, 1>>({0.211, 1.41, 4.55, 4.21}),
         tile_choice_of<turned<bf16, 2, 192, 1, 2>>({0.405, 2.28, 3.2, 4.75}),
         tile_choice_of<turned<bf16, 1, 96, 4, 1>>({0.167, 1.86, 4.05, 3.75}),
         tile_choice_of<turned<bf16, 2, 128, 1, 4>>({0.303, 1.5, 3.87, 4.77}),
         tile_choice_of<turned<bf16, 2, 192, 1, 4>>({0.383, 2.06, 3.05, 4.95}),
         tile_choice_of<upright_pingpong<bf16, 2, 128, 1, 1>>({0.323, 1.38, 4.47}),
         tile_choice_of<upright_pingpong<bf16, 1, 192, 2, 1>>({0.257, 0.984, 4.55}),
         tile_choice_of<upright_pingpong<bf16, 2, 160, 2, 1>>({0.377, 2.13, 3.63}),
         tile_choice_of<upright_pingpong<bf16, 1, 96, 4, 1>>({0.16, 0.802, 4.84}),
         tile_choice_of<upright_pingpong<bf16, 1, 128, 4, 1>>({0.152, 0.783, 4.86}),
         tile_choice_of<upright_pingpong<bf16, 2, 96, 4, 1>>({0.266, 1.22, 4.46}),
         tile_choice_of<upright_pingpong<bf16, 2, 128, 4, 1>>({0.277, 1.29, 4.28}),
         tile_choice_of<turned_pingpong<bf16, 1, 192, 1, 1>>({0.29, 1.06, 4.68}),
         tile_choice_of<turned_pingpong<bf16, 2, 160, 1, 1>>({0.357, 2.23, 4.07}),
         tile_choice_of<turned_pingpong<bf16, 2, 192, 1, 1>>({0.408, 2.68, 3.73}),
         tile_choice_of<turned_pingpong<bf16, 2, 64, 1, 2>>({0.226, 0.674, 4.86}),
         tile_choice_of<turned_pingpong<bf16, 1, 192, 1, 2>>({0.233, 1.1, 4.62}),
         tile_choice_of<turned_pingpong<bf16, 2, 192, 1, 2>>({0.413, 2.58, 3.18}),
         tile_choice_of<turned_pingpong<bf16, 1, 128, 1, 4>>({0.158, 0.783, 4.78}),
         tile_choice_of<turned_pingpong<bf16, 1, 192, 1, 4>>({0.2, 1.09, 4.28}),
         tile_choice_of<turned_pingpong<bf16, 2, 96, 1, 4>>({0.248, 1.18, 4.32}),
         tile_choice_of<tiling<bf16, 2, 128, 1, true>>({0.285, 1.5, 4.4, 4.6, 1.73, 0.623, 0.319}),
         tile_choice_of<tiling<bf16, 2, 64, 1, true>>({0.197, 0.8, 5.1, 4.4, 1.81, 0.635, 0.377}),
         tile_choice_of<tiling<bf16, 1, 64, 1, true>>({0.17, 1.07, 4.6, 3.8, 2.23, 0.881, 0.326})}};
    return &tiles;
}
static inline const tile_choices<float> *all_tiles(const float *) {
    static const tile_choices<float> tiles = {
        25,
        {tile_choice_of<turned<float, 3, 128, 1, 1>>({0.39, 2.57, 6.35, 3.58}),
         tile_choice_of<turned<float, 3, 96, 1, 1>>({0.345, 1.96, 5.83, 3.51}),
         tile_choice_of<turned<float, 2, 256, 1, 1>>({0.435, 3.46, 7.86, 3.74}),
         tile_choice_of<turned<float, 2, 224, 1, 1>>({0.388, 3, 7.76, 4.04}),
         tile_choice_of<turned<float, 2, 160, 1, 1>>({0.321, 2.19, 6.57, 3.47}),
         tile_choice_of<turned<float, 2, 96, 1, 1>>({0.262, 1.34, 5.02, 2.73}),
         tile_choice_of<turned<float, 2, 64, 1, 1>>({0.226, 1.01, 4.6, 2.36}),
         tile_choice_of<turned<float, 1, 256, 1, 1>>({0.32, 2.37, 6.3, 2.56}),
         tile_choice_of<turned<float, 1, 192, 1, 1>>({0.257, 1.82, 5.31, 2.3}),
         tile_choice_of<turned<float, 1, 128, 1, 1>>({0.199, 1.25, 4.88, 1.99}),
         tile_choice_of<turned<float, 1, 64, 1, 1>>({0.156, 0.904, 4.2, 1.75}),
         tile_choice_of<turned<float, 2, 256, 1, 2>>({0.391, 3.43, 8.49}),
         tile_choice_of<turned<float, 2, 224, 1, 2>>({0.354, 2.97, 8.26}),
         tile_choice_of<turned<float, 2, 192, 1, 2>>({0.322, 2.57, 7.47}),
         tile_choice_of<turned<float, 2, 128, 2, 1>>({0.27, 1.82, 5.82}),
         tile_choice_of<turned<float, 2, 192, 1, 4>>({0.32, 2.43, 7.07}),
         tile_choice_of<turned<float, 2, 128, 1, 4>>({0.265, 1.65, 5.33}),
         tile_choice_of<turned<float, 2, 64, 1, 4>>({0.211, 0.954, 4.63}),
         tile_choice_of<turned<float, 1, 128, 4, 1>>({0.186, 1.31, 4.82}),
         tile_choice_of<turned<float, 1, 64, 1, 4>>({0.155, 0.899, 4.19}),
         tile_choice_of<turned<float, 1, 64, 4, 1>>({0.154, 0.92, 4.26}),
         tile_choice_of<tiling<float, 2, 128, 1, true>>({0.223, 1.81, 6.3, 3.28, 0.8, 0.58, 0.358}),
         tile_choice_of<tiling<float, 2, 64, 1, true>>(
             {0.264, 0.956, 4.62, 2.51, 0.8, 0.445, 0.09}),
         tile_choice_of<tiling<float, 1, 128, 1, true>>(
             {0.104, 1.32, 4.43, 1.96, 0.8, 0.719, 0.503}),
         tile_choice_of<tiling<float, 1, 64, 1, true>>(
             {0.142, 0.982, 4.18, 1.73, 0.8, 0.543, 0.0958})}};
    return &tiles;
}

// The least time of a plan's launches one behind the other, in ms; of a few turns, as long as they
// come near `best`.
template <typename T> static float plan_trial(const tensor_plan<T> *plan, float best) {
    enum { TURNS = 4, LAUNCHES = 4 };
    float least = INFINITY;
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    plan_run(plan);
    for (int turn = 0; turn < TURNS && (turn == 0 || least < 1.1f * best); turn++) {
        moment_record(&start);
        for (int i = 0; i < LAUNCHES; i++)
            plan_run(plan);
        moment_record(&stop);
        moment_wait(&stop, __FILE__, __LINE__);
        least = fminf(least, moment_ms(start, stop) / LAUNCHES);
    }
    moment_destroy(start);
    moment_destroy(stop);
    return least;
}

// Plans that should take the least time, the best first.
enum { TRIED = 20 };
template <typename T> struct likely_plans {
    int count;
    double time[TRIED];
    tensor_plan<T> plan[TRIED];
};
template <typename T>
static void likely_add(struct likely_plans<T> *l, const tensor_plan<T> *plan, double time) {
    if (l->count == TRIED && time >= l->time[TRIED - 1])
        return;
    int at = l->count < TRIED ? l->count++ : TRIED - 1;
    for (; at > 0 && l->time[at - 1] > time; at--) {
        l->plan[at] = l->plan[at - 1];
        l->time[at] = l->time[at - 1];
    }
    l->plan[at] = *plan;
    l->time[at] = time;
}

// The plan for a product. The model is right to a tenth or so, and plans lie closer together than
// that: those that should take the least time are tried, as the libraries' own are
// (bench/peers/cublas_fastest.h).
template <typename T> static void plan_choose(tensor_plan<T> *plan, const product<T> *p) {
    const tile_choices<T> *tiles = all_tiles((const T *)NULL);
    struct likely_plans<T> likely = {};
    const bool odd_a = !rows_fit(p->dev_a, p->k), odd_b = !rows_fit(p->dev_b, p->n);
    for (int i = 0; i < tiles->count; i++)
        for (int hand = 0; hand < 4; hand++) { // one factor of two may be copied nevertheless
            tensor_plan<T> trial = {};
            trial.of = *p;
            trial.tile = &tiles->of[i];
            trial.hand_a = hand & 1;
            trial.hand_b = hand & 2;
            if ((hand != 0) != trial.tile->by_hand || (trial.hand_a && !odd_a) ||
                (trial.hand_b && !odd_b))
                continue;
            double time = plan_schedule(&trial, 1);
            likely_add(&likely, &trial, time);
            if (trial.schedule.parts > 0) { // the best without
                time = plan_schedule(&trial, INFINITY);
                likely_add(&likely, &trial, time);
            }
        }
    void *dev_memory = plan->dev_memory;
    size_t bytes = plan->bytes;
    float least = INFINITY;
    int best = 0;
    for (int i = 0; i <= likely.count; i++) { // and the best once more, to stay
        tensor_plan<T> *trial = &likely.plan[i < likely.count ? i : best];
        trial->dev_memory = dev_memory;
        trial->bytes = bytes;
        plan_complete(trial);
        dev_memory = trial->dev_memory;
        bytes = trial->bytes;
        const float ms = i < likely.count ? plan_trial(trial, least) : INFINITY;
        if (ms < least) {
            least = ms;
            best = i;
        }
    }
    *plan = likely.plan[best];
}

#endif
