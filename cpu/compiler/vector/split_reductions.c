// SPDX-License-Identifier: MIT
// Loops that get a loop over threads of their own, although no barrier stands in front of them or
// after: those that add up what is in shared memory.
//
//     sum = 0;                                  each_thread([&] { sum = 0; });
//     for (int k = 0; k < TILE; k++)            each_thread([&] { for (...) sum += ...; });
//         sum += a[ty][k] * b[k][tx];           each_thread([&] { out[i] -= sum; });
//     out[i] -= sum;
//
// The store after it, which may go anywhere, would keep the compiler from taking neighbouring
// threads together; so would another number of turns for each. Where all that stands around a loop
// touches neighbouring elements alone, it stays with it, and the sum in a register.
#include "split/fission.h"

enum { FROM_SHARED = 1, TILE = 2 }; // what is read: TILE has two dimensions

// Reads, and assigns to variables of the thread alone.
static bool just_sums(const struct node *n, unsigned *read) {
    const struct node *const to = n->child;
    switch (n->kind) {
    case ASSIGN:
    case STEP:
        if (to->kind != LOCAL_NAME || !is_plain(to->type) || !changes_by_name(to->variable))
            return false;
        break;
    case LOCAL_NAME:
        if (n->variable->role == SHARED_MEMORY)
            *read |=
                FROM_SHARED | (n->type->shape == ARRAY && n->type->of->shape == ARRAY ? TILE : 0u);
        break;
    case CALL:
        if ((flags(n->name) & (PURE | COSTLY)) != PURE)
            return false;
        break;
    default:
        if (!just_combines(n) &&
            !has_kind(n, KIND(DECLARATION) | KIND(FOR) | KIND(BLOCK) | KIND(EXPRESSION) |
                             KIND(EMPTY) | KIND(BINARY) | KIND(CONDITIONAL)))
            return false;
    }
    return ALL_CHILDREN(c, n, just_sums(c, read));
}

static bool is_uneven(const struct node *loop) {
    const struct node *const condition = condition_of(loop);
    return condition->kind == BINARY && !is_uniform(child(condition, 1), false);
}

static bool sums_shared(const struct node *n, unsigned *read) {
    *read = 0;
    return n->kind == FOR && !(n->effects & (ORDERED | PLACED)) && !n->returns &&
           just_sums(n, read) && *read;
}

bool stands_alone(const struct node *n) {
    unsigned read;
    return sums_shared(n, &read) && ((read & TILE) || is_uneven(n));
}

bool is_independent_in_row(const struct node *n) {
    unsigned read;
    if (n->kind == DECLARATION)
        return just_names(n, true) && !find_kind(n, INDEX) && !find_kind(n, DEREFERENCE) &&
               !find_kind(n, ARROW);
    return touches_just_beside(n) || (sums_shared(n, &read) && !is_uneven(n));
}

static bool is_of_part(const struct step *s) {
    return s->kind == PLAIN || s->kind == DECLARED || s->kind == HOISTED;
}

bool is_among_neighbours(const struct fission *f, const struct node *n) {
    const struct node *next = n->next;
    for (size_t s = f->step_count; s > 0 && is_of_part(&f->steps[s - 1]); s--)
        if (f->steps[s - 1].kind != HOISTED && !is_independent_in_row(f->steps[s - 1].node))
            return false;
    if (!next || next->barrier || !is_independent_in_row(n))
        return false;
    for (; next && !next->barrier; next = next->next)
        if (!is_independent_in_row(next))
            return false;
    return true;
}

const struct node *indexed_by(const struct node *n, const struct variable *counter) {
    const struct node *const array = n->child, *found = NULL;
    if (n->kind == INDEX && array->kind == LOCAL_NAME && array->type->shape == ARRAY &&
        child(n, 1)->kind == LOCAL_NAME && child(n, 1)->variable == counter)
        return array;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = indexed_by(c, counter);
    return found;
}

const char *few_turns_head(const struct node *n) {
    unsigned read = 0;
    const struct node *const first = n->child;
    if (n->kind != FOR || first->kind != DECLARATION || first->declared_count != 1 ||
        child(n, 2)->kind == EMPTY || !is_uneven(n) || !just_sums(n, &read))
        return NULL;
    const struct node *const array = indexed_by(body_of(n), first->declared[0]);
    return array ? text(", ::cuda_cpu::few_turns(%s, %s))", name_of(array->variable->name),
                        name_of(first->declared[0]->name))
                 : NULL;
}
