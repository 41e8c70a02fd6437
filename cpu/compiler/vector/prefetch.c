// SPDX-License-Identifier: MIT
// Rows of a loop over threads that stands in no other: those that the next blocks will name, by as
// much further as their rows are wide, are brought nearer while this one is at work (block_ahead()
// in ahead.h). Nothing is read: so the places may be wrong, and just have to be worked out.
#include <string.h>

#include "split/fission.h"

// The pointer of the element, which is the same in all threads; NULL: it is not.
static const struct node *pointer_of(const struct node *element) {
    const struct node *const array = element->child;
    return element->kind == INDEX && array->kind == LOCAL_NAME && array->type->shape == POINTER &&
                   is_uniform(array, false)
               ? array
               : NULL;
}

enum { MOST_TOLD = 16 }; // arrays' rows of a kernel: a core waits for few lines at a time

// Is what it is worked out from declared up to that token? What loops over threads declare for
// themselves stands for its first value.
static bool is_known(const struct node *n, size_t to) {
    if (n->kind == LOCAL_NAME && n->variable->role == UNIFORM && n->variable->name > to)
        return false;
    if (n->kind == LOCAL_NAME && n->variable->role != UNIFORM && n->variable->initial &&
        !is_known(n->variable->initial, to))
        return false;
    for (const struct node *c = n->child; c; c = c->next)
        if (!is_known(c, to))
            return false;
    return true;
}

static bool is_stored(const struct node *n, const struct node *element) {
    if ((n->kind == ASSIGN || n->kind == STEP) && bare(n->child) == element)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (is_stored(c, element))
            return true;
    return false;
}

// The call that brings the row; NULL: it is told already, or there are too many.
static const char *call_ahead(struct fission *f, const struct beside *b,
                              const struct node *statement, size_t known) {
    const struct node *const array = pointer_of(b->element);
    if (!array || !is_known(array, known) || !is_known(b->index, known))
        return NULL;
    const char *const call =
        text("::cuda_cpu::block_ahead<%s, %s>(blockDim, [&]([[maybe_unused]] const ::uint3 "
             "threadIdx) { return &%s[%s]; }); ",
             strstr(b->first, "threadIdx") ? "true" : "false",
             is_stored(statement, b->element) ? "true" : "false", name_of(array->variable->name),
             b->first);
    if (strstr(f->told, call) || f->told_count == MOST_TOLD)
        return NULL;
    f->told = text("%s%s", f->told, call);
    f->told_count++;
    return call;
}

// A block that goes through its threads a few times only, without a loop, is over so soon that a
// processor is at the next one's rows by itself.
static bool takes_long(const struct fission *f) {
    enum { OFTEN = 4 };
    size_t loops = 0;
    const struct step *last = NULL;
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        if (can_fit(s)) {
            loops += find_kind(s->node, FOR) ? OFTEN : !last || last->loop != s->loop;
            last = s;
        }
    return loops >= OFTEN;
}

const char *next_rows_ahead(struct fission *f, struct part part) {
    const char *calls = "";
    if (f->told_count == MOST_TOLD || part.first->depth > 0 || !takes_long(f))
        return "";
    const struct step *const end =
        f->told ? part.last + 1 : f->steps + f->step_count; // what is known from the first one on
    f->told = f->told ? f->told : "";
    for (const struct step *s = part.first; s < end; s++)
        if (can_fit(s) && s->depth == 0)
            for (const struct beside *b = find_beside(f, s->node); b; b = b->next) {
                const char *const call = call_ahead(f, b, s->node, part.last->last);
                calls = call ? text("%s%s", calls, call) : calls;
            }
    return calls;
}
