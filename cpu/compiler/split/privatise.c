// SPDX-License-Identifier: MIT
// A kernel's variables, once it is cut into loops over threads (fission.c). One that is seen in a
// single loop is declared there. One that lives on after it is worked out anew in each loop
// (REMATERIALISED), or kept in an array with an element a thread (PRIVATISED); those that are the
// same for all threads stay what they are (UNIFORM: uniform.c).
#include <stdlib.h>

#include "fission.h"

void rematerialise(void) {
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < variable_count; k++) {
            struct variable *v = variables[k];
            if (v->role == LOCAL && is_plain(&v->type) && keeps_initial(v) &&
                can_rematerialise(v->initial)) {
                v->role = REMATERIALISED;
                more = true;
            }
        }
    }
}

static void declare_in(struct node *n, unsigned loop, bool nested) {
    for (size_t k = 0; k < n->declared_count; k++) {
        n->declared[k]->loop = loop;
        n->declared[k]->nested = nested;
    }
    for (struct node *c = n->child; c; c = c->next)
        declare_in(c, loop, true);
}

// Which loop over threads each step belongs to. Uniform statements end one too: what stands before
// them must see the old value.
unsigned number_loops(struct fission *f) {
    unsigned loop = 1;
    bool used = false;
    for (struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        const bool inside = in_loop(s) && s->kind != STRIDED;
        if (!inside && s->kind != HOISTED && used) {
            loop++;
            used = false;
        }
        used = used || inside;
        s->loop = loop;
        s->node->loop = can_fit(s) ? loop : s->node->loop;
        if (s->kind <= FOLD)
            declare_in(s->node, loop, s->kind != DECLARED);
        loop += s->kind == STRIDED; // has a loop of its own
    }
    return loop;
}

// An element a thread can be declared without calling anything.
static bool can_privatise(const struct variable *v) {
    return (is_plain(&v->type) || v->type.shape == VECTOR || is_template_type(&v->type)) &&
           !v->odd && !v->reference && !v->parenthesised && v->type_end > v->type_first;
}

static bool privatise(struct fission *f, struct variable *v, size_t where) {
    if (v->role == PRIVATISED)
        return true;
    if (!can_privatise(v) || v->deduced)
        return give_up(
            f, where,
            v->open ? "an address, or a reference, that may be used on both sides of a barrier"
                    : "a variable that is used on both sides of a barrier, and is not a number, "
                      "vector or pointer");
    v->role = PRIVATISED;
    return true;
}

static bool is_strided_by(const struct step *s, const struct variable *v) {
    struct stride stride;
    return s->kind == STRIDED && find_stride(s->node, &stride) && stride.counter == v;
}

// What the node names and another loop has declared lives on.
static bool cross(struct fission *f, const struct step *s, const struct node *n) {
    struct variable *v = n->kind == LOCAL_NAME ? n->variable : NULL;
    if (v && s->kind == HOISTED && (v->role == LOCAL || v->role == REMATERIALISED))
        return give_up(f, n->first, "the size of a shared array depends on the thread");
    if (v && v->role == LOCAL && v->loop != s->loop && !is_strided_by(s, v) &&
        !privatise(f, v, n->first))
        return false;
    return ALL_CHILDREN(c, n, cross(f, s, c));
}

// Does the variable's scope reach into another loop over threads?
static bool outlives(const struct fission *f, const struct variable *v) {
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        if (s->kind <= FOLD && s->loop > v->loop && s->first <= v->end)
            return true;
    return false;
}

bool decide_variables(struct fission *f) {
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        if (s->kind > HOISTED)
            continue;
        if (!cross(f, s, s->node))
            return false;
    }
    for (size_t k = 0; k < variable_count; k++) {
        struct variable *v = variables[k];
        if (v->role != LOCAL || v->nested || !v->loop || !outlives(f, v))
            continue;
        const bool ends = is_class(element_type(&v->type)); // by a destructor, perhaps
        if (v->reference && !ends)                          // of an object that it may keep
            continue;
        if ((v->open || is_template_type(&v->type)) && !privatise(f, v, v->name))
            return false;
        if (v->role == LOCAL && ends)
            return give_up(f, v->name, "a variable of a class that may have a destructor");
    }
    return true;
}

struct sight {
    const struct variable *of; // in the loop of that number
    unsigned loop;
};
static const struct variable of_the_file; // what the kernel does not declare

// Does another variable have the name there? Nowhere where `at` is 0.
static bool is_hidden(const struct variable *v, size_t at) {
    for (size_t k = 0; at > 0 && k < variable_count; k++) {
        const struct variable *const other = variables[k];
        if (other->name > v->name && other->name < at && at <= other->end &&
            word(other->name) == word(v->name))
            return true;
    }
    return false;
}

// In one loop over threads each name has to mean one thing: what is declared in it, or bound to it,
// comes first. Token `at` of the loop sees what [first, last] of a declaration before it see; 0:
// they are of the loop itself.
static bool mention_tokens(struct fission *f, struct sight *seen, size_t first, size_t last,
                           unsigned loop, size_t at) {
    for (size_t i = first; i <= last; i++) {
        if (tokens[i].kind != WORD || is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::"))
            continue;
        const struct variable *v = meaning(i);
        if (v && v->nested && v->loop == loop)
            continue;
        if (!v || v->role == TEMPLATE_TYPE) // a type, which nothing before it had the name of
            v = &of_the_file;
        struct sight *const sight = &seen[word(i)];
        if (sight->loop == loop && sight->of == v)
            continue; // what it is worked out from has been seen, too
        if (sight->loop == loop || (v != &of_the_file && is_hidden(v, at)))
            return give_up(f, i, "a name that hides one that is used between the same barriers");
        *sight = (struct sight){v, loop};
        if (v->role == REMATERIALISED && v->loop != loop &&
            (!mention_tokens(f, seen, v->type_first, v->type_end - 1, loop, at ? at : i) ||
             !mention_tokens(f, seen, v->initial->first, v->initial->last, loop, at ? at : i)))
            return false;
    }
    return true;
}

bool check_names(struct fission *f) {
    struct sight *const seen = allocate(word_total() + 1, sizeof *seen); // of words
    bool clear = true;
    for (const struct step *s = f->steps; clear && s < f->steps + f->step_count; s++)
        clear = s->kind > HOISTED || mention_tokens(f, seen, s->first, s->last, s->loop, 0);
    free(seen);
    return clear;
}
