// SPDX-License-Identifier: MIT
// What declarations of kernels show by themselves to be wrong: what they return and take, where
// they stand, the bounds of their launches; and functions that are declared again as the other
// side's.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "names.h"
#include "refuse.h"
#include "warn.h"

// ---- what they return ---------------------------------------------------------------------------

// Is the name that of a class or an enumeration, and no other name of a type?
static bool names_class(size_t name) {
    bool found = false;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->name < token_count && same_word(d->name, name)) {
            if (d->what == ALIAS)
                return false;
            found = found || d->what == CLASS || d->what == ENUMERATION || d->what == NAMED;
        }
    }
    return found;
}

// Does the kernel say that it returns something? Other names of types, and those that templates
// give, may mean void.
static bool returns_something(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const size_t name = s->result.name;
    if (d->special || s->is_void)
        return false;
    if (s->result.shape == UNKNOWN && !s->refers)
        return name && (is(name, "auto") || (s->is_known && names_class(name)));
    return s->is_known;
}

// ---- what they take -----------------------------------------------------------------------------

void check_grid_constants(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        if (!p->grid_constant)
            continue;
        if (!(d->spaces & GLOBAL))
            complain(d->name, "error",
                     "__grid_constant__ annotation is only allowed on a parameter of a __global__ "
                     "function");
        else if (p->reference)
            complain_behind(
                d->name, "error",
                "a parameter annotated with __grid_constant__ must not have reference type");
        else if (!p->type.constant)
            complain(d->name, "error",
                     "a parameter annotated with __grid_constant__ must have const-qualified type");
    }
}

// template <class... A, class B>: calls of kernels cannot choose what follows a pack.
static void check_packs(const struct declaration *d) {
    const struct formals *const f = &signature_of(d)->of_template;
    for (size_t k = 0; k + 1 < f->count; k++)
        if (f->all[k].pack)
            complain(f->all[k].name ? f->all[k].name : f->all[k].place - 1, "error",
                     "Pack template parameter must be the last template parameter for a variadic "
                     "__global__ function template");
}

// Where that word stands in the declaration.
static size_t word_of(const struct declaration *d, const char *word) {
    size_t t = d->start;
    while (t < d->name && !is(t, word))
        t++;
    return t;
}

static size_t behind_words(size_t i) {
    static const char *const words[] = {"__global__", "__device__", "__host__", NULL};
    while (is_any(i, words))
        i++;
    return i;
}

void check_kernel(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const char *const name = name_of_function(d);
    if (in_class(d) && !d->is_friend)
        complain(word_of(d, "__global__"), "error",
                 "a __global__ function(\"%s\") cannot be a member function", name);
    if (d->is_friend && d->body)
        complain(d->name, "error",
                 "a __global__ function(\"%s\") cannot be defined in a friend declaration", name);
    if (d->spaces & (DEVICE | HOST))
        complain(d->name, "error", "__global__ cannot stand beside %s",
                 d->spaces & DEVICE ? "__device__" : "__host__");
    if (d->is_constexpr)
        complain(d->name, "error", "a __global__ function(\"%s\") cannot be constexpr", name);
    if (d->special == OPERATOR)
        complain(d->name, "error", "an operator function cannot be a __global__ function");
    if (is(d->name, "main")) {
        complain(d->name, "error", "function \"main\" cannot be a __global__ function");
        return;
    }
    if (d->defines && !is(closing(d->defines) + 1, "*"))
        complain(behind_words(closing(d->defines) + 1), "error", "expected a \";\" behind the }");
    else if (returns_something(d))
        complain(d->name, "error", "a __global__ function(\"%s\") must have a void return type",
                 name);
    if (d->throws)
        complain(d->name, "error",
                 "an exception specification is not allowed for a __global__ function(\"%s\")",
                 name);
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        const size_t type = p->type.name;
        if (p->pack && !p->type_first)
            complain(d->name, "error", "a __global__ function(\"%s\") cannot have an ellipsis",
                     name);
        const bool asked_for = !d->is_template || !is_unnamed(d);
        if (p->rvalue && asked_for && !is_forwarding(d, p))
            complain_behind(d->name, "error",
                            "a __global__ function(\"%s\") cannot have a parameter that is an "
                            "rvalue reference",
                            name);
        if (type && (is(type, "initializer_list") || is(type, "va_list")))
            complain_behind(d->name, "error",
                            "a __global__ function(\"%s\") cannot have a parameter with type "
                            "\"%s%s\"",
                            name, is(type, "va_list") ? "" : "std::", name_of(type));
    }
    check_packs(d);
    if (d->inlined)
        warn(d->inlined, INLINE_KERNEL, "inline qualifier ignored for \"__global__\" function");
}

// Is the name in the expression that of a variable whose value is not known before it runs?
static bool names_changeable(const struct node *n) {
    const struct declaration *const v = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    bool found = v && !v->is_const && !v->is_constexpr;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = names_changeable(c);
    return found;
}

// NULL: the argument of that word may be zero or less.
static const char *positive(size_t word) {
    return is(word, "__cluster_dims__") ? "__cluster_dims__ arguments must be positive integers"
           : is(word, "__maxnreg__")
               ? "The maximum number of registers that can be allocated per thread must be positive"
               : NULL;
}

static bool is_zero_or_less(const struct node *n) {
    return is_literal_zero(n) || (n->kind == SIGN && has_sign(n, "-"));
}

