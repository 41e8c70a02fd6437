// SPDX-License-Identifier: MIT
// Which shape of warp_tiles.h's kernel a product gets, and in how many parts: matmul_ladder's top
// rung.
#ifndef SHAPE_PLAN_H
#define SHAPE_PLAN_H

#include <math.h>

#include "ladders/ladder.h"
#include "warp_tiles.h"

// Sums of a thread, warps of a block (down and across), slices, steps of a slab, buffers for slabs.
// V is 4 where the rows of b begin at multiples of 16 bytes, else 1; true: copied past the
// registers.
template <int V> using ahead = shape<16, 8, 2, 4, 1, 8, 3, V, true>;
template <int V> using deep = shape<16, 8, 2, 4, 1, 16, 4, V, true>;
template <int V> using held = shape<16, 8, 2, 4, 1, 16, 2, V, false>;
template <int V> using middle = shape<12, 8, 2, 2, 2, 32, 3, V, true>;
template <int V> using small = shape<8, 8, 2, 2, 2, 16, 4, V, true>;
template <int V> using square = shape<8, 8, 2, 1, 4, 32, 3, V, true>;
template <int V> using tiny = shape<4, 8, 2, 1, 4, 32, 3, V, true>;
template <int V> using tiniest = shape<4, 4, 2, 1, 4, 32, 3, V, true>;
template <int V> using brief = shape<8, 8, 2, 1, 2, 16, 4, V, true>;
template <int V> using flat = shape<8, 8, 1, 2, 4, 32, 3, V, true>;
template <int V> using low = shape<12, 8, 1, 1, 4, 32, 3, V, true>;
template <int V> using thin = shape<8, 4, 4, 1, 2, 32, 3, V, true>;
template <int V> using narrow = shape<8, 4, 2, 1, 4, 32, 3, V, true>;
template <int V> using quick = shape<8, 8, 2, 2, 1, 8, 4, V, true>;
template <int V> using quick_tall = shape<8, 8, 4, 2, 1, 8, 4, V, true>;

// What a block takes, in microseconds on an H200; the ratios decide. A slab and the rest: while
// others fill the gaps that it leaves, and alone.
struct shape_cost {
    double slab, rest, slab_alone, rest_alone;
};

struct choice {
    void (*launch)(const float *a, const float *b, float *c, int pitch, struct sizes s, int parts,
                   const unsigned *needed, bool early);
    int tile_m, tile_n, depth, blocks;
    struct shape_cost cost;
};

template <class S> static struct choice choice_of(struct shape_cost cost) {
    return {launch_shape<S>, S::TILE_M, S::TILE_N, S::DEPTH, S::BLOCKS, cost};
}

static inline long long choice_tiles(const struct choice *choice, struct sizes s) {
    return (long long)((s.m + choice->tile_m - 1) / choice->tile_m) *
           ((s.n + choice->tile_n - 1) / choice->tile_n);
}

// Adding up parts: after the product, and for each million numbers that it reads and writes.
const double ADD_TIME = 1.5, ADD_MILLION = 0.63;

static double choice_time(const struct choice *choice, struct sizes s, int parts, int processors) {
    // Each multiprocessor takes one block after the other, as many at a time as there is room for.
    // The time is that of the one that takes most: all its blocks where they keep it busy, or its
    // turns where each waits for itself.
    const struct shape_cost *cost = &choice->cost;
    const long long each = (choice_tiles(choice, s) * parts + processors - 1) / processors;
    const long long turns = (each + choice->blocks - 1) / choice->blocks;
    const int k = (s.k + parts - 1) / parts, slabs = (k + choice->depth - 1) / choice->depth;
    const double busy = (double)each * (slabs * cost->slab + cost->rest);
    const double alone = (double)turns * (slabs * cost->slab_alone + cost->rest_alone);
    const double added = 1e-6 * s.m * s.n * (parts + 1);
    return fmax(busy, alone) + (parts > 1 ? ADD_TIME + ADD_MILLION * added : 0);
}

// As many parts as a tile may have: four blocks a multiprocessor, and 64 steps each.
static int choice_parts(const struct choice *choice, struct sizes s, int processors) {
    const long long most = 4 * processors / choice_tiles(choice, s), deepest = (s.k + 63) / 64;
    return (int)fmax(1, (double)(most < deepest ? most : deepest));
}

// ---- parts -------------------------------------------------------------------------------------

const int ADD_THREADS = 256;

