// SPDX-License-Identifier: MIT
// Which plan (tensor_plan.h) a product gets: a model says which are likely, and trials decide.
#ifndef PLAN_CHOICE_H
#define PLAN_CHOICE_H

#include "tensor_plan.h"

// ---- the model ---------------------------------------------------------------------------------
// The time of every tile and schedule is worked out from the product's size and the number of
// multiprocessors. It is a sum: so many stages one after the other on the busiest multiprocessor,
// so many tiles begun and ended, so many pieces of a tile added up, so many bytes copied before;
// and what all blocks ask of the memory, and of the L2. What each of these takes was fitted to
// measurements on an H200, in microseconds: 36 000 at 370 sizes, and for bf16's tiles 33 000 at
// 235; those by hand were not fitted again, but raised as the same tiles with the engine were.
// Their ratios, which decide, belong to the kernel more than to the clock.

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

// ---- the tiles ---------------------------------------------------------------------------------

// Rows of a and columns of b as they are, or the product turned; the blocks of a cluster below each
// other, which share columns of b, and beside each other.
template <typename T, int CONSUMERS, int WIDE, int BELOW, int BESIDE>
using upright = tiling<T, CONSUMERS, WIDE, BELOW * BESIDE, false, 0, false, BELOW>;
template <typename T, int CONSUMERS, int WIDE, int BELOW, int BESIDE>
using turned = tiling<T, CONSUMERS, WIDE, BELOW * BESIDE, false, 0, true, BELOW>;
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
         tile_choice_of<turned<bf16, 2, 256, 1, 2>>({0.535, 2.98, 2.71, 4.87}),
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

// ---- the trials --------------------------------------------------------------------------------
// The model is right to a tenth or so, and plans lie closer together than that: so the likely ones
// are tried, as the libraries' own are (bench/peers/cublas_fastest.h). They take turns: under
// products that take milliseconds power lowers the clock at once, by a seventh on an H100, and who
// comes first would win. And then it counts what a product costs in power, which the model does not
// know: one that should be a fifth slower may be the fastest.

enum { MOST_TRIED = 48, ROUNDS = 7, LAUNCHES = 4 };
const double UNLIKELY = 1.3;    // times what the best should take: not tried
const float FAR_BEHIND = 1.2f;  // times the fastest of a round: not tried again
const float PARTS_GAIN = 1.02f; // times as fast must parts be: they cost memory's power, too

template <typename T> struct candidate {
    tensor_plan<T> plan;
    double expected;  // by the model
    float ms[ROUNDS]; // measured; the first round is not counted
};
template <typename T> struct candidates {
    int count;
    candidate<T> of[MOST_TRIED + 1]; // by what they should take, and room for one more
};

template <typename T>
static void candidates_add(struct candidates<T> *c, const tensor_plan<T> *plan, double expected) {
    int at = c->count;
    for (; at > 0 && c->of[at - 1].expected > expected; at--)
        c->of[at] = c->of[at - 1];
    c->of[at].plan = *plan;
    c->of[at].expected = expected;
    if (c->count < MOST_TRIED)
        c->count++;
    while (c->of[c->count - 1].expected > UNLIKELY * c->of[0].expected)
        c->count--;
}

// The likely ones of all.
template <typename T> static void candidates_find(struct candidates<T> *c, const product<T> *p) {
    const tile_choices<T> *tiles = all_tiles((const T *)NULL);
    const bool odd_a = !rows_fit(p->dev_a, p->k), odd_b = !rows_fit(p->dev_b, p->n);
    for (int i = 0; i < tiles->count; i++)
        for (int hand = 0; hand < 4; hand++) { // one factor of two may be copied nevertheless
            tensor_plan<T> plan = {};
            plan.of = *p;
            plan.tile = &tiles->of[i];
            plan.hand_a = hand & 1;
            plan.hand_b = hand & 2;
            if ((hand != 0) != plan.tile->by_hand || (plan.hand_a && !odd_a) ||
                (plan.hand_b && !odd_b))
                continue;
            double expected = plan_schedule(&plan, 1);
            candidates_add(c, &plan, expected);
            if (plan.schedule.parts > 0) { // the best without
                expected = plan_schedule(&plan, INFINITY);
                candidates_add(c, &plan, expected);
            }
        }
}

// What a launch of the plan takes, in ms, of several one behind the other if they are short.
template <typename T> static float plan_trial(tensor_plan<T> *plan, moment *start, moment *stop) {
    float ms = 0;
    for (int launches = 1; launches == 1 || (launches == LAUNCHES && ms < 1);
         launches += LAUNCHES - 1) {
        moment_record(start);
        for (int i = 0; i < launches; i++)
            plan_run(plan);
        moment_record(stop);
        moment_wait(stop, __FILE__, __LINE__);
        ms = moment_ms(*start, *stop) / launches;
    }
    return ms;
}

// What counts: the median of all rounds but the first.
template <typename T> static float candidate_ms(const candidate<T> *c) {
    float sorted[ROUNDS];
    int count = 0;
    for (int round = 1; round < ROUNDS; round++) {
        int at = count++;
        for (; at > 0 && sorted[at - 1] > c->ms[round]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = c->ms[round];
    }
    const float median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    return c->plan.schedule.parts ? PARTS_GAIN * median : median;
}

// The plan for a product.
template <typename T> static void plan_choose(tensor_plan<T> *plan, const product<T> *p) {
    static struct candidates<T> c;
    c.count = 0;
    candidates_find(&c, p);
    struct plan_memory memory = plan->memory;
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int round = 0; round < ROUNDS; round++) {
        float fastest = INFINITY;
        for (int i = 0; i < c.count; i++) {
            tensor_plan<T> *trial = &c.of[i].plan;
            trial->memory = memory;
            plan_complete(trial);
            memory = trial->memory;
            c.of[i].ms[round] = plan_trial(trial, &start, &stop);
            fastest = fminf(fastest, c.of[i].ms[round]);
        }
        int left = 0;
        for (int i = 0; i < c.count; i++)
            if (c.of[i].ms[round] <= FAR_BEHIND * fastest)
                c.of[left++] = c.of[i];
        c.count = left;
    }
    moment_destroy(start);
    moment_destroy(stop);
    int best = 0;
    for (int i = 1; i < c.count; i++)
        if (candidate_ms(&c.of[i]) < candidate_ms(&c.of[best]))
            best = i;
    *plan = c.of[best].plan;
    plan->memory = memory;
    plan_complete(plan);
}

#endif
