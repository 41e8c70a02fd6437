// SPDX-License-Identifier: MIT
// The logs of a warp's lanes run once more, side by side: lanes that are about to do the same do it
// together, one request for all. Where they take different branches each side runs by itself, up to
// the block that every way from there leads to (the branch's immediate postdominator), where a GPU
// brings the lanes together again. The graph of blocks is what the logs have shown so far.
#include <stdlib.h>
#include <string.h>

#include "counts.h"

// ---- the graph of blocks ------------------------------------------------------------------------

// Of this OS thread. A node is a block, by the number of its site; 0 is where a kernel begins.
struct node {
    uint16_t *to, *from;
    unsigned to_count, from_count;
    unsigned order; // of a walk from the end; 0: not met
    uint16_t postdominator;
    unsigned window; // of loads side by side that it was last met in
};
static __thread struct node *nodes; // by site, END last
static __thread uint16_t *walked;   // by order
static __thread unsigned walked_count, edges_since;

static void add(uint16_t **list, unsigned *count, uint16_t what) {
    if ((*count & (*count - 1)) == 0)
        *list = realloc(*list, (*count ? 2 * *count : 1) * sizeof **list);
    if (!*list)
        abort();
    (*list)[(*count)++] = what;
}

static void add_edge(uint16_t from, uint16_t to) {
    struct node *n = &nodes[from];
    for (unsigned i = 0; i < n->to_count; i++)
        if (n->to[i] == to)
            return;
    add(&n->to, &n->to_count, to);
    add(&nodes[to].from, &nodes[to].from_count, from);
    edges_since++;
}

// Numbers the nodes behind those that lead to them, from the end.
static void walk(uint16_t start) {
    static __thread uint16_t *stack;
    static __thread unsigned *at;
    if (!stack) {
        stack = malloc((MOST_SITES + 1) * sizeof *stack);
        at = malloc((MOST_SITES + 1) * sizeof *at);
        walked = malloc((MOST_SITES + 2) * sizeof *walked);
        if (!stack || !at || !walked)
            abort();
    }
    unsigned depth = 1;
    stack[0] = start;
    at[0] = 0;
    nodes[start].order = ~0u;
    while (depth > 0) {
        struct node *n = &nodes[stack[depth - 1]];
        if (at[depth - 1] < n->from_count) {
            uint16_t next = n->from[at[depth - 1]++];
            if (nodes[next].order == 0) {
                nodes[next].order = ~0u;
                stack[depth] = next;
                at[depth++] = 0;
            }
        } else {
            n->order = ++walked_count;
            walked[walked_count] = stack[--depth];
        }
    }
}

static uint16_t common(uint16_t a, uint16_t b) {
    while (a != b) {
        while (nodes[a].order < nodes[b].order)
            a = nodes[a].postdominator;
        while (nodes[b].order < nodes[a].order)
            b = nodes[b].postdominator;
    }
    return a;
}

// Immediate postdominators, as Cooper, Harvey and Kennedy find dominators (2001).
static void find_postdominators(void) {
    for (unsigned i = 1; i <= walked_count; i++)
        nodes[walked[i]].order = 0;
    walked_count = 0;
    walk(END);
    for (unsigned i = 1; i <= walked_count; i++)
        nodes[walked[i]].postdominator = 0xffff;
    bool *known = calloc(MOST_SITES + 1, sizeof *known), changed = true;
    if (!known)
        abort();
    known[END] = true;
    nodes[END].postdominator = END;
    while (changed) {
        changed = false;
        for (unsigned i = walked_count - 1; i > 0; i--) {
            struct node *n = &nodes[walked[i]];
            uint16_t new = 0;
            bool any = false;
            for (unsigned k = 0; k < n->to_count; k++)
                if (known[n->to[k]]) {
                    new = any ? common(new, n->to[k]) : n->to[k];
                    any = true;
                }
            if (any && (!known[walked[i]] || n->postdominator != new)) {
                n->postdominator = new;
                known[walked[i]] = changed = true;
            }
        }
    }
    free(known);
    edges_since = 0;
}

static bool is_node(unsigned site) {
    return cuda_cpu_sites[site].kind == BLOCK || cuda_cpu_sites[site].kind == BARRIER;
}

static unsigned site_of(uint64_t entry) {
    return (unsigned)(entry >> 48);
}

// ---- the warp -----------------------------------------------------------------------------------

struct warp {
    struct counter *counter;
    struct lane *lanes; // its 32, or as many as the block has
    unsigned count;
    const uint64_t *at[WARP], *end[WARP];
    bool graphed; // its logs are in the graph
};