// c from the sums of its parts, always in the same order: a thread adds up four numbers.
static __global__ void add_parts(const float *parts, int count, float *c, int pitch,
                                 struct sizes s) {
    const size_t four = threadIdx.x + (size_t)blockIdx.x * ADD_THREADS, fours = pitch / 4;
    const size_t row = four / fours;
    const int column = 4 * (int)(four % fours);
    wait_for_previous();
    if (row >= (size_t)s.m)
        return;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 8
    for (int part = 0; part < count; part++) {
        const float4 more = *(const float4 *)(parts + 4 * ((size_t)part * s.m * fours + four));
        sum.x += more.x, sum.y += more.y, sum.z += more.z, sum.w += more.w;
    }
    c += row * s.n + column;
    if (s.n % 4 == 0) {
        *(float4 *)c = sum;
        return;
    }
    const float x[4] = {sum.x, sum.y, sum.z, sum.w};
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (column + i < s.n)
            c[i] = x[i];
}

// Memory for parts, kept until more is wanted.
static float *parts_memory(size_t floats) {
    static float *dev_parts;
    static size_t room;
    if (floats > room) {
        HANDLE_ERROR(cudaFree(dev_parts));
        HANDLE_ERROR(cudaMalloc(&dev_parts, floats * sizeof(float)));
        room = floats;
    }
    return dev_parts;
}

static void multiply_in_parts(const struct choice *choice, const float *a, const float *b, float *c,
                              struct sizes s, int parts) {
    const int pitch = (s.n + 3) / 4 * 4;
    const size_t each = (size_t)s.m * pitch, blocks = (each / 4 + ADD_THREADS - 1) / ADD_THREADS;
    float *dev_parts = parts_memory(parts * each);
    choice->launch(a, b, dev_parts, pitch, s, parts, NULL, false);
    launch_dependent(add_parts, (unsigned)blocks, ADD_THREADS, 0, 1, dev_parts, parts, c, pitch, s);
}

// ---- the choice --------------------------------------------------------------------------------

// Large tiles read least for what they multiply; small ones leave fewer multiprocessors idle, flat
// and thin ones fewer threads at such a product, and short slabs fewer steps where k is short.
// Large tiles of rows that begin anywhere come by way of the registers.
enum { SHAPES = 13 };
static inline const struct choice *all_choices(bool aligned) {
    static const struct choice CHOICES[2][SHAPES] = {
        {choice_of<held<1>>({2.86, 1, 3.03, 4.65}), choice_of<middle<1>>({2.03, 3.5, 2.05, 6.1}),
         choice_of<small<1>>({0.719, 1.63, 0.75, 1.57}),
         choice_of<square<1>>({0.768, 1.72, 0.779, 2.03}),
         choice_of<tiny<1>>({0.491, 0.854, 0.363, 1.39}),
         choice_of<tiniest<1>>({0.3, 0.7, 0.3, 1.3}), choice_of<brief<1>>({0.38, 1.4, 0.39, 1.6}),
         choice_of<flat<1>>({0.786, 1.86, 0.805, 2.01}),
         choice_of<low<1>>({0.559, 1.92, 0.611, 3.45}),
         choice_of<thin<1>>({0.961, 1.15, 0.986, 1.72}),
         choice_of<narrow<1>>({0.481, 1.15, 0.488, 1.57}),
         choice_of<quick<1>>({0.382, 0.949, 0.427, 0.832}),
         choice_of<quick_tall<1>>({0.745, 1.93, 0.762, 1.84})},
        {choice_of<deep<4>>({2.57, 1.02, 2.61, 9.1}), choice_of<middle<4>>({1.99, 1, 2, 4.09}),
         choice_of<small<4>>({0.687, 1.9, 0.714, 1.9}),
         choice_of<square<4>>({0.725, 1.59, 0.753, 1.78}),
         choice_of<tiny<4>>({0.422, 0.817, 0.324, 1.51}),
         choice_of<tiniest<4>>({0.3, 0.7, 0.3, 1.3}), choice_of<brief<4>>({0.38, 1.4, 0.39, 1.6}),
         choice_of<flat<4>>({0.706, 1.79, 0.727, 1.97}),
         choice_of<low<4>>({0.535, 1.64, 0.581, 3.07}),
         choice_of<thin<4>>({0.974, 0.987, 1.05, 1.15}),
         choice_of<narrow<4>>({0.491, 0.93, 0.38, 1.48}),
         choice_of<quick<4>>({0.356, 1.42, 0.412, 1.14}),
         choice_of<quick_tall<4>>({0.679, 3.37, 0.722, 1.44})},
    };
    return CHOICES[aligned];
}

