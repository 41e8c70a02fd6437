// SPDX-License-Identifier: MIT
// The logs of a warp's lanes run once more, side by side: lanes that are about to do the same do it
// together, one request for all. As far as all have kept to their trail that is known already.
// Behind it, where they take different branches each side runs by itself, up to the block that
// every way from there leads to (the branch's immediate postdominator), where a GPU brings the
// lanes together again. The graph of blocks is what the logs have shown so far.
#include <stdlib.h>
#include <string.h>

#include "counts.h"

static const uint64_t ADDRESS = 0xffffffffffff;

static bool is_node(unsigned site) {
    return cuda_cpu_sites[site].kind == BLOCK || cuda_cpu_sites[site].kind == BARRIER;
}

static unsigned site_of(uint64_t entry) {
    return (unsigned)(entry >> 48);
}

struct warp {
    struct counter *counter;
    const struct trail *trail;
    struct lane *lanes; // its 32, or as many as the block has
    unsigned count;
    size_t together; // steps of the trail that all of its lanes took
    const uint64_t *begin[WARP], *at[WARP], *end[WARP]; // of the entries after them
    bool graphed;                                       // its logs are in the graph
};

// ---- one request --------------------------------------------------------------------------------

// The ranges of memory that were met last, of this OS thread's grid.
enum { RANGES = 4 };
static __thread struct {
    uintptr_t start, bytes;
    enum space space;
} ranges[RANGES];
static __thread unsigned oldest;

void cuda_cpu_forget_ranges(void) {
    memset(ranges, 0, sizeof ranges);
}

static enum space space_of(uintptr_t a, uintptr_t *start, uintptr_t *bytes) {
    for (unsigned i = 0; i < RANGES; i++)
        if (a - ranges[i].start < ranges[i].bytes) {
            *start = ranges[i].start, *bytes = ranges[i].bytes;
            return ranges[i].space;
        }
    uintptr_t end;
    const enum space space = cuda_cpu_space_of(a, start, &end);
    *bytes = end - *start;
    if (*bytes > 1) {
        ranges[oldest].start = *start, ranges[oldest].bytes = *bytes;
        ranges[oldest].space = space;
        oldest = (oldest + 1) % RANGES;
    }
    return space;
}

// The first lane after `first` whose address is not in the same memory as that one's.
static unsigned same_memory_until(const struct request *r, unsigned first, uintptr_t start,
                                  uintptr_t bytes) {
    unsigned many = first;
    if (first == 0 && r->halves && r->address[0] - start < bytes &&
        r->address[WARP / 2 - 1] - start < bytes && r->address[WARP / 2] - start < bytes &&
        r->address[WARP - 1] - start < bytes)
        return WARP;
    while (many < r->lanes && r->address[many] - start < bytes)
        many++;
    return many;
}

// Of a texel; some lanes read a texture's border, which is no memory: those that don't.
static bool leave_out_border(const struct request *r, struct request *inside) {
    inside->site = r->site;
    inside->lanes = 0;
    for (unsigned i = 0; i < r->lanes; i++)
        if (r->address[i]) {
            inside->address[inside->lanes] = r->address[i];
            inside->lane[inside->lanes++] = r->lane[i];
        }
    return inside->lanes < r->lanes;
}

// An access of lanes that are in step. Those in different memories are different requests.
static void take_request(struct counter *c, struct request *r) {
    const unsigned site = r->site;
    const bool texel = cuda_cpu_sites[site].kind == TEXEL;
    struct request inside;
    if (texel && leave_out_border(r, &inside))
        r = &inside;
    cuda_cpu_shape(r);
    for (unsigned first = 0; first < r->lanes;) {
        uintptr_t start = 0, bytes = 0;
        const enum space space = texel ? TEXTURE : space_of(r->address[first], &start, &bytes);
        if (space == OWN)
            cuda_cpu_disown(site);
        unsigned many = texel || space == LOCAL || space >= PARAMETER
                            ? r->lanes
                            : same_memory_until(r, first, start, bytes);
        struct request part;
        struct request *p = r;
        if (first > 0 || many < r->lanes) {
            part.lanes = many - first;
            memcpy(part.address, r->address + first, part.lanes * sizeof *part.address);
            memcpy(part.lane, r->lane + first, part.lanes);
            cuda_cpu_shape(&part);
            p = &part;
        }
        first = many > first ? many : first + 1;
        if (space >= PARAMETER)
            continue;
        p->site = cuda_cpu_site_in(site, space);
        cuda_cpu_charge(c, p);
        cuda_cpu_merge(c, p);
    }
}

// The lanes come to a block, a barrier or a fetch together.
static void pass(struct counter *c, unsigned site, unsigned lanes) {
    struct count *n = cuda_cpu_count_of(c, site);
    n->requests++;
    n->lanes += lanes;
    if (is_node(site))
        cuda_cpu_enter_block(c, site);
}

// ---- as far as they kept to the trail -----------------------------------------------------------

