// SPDX-License-Identifier: MIT
// STRIDED loops, in which each thread takes every so-manieth element:
//
//     for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
//
// or the same with `while`, or from threadIdx.x on. One thread after the other would go through all
// of the memory, and use of each line an element. So the threads of a block go side by side, as on
// a GPU: a loop over the elements of its first thread, and in it one over threads. Whether limit
// and step let them is asked when it runs (each_stride in launch.h).
#include <string.h>

#include "tree.h"

// Are tokens [first, last) the type of an index?
static bool counts(size_t first, size_t last) {
    static const char *const types[] = {"int", "unsigned", "size_t", "long", NULL};
    size_t i = first;
    while (i < last && is_any(i, types))
        i++;
    return first < last && i == last;
}

static bool same_type(const struct variable *a, const struct variable *b) {
    size_t i = a->type_first, k = b->type_first;
    for (; i < a->type_end; i++) {
        if (is_any(i, qualifiers))
            continue;
        while (k < b->type_end && is_any(k, qualifiers))
            k++;
        if (k == b->type_end || !same(i, k++))
            return false;
    }
    while (k < b->type_end && is_any(k, qualifiers))
        k++;
    return k == b->type_end;
}

// The counter begins with the index of a thread: what is it of the block's first?
static bool find_start(const struct variable *v, struct stride *s) {
    struct index index;
    const struct node *n = v->initial;
    bool wide = false;
    while (n->kind == COMMA && !n->child->next)
        n = n->child;
    if (is_index(n, 'x', &index) && !index.x)
        wide = index.wide;
    else if (n->kind == LOCAL_NAME && names_index(n, &wide, false) && same_type(n->variable, v))
        ;
    else if (n->kind == MEMBER && n->child->kind == BUILT_IN && is(n->child->first, "threadIdx") &&
             is(n->name, "x")) {
        s->start = "0";
        return true;
    } else {
        return false;
    }
    s->start = wide ? "(size_t)blockIdx.x * blockDim.x" : "blockIdx.x * blockDim.x";
    return true;
}

static bool is_counter(const struct node *n, const struct variable *v) {
    return n->kind == LOCAL_NAME && n->variable == v;
}

// i < limit
static bool find_limit(const struct node *n, struct stride *s) {
    if (n->kind != BINARY || !has_sign(n, "<") || !is_counter(n->child, s->counter))
        return false;
    s->limit = child(n, 1);
    return true;
}

// i += step
static bool find_step(const struct node *n, struct stride *s) {
    if (n->kind != ASSIGN || !has_sign(n, "+=") || !is_counter(n->child, s->counter))
        return false;
    s->step = child(n, 1);
    return true;
}

bool find_stride(const struct node *n, struct stride *s) {
    memset(s, 0, sizeof *s);
    if (n->kind == FOR) {
        const struct node *d = child(n, 0);
        if (d->kind != DECLARATION || d->declared_count != 1)
            return false;
        s->counter = d->declared[0];
        s->body = child(n, 3);
    } else if (n->kind == WHILE && n->child->kind == BINARY &&
               n->child->child->kind == LOCAL_NAME) {
        s->counter = n->child->child->variable;
        s->body = child(n, 1);
    } else {
        return false;
    }
    const struct variable *v = s->counter;
    if (!v->initial || v->role == PARAMETER || v->declarator != v->name || v->parenthesised ||
        v->odd || !counts(v->type_first, v->type_end) || !find_start(v, s))
        return false;
    s->type = v->type_first;
    s->type_end = v->type_end;
    if (n->kind == FOR)
        return find_limit(child(n, 1), s) && find_step(child(n, 2), s);
    const struct node *last = s->body->kind == BLOCK ? s->body->child : NULL;
    while (last && last->next)
        last = last->next;
    return last && last->kind == EXPRESSION && find_step(last->child, s) && find_limit(n->child, s);
}

bool can_stride(const struct node *n) {
    struct stride s;
    if (!find_stride(n, &s) || s.body->escapes || s.body->returns || (n->effects & ORDERED) ||
        !is_plain(s.limit->type) || !is_plain(s.step->type) || !is_uniform(s.limit, false) ||
        !is_uniform(s.step, false) || s.counter->open || s.counter->passed || can_fail(s.limit) ||
        can_fail(s.step))
        return false;
    // Nobody but the loop itself changes the counter; behind a `while` nobody asks for it.
    if (s.counter->assignments != 1)
        return false;
    for (size_t k = n->last + 1; n->kind == WHILE && k < s.counter->end; k++)
        if (meaning(k) == s.counter)
            return false;
    return true;
}
