// SPDX-License-Identifier: MIT
// What `make count` says at the end, a kernel after the other: a table in Nsight Compute's terms,
// and the source with its counts beside it, the worst lines with a sentence that names why.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "lines.h"

static double ratio(uint64_t a, uint64_t b) {
    return b ? (double)a / (double)b : 0;
}
#define U(x) ((unsigned long long)(x))

// ---- the table ----------------------------------------------------------------------------------

static void sectors(const char *what, uint64_t requests, uint64_t count, uint64_t ideal) {
    if (requests)
        printf("  %-16s %12llu requests %12llu sectors     %6.2f a request, %5.2f at best\n", what,
               U(requests), U(count), ratio(count, requests), ratio(ideal, requests));
}

static void wavefronts(const char *what, uint64_t requests, uint64_t count) {
    if (requests)
        printf("  %-16s %12llu requests %12llu wavefronts  %6.2f a request\n", what, U(requests),
               U(count), ratio(count, requests));
}

static void table(const struct kernel *k) {
    const struct sums *s = &k->sums;
    printf("\n%s: %llu %s, %llu blocks of %llu threads", k->name, U(s->launches),
           s->launches == 1 ? "launch" : "launches", U(s->blocks / s->launches),
           U(s->threads_a_block));
    if (s->shared_bytes_a_block)
        printf(", %llu bytes of shared memory each", U(s->shared_bytes_a_block));
    printf("\n");
    if (cuda_cpu_count_sample > 1)
        printf("  one block of %u was counted and stands for the others\n", cuda_cpu_count_sample);
    sectors("global loads", s->global_load_requests, s->global_load_sectors, s->ideal_load_sectors);
    sectors("global stores", s->global_store_requests, s->global_store_sectors,
            s->ideal_store_sectors);
    if (s->global_reduction_requests || s->global_atomic_requests)
        printf("  %-16s %12llu requests %12llu of them return a value; at most %llu threads "
               "on one address\n",
               "global atomics", U(s->global_reduction_requests + s->global_atomic_requests),
               U(s->global_atomic_requests), U(s->atomic_most_on_one_address));
    wavefronts("shared loads", s->shared_load_requests, s->shared_load_wavefronts);
    wavefronts("shared stores", s->shared_store_requests, s->shared_store_wavefronts);
    if (s->bank_conflicts)
        printf("  %-16s %12llu wavefronts more than necessary\n", "bank conflicts",
               U(s->bank_conflicts));
    if (s->shared_atomic_requests)
        printf("  %-16s %12llu requests\n", "shared atomics", U(s->shared_atomic_requests));
    if (s->constant_requests)
        printf("  %-16s %12llu requests %12llu addresses   %6.2f a request, 1 at best\n",
               "constant memory", U(s->constant_requests), U(s->constant_addresses),
               ratio(s->constant_addresses, s->constant_requests));
    if (s->texture_requests)
        printf("  %-16s %12llu requests %12llu sectors     %6.2f texels a request\n", "textures",
               U(s->texture_requests), U(s->texture_sectors),
               ratio(s->texture_texels, s->texture_requests));
    if (s->local_requests)
        printf("  %-16s %12llu requests\n", "local arrays", U(s->local_requests));
    printf(
        "  %-16s %12llu times a warp's threads part; %.1f of 32 active in a block of the source\n",
        "branches", U(s->divergent_branches),
        ratio(s->threads_in_blocks_of_source, s->blocks_of_source));
    if (s->barriers)
        printf("  %-16s %12llu times a warp waits\n", "barriers", U(s->barriers));
    const uint64_t moved = 32 * (s->global_load_sectors + s->global_store_sectors);
    const uint64_t needed = s->bytes_read + s->bytes_written;
    if (moved || needed)
        printf("  %-16s %12llu through L1, %llu different ones read and %llu written: %.2f times\n",
               "global bytes", U(moved), U(s->bytes_read), U(s->bytes_written),
               ratio(moved, needed));
}

// ---- the source ---------------------------------------------------------------------------------

struct row {
    const char *file;
    unsigned line;
    struct count sums[SPACES];
    uint64_t requests, threads;
    uint64_t blocks, lanes, diverged; // of the source; threads in them
    double waste;
    char pattern[256];
};
struct listing {
    struct row *rows;
    size_t count;
};

static struct row *row_of(struct listing *l, struct cuda_cpu_line at) {
    for (size_t i = 0; i < l->count; i++)
        if (l->rows[i].line == at.line && strcmp(l->rows[i].file, at.file) == 0)
            return &l->rows[i];
    if ((l->count & (l->count - 1)) == 0)
        l->rows = realloc(l->rows, (l->count ? 2 * l->count : 1) * sizeof *l->rows);
    if (!l->rows)
        abort();
    l->rows[l->count] = (struct row){.file = at.file, .line = at.line};
    return &l->rows[l->count++];
}

static int by_line(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    const int files = strcmp(x->file, y->file);
    return files ? files : x->line < y->line ? -1 : x->line > y->line;
}

