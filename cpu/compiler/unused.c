// SPDX-License-Identifier: MIT
// Variables that a function declares and never uses, or uses before they have a value.
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "usage.h"
#include "warn.h"

// ---- types --------------------------------------------------------------------------------------

static bool is_simple_within(const struct type *type, int depth);

static bool is_simple_class(size_t name, int depth);

// None of them virtual; names alone.
static bool are_bases_simple(const struct declaration *c, int depth) {
    for (size_t t = c->bases; t > 0 && t < c->body; t++)
        if (is(t, "virtual") || is(t, "<") || is(t, "::") || is(t, "."))
            return false;
    for (size_t at = 0, name; (name = next_base(c, &at));)
        if (!is_simple_class(name, depth + 1))
            return false;
    return true;
}

// A class of the program's whose objects begin and end without a function's being called: it has
// no constructors but defaulted ones, and bases and members that are alike.
static bool is_simple_class(size_t name, int depth) {
    const struct declaration *const c = class_meant(name);
    if (!c || c->what != CLASS || !c->body || c->is_template || depth > 7 ||
        owner_of(c->name) == SYSTEM || !are_bases_simple(c, depth))
        return false;
    for (const struct declaration *d = c + 1;
         d < declarations + declaration_count && d->first < c->end; d++) {
        if (d->scope == NO_SCOPE || &declarations[d->scope] != c)
            continue;
        const bool makes = d->special == CONSTRUCTOR || d->special == DESTRUCTOR;
        if (d->what == FUNCTION && (d->is_virtual || (makes && d->given != DEFAULTED)))
            return false;
        const struct variable *const v =
            d->what == VARIABLE && !d->is_static ? declared_as(d) : NULL;
        if ((d->what == VARIABLE && !d->is_static && !v) || d->what == OTHER ||
            (v && (v->reference || v->initial || !is_simple_within(&v->type, depth + 1))))
            return false;
    }
    return true;
}

// Another name of a pointer, as cudaEvent_t is one, or of a number, as std::size_t is.
static bool is_other_name(const struct type *type) {
    struct type behind = unknown_type;
    if (type->shape == UNKNOWN && type->name && !type->means && !type->arguments)
        behind = type_behind(*type);
    return is_plain(&behind) || (is(type->from, "std") && type->name == type->from + 2 &&
                                 is_any(type->name, number_types));
}

static bool is_simple_within(const struct type *type, int depth) {
    const struct type *const of = innermost(type);
    if (depth > 0 && of->shape == VECTOR && is(of->name, "dim3")) // which has a constructor
        return false;
    return !has_volatile(type) &&
           (type->shape == POINTER || is_plain(of) || of->shape == VECTOR || is_other_name(of) ||
            (of->shape == OBJECT && !of->arguments && is_simple_class(of->name, depth)));
}

bool is_simple(const struct type *type) {
    return is_simple_within(type, 0);
}

// ---- variables ----------------------------------------------------------------------------------

bool lets_off(size_t i) {
    static const char *const words[] = {"unused",   "__unused__",  "maybe_unused", "used",
                                        "__used__", "constructor", "destructor",   NULL};
    static const char *const before[] = {"(", "[", "::", ",", NULL};
    return is_any(i, words) && is_any(i - 1, before);
}

bool is_in_pragma(size_t i) {
    char *const name = name_of(i);
    bool found = false;
    for (size_t t = 0; t < token_count && !found; t++) {
        char *const pragma = tokens[t].kind == PRAGMA ? name_of(t) : NULL;
        const char *const unroll = pragma ? strstr(pragma, "unroll") : NULL;
        found = unroll && strstr(unroll + strlen("unroll"), name);
        free(pragma);
    }
    free(name);
    return found;
}

// Does its declaration say that it may stay unused?
static bool is_let_off(const struct variable *v) {
    size_t t = v->name;
    while (t > 0 && !is(t - 1, ";") && !is(t - 1, "{") && !is(t - 1, "}"))
        t--;
    for (; t < token_count && !is(t, ";") && t < v->name + 8; t++)
        if (lets_off(t))
            return true;
    return false;
}

