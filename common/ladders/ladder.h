// SPDX-License-Identifier: MIT
// A ladder: the same work done by one rung after the other, each an idea faster than the one below.
// The rungs run in turns, so that whatever else the machine does meets them all; each is checked;
// a row a rung says what it took, what it reached, and how much of the limit and of the published
// kernel's speed that is.
//
//     static const struct rung rungs[] = {
//         {"copy", "a plain copy: the limit", copy, NULL, RUNG_LIMIT},
//         {"published", "one element a thread and turn", published, NULL, RUNG_PUBLISHED},
//         {"vectors", "16 bytes a load", vectors},
//     };
//     const struct ladder ladder = {.rungs = rungs, .count = 3, .unit = "GB/s", ...};
//     return ladder_climb(&ladder, &options, &words, &work);
//
// Each rung is launched twice to warm up, checked, timed in turns, and checked once more. On a
// GPU, work of less than LADDER_SHORT_MS is launched as a graph, ours and the libraries': what is
// compared would be the host's time for the calls otherwise. The table says what an empty kernel
// takes in such a graph. A row
// says if its turns spread, or if the GPU was slowed down or used by others meanwhile
// (ladder_watch.h). Libraries join in with `--peers FILE`: a shared object with rungs for the same
// work, timed in the same turns; its source ends with LADDER_PEERS (bench/peers/).
#ifndef LADDER_H
#define LADDER_H

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "digits.h"
#include "event_timer.h"
#include "ladder_data.h"
#include "ladder_watch.h"
#include "options.h"
#include "report.h"

enum {
    RUNG_PUBLISHED = 1,   // the kernel that "x published" is counted from
    RUNG_LIMIT = 2,       // not the work itself: its rate is the limit of the others, unchecked
    RUNG_PEER = 4,        // somebody else's: set for the rungs of --peers
    RUNG_GRAPH = 8,       // launches a graph of its own, which cannot be captured into another
    LADDER_MOST = 64,     // rungs
    LADDER_RUNS = 11,     // turns, unless --runs says otherwise or a turn is slow
    LADDER_FEWEST = 3,    // however slow it is
    LADDER_TURN_MS = 1,   // a turn is as many launches as fit in here,
    LADDER_BATCH = 100,   // but no more than this
    LADDER_RUNG_MS = 150, // and the turns of a rung are as many as fit in here;
    LADDER_MORE = 4       // times so many more where a slowed GPU makes them spread
};
static const float LADDER_SPREAD = 0.05f;   // of the median: a row with more says so
static const float LADDER_SHORT_MS = 0.05f; // work that takes less is launched as a graph

// A row of a ladder's table names the first three, and of the others as many as it needs.
struct rung {
    const char *name; // a word, for --only
    const char *idea; // a line
    // Enqueues the whole work once in the thread's default stream. Waits for nothing: a short
    // run is captured into a graph.
    void (*run)(void *work);
    const char *(*refuses)(const void *work) = NULL; // why not this size, or NULL; NULL: takes any
    int role = 0;                                    // RUNG_...
    void (*prepare)(void *work) = NULL;              // what it needs once before its turn, untimed
    double limit = 0;  // in the ladder's unit, where the ladder's is not its own
    double amount = 0; // of work a run, where it is not the ladder's
    // Looks at the output, where the ladder's own check is not for it.
    bool (*check)(void *work, const struct rung *rung, char *says, size_t size) = NULL;
};

