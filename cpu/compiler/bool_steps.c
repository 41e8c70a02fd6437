// SPDX-License-Identifier: MIT
// ++ of a bool, which C++ no longer has from 17 on, the standard that all is compiled by: nvcc's
// front end has it, so device code does, and by older standards the host's, too.
#include "names.h"
#include "refuse.h"
#include "rewrite.h"
#include "tree.h"

bool by_old_standard;

bool is_bool(const struct type *type) {
    const struct declaration *const d =
        type->name && !is(type->name, "bool") && !type->means ? type_meant(type->name) : NULL;
    struct type of;
    if (d && d->what == ALIAS)
        return type_of_alias(d, &of) && !(of.name && same_word(of.name, type->name)) &&
               is_bool(&of);
    return type->shape == NUMBER_TYPE && type->name && is(type->name, "bool");
}

bool steps_bool(const struct node *n) {
    const struct node *const of = n->kind == STEP && is(n->sign, "+") ? bare(n->child) : NULL;
    if (!of)
        return false;
    const struct declaration *const d = of->kind == GLOBAL_NAME ? variable_meant(of->name) : NULL;
    const struct variable *const v = of->kind == LOCAL_NAME ? of->variable
                                     : d                    ? declared_as(d)
                                                            : NULL;
    return is_bool(v ? &v->type : of->type);
}

// b++ becomes (b = true), or where what it was is asked for a call.
static void rewrite_step(const struct node *n, bool asked) {
    const bool behind = n->sign > n->child->last;
    erase(n->sign, n->sign + 1);
    insert_before(n->child->first, text(behind && asked ? "::cuda_cpu::set_behind(" : "("));
    insert_after(n->child->last, text(behind && asked ? ")" : " = true)"));
}

static void find_steps(const struct node *n, bool asked, unsigned code) {
    if (steps_bool(n) && (by_old_standard || (code & (DEVICE | GLOBAL) && !(code & HOST))))
        rewrite_step(n, asked);
    for (const struct node *c = n->child; c; c = c->next)
        find_steps(c, n->kind != EXPRESSION && !(n->kind == FOR && c == child(n, 2)),
                   code_below(n, c, code));
}

static bool has_step(const struct declaration *d) {
    for (size_t i = d->open; i < d->end; i++)
        if (is(i, "+") && is(i + 1, "+") && joins(i))
            return true;
    return false;
}

void rewrite_steps(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !d->body || owner_of(d->name) != USER || !has_step(d))
            continue;
        find_steps(read_function(d)->initialisers, true, spaces_of(d));
        find_steps(read_function(d)->body, true, spaces_of(d));
    }
}
