// SPDX-License-Identifier: MIT
// A ladder: the same work done by one rung after the other, each an idea faster than the one below.
// The rungs run in turns, so that whatever else the machine does meets them all; each is checked;
// a row a rung says what it took, what it reached, and how much of the limit and of the published
// kernel's speed that is.
//
//     static const struct rung rungs[] = {
//         {"copy", "a plain copy: the limit", copy, NULL, RUNG_LIMIT},
//         {"published", "one element a thread and turn", published, NULL, RUNG_PUBLISHED},
//         {"vectors", "16 bytes a load", vectors, NULL, 0},
//     };
//     struct ladder ladder = {.rungs = rungs, .count = 3, .bytes = 12.0 * n, .unit = "GB/s", ...};
//     return ladder_climb(&ladder, &options, &words, &work);
//
// Libraries join in with `--peers FILE`: a shared object whose function ladder_peers returns rungs
// for the same work (bench/peers/). They are timed in the same turns.
#ifndef LADDER_H
#define LADDER_H

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "digits.h"
#include "event_timer.h"
#include "options.h"
#include "report.h"

enum {
    RUNG_PUBLISHED = 1, // the kernel that "x published" is counted from
    RUNG_LIMIT = 2,     // not the work itself: its rate is the limit of the others, unchecked
    RUNG_PEER = 4,      // somebody else's: set for the rungs of --peers
    LADDER_MOST = 64,   // rungs
    LADDER_RUNS = 11,   // turns, unless --runs says otherwise
};

struct rung {
    const char *name;                         // a word, for --only
    const char *idea;                         // a line
    void (*run)(void *work);                  // enqueues the whole work once in the default stream
    const char *(*refuses)(const void *work); // NULL: any size. Otherwise why not this one, or NULL
    int role;                                 // RUNG_..., or 0
    double limit;  // in the ladder's unit, where the ladder's is not this rung's
    double amount; // of work a run, where it is not the ladder's
};

struct ladder {
    const struct rung *rungs;
    int count;
    const char *unit;     // of the rate: "GB/s", "TFLOP/s", "Gcells/s"
    double amount;        // of work a run in units x seconds: bytes / 1e9, operations / 1e12, ...
    double limit;         // the rate that the device allows; 0: that of the RUNG_LIMIT, if any
    const char *limit_is; // what the limit is, in a few words
    double bytes, flops;  // a run at least moves and does: for the roofline
    int batch; // launches between two events; 0: as many as make a millisecond, 100 at most
    void (*poison)(void *work); // spoils the output, before each turn of each rung
    // Looks at the output of `rung`, and writes what it compared into `says`.
    bool (*check)(void *work, const struct rung *rung, char *says, size_t size);
};

// The words that all ladders take beside the common ones; put LADDER_ROWS(words) into the rows.
struct ladder_words {
    const char *only, *peers;
};
#define LADDER_ROWS(words)                                                                         \
    {                                                                                              \
        "only", OPTION_FILE, &(words).only,                                                        \
        0,      0,           "run this rung only (with what it is held against)"},                 \
    {                                                                                              \
        "peers", OPTION_FILE, &(words).peers, 0, 0, "a library's rungs, from a shared object"      \
    }

// What a shared object of bench/peers/ exports: its rungs, and how many they are.
typedef const struct rung *ladder_peers_function(int *count);

// ---- data: the same on the host and on the device
// --------------------------------------------------

// A number for each index: uniform in [0, 1), 24 bits, by the finaliser of splitmix64.
__host__ __device__ static inline float ladder_random(uint64_t seed, uint64_t index) {
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u + seed * 0xd1342543de82ef95u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (float)((z ^ (z >> 31)) >> 40) * 0x1p-24f;
}

// to[i] = low + (high - low) * random, for any n.
__global__ static void ladder_fill_kernel(float *to, size_t n, uint64_t seed, float low,
                                          float high) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        to[i] = low + (high - low) * ladder_random(seed, i);
}

static inline void ladder_fill(float *dev_to, size_t n, uint64_t seed, float low, float high) {
    const size_t blocks = (n + 255) / 256;
    ladder_fill_kernel<<<(unsigned)(blocks < 4096 ? blocks : 4096), 256>>>(dev_to, n, seed, low,
                                                                           high);
    HANDLE_ERROR(cudaGetLastError());
}