// A way to do a product, and the time that it should take: fitted to 37 000 measurements at 859
// random sizes, but for tiniest and brief, which are guessed: trials decide.
struct shape_plan {
    const struct choice *choice;
    int parts;
    bool early;
    double time;
};
struct product_at {
    const float *a, *b;
    float *c;
    struct sizes s;
    const struct shape_plan *plan;
};

static inline void run_product(void *product) {
    const struct product_at *p = (const struct product_at *)product;
    const struct shape_plan *plan = p->plan;
    if (plan->parts > 1)
        multiply_in_parts(plan->choice, p->a, p->b, p->c, p->s, plan->parts);
    else
        plan->choice->launch(p->a, p->b, p->c, p->s.n, p->s, 1, NULL, plan->early);
}

// The likely plans, by the time that they should take: of each shape the best and the best with k
// in one part.
static int plans_find(struct shape_plan (&plans)[2 * SHAPES], struct sizes s, int processors) {
    const struct choice *choices = all_choices(s.n % 4 == 0);
    int count = 0;
    for (int i = 0; i < SHAPES; i++) {
        struct shape_plan best = {&choices[i], 1, false,
                                  choice_time(&choices[i], s, 1, processors)};
        const struct shape_plan whole = best;
        for (int p = choice_parts(&choices[i], s, processors); p > 1; p--) {
            const double time = choice_time(&choices[i], s, p, processors);
            if (time < best.time)
                best = {&choices[i], p, false, time};
        }
        for (const struct shape_plan &plan : {best, whole}) {
            int at = count++;
            for (; at > 0 && plans[at - 1].time > plan.time; at--)
                plans[at] = plans[at - 1];
            plans[at] = plan;
            if (best.parts == 1)
                break;
        }
    }
    return count;
}

// The fastest plan. Where it should be a short product the likely ones are tried, in graphs, each
// with the next kernel's blocks early and not. It is the slowest of a few turns that counts: some
// plans take twice as long where blocks happen to go two together to a multiprocessor. With k in
// parts the early ones are of that kind.
const double TRIED_BELOW = 100, LIKELY = 1.5; // microseconds; times the first's
enum { TRIED = 16, TRIED_ROUNDS = 4, TRIED_LAUNCHES = 20 };

static struct shape_plan plan_best(const struct product_at *of, int processors, bool may_try) {
    struct shape_plan plans[2 * SHAPES], tried[TRIED], *best = tried;
    float most[TRIED];
    int count = 0;
    const int found = plans_find(plans, of->s, processors);
    if (!may_try || plans[0].time > TRIED_BELOW || !ladder_has_graphs())
        return plans[0];
    for (int i = 0; i < found && count + 2 <= TRIED && plans[i].time < LIKELY * plans[0].time; i++)
        for (bool early : {false, true}) {
            if (early && plans[i].parts > 1)
                continue;
            tried[count] = plans[i];
            tried[count].early = early;
            most[count++] = 0;
        }
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int round = 0; round < TRIED_ROUNDS; round++)
        for (int i = 0; i < count; i++) {
            struct product_at product = *of;
            product.plan = &tried[i];
            run_product(&product); // memory for its parts
            const cudaGraphExec_t graph = ladder_graph(run_product, &product, TRIED_LAUNCHES);
            moment_record(&start);
            HANDLE_ERROR(cudaGraphLaunch(graph, cudaStreamPerThread));
            moment_record(&stop);
            moment_wait(&stop, __FILE__, __LINE__);
            HANDLE_ERROR(cudaGraphExecDestroy(graph));
            if (round > 0) // the first warms up
                most[i] = fmaxf(most[i], moment_ms(start, stop));
        }
    moment_destroy(start);
    moment_destroy(stop);
    for (int i = 1; i < count; i++)
        if (most[i] < most[best - tried])
            best = &tried[i];
    return *best;
}

// The choice is kept for the next product of that size. Where `needed` points to a zero nothing is
// done. That it might be there leaves k whole, so that it is one launch that does nothing, and
// nothing is tried.
static inline void multiply_best(const float *a, const float *b, float *c, struct sizes s,
                                 int processors, const unsigned *needed) {
    static struct kept {
        struct sizes of;
        struct shape_plan plan;
    } kept[2];
    struct kept *k = &kept[needed != NULL];
    struct product_at product = {a, b, c, s, &k->plan};
    if (k->of.m != s.m || k->of.n != s.n || k->of.k != s.k) {
        k->plan = plan_best(&product, processors, needed == NULL);
        k->of = s;
    }
    if (needed)
        k->plan.choice->launch(a, b, c, s.n, s, 1, needed, false);
    else
        run_product(&product);
}

#endif
