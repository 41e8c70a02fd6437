// SPDX-License-Identifier: MIT
// How far apart what the threads of a row name lies: all name one thing, each the next element, or
// what is unknown; and loops that touch nothing but neighbouring elements.
#include "split/fission.h"

static const struct node *around; // the loop at hand, or the statement
static unsigned loop;             // over threads, which that is part of; 0: not known yet
static unsigned patience;         // so many more names are looked behind

enum { NAMES_AT_MOST = 1000 }; // of names that stand for sums of names there may be millions

void look_at(const struct node *n) {
    around = n;
    patience = NAMES_AT_MOST;
    loop = n->loop;
}

bool looked_behind_all(void) {
    return patience > 0;
}

static bool counts_in(const struct node *n, const struct variable *v) {
    for (size_t k = 0; n->kind == FOR && k < n->child->declared_count; k++)
        if (n->child->declared[k] == v)
            return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (counts_in(c, v))
            return true;
    return false;
}

static bool stands_for_initial(const struct variable *v) {
    return keeps_initial(v) && is_plain(&v->type) && patience > 0 && patience--;
}

bool is_initial_still(const struct variable *v) {
    return (v->role == REMATERIALISED || (loop && v->loop == loop)) && stands_for_initial(v);
}

// ---- places in a row ----------------------------------------------------------------------------

static enum spread farther(enum spread a, enum spread b) {
    return a > b ? a : b;
}

static enum spread place_of_all(const struct node *n) {
    enum spread most = ALIKE;
    for (const struct node *c = n->child; c; c = c->next)
        most = farther(most, place_in_row(c));
    return most;
}

enum spread place_in_row(const struct node *n) {
    n = bare(n);
    if (is_uniform(n, false))
        return ALIKE;
    switch (n->kind) {
    case LOCAL_NAME:
        if (stands_for_initial(n->variable))
            return place_in_row(n->variable->initial);
        return counts_in(around, n->variable) ? ALIKE : APART; // of a loop that is unrolled
    case MEMBER:
        if (n->child->kind != BUILT_IN)
            return place_in_row(n->child) == LOADED ? LOADED : APART;
        return is(n->child->name, "threadIdx") && is(n->name, "x") ? BESIDE : ALIKE;
    case INDEX:
    case DEREFERENCE:
    case ARROW:
        return LOADED;
    case CAST:
        return is_plain(n->type) && n->child ? place_in_row(n->child) : APART;
    case CONDITIONAL: // at an edge
        return farther(place_in_row(child(n, 1)), place_in_row(child(n, 2)));
    case BINARY: {
        const enum spread a = place_in_row(child(n, 0)), b = place_in_row(child(n, 1)),
                          most = farther(a, b);
        if (most != BESIDE)
            return most;
        return a != b && (has_sign(n, "+") || (has_sign(n, "-") && b == ALIKE)) ? BESIDE : APART;
    }
    case CALL:
        return (flags(n->name) & PURE) ? place_of_all(n) : APART;
    default:
        return APART;
    }
}

enum spread spread_in_row(const struct node *n, const struct node *in) {
    look_at(in);
    return place_in_row(n);
}

// ---- loops that touch nothing else --------------------------------------------------------------

// Is what it touches of memory neighbouring elements alone, by pointers and arrays that a row has
// alike? Nothing is called, and there is no loop.
static bool just_beside(const struct node *n) {
    switch (n->kind) {
    case INDEX: {
        const struct node *array = n->child;
        if (!is_plain(n->type) || place_in_row(child(n, 1)) != BESIDE)
            return false;
        for (; array->kind == INDEX; array = array->child)
            if (place_in_row(child(array, 1)) != ALIKE || array->child->type->shape != ARRAY)
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
    case IF:
        if (!is(n->first, "if") || n->early)
            return false;
        break;
    case CAST:
        if (!is_plain(n->type))
            return false;
        break;
    case CONSTANT_VALUE:
    case SIGN:
    case BINARY:
    case CONDITIONAL:
    case COMMA:
    case ASSIGN:
    case EXPRESSION:
    case BLOCK:
    case EMPTY:
        break;
    default:
        return false;
    }
    return all_children(n, just_beside);
}

static bool gathers(const struct node *n) {
    if (n->kind == INDEX && place_in_row(child(n, 1)) > BESIDE)
        return true;
    for (const struct node *a = n->child; n->kind == INDEX && a->kind == INDEX; a = a->child)
        if (place_in_row(child(a, 1)) != ALIKE)
            return true;
    return any_child(n, gathers);
}

bool names_elements_apart(const struct node *n) {
    look_at(n);
    return gathers(n);
}

bool touches_just_beside(const struct node *n) {
    look_at(n);
    return !n->returns && !n->escapes && !(n->effects & EFFECTS) && just_beside(n) && patience > 0;
}