static void check_bound(const struct node *n, size_t word) {
    if (n->type->floating || (n->kind == CONSTANT_VALUE && tokens[n->first].kind == STRING))
        complain(word, "error", "the argument of %s has to be an integer", name_of(word));
    if (names_changeable(n))
        complain(word, "error", "expression must have a constant value: the argument of %s",
                 name_of(word));
    if (positive(word) && is_zero_or_less(n))
        complain(n->first, "error", "%s", positive(word));
}

// Is it a name that nothing in the program declares, nor the templates that d is?
static bool is_undefined(size_t i, const struct declaration *d) {
    static const char *const values[] = {"true", "false", "nullptr", NULL};
    if (is_any(i, values) || tokens[i].kind != WORD || is_any(i, keywords) ||
        is_any(i, arithmetic) || flags(i) || first_named(i) != NO_SCOPE ||
        source[tokens[i].start] == '_' || is(i - 1, "::") || is(i - 1, ".") || is(i + 1, "(") ||
        is(i + 1, "::"))
        return false;
    for (size_t t = d->first; t < d->start; t++)
        if (same_word(t, i))
            return false;
    return true;
}

void check_bounds(const struct declaration *d) {
    for (size_t b = 0; b < BOUNDS; b++) {
        const size_t i = d->bounds[b];
        if (!i || !is(i + 1, "("))
            continue;
        if (!(d->spaces & GLOBAL))
            complain(i, "error", "%s is only allowed on a __global__ function", name_of(i));
        struct node *const bounds = new_node(LIST, i, i);
        begin_scope();
        parse_arguments(bounds, i + 1);
        failure = NULL;
        size_t count = 0;
        for (const struct node *c = bounds->child; c; c = c->next) {
            check_bound(c, i);
            if (++count == (b == MAX_REGISTERS ? 2 : 4))
                complain(c->first - 1, "error", "expected a \")\": too many arguments of %s",
                         name_of(i));
        }
        for (size_t t = i + 2; t < closing(i + 1); t++)
            if (is_undefined(t, d))
                complain(t, "error", "identifier \"%s\" is undefined", name_of(t));
        if (is(i + 2, ")"))
            complain(i + 2, "error", "expected an expression: %s has no argument", name_of(i));
    }
    if (d->bounds[LAUNCH_BOUNDS] && d->bounds[MAX_REGISTERS])
        complain(d->name, "error",
                 "The __launch_bounds__ and __maxnreg__ qualifiers cannot be applied to the same "
                 "kernel");
}

// ---- functions that are declared again ----------------------------------------------------------

// One declaration of a function, a later one of which is d, keeps a parameter that the other
// copies.
static void check_annotations(const struct declaration *o, const struct declaration *d) {
    const struct signature *const was = signature_of(o), *const now = signature_of(d);
    for (size_t k = 0; k < now->count; k++)
        if (!was->formals[k].grid_constant != !now->formals[k].grid_constant)
            complain(d->name, "error",
                     "incompatible __grid_constant__ annotation for parameter %s in function "
                     "redeclaration (see previous declaration at line %ld)",
                     now->formals[k].name ? name_of(now->formals[k].name) : "",
                     place_of(o->name).line);
}

static const char *words_of(unsigned spaces) {
    return !(spaces & DEVICE) ? "__host__" : spaces & HOST ? "__host__ __device__" : "__device__";
}

// May both declare one function: outside classes, or a method in its class and, later, outside?
static bool may_be_one(const struct declaration *o, const struct declaration *d) {
    if (o->qualifier || o->is_friend || d->is_friend || in_class(d) || d->special ||
        !same_word(o->name, d->name))
        return false;
    if (!d->qualifier)
        return is_one_scope(o->scope, d->scope);
    return in_class(o) && same_word(declarations[o->scope].name, d->qualifier) &&
           is_one_scope(declarations[o->scope].scope, d->scope);
}

// The warning that a function of one side is declared once more, with those words.
static enum warning redeclared_as(unsigned was, unsigned spaces) {
    if (!(was & DEVICE))
        return spaces & HOST ? HOST_AS_BOTH : HOST_AS_DEVICE;
    return !spaces ? DEVICE_AS_NOTHING : spaces & DEVICE ? DEVICE_AS_BOTH : DEVICE_AS_HOST;
}

void check_redeclaration(const struct declaration *d) {
    const char *const name = name_of_function(d);
    for (const struct declaration *o = declarations; o < d; o++) {
        if (o->what != FUNCTION || !may_be_one(o, d) || owner_of(o->name) != USER ||
            take_alike(o, d) != THE_SAME)
            continue;
        check_annotations(o, d);
        const unsigned was = o->spaces ? o->spaces : HOST, now = d->spaces ? d->spaces : HOST;
        if (o->spaces & GLOBAL && !(d->spaces & GLOBAL))
            complain(d->name, "error",
                     "a __global__ function(\"%s\") redeclared without __global__", name);
        else if (!(o->spaces & (GLOBAL | DEVICE)) && d->spaces & GLOBAL)
            complain(d->name, "error", "a __host__ function(\"%s\") redeclared with __global__",
                     name);
        else if (!o->body && !((was | now) & GLOBAL) && was != now && was != (HOST | DEVICE))
            warn(d->name, redeclared_as(was, d->spaces),
                 "a %s function(\"%s\") redeclared with%s %s, hence treated as a __host__ "
                 "__device__ function",
                 words_of(was), name, d->spaces ? "" : "out",
                 words_of(d->spaces ? d->spaces : was));
    }
}
