// SPDX-License-Identifier: MIT
// STRIDED loops, in which each thread takes every nth element:
//
//     for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
//
// or the same with `while`, from threadIdx.x on, or from any sum of which neighbouring threads have
// neighbouring values. One thread after the other would go through all of the memory, and use of
// each line an element. So the threads of a block go side by side, as on a GPU: a loop over the
// elements of its first thread, and in it one over threads. Whether start, limit and step let them
// is asked when it runs (each_stride in loops.h).
#include "split/fission.h"

bool counts(const struct type *type) {
    return type->integer && type->bytes >= 4;
}

// A variable that has its first value for good, an index.
static bool is_alias(const struct variable *v) {
    return keeps_initial(v) && v->declarator == v->name && counts(&v->type);
}

// Without parentheses, conversions between types of indices, and names for it.
static const struct node *plain_term(const struct node *n) {
    for (;;) {
        n = bare(n);
        if (n->kind == LOCAL_NAME && is_alias(n->variable) && !is_uniform(n, false))
            n = n->variable->initial;
        else if (n->kind == CAST && counts(n->type))
            n = n->child;
        else
            return n;
    }
}

// Counts threadIdx.x among the terms of a sum; false: one is neither that nor the same for all
// threads.
static bool add_terms(const struct node *n, unsigned *along_x) {
    n = plain_term(n);
    if (is_uniform(n, false))
        return n->type->integer;
    if (is_component(n, "threadIdx", "x y z"))
        return is(n->name, "x") && ++*along_x == 1;
    if (n->kind != BINARY)
        return false;
    const struct node *a = child(n, 0), *b = child(n, 1);
    if (has_sign(n, "-"))
        return add_terms(a, along_x) && is_uniform(b, false) && plain_term(b)->type->integer;
    return has_sign(n, "+") && add_terms(a, along_x) && add_terms(b, along_x);
}

static bool is_counter(const struct node *n, const struct variable *v) {
    return n->kind == LOCAL_NAME && n->variable == v;
}

// i < limit
static bool find_limit(const struct node *n, struct stride *s) {
    n = bare(n);
    if (n->kind != BINARY || !has_sign(n, "<") || !is_counter(child(n, 0), s->counter))
        return false;
    s->limit = child(n, 1);
    return true;
}

// i += step
static bool find_step(const struct node *n, struct stride *s) {
    n = bare(n);
    if (n->kind != ASSIGN || !has_sign(n, "+=") || !is_counter(n->child, s->counter))
        return false;
    s->step = child(n, 1);
    return true;
}

// May its type be written again, for a variable that can be assigned to?
static bool can_repeat_type(const struct variable *v) {
    for (size_t i = v->type_first; i < v->type_end; i++)
        if (is_listed(i, "register") || is_one(i, FIXED))
            return false;
    return v->declarator == v->name && v->type_end > v->type_first && !v->deduced && !v->odd &&
           !v->reference;
}

// Is it worked out from threadIdx, by whatever names?
static bool names_thread(const struct node *n, unsigned depth) {
    if (n->kind == BUILT_IN && is(n->first, "threadIdx"))
        return true;
    if (n->kind == LOCAL_NAME && n->variable->initial && depth < 8 &&
        names_thread(n->variable->initial, depth + 1))
        return true;
    return ANY_CHILD(c, n, names_thread(c, depth));
}

bool begins_at_thread(const struct node *n) {
    const struct node *const condition =
        n->kind == FOR || n->kind == WHILE ? bare(condition_of(n)) : NULL;
    return condition && ANY_CHILD(c, condition, c->kind == LOCAL_NAME && names_thread(c, 0));
}

// The variable that a condition compares.
static struct variable *compared(const struct node *n) {
    n = bare(n);
    for (unsigned k = 0; n->kind == BINARY && k < 2; k++) {
        const struct node *side = child(n, k);
        if (side->kind == LOCAL_NAME && side->variable->assignments == 1)
            return side->variable;
    }
    return NULL;
}

bool find_stride(const struct node *n, struct stride *s) {
    memset(s, 0, sizeof *s);
    if (n->kind == FOR) {
        const struct node *d = child(n, 0);
        if (d->kind != EMPTY && (d->kind != DECLARATION || d->declared_count != 1))
            return false;
        s->counter = d->kind == EMPTY ? compared(child(n, 1)) : d->declared[0];
        s->before = d->kind == EMPTY;
        s->body = child(n, 3);
    } else if (n->kind == WHILE) {
        s->counter = compared(n->child);
        s->before = true;
        s->body = child(n, 1);
    }
    const struct variable *v = s->counter;
    unsigned along_x = 0;
    if (!v || !v->initial || v->initial->kind == LIST || v->role == PARAMETER || v->parenthesised ||
        !can_repeat_type(v) || !counts(&v->type) || !add_terms(v->initial, &along_x) ||
        along_x != 1)
        return false;
    if (n->kind == FOR)
        return find_limit(child(n, 1), s) && find_step(child(n, 2), s);
    const struct node *const last = s->body->kind == BLOCK ? s->body->newest : NULL;
    return last && last->kind == EXPRESSION && find_step(last->child, s) && find_limit(n->child, s);
}

bool can_stride(const struct node *n, bool at_top, bool leaving) {
    struct stride s;
    if (!find_stride(n, &s) || s.body->returns || s.body->escapes || (n->effects & ORDERED) ||
        !is_plain(s.limit->type) || !is_plain(s.step->type) || !is_uniform(s.limit, false) ||
        !is_uniform(s.step, false) || s.counter->open || s.counter->passed || can_fail(s.limit) ||
        can_fail(s.step) || can_fail(s.counter->initial))
        return false;
    // What a thread begins with is worked out at the loop; one that has left never did.
    if ((s.before && !at_top) || ((s.before || leaving) && !can_rematerialise(s.counter->initial)))
        return false;
    // Only the loop itself changes the counter; after a `while` it is not read.
    if (s.counter->assignments != 1)
        return false;
    for (size_t k = n->last + 1; s.before && k < s.counter->end; k++)
        if (meaning(k) == s.counter)
            return false;
    return true;
}

// Is it the same array for all threads, and known by that name in front of the loop?
static bool is_array_of_all(const struct node *n, const struct node *loop) {
    const struct variable *v = n->kind == LOCAL_NAME ? n->variable : NULL;
    return v && (v->role == PARAMETER || v->role == UNIFORM) && !v->assigned && !v->open &&
           !v->own && !v->reference && v->type.shape == POINTER && !has_volatile(&v->type) &&
           v->name < loop->first;
}

const char *find_arrays(const struct node *n, const struct node *loop,
                        const struct variable *counter, const char *found) {
    const struct node *const array = n->kind == INDEX ? bare(n->child) : NULL;
    if (array && is_array_of_all(array, loop) && is_counter(bare(child(n, 1)), counter)) {
        const char *const name = text(", %s", name_of(array->variable->name));
        if (!strstr(text("%s, ", found), text("%s, ", name)))
            found = text("%s%s", found, name);
    }
    for (const struct node *c = n->child; c; c = c->next)
        found = find_arrays(c, loop, counter, found);
    return found;
}