// Device memory as large as the user asks; where it is not there, one line and status 2.
static inline void *ladder_alloc(const struct options *options, size_t count, size_t bytes_each) {
    void *dev_memory = NULL;
    if (count <= SIZE_MAX / bytes_each) {
        const cudaError_t error = cudaMalloc(&dev_memory, count * bytes_each);
        if (error == cudaSuccess)
            return dev_memory;
        if (error != cudaErrorMemoryAllocation)
            HANDLE_ERROR(error);
    }
    size_t free_bytes, total;
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &total));
    options_refuse(options, "--size %zu: %.3g GB more are needed, and the device has %.3g free",
                   options->size, 1e-9 * (double)count * (double)bytes_each,
                   1e-9 * (double)free_bytes);
}

// ---- the climb
// -------------------------------------------------------------------------------------

struct ladder_row {
    const struct rung *rung;
    int batch;
    float *ms; // a launch, by turn
    float median, min, max, spread;
    double rate;
    bool right;
    char says[160];
};

static inline const char *ladder_refuses(const struct rung *rung, const void *work) {
    return rung->refuses ? rung->refuses(work) : NULL;
}

// Adds the rungs of a shared object.
static inline int ladder_add_peers(const struct options *options, const char *file,
                                   struct rung *rungs, int count) {
    void *library = dlopen(file, RTLD_NOW);
    ladder_peers_function *peers =
        library ? (ladder_peers_function *)dlsym(library, "ladder_peers") : NULL;
    if (peers == NULL)
        options_refuse(options, "--peers '%s': %s", file, dlerror());
    int more = 0;
    const struct rung *theirs = peers(&more);
    for (int i = 0; i < more && count < LADDER_MOST; i++) {
        rungs[count] = theirs[i];
        rungs[count++].role |= RUNG_PEER;
    }
    return count;
}

// One launch alone, to warm up, to be checked, and to see how many fit a millisecond.
static inline void ladder_try(const struct ladder *ladder, struct ladder_row *row, void *work) {
    float ms = 0;
    for (int i = 0; i < 2; i++) {
        ladder->poison(work);
        moment start, stop;
        moment_create(&start);
        moment_create(&stop);
        moment_record(&start);
        row->rung->run(work);
        moment_record(&stop);
        moment_wait(&stop, row->rung->name, 0);
        ms = moment_ms(start, stop);
        moment_destroy(start);
        moment_destroy(stop);
    }
    row->right =
        row->rung->role & RUNG_LIMIT || ladder->check(work, row->rung, row->says, sizeof row->says);
    const float fit = 1 / (ms > 0.01f ? ms : 0.01f);
    row->batch = ladder->batch ? ladder->batch : fit < 1 ? 1 : (int)fit;
}

static inline void ladder_turn(const struct ladder *ladder, struct ladder_row *row, void *work,
                               int turn, moment *start, moment *stop) {
    ladder->poison(work);
    moment_record(start);
    for (int i = 0; i < row->batch; i++)
        row->rung->run(work);
    moment_record(stop);
    moment_wait(stop, row->rung->name, 0);
    row->ms[turn] = moment_ms(*start, *stop) / (float)row->batch;
}

// The spread leaves out the tenth at either end: one hiccup in a run is no spread.
static inline void ladder_count(const struct ladder *ladder, struct ladder_row *row, int turns) {
    qsort(row->ms, (size_t)turns, sizeof *row->ms, timing_compare);
    row->min = row->ms[0];
    row->max = row->ms[turns - 1];
    row->median = (row->ms[(turns - 1) / 2] + row->ms[turns / 2]) / 2;
    row->spread = (row->ms[turns - 1 - turns / 10] - row->ms[turns / 10]) / row->median;
    row->rate = (row->rung->amount > 0 ? row->rung->amount : ladder->amount) / (row->median * 1e-3);
}