struct ladder {
    const struct rung *rungs = NULL;
    int count = 0;
    const char *unit = NULL; // of the rate: "GB/s", "TFLOP/s", "Gcells/s"
    double amount = 0; // of work a run in units x seconds: bytes / 1e9, operations / 1e12, ...
    double limit = 0;  // the rate that the device allows; 0: that of the RUNG_LIMIT, if any
    const char *limit_is = NULL;       // what the limit is, in a few words
    double bytes = 0, flops = 0;       // a run at least moves and does: for the roofline
    int batch = 0;                     // launches in a turn; 0: as many as fit, see above
    void (*poison)(void *work) = NULL; // spoils the output, before each turn of each rung
    // May be NULL. What every rung needs before its turn and is no part of the work, untimed.
    void (*prepare)(void *work) = NULL;
    // Looks at the output of `rung`, and writes what it compared into `says`.
    bool (*check)(void *work, const struct rung *rung, char *says, size_t size) = NULL;
    bool alone = false;      // --only means only: not what the rungs are held against either
    const char *what = NULL; // of the problem, beside --size: "1000 spheres"; or NULL
};

// The words that all ladders take beside the common ones; put LADDER_ROWS(words) into the rows.
struct ladder_words {
    const char *only, *peers;
    bool alone;
};
#define LADDER_ROWS(words)                                                                         \
    {"only", OPTION_WORD, &(words).only, 0, 0, "NAME,NAME... and what they are held against"},     \
        {"alone", OPTION_ON, &(words).alone, 0, 0, "with --only: nothing beside those"}, {         \
        "peers", OPTION_FILE, &(words).peers, 0, 0,                                                \
            "libraries' rungs: shared objects, FILE,FILE..."                                       \
    }

// ---- peers: shared objects that bring rungs for the work of one program on one backend

typedef const struct rung *ladder_peers_function(int *count);

// A source in bench/peers/ ends with LADDER_PEERS("dot_ladder", rungs), an array.
#define LADDER_PEERS(program, rungs)                                                               \
    extern "C" {                                                                                   \
    extern const char ladder_peers_for[];                                                          \
    const char ladder_peers_for[] = REPORT_BACKEND " " program;                                    \
    const struct rung *ladder_peers(int *count) {                                                  \
        *count = (int)(sizeof(rungs) / sizeof *(rungs));                                           \
        return rungs;                                                                              \
    }                                                                                              \
    }

// Adds the rungs of one shared object, or ends the program with the reason why that can't be.
static inline int ladder_add_peers(const struct options *options, const char *file,
                                   struct rung *rungs, int count) {
    char path[4096], own[300];
    snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file); // not the system's
    snprintf(own, sizeof own, "%s %s", REPORT_BACKEND, options->program);
    void *library = dlopen(path, RTLD_NOW);
    if (library == NULL)
        options_refuse(options, "--peers: %s", dlerror());
    const char *made_for = (const char *)dlsym(library, "ladder_peers_for");
    ladder_peers_function *peers = (ladder_peers_function *)dlsym(library, "ladder_peers");
    if (made_for == NULL || peers == NULL)
        options_refuse(options, "--peers '%s': no rungs are in there", file);
    if (strcmp(made_for, own) != 0)
        options_refuse(options, "--peers '%s': these are for %s, not for %s", file, made_for, own);
    int more = 0;
    const struct rung *theirs = peers(&more);
    for (int i = 0; i < more && count < LADDER_MOST; i++) {
        rungs[count] = theirs[i];
        rungs[count++].role |= RUNG_PEER;
    }
    return count;
}

// The next word of a list with commas, copied; false at its end.
static inline bool ladder_next_word(const char **list, char *word, size_t size) {
    const size_t length = strcspn(*list, ",");
    if (**list == '\0')
        return false;
    snprintf(word, size, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ',');
    return true;
}

static inline bool ladder_listed(const char *list, const char *name) {
    char word[4000];
    while (ladder_next_word(&list, word, sizeof word))
        if (strcmp(word, name) == 0)
            return true;
    return false;
}

// ---- the climb ----------------------------------------------------------------------------------

struct ladder_row {
    const struct rung *rung;
    const char *left_out; // why, or NULL
    int batch, turns, done;
    bool as_graph; // each turn's batch is one graph; else launch by launch
    float *ms;     // a launch, by turn
    int more;      // how often so many turns may be added
    float median, min, max, spread;
    double rate;
    bool right;
    const char *throttled; // by what, if in any turn
    char says[160];
};