static void graph(struct warp *w) {
    for (unsigned l = 0; l < w->count; l++) {
        uint16_t from = w->lanes[l].node;
        if (w->lanes[l].length == 0)
            continue;
        for (const uint64_t *e = w->lanes[l].log; e < w->end[l]; e++)
            if (is_node(site_of(*e))) {
                add_edge(from, (uint16_t)site_of(*e));
                from = (uint16_t)site_of(*e);
            }
        if (cuda_cpu_sites[from].kind != BARRIER)
            add_edge(from, END);
    }
    // a barrier that nobody has left yet leads to the end
    if (edges_since)
        for (unsigned l = 0; l < w->count; l++)
            if (w->lanes[l].length) {
                uint16_t last = (uint16_t)site_of(w->end[l][-1]);
                if (is_node(last) && nodes[last].to_count == 0)
                    add_edge(last, END);
            }
    if (edges_since)
        find_postdominators();
    w->graphed = true;
}

static unsigned peek(const struct warp *w, unsigned l) {
    return site_of(*w->at[l]); // END stands behind the last
}

// ---- loads that a GPU's compiler makes one of ---------------------------------------------------

// nvcc loads neighbouring words in one instruction where it knows their alignment: elements of a
// shared array that stand side by side in a block of the source, once its loops are unrolled, and
// members of a type that is aligned to its size. Whether the place within 16 bytes is fixed shows
// only when all threads have been seen; so both costs are kept, and launch.c chooses.
enum { OPEN = 24 };
struct group {
    struct request whole; // the addresses of the 16 bytes
    enum kind kind;
    enum space space;
    unsigned words, used; // of 4 bytes
};
static __thread struct group groups[OPEN];
static __thread unsigned group_count, window = 1;

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
            if (g->space == SHARED) {
                n->merged_wavefronts += cuda_cpu_wavefronts(&r, 4 * size);
            } else {
                n->merged_sectors += cuda_cpu_sectors(&r, 4 * size);
                n->merged_ideal += (r.lanes * size * 4 + 31) / 32;
            }
        }
        first += size;
    }
}

