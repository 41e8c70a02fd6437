// SPDX-License-Identifier: MIT
// The sums of a launch: what its OS threads counted, added up when each has done its part; a row of
// the CSV file; and the sums of all launches of a kernel, for the report at the end.
//
// From the environment: CUDA_CPU_COUNT_CSV, the file; CUDA_CPU_COUNT_SAMPLE, "1/16" or 16: of so
// many blocks one is counted, and stands for them.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../checks/seal.h"
#include "counts.h"
#include "hooks.h"

// A launch that is under way.
struct launch {
    struct launch *next;
    const struct cuda_cpu_grid *grid;
    uint64_t number, blocks_counted;
    size_t static_shared;
    struct count *counts; // by site
    uint16_t *sites;
    size_t site_count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct launch *launches;
static uint64_t launch_count;
struct kernel *cuda_cpu_kernels;

// Rows may be done in another order than they were launched: they are kept, and written at the end.
struct row {
    uint64_t number;
    char *kernel;
    struct sums sums;
};
static struct row *rows;
static size_t row_count;

static void *need(void *memory) {
    if (!memory) {
        fprintf(stderr, "cuda-cpu: count: out of memory\n");
        abort();
    }
    return memory;
}

static struct count *new_counts(void) { // touched only where it is used
    return need(calloc(MOST_SITES + 1, sizeof(struct count)));
}

// ---- adding up ----------------------------------------------------------------------------------

static struct launch *find(const struct cuda_cpu_grid *grid) {
    struct launch *l = launches;
    while (l && l->grid != grid)
        l = l->next;
    return l;
}

static void add_site(struct count *counts, uint16_t *sites, size_t *site_count, unsigned site,
                     const struct count *more) {
    if (!counts[site].listed) {
        counts[site].listed = true;
        sites[(*site_count)++] = (uint16_t)site;
    }
    cuda_cpu_add_count(&counts[site], more);
}

// Launches that are over, with their tables as they were at first: making them takes longer than a
// small launch.
static struct launch *spare;

static void begin_launch(const struct cuda_cpu_grid *grid) {
    pthread_mutex_lock(&lock);
    struct launch *l = spare;
    if (l) {
        spare = l->next;
        *l = (struct launch){.counts = l->counts, .sites = l->sites};
    } else {
        l = need(calloc(1, sizeof *l));
        l->counts = new_counts();
        l->sites = need(malloc((MOST_SITES + 1) * sizeof *l->sites));
    }
    l->grid = grid;
    l->number = launch_count++;
    l->next = launches;
    launches = l;
    pthread_mutex_unlock(&lock);
}

// Adds this OS thread's counts to the launch's, and clears them.
static void hand_over(struct counter *c) {
    pthread_mutex_lock(&lock);
    struct launch *l = find(c->grid);
    for (size_t i = 0; i < c->dirty_count; i++) {
        const unsigned site = c->dirty[i];
        if (l)
            add_site(l->counts, l->sites, &l->site_count, site, &c->counts[site]);
        c->counts[site] = (struct count){0};
    }
    if (l) {
        l->blocks_counted += c->blocks_counted;
        l->static_shared =
            c->static_shared > l->static_shared ? c->static_shared : l->static_shared;
    }
    c->dirty_count = 0;
    c->blocks_counted = 0;
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_count_end(struct counter *c) {
    cuda_cpu_replay(c);
    hand_over(c);
}

void cuda_cpu_prepare_counter(struct counter *c) {
    if (!c->counts) {
        c->counts = new_counts();
        c->dirty = need(malloc((MOST_SITES + 1) * sizeof *c->dirty));
    }
}

// Of loads that a GPU makes one of, what that one costs. Decided by group: all members lie at a
// fixed place, or none is merged.
static void choose_merged(struct count *counts, const uint16_t *sites, size_t site_count) {
    for (size_t i = 0; i < site_count; i++) // a group with a member that does not fit
        if (counts[sites[i]].leader && cuda_cpu_sites[sites[i]].scattered)
            counts[counts[sites[i]].leader].merges = false;
    for (size_t i = 0; i < site_count; i++) {
        struct count *n = &counts[sites[i]];
        if (!n->leader || n->leader == sites[i] || cuda_cpu_sites[sites[i]].scattered ||
            !counts[n->leader].merges)
            continue;
        counts[n->leader].ideal_wavefronts += n->ideal_wavefronts;
        n->requests = n->lanes = n->wavefronts = n->ideal_wavefronts = 0;
    }
    for (size_t i = 0; i < site_count; i++) {
        struct count *n = &counts[sites[i]];
        if (n->leader != sites[i] || cuda_cpu_sites[sites[i]].scattered || !n->merges)
            continue;
        n->lanes = n->requests ? n->lanes * n->merged_requests / n->requests : 0;
        n->requests = n->merged_requests;
        n->wavefronts = n->merged_wavefronts;
        if (n->ideal_wavefronts > n->wavefronts) // 16 bytes a lane take several by nature
            n->ideal_wavefronts = n->wavefronts;
    }
}

static void sum_site(struct sums *s, unsigned number, const struct count *n) {
    const struct site *site = &cuda_cpu_sites[number];
    if (site->kind == BLOCK) {
        s->blocks_of_source += n->requests;
        s->threads_in_blocks_of_source += n->lanes;
        s->divergent_branches += n->diverged;
    } else if (site->kind == BARRIER) {
        s->barriers += n->requests;
    } else if (site->kind == FETCH) {
        s->texture_requests += n->requests;
    } else if (site->space == TEXTURE) {
        s->texture_sectors += n->sectors;
        s->texture_texels += n->addresses;
    } else if (site->space == CONSTANT) {
        s->constant_requests += n->requests;
        s->constant_addresses += n->addresses;
    } else if (site->space == LOCAL) {
        s->local_requests += n->requests;
    } else if (site->kind == ATOMIC) {
        if (n->most > s->atomic_most_on_one_address)
            s->atomic_most_on_one_address = n->most;
        *(site->space == SHARED ? &s->shared_atomic_requests
          : site->used          ? &s->global_atomic_requests
                                : &s->global_reduction_requests) += n->requests;
    } else if (site->space == SHARED) {
        *(site->kind == READ ? &s->shared_load_requests : &s->shared_store_requests) += n->requests;
        *(site->kind == READ ? &s->shared_load_wavefronts : &s->shared_store_wavefronts) +=
            n->wavefronts;
        s->bank_conflicts += n->wavefronts - n->ideal_wavefronts;
    } else if (site->kind == READ) {
        s->global_load_requests += n->requests;
        s->global_load_sectors += n->sectors;
        s->ideal_load_sectors += n->ideal;
    } else {
        s->global_store_requests += n->requests;
        s->global_store_sectors += n->sectors;
        s->ideal_store_sectors += n->ideal;
    }
}

// Counted blocks stand for the others.
static void scale(struct sums *s, double by) {
#define SCALE(name) s->name = (uint64_t)((double)s->name * by + 0.5);
    const uint64_t most = s->atomic_most_on_one_address;
    CUDA_CPU_COLUMNS(SCALE)
    s->atomic_most_on_one_address = most;
#undef SCALE
}

static void add_sums(struct sums *sum, const struct sums *more) {
    const uint64_t most = sum->atomic_most_on_one_address > more->atomic_most_on_one_address
                              ? sum->atomic_most_on_one_address
                              : more->atomic_most_on_one_address;
#define ADD(name) sum->name += more->name;
    CUDA_CPU_COLUMNS(ADD)
#undef ADD
    sum->atomic_most_on_one_address = most;
    sum->threads_a_block = more->threads_a_block;
    sum->shared_bytes_a_block = more->shared_bytes_a_block;
}

static struct kernel *kernel_named(const char *name) {
    struct kernel **link = &cuda_cpu_kernels;
    while (*link && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    if (!*link) {
        struct kernel *k = need(calloc(1, sizeof *k));
        k->name = need(strdup(name));
        k->counts = new_counts();
        k->sites = need(malloc((MOST_SITES + 1) * sizeof *k->sites));
        *link = k;
    }
    return *link;
}

static void end_launch(const struct cuda_cpu_grid *grid) {
    pthread_mutex_lock(&lock);
    struct launch **link = &launches, *l;
    while (*link && (*link)->grid != grid)
        link = &(*link)->next;
    l = *link;
    *link = l->next;
    struct sums s = {0};
    const uint64_t blocks = (uint64_t)grid->grid[0] * grid->grid[1] * grid->grid[2];
    choose_merged(l->counts, l->sites, l->site_count);
    for (size_t i = 0; i < l->site_count; i++)
        sum_site(&s, l->sites[i], &l->counts[l->sites[i]]);
    cuda_cpu_touched(&s.bytes_read, &s.bytes_written);
    // a block with a second successor is a branch
    if (l->blocks_counted && l->blocks_counted < blocks)
        scale(&s, (double)blocks / (double)l->blocks_counted);
    s.blocks = blocks;
    s.threads_a_block = grid->block[0] * grid->block[1] * grid->block[2];
    s.threads = blocks * s.threads_a_block;
    s.shared_bytes_a_block = l->static_shared + grid->shared;
    s.launches = 1;
    struct kernel *k = kernel_named(grid->name);
    add_sums(&k->sums, &s);
    if (blocks > k->largest.blocks) {
        memcpy(k->largest.grid, grid->grid, sizeof grid->grid);
        memcpy(k->largest.block, grid->block, sizeof grid->block);
        k->largest.blocks = blocks;
        k->largest.shared_bytes = s.shared_bytes_a_block;
    }
    for (size_t i = 0; i < l->site_count; i++)
        add_site(k->counts, k->sites, &k->site_count, l->sites[i], &l->counts[l->sites[i]]);
    if ((row_count & (row_count - 1)) == 0)
        rows = need(realloc(rows, (row_count ? 2 * row_count : 1) * sizeof *rows));
    rows[row_count++] = (struct row){l->number, k->name, s};
    for (size_t i = 0; i < l->site_count; i++)
        l->counts[l->sites[i]] = (struct count){0};
    l->next = spare;
    spare = l;
    pthread_mutex_unlock(&lock);
}

// ---- at the beginning ---------------------------------------------------------------------------

__attribute__((constructor(101))) static void prepare(void) {
    cuda_cpu_take_seal();
    cuda_cpu_hooks.launch = begin_launch;
    cuda_cpu_hooks.launched = end_launch;
    cuda_cpu_hooks.grid = cuda_cpu_count_grid;
    cuda_cpu_hooks.on_all_cores = true;
    const char *asked = getenv("CUDA_CPU_COUNT_SAMPLE");
    if (!asked || !*asked)
        return;
    const char *slash = strchr(asked, '/');
    const long every = strtol(slash ? slash + 1 : asked, NULL, 10);
    if (every < 1 || every > 1 << 20 || (slash && strtol(asked, NULL, 10) != 1)) {
        fprintf(stderr, "cuda-cpu: SAMPLE=%s: not of the form 1/N\n", asked);
        _exit(2);
    }
    cuda_cpu_count_sample = (unsigned)every;
}

// ---- at the end ---------------------------------------------------------------------------------

static int by_number(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

// A name may hold commas: those of a template's arguments.
static void write_name(FILE *file, const char *name) {
    fprintf(file, strchr(name, ',') ? "\"%s\"" : "%s", name);
}

static bool write_rows(FILE *file) {
    qsort(rows, row_count, sizeof *rows, by_number);
#define NAME(name) fprintf(file, "," #name);
    fprintf(file, "kernel");
    CUDA_CPU_COLUMNS(NAME)
    fprintf(file, "\n");
    for (size_t i = 0; i < row_count; i++) {
        write_name(file, rows[i].kernel);
#define VALUE(name) fprintf(file, ",%llu", (unsigned long long)rows[i].sums.name);
        CUDA_CPU_COLUMNS(VALUE)
        fprintf(file, "\n");
    }
    if (*cuda_cpu_sealed()) // "sealed,WORD", for the grader
        fprintf(file, "sealed,%s\n", strrchr(cuda_cpu_sealed(), ' ') + 1);
    return !ferror(file);
}

static bool write_csv(const char *name) {
    char *temporary;
    if (asprintf(&temporary, "%s.%ld", name, (long)getpid()) < 0)
        abort();
    FILE *file = fopen(temporary, "w");
    bool well = file && write_rows(file);
    well = file && fclose(file) == 0 && well && rename(temporary, name) == 0;
    if (!well) {
        fprintf(stderr, "cuda-cpu: count: can't write %s\n", name);
        unlink(temporary);
    }
    free(temporary);
    return well;
}

__attribute__((destructor(101))) static void finish(void) {
    if (cuda_cpu_forked)
        return;
    const char *name = getenv("CUDA_CPU_COUNT_CSV");
    bool well = true;
    fflush(stdout);
    if (name && *name)
        well = write_csv(name);
    well = cuda_cpu_write_detail() && well;
    cuda_cpu_report();
    if (!well)
        _exit(1);
}
