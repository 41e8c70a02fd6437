// SPDX-License-Identifier: MIT
// The control flow graph of a kernel, as far as the logs have shown it, and where the ways out of
// each come together again: its immediate postdominator.
#include <stdlib.h>
#include <string.h>

#include "counts.h"

// Of this OS thread. A node is a block, by the number of its site; 0 is where a kernel begins.
struct node {
    uint16_t *to, *from;
    unsigned to_count, from_count;
    unsigned order; // of a walk from the end; 0: not met
    uint16_t postdominator;
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

void cuda_cpu_add_flow(unsigned from, unsigned to) {
    if (!nodes && !(nodes = calloc(MOST_SITES + 1, sizeof *nodes)))
        abort();
    struct node *n = &nodes[from];
    for (unsigned i = 0; i < n->to_count; i++)
        if (n->to[i] == to)
            return;
    add(&n->to, &n->to_count, (uint16_t)to);
    add(&nodes[to].from, &nodes[to].from_count, (uint16_t)from);
    edges_since++;
}

bool cuda_cpu_flows_on(unsigned block) {
    return nodes[block].to_count > 0;
}

// Numbers each node after those that lead to it, from the end.
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
void cuda_cpu_find_meetings(void) {
    if (!edges_since)
        return;
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

unsigned cuda_cpu_meeting(unsigned block) {
    return nodes[block].postdominator;
}