// Runs all rungs, prints the table (or with --csv the rows), and returns the exit status.
static inline int ladder_climb(const struct ladder *ladder, const struct options *options,
                               const struct ladder_words *words, void *work) {
    static struct rung rungs[LADDER_MOST];
    static struct ladder_row rows[LADDER_MOST];
    int count = 0, filled = 0, found = 0;
    for (int i = 0; i < ladder->count; i++)
        rungs[count++] = ladder->rungs[i];
    if (words->peers)
        count = ladder_add_peers(options, words->peers, rungs, count);
    for (int i = 0; i < count; i++)
        found += words->only && strcmp(words->only, rungs[i].name) == 0;
    if (words->only && !found) {
        char known[600] = "";
        for (int i = 0; i < count; i++)
            snprintf(known + strlen(known), sizeof known - strlen(known), " %s", rungs[i].name);
        options_refuse(options, "--only '%s': no such rung; there are:%s", words->only, known);
    }

    struct report report = report_begin_rows(
        options, "program,backend,device,rung,size,median_ms,min_ms,max_ms,value,unit,limit,"
                 "times_published,bytes,flops,role,note,check\n");
    const int turns = options->runs ? (int)options->runs : LADDER_RUNS;
    int widest = 4;
    for (int i = 0; i < count; i++) {
        const struct rung *rung = &rungs[i];
        const bool wanted = !words->only || strcmp(words->only, rung->name) == 0 ||
                            rung->role & (RUNG_PUBLISHED | RUNG_LIMIT);
        widest = (int)strlen(rung->name) > widest ? (int)strlen(rung->name) : widest;
        if (!wanted)
            continue;
        const char *why = ladder_refuses(rung, work);
        if (why) {
            if (!options->csv)
                printf("%s: left out: %s\n", rung->name, why);
            continue;
        }
        struct ladder_row *row = &rows[filled++];
        row->rung = rung;
        row->ms = (float *)calloc((size_t)turns, sizeof *row->ms);
        HANDLE_NULL(row->ms);
        ladder_try(ladder, row, work);
    }
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < filled; i++)
            if (rows[i].right)
                ladder_turn(ladder, &rows[i], work, turn, &start, &stop);
    moment_destroy(start);
    moment_destroy(stop);

    double limit = ladder->limit, published = 0;
    for (int i = 0; i < filled; i++) {
        if (rows[i].right)
            ladder_count(ladder, &rows[i], turns);
        if (rows[i].rung->role & RUNG_LIMIT && limit == 0)
            limit = rows[i].rate;
        if (rows[i].rung->role & RUNG_PUBLISHED && rows[i].right)
            published = rows[i].median;
    }
    if (!options->csv) {
        if (limit > 0)
            printf("limit: %s %s, %s\n", digits(limit, 4).text, ladder->unit, ladder->limit_is);
        printf("%-*s %10s %10s %8s %10s  %s\n", widest, "rung", "ms", ladder->unit, "% limit",
               "x publ.", "check");
    }
    for (int i = 0; i < filled; i++) {
        struct ladder_row *row = &rows[i];
        const double most = row->rung->limit > 0 ? row->rung->limit : limit;
        const char *share = "-", *times = "-";
        char note[40] = "";
        struct digits percent, faster;
        if (most > 0 && row->right) {
            percent = digits(100 * row->rate / most, 3);
            share = percent.text;
        }
        if (published > 0 && row->right && !(row->rung->role & RUNG_LIMIT)) {
            faster = digits(published / row->median, 3);
            times = faster.text;
        }
        if (row->right && row->spread > 0.05f)
            snprintf(note, sizeof note, "spread %.0f %%", 100 * (double)row->spread);
        const char *check = row->rung->role & RUNG_LIMIT ? "-" : row->right ? "right" : "WRONG";
        if (!options->csv)
            printf("%-*s %10s %10s %8s %10s  %s%s%s%s%s\n", widest, row->rung->name,
                   row->right ? digits(row->median, 4).text : "-",
                   row->right ? digits(row->rate, 4).text : "-", share, times, check,
                   *row->says ? ": " : "", row->says, *note ? "; " : "", note);
        report_field(report.rows, options->program, ',');
        report_field(report.rows, REPORT_BACKEND, ',');
        report_field(report.rows, report.device, ',');
        report_field(report.rows, row->rung->name, ',');
        fprintf(report.rows, "%zu,", options->size);
        const float ms[] = {row->median, row->min, row->max};
        for (int k = 0; k < 3; k++)
            report_field(report.rows, row->right ? digits(ms[k], 6).text : "", ',');
        report_field(report.rows, row->right ? digits(row->rate, 6).text : "", ',');
        report_field(report.rows, ladder->unit, ',');
        report_field(report.rows, most > 0 ? digits(most, 6).text : "", ',');
        report_field(report.rows, *times == '-' ? "" : times, ',');
        fprintf(report.rows, "%.0f,%.0f,%s,", ladder->bytes, ladder->flops,
                row->rung->role & RUNG_PEER        ? "peer"
                : row->rung->role & RUNG_LIMIT     ? "limit"
                : row->rung->role & RUNG_PUBLISHED ? "published"
                                                   : "rung");
        report_field(report.rows, note, ',');
        report_field(report.rows, row->right ? "right" : "wrong", '\n');
        *(row->right ? &report.right : &report.wrong) += 1;
        free(row->ms);
    }
    return report_end(&report, "%d rungs, %d turns", filled, turns);
}

#endif