struct ladder_climb {
    const struct ladder *ladder;
    struct rung rungs[LADDER_MOST];
    int count;
    struct ladder_row rows[LADDER_MOST];
    int filled;
    moment start, stop;
    struct ladder_watch watch;
    double limit, published; // the rate, and the published rung's median; 0: not known
    double empty_ms;         // a kernel that does nothing takes in a graph; 0: there is no graph
};

// The program's rungs and the peers'; whatever --only asks for is among them.
static inline void ladder_gather(struct ladder_climb *climb, const struct options *options,
                                 const struct ladder_words *words) {
    const struct ladder *ladder = climb->ladder;
    const char *list = words->peers ? words->peers : "";
    char word[4000], known[2000] = "";
    for (int i = 0; i < ladder->count && i < LADDER_MOST; i++)
        climb->rungs[climb->count++] = ladder->rungs[i];
    while (ladder_next_word(&list, word, sizeof word))
        climb->count = ladder_add_peers(options, word, climb->rungs, climb->count);
    for (int i = 0; i < climb->count; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? "," : "",
                 climb->rungs[i].name);
    list = words->only ? words->only : "";
    while (ladder_next_word(&list, word, sizeof word))
        if (!ladder_listed(known, word))
            options_refuse(options, "--only '%s': no such rung; there are %s", word, known);
}

// Graphs are for short times of a GPU: those of the CPU backend mean nothing.
static inline bool ladder_has_graphs(void) {
    return strcmp(REPORT_BACKEND, "cuda") == 0;
}

// A batch of launches as one graph, ready to be launched.
static inline cudaGraphExec_t ladder_graph(void (*run)(void *work), void *work, int batch) {
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    HANDLE_ERROR(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < batch; i++)
        run(work);
    HANDLE_ERROR(cudaStreamEndCapture(cudaStreamPerThread, &graph));
    HANDLE_ERROR(cudaGraphInstantiate(&ready, graph, 0));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaGraphUpload(ready, cudaStreamPerThread));
    return ready;
}

static __global__ void ladder_nothing(void) {}

static inline void ladder_empty(void *) {
    ladder_nothing<<<1, 1, 0, cudaStreamPerThread>>>();
}

// What an empty kernel takes in a graph, in ms: the least that a row of graphs can show for each of
// its kernels. The fastest of a few.
static inline double ladder_empty_ms(struct ladder_climb *climb) {
    const cudaGraphExec_t graph = ladder_graph(ladder_empty, NULL, LADDER_BATCH);
    float least = INFINITY;
    for (int i = 0; i < LADDER_RUNS; i++) {
        moment_record(&climb->start);
        HANDLE_ERROR(cudaGraphLaunch(graph, cudaStreamPerThread));
        moment_record(&climb->stop);
        moment_wait(&climb->stop, "an empty kernel", 0);
        least = fminf(least, moment_ms(climb->start, climb->stop));
    }
    HANDLE_ERROR(cudaGraphExecDestroy(graph));
    return (double)least / LADDER_BATCH;
}

// One turn: spoil what is there, and then launch, between two events. A graph is captured anew each
// time, untimed, since a rung may also leave word for the check of where its result is.
static inline float ladder_turn(struct ladder_climb *climb, struct ladder_row *row, void *work,
                                int batch) {
    climb->ladder->poison(work);
    if (climb->ladder->prepare)
        climb->ladder->prepare(work);
    if (row->rung->prepare)
        row->rung->prepare(work);
    cudaGraphExec_t const graph = row->as_graph ? ladder_graph(row->rung->run, work, batch) : NULL;
    moment_record(&climb->start);
    if (graph)
        HANDLE_ERROR(cudaGraphLaunch(graph, cudaStreamPerThread));
    for (int i = 0; i < batch && !graph; i++)
        row->rung->run(work);
    moment_record(&climb->stop);
    ladder_watch_look(&climb->watch);
    if (climb->watch.throttled)
        row->throttled = climb->watch.throttled;
    moment_wait(&climb->stop, row->rung->name, 0);
    if (graph)
        HANDLE_ERROR(cudaGraphExecDestroy(graph));
    return moment_ms(climb->start, climb->stop) / (float)batch;
}