static struct listing make_listing(const struct kernel *k) {
    struct listing l = {NULL, 0};
    for (size_t i = 0; i < k->site_count; i++) {
        const struct site *s = &cuda_cpu_sites[k->sites[i]];
        const struct count *n = &k->counts[k->sites[i]];
        const struct cuda_cpu_line at = cuda_cpu_line_of(s);
        char pattern[256];
        if (!at.file)
            continue;
        struct row *r = row_of(&l, at);
        if (s->kind == BLOCK || s->kind == BARRIER) {
            r->blocks += n->requests;
            r->lanes += n->lanes;
            r->diverged += n->diverged;
            continue;
        }
        cuda_cpu_add_count(&r->sums[s->kind == ATOMIC || s->kind == FETCH ? UNKNOWN : s->space], n);
        r->requests += s->kind == TEXEL ? 0 : n->requests;
        r->threads += s->kind == TEXEL ? 0 : n->lanes;
        cuda_cpu_pattern(k, k->sites[i], pattern, sizeof pattern);
        const double waste = cuda_cpu_waste(s, n);
        if (*pattern && (!*r->pattern || waste > r->waste)) {
            r->waste = waste;
            memcpy(r->pattern, pattern, sizeof pattern);
        }
    }
    size_t kept = 0; // without an access or a divergence there is nothing to report
    for (size_t i = 0; i < l.count; i++)
        if (l.rows[i].requests || l.rows[i].diverged)
            l.rows[kept++] = l.rows[i];
    l.count = kept;
    qsort(l.rows, l.count, sizeof *l.rows, by_line);
    return l;
}

static void number(double value, int width, const char *format) {
    if (value > 0)
        printf(format, width, value);
    else
        printf("%*s", width, "");
}

static void print_row(const struct row *r, const char *text) {
    if (!r->requests && strstr(text, "<<<")) { // the code at a kernel's begin and end
        printf("%48s %5u  %s\n", "", r->line, text);
        return;
    }
    const struct count *global = &r->sums[GLOBAL], *shared = &r->sums[SHARED];
    const struct count *constant = &r->sums[r->sums[CONSTANT].requests ? CONSTANT : TEXTURE];
    number((double)r->requests, 10, "%*.0f");
    number(ratio(global->sectors, global->requests), 8, "%*.2f");
    number(ratio(shared->wavefronts, shared->requests), 8, "%*.2f");
    number(ratio(constant->addresses, constant->requests), 8, "%*.2f");
    number(r->requests ? ratio(r->threads, r->requests) : ratio(r->lanes, r->blocks), 6, "%*.1f");
    number((double)r->diverged, 8, "%*.0f");
    printf(" %5u  %s\n", r->line, text);
    if (*r->pattern)
        printf("%*s^ %s\n", 56, "", r->pattern);
}

// The lines from the first that counts to the last; far from any they are left out.
static void print_file(const struct listing *l, size_t first, size_t last) {
    enum { NEAR = 2 };
    FILE *file = fopen(l->rows[first].file, "r");
    char *text = NULL;
    size_t room = 0, at = first;
    bool gap = false;
    printf("  %s\n  requests sectors  wavefr. address. active   parts  line\n",
           l->rows[first].file);
    for (unsigned line = 1; at < last; line++) {
        const bool there = file && getline(&text, &room, file) > 0;
        if (there)
            text[strcspn(text, "\n")] = '\0';
        if (!there && line < l->rows[at].line)
            line = l->rows[at].line;
        if (line == l->rows[at].line) {
            print_row(&l->rows[at++], there ? text : "");
            gap = false;
        } else if (line > l->rows[first].line &&
                   (line + NEAR >= l->rows[at].line ||
                    (at > first && line <= l->rows[at - 1].line + NEAR))) {
            printf("%48s %5u  %s\n", "", line, text);
            gap = false;
        } else if (line > l->rows[first].line && !gap) {
            printf("%48s %5s\n", "", "...");
            gap = true;
        }
    }
    free(text);
    if (file)
        fclose(file);
}

static void source(const struct kernel *k) {
    struct listing l = make_listing(k);
    for (size_t first = 0, last; first < l.count; first = last) {
        for (last = first; last < l.count && strcmp(l.rows[last].file, l.rows[first].file) == 0;)
            last++;
        print_file(&l, first, last);
    }
    free(l.rows);
}

void cuda_cpu_report(void) {
    const char *asked = getenv("CUDA_CPU_COUNT_REPORT");
    if (!cuda_cpu_kernels || (asked && strcmp(asked, "none") == 0))
        return;
    const bool lines = !asked || strcmp(asked, "table") != 0;
    if (lines)
        cuda_cpu_find_lines();
    printf("\ncounted: what the warps of a GPU would ask of its memories\n");
    for (const struct kernel *k = cuda_cpu_kernels; k; k = k->next) {
        table(k);
        if (lines)
            source(k);
    }
    fflush(stdout);
}