// The last block they came to; 0: to none.
static unsigned run_trail(struct warp *w, const unsigned char *list, unsigned count) {
    unsigned node = 0;
    struct request r;
    const uint64_t *log[WARP];
    r.lanes = count;
    memcpy(r.lane, list, count);
    for (unsigned k = 0; k < count; k++)
        log[k] = w->lanes[list[k]].log;
    for (size_t i = 0; i < w->together; i++) {
        const struct step s = w->trail->steps[i];
        if (!s.site)
            continue;
        if (s.kind == BLOCK || s.kind == BARRIER || s.kind == FETCH) {
            pass(w->counter, s.site, count);
            node = s.kind == FETCH ? node : s.site;
        } else {
            r.site = s.site;
            for (unsigned k = 0; k < count; k++)
                r.address[k] = log[k][i] & ADDRESS;
            take_request(w->counter, &r);
        }
    }
    return node;
}

// The lane's steps on the trail after those, as entries with their sites, side by side with those
// that it went alone.
static const uint64_t *unfold(const struct warp *w, struct lane *l) {
    size_t to = l->shared;
    for (size_t i = l->shared; i-- > w->together;) {
        const struct step s = w->trail->steps[i];
        if (s.site)
            l->log[--to] = (uint64_t)s.site << 48 |
                           (s.kind == BLOCK || s.kind == BARRIER ? 0 : l->log[i] & ADDRESS);
    }
    return l->log + to;
}

// ---- after that ---------------------------------------------------------------------------------

static void graph(struct warp *w) {
    unsigned first = END, last = 0; // of the trail's common part
    unsigned ends[WARP];
    for (unsigned l = 0; l < w->count; l++) {
        unsigned from = w->lanes[l].node;
        if (w->lanes[l].length == 0)
            continue;
        if (first != from) { // as a rule all lanes come from the same
            first = last = from;
            for (size_t i = 0; i < w->together; i++)
                if (w->trail->steps[i].site && is_node(w->trail->steps[i].site)) {
                    cuda_cpu_add_flow(last, w->trail->steps[i].site);
                    last = w->trail->steps[i].site;
                }
        }
        from = last;
        for (const uint64_t *e = w->begin[l]; e < w->end[l]; e++)
            if (is_node(site_of(*e))) {
                cuda_cpu_add_flow(from, site_of(*e));
                from = site_of(*e);
            }
        if (cuda_cpu_sites[from].kind != BARRIER)
            cuda_cpu_add_flow(from, END);
        ends[l] = from;
    }
    // a barrier that no lane has left yet leads to the end
    for (unsigned l = 0; l < w->count; l++)
        if (w->lanes[l].length && !cuda_cpu_flows_on(ends[l]))
            cuda_cpu_add_flow(ends[l], END);
    cuda_cpu_find_meetings();
    w->graphed = true;
}

static unsigned peek(const struct warp *w, unsigned l) {
    return site_of(*w->at[l]); // END follows the last
}

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
            if (kind == BLOCK || kind == BARRIER || kind == FETCH) {
                pass(c, next, count);
                node = kind == FETCH ? node : next;
            } else {
                r.site = next;
                for (unsigned i = 0; i < count; i++)
                    r.address[i] = from[i][step] & ADDRESS;
                take_request(c, &r);
            }
            step++;
            continue;
        }
        put_down(w, mine, count, from, step);
        cuda_cpu_close_groups(c);
        if (!w->graphed)
            graph(w);
        cuda_cpu_count_of(c, node)->diverged++;
        const unsigned meet = cuda_cpu_meeting(node);
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

// ---- a warp -------------------------------------------------------------------------------------

// The block that the lane has come to last.
static unsigned last_node(const struct warp *w, unsigned l, unsigned of_trail) {
    for (const uint64_t *e = w->end[l]; e > w->begin[l];)
        if (is_node(site_of(*--e)))
            return site_of(*e);
    return of_trail;
}

static void run_warp(struct warp *w) {
    unsigned char list[WARP];
    unsigned count = 0;
    bool parted = false;
    w->together = ~(size_t)0;
    for (unsigned l = 0; l < w->count; l++) {
        struct lane *lane = &w->lanes[l];
        if (lane->length == 0)
            continue;
        list[count++] = (unsigned char)l;
        if (!lane->alone)
            lane->shared = lane->length;
        w->together = lane->shared < w->together ? lane->shared : w->together;
        parted = parted || lane->length != w->lanes[list[0]].length || lane->alone;
    }
    if (count == 0)
        return;
    for (unsigned i = 0; i < count && parted; i++) {
        struct lane *lane = &w->lanes[list[i]];
        lane->log[lane->length] = (uint64_t)END << 48;
        w->begin[list[i]] = w->at[list[i]] = unfold(w, lane);
        w->end[list[i]] = lane->log + lane->length;
    }
    const unsigned node = run_trail(w, list, count);
    if (parted)
        run(w, list, count, node ? node : w->lanes[list[0]].node, END);
    cuda_cpu_close_groups(w->counter);
    for (unsigned i = 0; i < count; i++) {
        struct lane *lane = &w->lanes[list[i]];
        lane->node = (uint16_t)last_node(w, list[i], node ? node : lane->node);
        lane->length = lane->shared = 0;
        lane->alone = false;
    }
}

void cuda_cpu_replay_warp(struct counter *c, unsigned first) {
    struct warp w = {.counter = c, .trail = &c->trails[first / WARP], .lanes = c->lanes + first};
    w.count = c->threads - first < WARP ? c->threads - first : WARP;
    c->warp = first / WARP;
    run_warp(&w);
    c->trails[first / WARP].length = 0;
}

void cuda_cpu_replay(struct counter *c) {
    for (unsigned first = 0; first < c->threads; first += WARP)
        cuda_cpu_replay_warp(c, first);
}