// A lambda that holds references and numbers at most, which are there already.
static bool is_simple_lambda(const struct variable *v) {
    const struct node *const n = v->deduced && !v->reference ? v->initial : NULL;
    if (!n || n->kind != LAMBDA || is(n->first + 1, "="))
        return false;
    for (const struct node *c = n->child; c && c->next; c = c->next)
        if (!is_plain(c->type) || may_act(c, false))
            return false;
    return true;
}

static void judge(const struct usage *u, bool in_template, bool made) {
    const struct variable *const v = u->variable;
    const bool parameter = v->role == PARAMETER, is_lambda = is_simple_lambda(v);
    if (!u->declared || u->unknown || is_let_off(v) || owner_of(v->name) != USER ||
        (v->odd && !is_lambda) || !(is_lambda || is_simple(&v->type)))
        return;
    if (u->unset_at && !v->reference)
        warn(u->unset_at, UNSET, "variable \"%s\" is used before its value is set",
             name_of(v->name));
    if (!made)
        return;
    if (!u->mentioned && !parameter && !u->acts && !is_in_pragma(v->name))
        warn(v->name, UNUSED, "variable \"%s\" was declared but never referenced",
             name_of(v->name));
    else if (u->mentioned && u->set && !u->used && !u->acts && !v->reference && !in_template)
        warn(v->name, ONLY_SET, "%s \"%s\" was set but never used",
             parameter ? "parameter" : "variable", name_of(v->name));
}

// ---- auto [a, b] --------------------------------------------------------------------------------

// Does the program say of any type by itself what its parts are?
static bool has_tuples(void) {
    for (size_t k = 0; k < declaration_count; k++)
        if (is(declarations[k].name, "tuple_size") && owner_of(declarations[k].name) == USER)
            return true;
    return false;
}

// Is it an array, or an object of a class of the program's, whose parts are its members?
static bool has_members(const struct type *type) {
    const struct declaration *const c =
        type->shape == OBJECT && !type->arguments ? class_meant(type->name) : NULL;
    return type->shape == ARRAY ||
           (c && c->what == CLASS && c->body && owner_of(c->name) == USER && !has_tuples());
}

// The names in [a, b] are one declaration, which nvcc names by the first of them.
static void judge_names(const struct usage *usages, size_t count, const struct usage *first) {
    const struct variable *const v = first->variable;
    const size_t open = v->name - 1;
    if (!is(open, "[") || (!is(open - 1, "auto") && !is(open - 1, "&")) || !first->declared ||
        owner_of(v->name) != USER || is_let_off(v) || !v->initial || !has_members(v->initial->type))
        return;
    for (size_t k = 0; k < count; k++) {
        const size_t name = usages[k].variable->name;
        if (name >= v->name && name < closing(open) && (usages[k].mentioned || usages[k].unknown))
            return;
    }
    warn(v->name, UNUSED, "structured binding \"%s\" was declared but never referenced",
         name_of(v->name));
}

// ---- labels -------------------------------------------------------------------------------------

static bool is_meant_below(const struct node *n, size_t label) {
    if ((n->kind == JUMP && is(n->first, "goto") && same_word(n->first + 1, label)) ||
        n->kind == LABEL_ADDRESS || n->kind == OPAQUE || n->kind == ASSEMBLY)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (is_meant_below(c, label))
            return true;
    return false;
}

static void judge_labels(const struct node *n, const struct node *body) {
    if (n->kind == JUMP && is(n->last, ":") && owner_of(n->first) == USER &&
        !is_meant_below(body, n->first))
        warn(n->first, UNUSED, "label \"%s\" was declared but never referenced", name_of(n->first));
    for (const struct node *c = n->child; c; c = c->next)
        judge_labels(c, body);
}

void warn_of_unused(const struct declaration *d, bool made) {
    const unsigned spaces = spaces_of(d);
    if (merged_passes && !(spaces & (DEVICE | GLOBAL))) // nvcc judges by the device's pass
        return;
    size_t count;
    struct usage *const usages = usages_of(d, &count);
    for (size_t k = 0; k < count; k++)
        judge(&usages[k], is_in_template(d) || usages[k].generic, made);
    for (size_t k = 0; k < count && made; k++)
        judge_names(usages, count, &usages[k]);
    free(usages);
    if (made)
        judge_labels(read_function(d)->body, read_function(d)->body);
}
