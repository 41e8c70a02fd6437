// SPDX-License-Identifier: MIT
// Loops in which a thread waits until another one has written something: `while (turn != me) ;`,
// `while (atomicCAS(&lock, 0, 1)) ;`, `do seen = *flag; while (!seen);`. On a GPU the others run
// meanwhile. Here a thread runs until it waits, so such a loop is told to step back each time it
// comes around: cuda_cpu::spin(), as __nanosleep() does. A kernel with one stays whole.
//
// It is such a loop if it looks, at the same place in each turn, at what others may change
// (volatile, atomics, assembly, anything around a fence), does not come to its end by counting, and
// does nothing else, unless the look has found something, as under a lock.

#include "rewrite.h"

static bool changes_local(const struct node *n) {
    return (n->kind == ASSIGN || n->kind == STEP) && bare(n->child)->kind == LOCAL_NAME;
}

static bool is_others(const struct node *n) {
    return n->effects & ORDERED ||
           (n->kind == CALL &&
            is_listed(n->name, "__threadfence __threadfence_block __threadfence_system")) ||
           ((n->kind == MEMBER || n->kind == ARROW) && flags(n->name) & VOLATILE) ||
           (n->kind == LOCAL_NAME && (n->variable->ordered || has_volatile(&n->variable->type))) ||
           (n->type && has_volatile(n->type)) || ANY_CHILD(c, n, is_others(c));
}

// Is it, or is in it, what others may change, read at a place that is the same in each turn?
static bool looks(const struct node *n, const struct node *loop) {
    if (has_kind(n, KIND(INDEX) | KIND(DEREFERENCE) | KIND(MEMBER) | KIND(ARROW) |
                        KIND(LOCAL_NAME) | KIND(GLOBAL_NAME) | KIND(CALL) | KIND(METHOD)))
        return is_others(n) && !reads_assigned(n, loop);
    return ANY_CHILD(c, n, looks(c, loop)) || n->kind == ASSEMBLY;
}

static bool looks_first(const struct node *n, const struct node *loop) {
    return n->kind == IF && looks(n->child, loop);
}

// Does each turn wait in another way?
static bool waits(const struct node *n, const struct node *loop) {
    if (looks_first(n, loop))
        return waits(n->child, loop);
    return ANY_CHILD(c, n, waits(c, loop)) || n->kind == BARRIER ||
           (!n->child && n->effects & WAITS) ||
           ((n->kind == CALL || n->kind == METHOD) && n->effects & WAITS);
}

// Does it change the function's own variables alone, or memory by an atomic that is given the same
// in each turn, and read nothing at a place that changes; but for what is done once a look has
// found something?
static bool is_calm(const struct node *n, const struct node *loop) {
    const bool gets =
        has_kind(n, KIND(CALL) | KIND(METHOD) | KIND(INDEX) | KIND(DEREFERENCE) | KIND(ARROW));
    if (((n->kind == ASSIGN || n->kind == STEP) && !changes_local(n)) ||
        (gets && reads_assigned(n, loop)) ||
        has_kind(n, KIND(CALL_OF) | KIND(NEW) | KIND(DELETE) | KIND(OPAQUE) | KIND(LAMBDA) |
                        KIND(LAUNCH) | KIND(SWITCH)) ||
        (n != loop && is_loop(n)))
        return false;
    if (looks_first(n, loop))
        return is_calm(n->child, loop);
    return ALL_CHILDREN(c, n, is_calm(c, loop));
}

// Does it bring the loop's condition on, without a look?
static bool counts(const struct node *n, const struct node *condition, const struct node *loop) {
    if (looks_first(n, loop))
        return false;
    if (changes_local(n) && !looks(n, loop) && reads_assigned(condition, n))
        return true;
    return ANY_CHILD(c, n, counts(c, condition, loop));
}

static bool spins(const struct node *n) {
    if ((n->kind != WHILE && n->kind != DO && n->kind != FOR) || waits(n, n) || !is_calm(n, n))
        return false;
    const struct node *const condition = condition_of(n);
    if (n->kind == DO && condition->kind == CONSTANT_VALUE &&
        is_listed(condition->first, "0 false"))
        return false; // a macro's statement: it comes around once
    return looks(condition, n) || (looks(body_of(n), n) && !counts(n, condition, n));
}

static void find_loops(struct edits *edits, const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        find_loops(edits, c);
    if (!spins(n))
        return;
    const struct node *const body = body_of(n);
    if (body->kind == BLOCK) {
        add_edit(edits, tokens[body->first].end, tokens[body->first].end, " ::cuda_cpu::spin();");
    } else {
        const size_t at = tokens[body->first - 1].end; // the line that says what is waited for
        add_edit(edits, at, at, " { ::cuda_cpu::spin(); ");
        add_edit(edits, tokens[body->last].end, tokens[body->last].end, " }");
    }
}

bool insert_steps_back(void) {
    return edit_device_code(find_loops);
}
