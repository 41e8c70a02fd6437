// SPDX-License-Identifier: MIT
// For `make report` (cpu/report): all that was counted, by line, as JSON in the file that the
// environment's CUDA_CPU_COUNT_DETAIL names. Of each access two requests are written out, lane by
// lane: the first, and the costliest.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "lines.h"

// Blocks run in no fixed order: a request is the first that lies in the lowest block and warp.
struct sample {
    uint64_t block;
    unsigned warp, cost, lanes; // sectors, wavefronts, addresses; threads on one address (atomics)
    uintptr_t address[WARP];
    unsigned char lane[WARP];
};
struct samples {
    struct sample first, costliest;
};

bool cuda_cpu_detailed;
static struct samples *samples[MOST_SITES + 1];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor(101))) static void prepare(void) {
    const char *name = getenv("CUDA_CPU_COUNT_DETAIL");
    cuda_cpu_detailed = name && *name;
}

static bool is_before(const struct counter *c, const struct sample *s) {
    return c->block < s->block || (c->block == s->block && c->warp < s->warp);
}

static void keep(struct sample *s, const struct counter *c, const struct request *r,
                 unsigned cost) {
    s->block = c->block;
    s->warp = c->warp;
    s->cost = cost;
    s->lanes = r->lanes;
    memcpy(s->address, r->address, r->lanes * sizeof *r->address);
    memcpy(s->lane, r->lane, r->lanes);
}

void cuda_cpu_sample_request(const struct counter *c, const struct request *r, unsigned cost) {
    pthread_mutex_lock(&lock);
    struct samples *s = samples[r->site];
    if (!s) {
        if (!(s = samples[r->site] = calloc(1, sizeof *s)))
            abort();
        keep(&s->first, c, r, cost);
        keep(&s->costliest, c, r, cost);
    }
    if (is_before(c, &s->first))
        keep(&s->first, c, r, cost);
    if (cost > s->costliest.cost || (cost == s->costliest.cost && is_before(c, &s->costliest)))
        keep(&s->costliest, c, r, cost);
    pthread_mutex_unlock(&lock);
}

// ---- the file -----------------------------------------------------------------------------------

static void text(FILE *file, const char *s) {
    putc('"', file);
    for (; *s; s++)
        fprintf(file,
                (unsigned char)*s < ' '   ? "\\u%04x"
                : *s == '"' || *s == '\\' ? "\\%c"
                                          : "%c",
                (unsigned char)*s < ' ' ? (unsigned char)*s : *s);
    putc('"', file);
}

// Addresses are bytes from a multiple of 128 on, a row of the banks: the lane's at its place, null
// where it takes no part.
static void sample(FILE *file, const char *name, const struct sample *s) {
    uintptr_t base = ~(uintptr_t)0;
    for (unsigned i = 0; i < s->lanes; i++)
        base = s->address[i] && s->address[i] < base ? s->address[i] : base;
    base -= base % 128;
    fprintf(file, ", \"%s\": {\"block\": %llu, \"warp\": %u, \"cost\": %u, \"addresses\": [", name,
            (unsigned long long)s->block, s->warp, s->cost);
    for (unsigned lane = 0, i = 0; lane < WARP; lane++) {
        fprintf(file, lane ? ", " : "");
        if (i < s->lanes && s->lane[i] == lane)
            fprintf(file, "%llu", (unsigned long long)(s->address[i++] - base));
        else
            fprintf(file, "null");
    }
    fprintf(file, "]}");
}

static void access_of(FILE *file, const struct kernel *k, unsigned number) {
    static const char *const kinds[] = {
        [READ] = "read",       [WRITE] = "write", [ATOMIC] = "atomic", [BLOCK] = "block",
        [BARRIER] = "barrier", [FETCH] = "fetch", [TEXEL] = "texel"};
    static const char *const spaces[SPACES] = {[UNKNOWN] = "",
                                               [GLOBAL] = "global",
                                               [SHARED] = "shared",
                                               [CONSTANT] = "constant",
                                               [LOCAL] = "local",
                                               [TEXTURE] = "texture",
                                               [PARAMETER] = "parameter",
                                               [OWN] = "own"};
    const struct site *s = &cuda_cpu_sites[number];
    const struct count *n = &k->counts[number];
    const struct cuda_cpu_line at = cuda_cpu_line_of(s);
    char pattern[256] = "";
    if (s->kind <= ATOMIC)
        cuda_cpu_pattern(k, number, pattern, sizeof pattern);
    fprintf(file, "{\"file\": ");
    text(file, at.file);
    fprintf(file, ", \"line\": %u, \"kind\": \"%s\", \"memory\": \"%s\", \"bytes\": %u", at.line,
            kinds[s->kind], spaces[s->space], s->bytes);
#define FIELD(name) fprintf(file, ", \"" #name "\": %llu", (unsigned long long)n->name);
    FIELD(requests)
    FIELD(lanes)
    FIELD(sectors)
    FIELD(ideal)
    FIELD(wavefronts)
    FIELD(ideal_wavefronts)
    FIELD(addresses)
    FIELD(most)
    FIELD(diverged)
    FIELD(strides)
    FIELD(misaligned)
#undef FIELD
    fprintf(file, ", \"stride\": %lld, \"used\": %s, \"waste\": %.0f, \"merged_into\": %u",
            (long long)n->stride, s->used ? "true" : "false", cuda_cpu_waste(s, n),
            n->leader && !s->scattered && k->counts[n->leader].merges ? n->leader : 0);
    fprintf(file, ", \"site\": %u, \"pattern\": ", number);
    text(file, pattern);
    if (samples[number]) {
        sample(file, "first", &samples[number]->first);
        sample(file, "costliest", &samples[number]->costliest);
    }
    fprintf(file, "}");
}

static void kernel(FILE *file, const struct kernel *k) {
    const unsigned *g = k->largest.grid, *b = k->largest.block;
    bool any = false;
    fprintf(file, "{\"name\": ");
    text(file, k->name);
    fprintf(file, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"shared_bytes\": %llu", g[0],
            g[1], g[2], b[0], b[1], b[2], (unsigned long long)k->largest.shared_bytes);
    fprintf(file, ",\n \"sums\": {");
#define SUM(name)                                                                                  \
    fprintf(file, "%s\"" #name "\": %llu", any ? ", " : "", (unsigned long long)k->sums.name);     \
    any = true;
    CUDA_CPU_COLUMNS(SUM)
#undef SUM
    fprintf(file, "},\n \"sites\": [");
    any = false;
    for (size_t i = 0; i < k->site_count; i++)
        if (cuda_cpu_line_of(&cuda_cpu_sites[k->sites[i]]).file) {
            fprintf(file, any ? ",\n  " : "\n  ");
            access_of(file, k, k->sites[i]);
            any = true;
        }
    fprintf(file, "]}");
}

bool cuda_cpu_write_detail(void) {
    if (!cuda_cpu_detailed)
        return true;
    const char *name = getenv("CUDA_CPU_COUNT_DETAIL");
    FILE *file = fopen(name, "w");
    if (file) {
        cuda_cpu_find_lines();
        fprintf(file, "{\"sample\": %u, \"kernels\": [", cuda_cpu_count_sample);
        for (const struct kernel *k = cuda_cpu_kernels; k; k = k->next) {
            fprintf(file, k == cuda_cpu_kernels ? "\n" : ",\n");
            kernel(file, k);
        }
        fprintf(file, "\n]}\n");
    }
    const bool written = file && !ferror(file);
    if ((file && fclose(file)) || !written) {
        fprintf(stderr, "cuda-cpu: count: can't write %s\n", name);
        return false;
    }
    return true;
}
