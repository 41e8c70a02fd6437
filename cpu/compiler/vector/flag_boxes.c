// SPDX-License-Identifier: MIT
// Flags that the threads of a box have. In
//
//     computed = false;
//     if (x > i && x < n - i && y > i && y < n - i) {
//         computed = true;
//         ...
//     }
//     __syncthreads();
//     if (computed) ...
//
// the condition cuts all rows of the block at the same places (contiguity.c). So those that have
// the flag are noted once a block, and it is not kept for each thread, or asks each of them for it
// (flag_box in span.h).
#include "split/fission.h"

// The flag that the statement gives that value; NULL: it is no such one.
static const struct variable *given(const struct node *n, const char *value) {
    const struct node *const a = n->kind == EXPRESSION ? n->child : NULL;
    if (!a || a->kind != ASSIGN || !has_sign(a, "=") || a->child->kind != LOCAL_NAME)
        return NULL;
    const struct node *const to = child(a, 1);
    const struct variable *const v = a->child->variable;
    return to->kind == CONSTANT_VALUE && to->first == to->last && is(to->first, value) &&
                   v->role == PRIVATISED && is_flag(v)
               ? v
               : NULL;
}

// Does the declaration leave nothing to do in its loop over threads?
static bool is_elsewhere(const struct step *s) {
    for (size_t k = 0; k < s->node->declared_count; k++)
        if (s->node->declared[k]->role != UNIFORM && s->node->declared[k]->role != REMATERIALISED)
            return false;
    return s->what == DECLARED;
}

static const struct variable *emptied_by(const struct fission *f, const struct step *s) {
    if (s->what != PLAIN || s->mask > 0)
        return NULL;
    for (size_t k = 0; k < f->step_count; k++)
        if (f->steps[k].loop == s->loop && &f->steps[k] != s && in_loop(&f->steps[k]) &&
            !is_elsewhere(&f->steps[k]))
            return NULL;
    return given(s->node, "false");
}

// Does the loop over threads that the step is part of go over those that it holds for, and no
// others?
static bool is_cut_evenly(struct fission *f, const struct step *of) {
    struct part part = {of, of};
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        if (s->loop == of->loop && in_loop(s)) {
            part.first = s < part.first ? s : part.first;
            part.last = s;
        }
    return of->mask == 0 && is_cut(f, of) && is_gone_through_in_columns(f, part);
}

// Of one flag alone.
static const struct variable *filled_by(struct fission *f, const struct step *s) {
    const struct variable *filled = NULL;
    if (s->what != PLAIN || s->node->kind != IF || s->node->child->next == NULL)
        return NULL;
    const struct node *const then = child(s->node, 1);
    for (const struct node *c = then->kind == BLOCK ? then->child : then; c;
         c = then->kind == BLOCK ? c->next : NULL) {
        const struct variable *const v = given(c, "true");
        if (v && filled)
            return NULL;
        filled = v ? v : filled;
    }
    return filled && is_cut_evenly(f, s) ? filled : NULL;
}

const struct variable *empties_box(const struct fission *f, const struct step *s) {
    const struct variable *const v = emptied_by(f, s);
    return v && v->boxed ? v : NULL;
}

const struct variable *fills_box(struct fission *f, const struct step *s) {
    const struct variable *const v = filled_by(f, s);
    return v && v->boxed ? v : NULL;
}

// One step empties the box, one that follows it in the same turn of all loops fills it, and all
// others that name the flag just go over those that have it.
static bool is_box(struct fission *f, const struct variable *v) {
    size_t emptying = f->step_count, filling = f->step_count;
    for (size_t s = 0; s < f->step_count; s++) {
        const struct node *const n = f->steps[s].node;
        const unsigned times = in_loop(&f->steps[s]) ? times_named(n, v) : 0;
        if (times == 0)
            continue;
        if (times == 1 && emptied_by(f, &f->steps[s]) == v && emptying == f->step_count)
            emptying = s;
        else if (times == 1 && filled_by(f, &f->steps[s]) == v && filling == f->step_count)
            filling = s;
        else if (!is_cut(f, &f->steps[s]) || times_named(child(n, 1), v) > 0)
            return false;
    }
    for (size_t s = emptying; s < filling && filling < f->step_count; s++)
        if (f->steps[s].what == HEAD || f->steps[s].what == ENTER || f->steps[s].what == EXIT)
            return false;
    return emptying < filling && filling < f->step_count;
}

void decide_boxes(struct fission *f) {
    for (size_t k = 0; k < variable_count && !f->leaves && !f->masked; k++) {
        struct variable *const v = variables[k];
        v->boxed = v->role == PRIVATISED && is_flag(v) && !v->initial && !v->nested && is_box(f, v);
    }
}
