// SPDX-License-Identifier: MIT
// What nvcc's front end takes in device code, and C++17 does not: ++ of a bool (by an older
// standard the host's code may have that, too), p > 0 for a pointer p, a pointer cast to an integer
// that has no room for it, and a switch that jumps over a variable's value.
#include "rewrite.h"

// Of a reference, that of what it is to.
static const struct type *type_of(const struct node *n) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    const struct variable *const v = d ? declared_as(d) : n->variable;
    return v ? &v->type : n->type;
}

static bool is_bool(const struct type *type) {
    return type->shape == NUMBER_TYPE && type->name && is(type->name, "bool");
}

static void put_around(const struct node *n, const char *before, const char *after) {
    insert_before(n->first, text("%s", before));
    insert_after(n->last, text("%s", after));
}

// b++ becomes (b = true), or where what it was is asked for a call.
static void rewrite_step(const struct node *n, bool asked) {
    const bool before = asked && n->sign > n->child->last;
    erase(n->sign, n->sign + 1);
    put_around(n->child, before ? "::cuda_cpu::set_behind(" : "(", before ? ")" : " = true)");
}

static bool is_null(const struct node *n) {
    unsigned long long value;
    return is(n->first, "__null") || (literal_value(n, &value) && value == 0);
}

// The 0 of a < or > beside a pointer becomes one of its type.
static void rewrite_null(const struct node *n) {
    const struct node *const left = bare(n->child), *const right = bare(child(n, 1));
    if (!is(n->sign, "<") && !is(n->sign, ">"))
        return;
    if (type_of(left)->shape == POINTER && is_null(right))
        tokens[right->first].instead = "::cuda_cpu::null_address()";
    else if (type_of(right)->shape == POINTER && is_null(left))
        tokens[left->first].instead = "::cuda_cpu::null_address()";
}

static bool loses_address(const struct node *n) {
    const enum shape of = n->child ? n->child->type->shape : UNKNOWN;
    return n->type->shape == NUMBER_TYPE && n->type->integer && n->type->bytes &&
           n->type->bytes < sizeof(void *) && !is_bool(n->type) && (of == POINTER || of == ARRAY);
}

// Can all that it declares be declared first, and be given their values in assignments?
static bool is_assigned_later(const struct node *n) {
    bool gives = false;
    for (size_t k = 0; k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        if (v->reference || v->type.constant || !is_plain(&v->type) || v->deduced)
            return false;
        gives = gives || v->initial;
    }
    return gives && !n->is_static;
}

// int a = 1, *b = p, c(2);    int a; a = 1; int *b; b = p; int c; c = (2);
static void declare_first(const struct node *n) {
    for (size_t k = 0; k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        if (k > 0)
            tokens[v->declarator - 1].instead =
                text("; %s ", joined(v->type_first, v->type_end - 1, false));
        if (v->initial)
            insert_after(v->declarator_end - 1,
                         text("; %s%s", name_of(v->name), is(v->declarator_end, "=") ? "" : " ="));
    }
}

// asked: its value is. code: the spaces of the code.
static void look(const struct node *n, bool asked, unsigned code, bool by_old_standard) {
    const bool device = code & (DEVICE | GLOBAL) && !(code & HOST);
    if (n->kind == STEP && is(n->sign, "+") && is_bool(type_of(bare(n->child))) &&
        (device || by_old_standard))
        rewrite_step(n, asked);
    else if (device && n->kind == BINARY)
        rewrite_null(n);
    else if (device && n->kind == CAST && loses_address(n))
        put_around(n->child, "(unsigned long)(", ")");
    else if (device && n->kind == SWITCH)
        for (const struct node *c = child(n, 1)->child; c; c = c->next)
            if (is_jumped_over(c) && is_assigned_later(c))
                declare_first(c);
    for (const struct node *c = n->child; c; c = c->next)
        look(c, n->kind != EXPRESSION && !(n->kind == FOR && c == child(n, 2)),
             code_below(n, c, code), by_old_standard);
}

void rewrite_removed_cxx(bool by_old_standard) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->what != FUNCTION || !d->body || owner_of(d->name) != USER)
            continue;
        look(read_function(d)->initialisers, true, spaces_of(d), by_old_standard);
        look(read_function(d)->body, true, spaces_of(d), by_old_standard);
    }
}