// Launches the rung once, or its graph, and checks the result.
static inline float ladder_check(struct ladder_climb *climb, struct ladder_row *row, void *work) {
    const float ms = ladder_turn(climb, row, work, row->as_graph ? row->batch : 1);
    bool (*const check)(void *, const struct rung *, char *, size_t) =
        row->rung->check ? row->rung->check : climb->ladder->check;
    row->right =
        row->rung->role & RUNG_LIMIT || check(work, row->rung, row->says, sizeof row->says);
    return ms;
}

static inline int ladder_fit(float ms, float each, int least, int most) {
    const float fit = ms / each; // infinite where there was nothing to measure
    return fit < (float)least ? least : fit < (float)most ? (int)fit : most;
}

static inline void ladder_add_turns(struct ladder_row *row, int turns) {
    row->turns += turns;
    row->ms = (float *)realloc(row->ms, (size_t)row->turns * sizeof *row->ms);
    HANDLE_NULL(row->ms);
}

// Warms a rung up, checks it, and sees how often it can be timed.
static inline void ladder_try(struct ladder_climb *climb, struct ladder_row *row, size_t runs,
                              void *work) {
    const int batch = climb->ladder->batch;
    ladder_turn(climb, row, work, 1);
    float ms = ladder_check(climb, row, work);
    if (ms < LADDER_TURN_MS) // a library's first calls may take longer than the others
        ms = fminf(ms, ladder_turn(climb, row, work, 1));
    row->batch = batch ? batch : ladder_fit(LADDER_TURN_MS, ms, 1, LADDER_BATCH);
    if (ladder_has_graphs() && row->right && !batch && ms < LADDER_SHORT_MS &&
        !(row->rung->role & RUNG_GRAPH)) {
        row->as_graph = true;
        climb->empty_ms = climb->empty_ms > 0 ? climb->empty_ms : ladder_empty_ms(climb);
    }
    ladder_add_turns(
        row, runs ? (int)runs
                  : ladder_fit(LADDER_RUNG_MS, ms * (float)row->batch, LADDER_FEWEST, LADDER_RUNS));
    row->more = runs ? 0 : LADDER_MORE;
}

// Another order.
static inline void ladder_shuffle(int *order, int count, uint64_t *seed) {
    for (int i = count; i > 1; i--) {
        const int other = (int)(random_next(seed) * (float)i), last = order[i - 1];
        order[i - 1] = order[other];
        order[other] = last;
    }
}

// The spread leaves out the tenth at either end: one hiccup in a run is no spread.
static inline void ladder_count(struct ladder_row *row) {
    const int turns = row->turns;
    qsort(row->ms, (size_t)turns, sizeof *row->ms, timing_compare);
    row->min = row->ms[0];
    row->max = row->ms[turns - 1];
    row->median = (row->ms[(turns - 1) / 2] + row->ms[turns / 2]) / 2;
    row->spread = (row->ms[turns - 1 - turns / 10] - row->ms[turns / 10]) / row->median;
}

// The rungs in turns, in another order each time: a rung finds the clock as the power of those
// before it has left it.
static inline void ladder_take_turns(struct ladder_climb *climb, void *work, uint64_t *seed) {
    int order[LADDER_MOST];
    for (int i = 0; i < climb->filled; i++)
        order[i] = i;
    for (bool busy = true; busy;) {
        busy = false;
        ladder_shuffle(order, climb->filled, seed);
        for (int i = 0; i < climb->filled; i++) {
            struct ladder_row *row = &climb->rows[order[i]];
            if (!row->right || row->done == row->turns)
                continue;
            row->ms[row->done++] = ladder_turn(climb, row, work, row->batch);
            busy = true;
        }
        ladder_watch_others(&climb->watch);
    }
}

