// SPDX-License-Identifier: MIT
// Loads that a GPU's compiler makes one of. nvcc loads neighbouring words in one instruction where
// it knows their alignment: elements of a shared array that stand side by side in a block of the
// source, once its loops are unrolled. Whether the place within 16 bytes is fixed shows only when
// all threads have been seen; so both costs are kept, and launch.c chooses.
#include <stdlib.h>
#include <string.h>

#include "counts.h"

enum { OPEN = 24 };
struct group {
    struct request whole; // the addresses of the 16 bytes
    unsigned words;       // of 4 bytes
};
static __thread struct group groups[OPEN];
static __thread unsigned group_count, window = 1;
static __thread unsigned *met; // by block: the window that it was last met in

static void charge_group(struct counter *c, const struct group *g) {
    struct count *n = cuda_cpu_count_of(c, g->whole.site);
    n->merges = true;
    // as words of a row: 1111 is one of 16 bytes, 0011 and 1100 are of 8, others of 4
    for (unsigned first = 0; first < 4;) {
        unsigned size = 4 - first >= 4 && (g->words & 15) == 15          ? 4
                        : first % 2 == 0 && (g->words >> first & 3) == 3 ? 2
                                                                         : 1;
        if (g->words >> first & 1) {
            struct request r = g->whole;
            for (unsigned i = 0; i < r.lanes; i++)
                r.address[i] += 4 * first;
            n->merged_requests++;
            n->merged_wavefronts += cuda_cpu_wavefronts(&r, 4 * size);
        }
        first += size;
    }
}

void cuda_cpu_close_groups(struct counter *c) {
    for (unsigned i = 0; i < group_count; i++)
        charge_group(c, &groups[i]);
    group_count = 0;
    window++;
}

static bool joins(const struct group *g, const struct request *r, unsigned low) {
    if (g->whole.lanes != r->lanes || g->whole.address[0] != r->address[0] - low)
        return false;
    for (unsigned i = 1; i < r->lanes; i++)
        if (g->whole.address[i] != r->address[i] - low || g->whole.lane[i] != r->lane[i])
            return false;
    return true;
}

// Puts the access into a group, if its place within 16 bytes is the same in all lanes.
static void group_access(struct counter *c, const struct request *r) {
    struct site *s = &cuda_cpu_sites[r->site];
    const unsigned low = r->address[0] % 16, words = ((1u << (s->bytes + 3) / 4) - 1) << low / 4;
    if (s->scattered)
        return;
    bool same = low % 4 == 0 && s->bytes % 4 == 0 && low + s->bytes <= 16;
    for (unsigned i = 1; i < r->lanes; i++)
        same = same && r->address[i] % 16 == low;
    if (!s->seen) {
        s->low = (unsigned char)low;
        s->seen = true;
    }
    if (!same || s->low != low) {
        s->scattered = true;
        return;
    }
    for (unsigned i = 0; i < group_count; i++)
        if (!(groups[i].words & words) && joins(&groups[i], r, low)) {
            groups[i].words |= words;
            cuda_cpu_count_of(c, r->site)->leader = groups[i].whole.site;
            return;
        }
    if (group_count == OPEN) {
        charge_group(c, &groups[0]);
        memmove(groups, groups + 1, (OPEN - 1) * sizeof *groups);
        group_count--;
    }
    struct group *g = &groups[group_count++];
    g->whole = *r;
    for (unsigned i = 0; i < r->lanes; i++)
        g->whole.address[i] -= low;
    g->words = words;
    cuda_cpu_count_of(c, r->site)->leader = r->site;
}

void cuda_cpu_merge(struct counter *c, const struct request *r) {
    const struct site *s = &cuda_cpu_sites[r->site];
    if (s->space != SHARED)
        return;
    if (s->kind == READ)
        group_access(c, r);
    else
        cuda_cpu_close_groups(c);
}

// Turns of a loop that was unrolled are blocks in a row; a block that comes again is not.
void cuda_cpu_enter_block(struct counter *c, unsigned block) {
    if (!met && !(met = calloc(MOST_SITES + 1, sizeof *met)))
        abort();
    if (cuda_cpu_sites[block].kind == BARRIER || met[block] == window)
        cuda_cpu_close_groups(c);
    met[block] = window;
}
