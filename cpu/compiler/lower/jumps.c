// SPDX-License-Identifier: MIT
// Jumps of a switch over a declaration that gives a variable its value. nvcc takes them in device
// code, and C++ does not: the variable is declared first, `int x; x = 3;`.
#include "rewrite.h"

// Can the variable be declared first, and be given its value in an assignment?
static bool is_assignable(const struct variable *v) {
    return !v->reference && !v->type.constant && is_plain(&v->type) && !v->deduced;
}

// The first variable that is given its value there, if all can be given theirs in assignments.
static const struct variable *given_value(const struct node *n) {
    const struct variable *found = NULL;
    for (size_t k = n->kind == DECLARATION ? n->declared_count : 0; k-- > 0;) {
        if (!is_assignable(n->declared[k]) || n->is_static)
            return NULL;
        found = n->declared[k]->initial ? n->declared[k] : found;
    }
    return found;
}

// What is done with each switch and each declaration of variables whose values it jumps over.
typedef void jump_found(const struct node *jump, const struct node *declaration);

static void find_jumps(const struct node *n, jump_found *found) {
    const struct node *const block = n->kind == SWITCH ? child(n, 1) : NULL;
    for (const struct node *c = block ? block->child : NULL; c; c = c->next) {
        const struct node *label = given_value(c) ? c->next : NULL;
        while (label && label->kind != LABEL)
            label = label->next;
        if (label)
            found(n, c);
    }
    for (const struct node *c = n->child; c && n->kind != LAMBDA; c = c->next)
        find_jumps(c, found);
}

static bool may_jump(const struct declaration *d) {
    if (!d->body || owner_of(d->name) != USER)
        return false;
    const unsigned spaces = spaces_of(d);
    return spaces & (DEVICE | GLOBAL) && !(spaces & HOST);
}

// int a = 1, *b = p, c;    int a, *b, c; a = 1, b = p, (void)c;
static void declare_first(const struct node *jump, const struct node *declaration) {
    (void)jump;
    const struct variable *const *const declared =
        (const struct variable *const *)declaration->declared;
    char *first = text("%s", "");
    for (size_t k = 0; k < declaration->declared_count; k++) {
        const struct variable *const v = declared[k];
        first = text("%s%s%s", first, k > 0 ? ", " : "",
                     joined(v->declarator, v->declarator_end - 1, false));
        erase(v->declarator, v->name - 1);
        erase(v->name + 1, v->declarator_end - 1);
        if (!v->initial)
            insert_before(v->name, text("(void)"));
        else if (!is(v->declarator_end, "=")) // int a(1), b{2};
            insert_after(v->name, text(" ="));
    }
    insert_before(declared[0]->declarator, text("%s; ", first));
}

void rewrite_jumps(const struct declaration *d) {
    const struct node *const body = may_jump(d) ? read_function(d)->body : NULL;
    if (body)
        find_jumps(body, declare_first);
}