// Of a GPU that is slowed down turns are fast or slow, and which of them is the median of a few is
// chance: those that spread go on among themselves. A rung that was right at first and is not any
// more is wrong.
static inline void ladder_time(struct ladder_climb *climb, void *work) {
    uint64_t seed = 0;
    for (bool more = true; more;) {
        more = false;
        ladder_take_turns(climb, work, &seed);
        for (int i = 0; i < climb->filled; i++) {
            struct ladder_row *row = &climb->rows[i];
            if (!row->right)
                continue;
            ladder_count(row);
            if (row->throttled && row->spread > LADDER_SPREAD && row->more > 0) {
                ladder_add_turns(row, row->turns / (LADDER_MORE + 1 - row->more));
                row->more--;
                more = true;
            }
        }
    }
    for (int i = 0; i < climb->filled; i++)
        if (climb->rows[i].right)
            ladder_check(climb, &climb->rows[i], work);
}

static inline void ladder_measure(struct ladder_climb *climb) {
    double copied = 0;
    for (int i = 0; i < climb->filled; i++) {
        struct ladder_row *row = &climb->rows[i];
        if (!row->right)
            continue;
        const double amount = row->rung->amount > 0 ? row->rung->amount : climb->ladder->amount;
        row->rate = amount / (row->median * 1e-3);
        if (row->rung->role & RUNG_LIMIT && row->rate > copied)
            copied = row->rate;
        if (row->rung->role & RUNG_PUBLISHED)
            climb->published = row->median;
    }
    climb->limit = climb->ladder->limit > 0 ? climb->ladder->limit : copied;
}

// What a row has to say of its times: that they are not to be trusted.
static inline void ladder_note(const struct ladder_climb *climb, const struct ladder_row *row,
                               char *note, size_t size) {
    char spread[40] = "", throttled[60] = "";
    if (row->spread > LADDER_SPREAD)
        snprintf(spread, sizeof spread, "; spread %.0f %%", 100 * (double)row->spread);
    if (row->throttled)
        snprintf(throttled, sizeof throttled, "; slowed down by %s", row->throttled);
    snprintf(note, size, "%s%s%s", spread, throttled,
             climb->watch.others ? "; another program on the GPU" : "");
}

// A row of the table and one of the report.
static inline void ladder_print(const struct ladder_climb *climb, const struct ladder_row *row,
                                int widest, struct report *report) {
    const struct ladder *ladder = climb->ladder;
    const struct options *options = report->options;
    const struct rung *rung = row->rung;
    const double most = rung->limit > 0 ? rung->limit : climb->limit;
    const bool limit = rung->role & RUNG_LIMIT, timed = row->right;
    struct digits median = {}, rate = {}, share = {}, times = {};
    char note[160] = "";
    if (timed) {
        median = digits(row->median, 4);
        rate = digits(row->rate, 4);
        ladder_note(climb, row, note, sizeof note);
    }
    if (timed && most > 0)
        share = digits(100 * row->rate / most, 3);
    if (timed && climb->published > 0 && !limit)
        times = digits(climb->published / row->median, 3);
    if (!options->csv)
        printf("%-*s %10s %10s %8s %10s  %s%s%s%s\n", widest, rung->name, timed ? median.text : "-",
               timed ? rate.text : "-", *share.text ? share.text : "-",
               *times.text ? times.text : "-",
               row->left_out ? "left out: "
               : limit       ? "-"
               : row->right  ? "right"
                             : "WRONG",
               row->left_out ? row->left_out
               : *row->says  ? ": "
                             : "",
               row->says, note);
    report_field(report->rows, options->program, ',');
    report_field(report->rows, REPORT_BACKEND, ',');
    report_field(report->rows, report->device, ',');
    report_field(report->rows, rung->name, ',');
    fprintf(report->rows, "%zu,", options->size);
    report_field(report->rows, ladder->what ? ladder->what : "", ',');
    const float ms[] = {row->median, row->min, row->max};
    for (int k = 0; k < 3; k++)
        report_field(report->rows, timed ? digits(ms[k], 6).text : "", ',');
    report_field(report->rows, timed ? digits(row->rate, 6).text : "", ',');
    report_field(report->rows, ladder->unit, ',');
    report_field(report->rows, most > 0 ? digits(most, 6).text : "", ',');
    report_field(report->rows, times.text, ',');
    report_field(report->rows, row->as_graph ? digits(climb->empty_ms, 3).text : "", ',');
    fprintf(report->rows, "%.0f,%.0f,%s,", ladder->bytes, ladder->flops,
            rung->role & RUNG_PEER        ? "peer"
            : rung->role & RUNG_LIMIT     ? "limit"
            : rung->role & RUNG_PUBLISHED ? "published"
                                          : "rung");
    report_field(report->rows,
                 row->left_out ? row->left_out
                 : !timed      ? row->says
                 : note[0]     ? note + 2
                               : "",
                 ',');
    report_field(report->rows, row->left_out ? "left out" : timed ? "right" : "wrong", '\n');
}