static void close_groups(struct counter *c) {
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
        if (groups[i].kind == s->kind && groups[i].space == s->space &&
            !(groups[i].words & words) && joins(&groups[i], r, low)) {
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
    g->kind = s->kind;
    g->space = s->space;
    g->words = words;
    cuda_cpu_count_of(c, r->site)->leader = r->site;
}

static bool may_merge(const struct site *s) {
    return (s->space == SHARED && s->kind == READ) ||
           (s->vector && (s->kind == READ || s->kind == WRITE) && s->space != CONSTANT);
}

// An access of lanes that are in step. Those in different memories are different requests.
static void access(struct counter *c, struct request *r) {
    static __thread uintptr_t start, end;
    static __thread enum space space;
    static __thread const struct cuda_cpu_grid *of;
    const unsigned site = r->site;
    const struct site *s = &cuda_cpu_sites[site];
    for (unsigned first = 0; first < r->lanes;) {
        uintptr_t a = r->address[first];
        if (s->kind == TEXEL)
            space = TEXTURE;
        else if (a - start >= end - start || of != c->grid || space == TEXTURE)
            space = cuda_cpu_space_of(a, &start, &end);
        of = c->grid;
        if (space == OWN)
            cuda_cpu_disown(site);
        unsigned many = space == LOCAL || space >= PARAMETER ? r->lanes : first;
        while (many < r->lanes && (r->address[many] - start < end - start || space == TEXTURE))
            many++;
        struct request part;
        struct request *p = r;
        if (first > 0 || many < r->lanes) {
            part.lanes = many - first;
            memcpy(part.address, r->address + first, part.lanes * sizeof *part.address);
            memcpy(part.lane, r->lane + first, part.lanes);
            p = &part;
        }
        first = many > first ? many : first + 1;
        if (space >= PARAMETER)
            continue;
        p->site = cuda_cpu_site_in(site, space);
        cuda_cpu_charge(c, p);
        if (space == SHARED && s->kind != READ)
            close_groups(c);
        if (may_merge(&cuda_cpu_sites[p->site]))
            group_access(c, p);
    }
}

// ---- running ------------------------------------------------------------------------------------

// Where the lanes stand, for as long as they are in step; and back again.
static void take_up(const struct warp *w, const unsigned char *mine, unsigned count,
                    const uint64_t **from, struct request *r) {
    for (unsigned i = 0; i < count; i++)
        from[i] = w->at[mine[i]];
    r->lanes = count;
    memcpy(r->lane, mine, count);
}
static void put_down(struct warp *w, const unsigned char *mine, unsigned count,
                     const uint64_t *const *from, size_t step) {
    for (unsigned i = 0; i < count; i++)
        w->at[mine[i]] = from[i] + step;
}

// Runs the lanes of the list from block `node` on until they are at the block `stop`, or at the end
// of their logs.
static void run(struct warp *w, const unsigned char *list, unsigned count, unsigned node,
                unsigned stop) {
    struct counter *c = w->counter;
    unsigned char mine[WARP];
    const uint64_t *from[WARP]; // in its log, where it was when they came together
    size_t step = 0;            // they have gone since then
    struct request r;
    memcpy(mine, list, count);
    take_up(w, mine, count, from, &r);
    for (;;) {
        const uint64_t leader = from[0][step];
        const unsigned next = site_of(leader);
        uint64_t differ = 0;
        for (unsigned i = 0; i < count; i++)
            differ |= from[i][step] ^ leader;
        if (site_of(differ) == 0) { // all are at the same
            if (next == END || next == stop) {
                put_down(w, mine, count, from, step);
                return;
            }
            const enum kind kind = cuda_cpu_sites[next].kind;
            if (kind == BLOCK || kind == BARRIER) {
                // turns of a loop that was unrolled are blocks in a row; a block that comes again
                // is not
                if (kind == BARRIER || nodes[next].window == window)
                    close_groups(c);
                nodes[next].window = window;
                struct count *n = cuda_cpu_count_of(c, next);
                n->requests++;
                n->lanes += count;
                node = next;
            } else if (kind == FETCH) {
                struct count *n = cuda_cpu_count_of(c, next);
                n->requests++;
                n->lanes += count;
            } else {
                r.site = next;
                for (unsigned i = 0; i < count; i++)
                    r.address[i] = from[i][step] & 0xffffffffffff;
                access(c, &r);
            }
            step++;
            continue;
        }
        put_down(w, mine, count, from, step);
        close_groups(c);
        if (!w->graphed)
            graph(w);
        cuda_cpu_count_of(c, node)->diverged++;
        const unsigned meet = nodes[node].postdominator;
        unsigned char rest[WARP];
        unsigned rest_count = count;
        memcpy(rest, mine, count);
        while (rest_count > 0) { // one way after the other
            unsigned char group[WARP];
            unsigned members = 0, others = 0;
            const unsigned way = peek(w, rest[0]);
            for (unsigned i = 0; i < rest_count; i++)
                if (peek(w, rest[i]) == way)
                    group[members++] = rest[i];
                else
                    rest[others++] = rest[i];
            rest_count = others;
            if (way != meet && way != END)
                run(w, group, members, node, meet);
        }
        unsigned left = 0;
        for (unsigned i = 0; i < count; i++)
            if (peek(w, mine[i]) != END)
                mine[left++] = mine[i];
        count = left;
        if (count == 0)
            return;
        take_up(w, mine, count, from, &r);
        step = 0;
    }
}

static void run_warp(struct warp *w) {
    unsigned char list[WARP];
    unsigned count = 0;
    for (unsigned l = 0; l < w->count; l++)
        if (w->at[l] < w->end[l])
            list[count++] = (unsigned char)l;
    if (count == 0)
        return;
    run(w, list, count, w->lanes[list[0]].node, END);
    close_groups(w->counter);
    for (unsigned l = 0; l < w->count; l++) {
        struct lane *lane = &w->lanes[l];
        for (const uint64_t *e = w->end[l]; e > lane->log && e-- > lane->log;)
            if (is_node(site_of(*e))) {
                lane->node = (uint16_t)site_of(*e);
                break;
            }
        lane->length = 0;
    }
}

void cuda_cpu_replay_warp(struct counter *c, unsigned first) {
    if (!nodes && !(nodes = calloc(MOST_SITES + 1, sizeof *nodes)))
        abort();
    struct warp w = {.counter = c, .lanes = c->lanes + first};
    w.count = c->threads - first < WARP ? c->threads - first : WARP;
    bool any = false;
    for (unsigned l = 0; l < w.count; l++) {
        if (w.lanes[l].length)
            w.lanes[l].log[w.lanes[l].length] = (uint64_t)END << 48;
        w.at[l] = w.lanes[l].log;
        w.end[l] = w.lanes[l].log + w.lanes[l].length;
        any = any || w.lanes[l].length > 0;
    }
    c->drawn = c->block == 0 && first == 0;
    if (any)
        run_warp(&w);
}

void cuda_cpu_replay(struct counter *c) {
    for (unsigned first = 0; first < c->threads; first += WARP)
        cuda_cpu_replay_warp(c, first);
}
