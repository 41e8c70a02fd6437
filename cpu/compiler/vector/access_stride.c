// SPDX-License-Identifier: MIT
// How far apart what the threads of a row name lies: all name one thing, each the next element, or
// what is unknown; and loops that touch nothing but neighbouring elements.
#include "split/fission.h"

enum { NAMES_AT_MOST = 1000 }; // of names that stand for sums of names there may be millions

struct row row_in(const struct node *n) {
    return (struct row){.in = n, .patience = NAMES_AT_MOST, .checks = ""};
}

static bool counts_in(const struct node *n, const struct variable *v) {
    for (size_t k = 0; n->kind == FOR && k < n->child->declared_count; k++)
        if (n->child->declared[k] == v)
            return true;
    return ANY_CHILD(c, n, counts_in(c, v));
}

static bool stands_for_initial(struct row *row, const struct variable *v) {
    return keeps_initial(v) && is_plain(&v->type) && row->patience > 0 && row->patience--;
}

bool is_initial_still(struct row *row, const struct variable *v) {
    const unsigned loop = row->in->loop; // 0: not known yet
    return (v->role == REMATERIALISED || (loop && v->loop == loop)) && stands_for_initial(row, v);
}

static enum spread farther(enum spread a, enum spread b) {
    return a > b ? a : b;
}

static enum spread place_of_all(struct row *row, const struct node *n) {
    enum spread most = INVARIANT;
    for (const struct node *c = n->child; c; c = c->next)
        most = farther(most, place_in_row(row, c));
    return most;
}

enum spread place_in_row(struct row *row, const struct node *n) {
    n = bare(n);
    if (is_uniform(n, false))
        return INVARIANT;
    switch (n->kind) {
    case LOCAL_NAME:
        if (stands_for_initial(row, n->variable))
            return place_in_row(row, n->variable->initial);
        return counts_in(row->in, n->variable) ? INVARIANT : APART; // of a loop that is unrolled
    case MEMBER:
        if (n->child->kind != BUILT_IN)
            return place_in_row(row, n->child) == LOADED ? LOADED : APART;
        return is(n->child->name, "threadIdx") && is(n->name, "x") ? BESIDE : INVARIANT;
    case INDEX:
    case DEREFERENCE:
    case ARROW:
        return LOADED;
    case CAST:
        return is_plain(n->type) && n->child ? place_in_row(row, n->child) : APART;
    case CONDITIONAL: // at an edge
        return farther(place_in_row(row, child(n, 1)), place_in_row(row, child(n, 2)));
    case BINARY: {
        const enum spread a = place_in_row(row, child(n, 0)), b = place_in_row(row, child(n, 1)),
                          most = farther(a, b);
        if (most != BESIDE)
            return most;
        return a != b && (has_sign(n, "+") || (has_sign(n, "-") && b == INVARIANT)) ? BESIDE
                                                                                    : APART;
    }
    case CALL:
        return (flags(n->name) & PURE) ? place_of_all(row, n) : APART;
    default:
        return APART;
    }
}

enum spread spread_in_row(const struct node *n, const struct node *in) {
    struct row row = row_in(in);
    return place_in_row(&row, n);
}

// Is what it touches of memory neighbouring elements alone, by pointers and arrays that are the
// same in a whole row? Nothing is called, and there is no loop.
static bool just_beside(struct row *row, const struct node *n) {
    switch (n->kind) {
    case INDEX: {
        const struct node *array = n->child;
        if (!is_plain(n->type) || place_in_row(row, child(n, 1)) != BESIDE)
            return false;
        for (; array->kind == INDEX; array = array->child)
            if (place_in_row(row, child(array, 1)) != INVARIANT ||
                array->child->type->shape != ARRAY)
                return false;
        return array->kind == LOCAL_NAME &&
               (array->variable->role == SHARED_MEMORY ? array->type->shape == ARRAY
                                                       : is_uniform(array, false));
    }
    case LOCAL_NAME:
        return is_plain(&n->variable->type) && n->variable->role != SHARED_MEMORY &&
               changes_by_name(n->variable);
    case MEMBER:
        return n->child->kind == BUILT_IN;
    default:
        if (!has_kind(n, KIND(CONSTANT_VALUE) | KIND(SIGN) | KIND(BINARY) | KIND(CONDITIONAL) |
                             KIND(COMMA) | KIND(ASSIGN) | KIND(EXPRESSION) | KIND(BLOCK) |
                             KIND(EMPTY)) &&
            !(n->kind == IF && is(n->first, "if") && !n->early) &&
            !(n->kind == CAST && is_plain(n->type)))
            return false;
    }
    return ALL_CHILDREN(c, n, just_beside(row, c));
}

bool touches_just_beside(const struct node *n) {
    struct row row = row_in(n);
    return !n->returns && !n->escapes && !(n->effects & EFFECTS) && just_beside(&row, n) &&
           row.patience > 0;
}
