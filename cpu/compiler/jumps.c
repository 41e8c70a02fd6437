// SPDX-License-Identifier: MIT
// Jumps of a switch over what gives a variable its value: nvcc warns of them in device code, and
// C++ refuses them. There the variable is declared first: `int x; x = 3;`.
#include "names.h"
#include "refuse.h"
#include "rewrite.h"
#include "tree.h"

// The variable that is given its value there, in a way that can be written as an assignment.
static const struct variable *given_value(const struct node *n) {
    const struct variable *const v =
        n->kind == DECLARATION && n->declared_count == 1 ? n->declared[0] : NULL;
    return v && v->initial && is(v->name + 1, "=") && !v->reference && !v->type.constant &&
                   is_plain(&v->type) && !is(v->type_end - 1, "auto") && !is(n->first, "static")
               ? v
               : NULL;
}

// What is done with each switch and each variable whose value it jumps over.
typedef void jump_found(const struct node *jump, const struct variable *v);

static void find_jumps(const struct node *n, jump_found *found) {
    const struct node *const block = n->kind == SWITCH ? child(n, 1) : NULL;
    for (const struct node *c = block ? block->child : NULL; c; c = c->next) {
        const struct variable *const v = given_value(c);
        const struct node *label = v ? c->next : NULL;
        while (label && label->kind != LABEL)
            label = label->next;
        if (label)
            found(n, v);
    }
    for (const struct node *c = n->child; c && n->kind != LAMBDA; c = c->next)
        find_jumps(c, found);
}

static bool may_jump(const struct declaration *d) {
    const unsigned spaces = spaces_of(d);
    return d->body && owner_of(d->name) == USER && spaces & (DEVICE | GLOBAL) && !(spaces & HOST);
}

static void declare_first(const struct node *jump, const struct variable *v) {
    (void)jump;
    insert_after(v->name, text("; %s", name_of(v->name)));
}

void rewrite_jumps(const struct declaration *d) {
    const struct node *const body = may_jump(d) ? read_function(d)->body : NULL;
    if (body)
        find_jumps(body, declare_first);
}

static void warn(const struct node *jump, const struct variable *v) {
    complain(jump->first, "warning",
             "transfer of control bypasses initialization of: variable \"%s\" (declared at line "
             "%ld)",
             name_of(v->name), place_of(v->name).line);
}

void check_jumps(const struct declaration *d) {
    const struct node *const body = may_jump(d) ? read_function(d)->body : NULL;
    if (body)
        find_jumps(body, warn);
}
