// SPDX-License-Identifier: MIT
// Loops over threads in which all lanes of a vector compute, and those that a condition leaves out
// do not store:
//
//     if (x >= 1 && x < n - 1)
//         b[y][x] = a[y][x - 1] + a[y][x + 1];
//
// becomes stored_element(fitting, b[y][x]) = ... (lanes.h).
//
// Where such a block is gone through in columns (vector_guards.c), everything would be read through
// a mask otherwise: an instruction more for each vector, and none that has it straight from memory.
//
// What a lane that is left out reads was meant for no thread. So it is shared memory alone, which
// has something on both sides, and nothing that is done with it can fail.
#include "split/fission.h"

static const struct node *array_of(const struct node *element) {
    while (element->kind == INDEX)
        element = element->child;
    return element;
}

// One of a size that the kernel says: the launch's may end where all memory does.
static bool is_shared_array(const struct node *n) {
    return n->kind == LOCAL_NAME && is_array_alone(n->variable);
}

// A thread's own, which begins anew in each loop.
static bool is_fleeting(const struct variable *v) {
    return v->role == LOCAL || v->role == REMATERIALISED;
}

static bool can_store(const struct node *assignment) {
    const struct node *const to = assignment->child;
    if (!has_sign(assignment, "="))
        return false;
    if (to->kind == LOCAL_NAME)
        return is_fleeting(to->variable) || to->variable->boxed;
    return to->kind == INDEX && is_shared_array(array_of(to)) && array_of(to)->first == to->first &&
           assignment->sign == to->last + 1;
}

// An element beside one of a thread that is not left out; in a row that all of them name, perhaps.
static bool is_near(const struct node *element, const struct node *statement) {
    look_at(statement);
    return is_shared_array(array_of(element)) &&
           (place_in_row(child(element, 1)) == ALIKE || is_in_line(element, statement));
}

static bool can_speculate(const struct node *n, const struct node *statement) {
    if (may_divide_by_zero(n) || (n->kind == ASSIGN && !can_store(n)) ||
        (n->kind == INDEX && !is_near(n, statement)) ||
        (n->kind == LOCAL_NAME && !is_shared_array(n) && !is_fleeting(n->variable) &&
         !n->variable->boxed && !is_uniform(n, false)))
        return false;
    for (const struct node *c = n->child; c; c = c->next)
        if (!can_speculate(c, statement))
            return false;
    return true;
}

bool speculates(const struct step *of) {
    size_t statements = 0;
    for (const struct step *s = steps; s < steps + step_count; s++) {
        if (s->loop != of->loop || s->what == HOISTED || !in_loop(s))
            continue;
        const struct node *const n = s->node;
        for (size_t k = 0; s->what == DECLARED && k < n->declared_count; k++)
            if (n->declared[k]->initial && !can_speculate(n->declared[k]->initial, n))
                return false;
        if (s->what == PLAIN && (++statements > 1 || !is_cut(s) || !touches_just_beside(n) ||
                                 !can_speculate(child(n, 1), n)))
            return false;
        if (s->what != PLAIN && s->what != DECLARED)
            return false;
    }
    return statements == 1;
}

// ---- as vectors ---------------------------------------------------------------------------------

// An element that each thread of a row has beside the next one's.
static bool is_one_of_row(const struct node *n) {
    return n->kind == INDEX && place_in_row(child(n, 1)) == BESIDE;
}

// What is worked out of a row's elements and of what all its threads have alike, by operators that
// lanes have (lanes.h).
static bool is_of_lanes(const struct node *n) {
    n = bare(n);
    if (is_uniform(n, false))
        return n->type->shape == NUMBER_TYPE;
    if (n->kind == INDEX)
        return n->type->floating && !n->type->ordered;
    if (!(n->kind == BINARY && (has_sign(n, "+") || has_sign(n, "-") || has_sign(n, "*"))) &&
        !(n->kind == SIGN && has_sign(n, "-")))
        return false;
    return all_children(n, is_of_lanes);
}

static const struct node *only_store;
static size_t stores;

static void count_store(const struct node *assignment) {
    only_store = assignment;
    stores++;
}

unsigned lanes_in_vector(const struct step *of) {
    stores = 0;
    for (const struct step *s = steps; s < steps + step_count; s++)
        if (s->loop == of->loop && s->what == PLAIN && in_loop(s)) {
            look_at(s->node);
            find_stores(child(s->node, 1), count_store);
        }
    if (stores != 1)
        return 0;
    const struct node *const value = child(only_store, 1);
    const struct type *const to = only_store->child->type, *const from = value->type;
    if (!to->floating || to->bytes != 4 || to->ordered || !from->floating ||
        !is_one_of_row(only_store->child) || is_uniform(value, false) || !is_of_lanes(value))
        return 0;
    return from->bytes == 8 ? 8 : from->bytes == 4 ? 16 : 0;
}

void find_row_elements(const struct node *n, void (*found)(const struct node *element)) {
    if (is_one_of_row(n))
        found(n);
    for (const struct node *c = n->child; c; c = c->next)
        find_row_elements(c, found);
}

void find_stores(const struct node *n, void (*found)(const struct node *assignment)) {
    if (n->kind == ASSIGN && n->child->kind == INDEX)
        found(n);
    for (const struct node *c = n->child; c; c = c->next)
        find_stores(c, found);
}
