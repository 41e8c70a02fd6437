// SPDX-License-Identifier: MIT
// Constants that are handed over, and become what is asked for there: by functions, constructors,
// launches and atomics.
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// Whose functions a call may mean: constructors of a class, methods of one of the program's, or
// any.
enum callees { ANY, METHODS, CONSTRUCTORS };

// The type that all of them of that name have for the parameter with that number, of so many
// arguments; NULL: they differ, or nobody knows. What headers declare in scopes of their own is
// none of the program's methods.
static const struct type *type_of_parameter(size_t name, enum callees callees, size_t number,
                                            size_t count) {
    const struct type *only = NULL;
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const f = &declarations[k];
        if ((owner_of(f->name) != USER && (callees == ANY ? in_class(f) : f->scope != NO_SCOPE)) ||
            (callees == METHODS && f->what == FUNCTION && !in_class(f) && !f->qualifier) ||
            (callees == CONSTRUCTORS && f->special != CONSTRUCTOR))
            continue;
        if (f->what != FUNCTION)
            return NULL;
        const struct signature *const s = signature_of(f);
        if (s->count < count ||
            (s->count > count && !is(s->formals[count].end, "=") && !s->formals[count].pack))
            continue;
        const struct formal *const p = &s->formals[number];
        if (!p->understood || p->pack || p->generic || p->reference || p->type.means ||
            (only && !same_type(only, &p->type)))
            return NULL;
        only = &p->type;
    }
    return only;
}

static void judge_arguments(const struct node *call, size_t name, const struct node *first,
                            enum callees callees) {
    size_t count = 0, number = 0;
    for (const struct node *c = first; c; c = c->next)
        count++;
    for (const struct node *c = first; c; c = c->next, number++) {
        const struct type *const type =
            is_worked_out(c) ? type_of_parameter(name, callees, number, count) : NULL;
        if (type && !(call->kind == CALL && call->arguments))
            warn_of_converted(type, c);
    }
}

static const struct type unsigned_type = {
    .shape = NUMBER_TYPE, .integer = true, .bytes = 4, .natural = true};

static bool is_extent(const struct type *type) {
    return type->shape == VECTOR && is(type->name, "dim3");
}

// What a dim3 is made of.
static void judge_extents(const struct node *first) {
    for (const struct node *c = first; c; c = c->next)
        warn_of_converted(&unsigned_type, c);
}

// Blocks and threads of a launch, by their numbers; its shared memory.
static void judge_configuration(const struct node *launch) {
    for (unsigned k = 1; k <= launch->sign_length && k <= 3; k++)
        warn_of_converted(k < 3 ? &unsigned_type : &size_type, child(launch, k));
}

// What an atomic does to the number that it is given the address of.
static void judge_atomic(const struct node *call) {
    const struct node *const to = first_argument(call);
    const struct type *const pointer = to ? value_type(to) : &unknown_type;
    for (const struct node *c = to ? to->next : NULL; c && pointer->shape == POINTER; c = c->next)
        warn_of_converted(pointer->of, c);
}

static bool is_users_class(const struct type *type) {
    const struct declaration *const c =
        type->shape == OBJECT && !type->arguments ? class_meant(type->name) : NULL;
    return c && c->what == CLASS && owner_of(c->name) == USER && !c->is_template;
}

// The arguments behind what a declaration names.
static void judge_declared(const struct node *n, const struct variable *v) {
    const struct node *const first = v->initial->kind == LIST ? v->initial->child : v->initial;
    if (is_extent(&v->type) && !v->reference)
        judge_extents(first);
    if (v->parenthesised && is_users_class(&v->type))
        judge_arguments(n, v->type.name, first, CONSTRUCTORS);
}

void warn_of_arguments(const struct node *n) {
    switch (n->kind) {
    case DECLARATION:
        for (size_t k = 0; k < n->declared_count; k++)
            if (n->declared[k]->initial)
                judge_declared(n, n->declared[k]);
        break;
    case CALL:
    case EXCHANGE:
        judge_arguments(n, n->name, first_argument(n), ANY);
        if (is_atomic(n->name) && !(flags(n->name) & USERS))
            judge_atomic(n);
        break;
    case METHOD:
        judge_arguments(n, n->name, n->child->next,
                        !n->sign_length && is_users_class(n->child->type) ? METHODS : ANY);
        break;
    case CONSTRUCT:
        if (is_extent(n->type))
            judge_extents(first_argument(n));
        if (is_users_class(n->type))
            judge_arguments(n, n->type->name, first_argument(n), CONSTRUCTORS);
        break;
    case LAUNCH:
        judge_configuration(n);
        if (n->child->kind == GLOBAL_NAME)
            judge_arguments(n, n->child->name, child(n, n->sign_length + 1), ANY);
        break;
    default:
        break;
    }
}