// Runs all rungs, prints the table (or with --csv the rows), and returns the exit status.
static inline int ladder_climb(const struct ladder *ladder, const struct options *options,
                               const struct ladder_words *words, void *work) {
    static struct ladder_climb climb;
    climb = {};
    climb.ladder = ladder;
    ladder_gather(&climb, options, words);
    struct report report = report_begin_rows(
        options, "program,backend,device,rung,size,what,median_ms,min_ms,max_ms,value,unit,limit,"
                 "times_published,empty_ms,bytes,flops,role,note,check\n");
    climb.watch = ladder_watch_open();
    moment_create(&climb.start);
    moment_create(&climb.stop);
    int widest = 4, most_turns = 0, tried = 0;
    for (int i = 0; i < climb.count; i++) {
        const struct rung *rung = &climb.rungs[i];
        if (words->only && !ladder_listed(words->only, rung->name) &&
            (ladder->alone || words->alone || !(rung->role & (RUNG_PUBLISHED | RUNG_LIMIT))))
            continue;
        struct ladder_row *row = &climb.rows[climb.filled++];
        row->rung = rung;
        row->left_out = rung->refuses ? rung->refuses(work) : NULL;
        widest = (int)strlen(rung->name) > widest ? (int)strlen(rung->name) : widest;
        if (row->left_out)
            continue;
        ladder_try(&climb, row, options->runs, work);
        tried++;
    }
    ladder_time(&climb, work);
    moment_destroy(climb.start);
    moment_destroy(climb.stop);
    ladder_measure(&climb);

    if (!options->csv) {
        if (climb.limit > 0)
            printf("limit: %s %s, %s\n", digits(climb.limit, 4).text, ladder->unit,
                   ladder->limit_is);
        printf("%-*s %10s %10s %8s %10s  %s\n", widest, "rung", "ms", ladder->unit, "% limit",
               "x publ.", "check");
    }
    if (!options->csv && climb.empty_ms > 0)
        printf("below %g ms: by graphs, in which an empty kernel takes %s ms\n",
               (double)LADDER_SHORT_MS, digits(climb.empty_ms, 3).text);
    for (int i = 0; i < climb.filled; i++) {
        struct ladder_row *row = &climb.rows[i];
        ladder_print(&climb, row, widest, &report);
        most_turns = row->turns > most_turns ? row->turns : most_turns;
        if (!row->left_out)
            *(row->right ? &report.right : &report.wrong) += 1;
        free(row->ms);
    }
    return report_end(&report, "%d rungs, %d turns at most", tried, most_turns);
}

#endif
