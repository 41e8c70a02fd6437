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
        return is_fleeting(to->variable);
    return to->kind == INDEX && is_shared_array(array_of(to)) && array_of(to)->first == to->first &&
           assignment->sign == to->last + 1;
}

// An element beside one of a thread that is not left out; in a row that all of them name, perhaps.
static bool is_near(struct fission *f, const struct node *element, const struct node *statement) {
    return is_shared_array(array_of(element)) &&
           (spread_in_row(child(element, 1), statement) == INVARIANT ||
            is_in_line(f, element, statement));
}

static bool can_speculate(struct fission *f, const struct node *n, const struct node *statement) {
    if (may_divide_by_zero(n) || (n->kind == ASSIGN && !can_store(n)) ||
        (n->kind == INDEX && !is_near(f, n, statement)) ||
        (n->kind == LOCAL_NAME && !is_shared_array(n) && !is_fleeting(n->variable) &&
         !is_uniform(n, false)))
        return false;
    for (const struct node *c = n->child; c; c = c->next)
        if (!can_speculate(f, c, statement))
            return false;
    return true;
}

bool speculates(struct fission *f, const struct step *of) {
    size_t statements = 0;
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        if (s->loop != of->loop || s->what == HOISTED || !in_loop(s))
            continue;
        const struct node *const n = s->node;
        for (size_t k = 0; s->what == DECLARED && k < n->declared_count; k++)
            if (n->declared[k]->initial && !can_speculate(f, n->declared[k]->initial, n))
                return false;
        if (s->what == PLAIN && (++statements > 1 || !is_cut(f, s) || !touches_just_beside(n) ||
                                 !can_speculate(f, child(n, 1), n)))
            return false;
        if (s->what != PLAIN && s->what != DECLARED)
            return false;
    }
    return statements == 1;
}

// ---- as vectors ---------------------------------------------------------------------------------

// An element that each thread of a row has beside the next one's.
static bool is_one_of_row(const struct node *n, const struct node *statement) {
    return n->kind == INDEX && spread_in_row(child(n, 1), statement) == BESIDE;
}

// What is worked out of a row's elements and of what is the same in all its threads, by operators
// that lanes have (lanes.h).
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

// The only store to memory in the tree; *stores: so many there are.
static const struct node *find_store(const struct node *n, size_t *stores) {
    const struct node *found = n->kind == ASSIGN && n->child->kind == INDEX ? n : NULL;
    *stores += found != NULL;
    for (const struct node *c = n->child; c; c = c->next) {
        const struct node *const inside = find_store(c, stores);
        found = inside ? inside : found;
    }
    return found;
}

unsigned lanes_in_vector(const struct fission *f, const struct step *of) {
    size_t stores = 0;
    const struct node *store = NULL, *statement = NULL;
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        if (s->loop == of->loop && s->what == PLAIN && in_loop(s)) {
            const struct node *const found = find_store(child(s->node, 1), &stores);
            store = found ? found : store;
            statement = s->node;
        }
    if (stores != 1)
        return 0;
    const struct node *const value = child(store, 1);
    const struct type *const to = store->child->type, *const from = value->type;
    if (!to->floating || to->bytes != 4 || to->ordered || !from->floating ||
        !is_one_of_row(store->child, statement) || is_uniform(value, false) || !is_of_lanes(value))
        return 0;
    return from->bytes == 8 ? 8 : from->bytes == 4 ? 16 : 0;
}

// ---- in other words -----------------------------------------------------------------------------

// Elements that the threads of a row have side by side are read at once.
static void substitute_readings(struct fission *f, const struct node *n,
                                const struct node *statement) {
    if (is_one_of_row(n, statement)) {
        substitute_token(
            f, n->first,
            text("::cuda_cpu::loaded_element(cuda_cpu_fitting, %s", name_of(n->first)));
        substitute_token(f, n->last + 1, text(") %s", name_of(n->last + 1)));
    }
    for (const struct node *c = n->child; c; c = c->next)
        substitute_readings(f, c, statement);
}

// array[index] = value; of which some lanes do not store.
static void substitute_stores(struct fission *f, const struct node *n) {
    if (n->kind == ASSIGN && n->child->kind == INDEX) {
        const char *const name = name_of(n->child->first);
        substitute_token(f, n->child->first,
                         text("::cuda_cpu::stored_element(cuda_cpu_fitting, %s, %s", name, name));
        substitute_token(f, n->sign, ") =");
    }
    for (const struct node *c = n->child; c; c = c->next)
        substitute_stores(f, c);
}

void substitute_speculation(struct fission *f, const struct step *s) {
    const struct node *const then = child(s->node, 1);
    substitute_stores(f, then);
    if (lanes_in_vector(f, s)) {
        size_t stores = 0;
        substitute_readings(f, child(find_store(then, &stores), 1), s->node);
    }
}
