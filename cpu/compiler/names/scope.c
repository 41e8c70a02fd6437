// SPDX-License-Identifier: MIT
// What a name in a function's body means: a local of the function, a member of its class, or a
// variable outside; and whose code it stands in.
#include <stdlib.h>

#include "names.h"

static bool is_operator(const struct declaration *d) {
    return d->special == OPERATOR || d->special == CONVERSION;
}

const char *name_of_function(const struct declaration *d) {
    const char *const name = joined(d->name, is_operator(d) ? d->open - 1 : d->name, false);
    return text("%s%s%s%s", in_class(d) ? name_of(declarations[d->scope].name) : "",
                in_class(d) ? "::" : "", d->special == DESTRUCTOR ? "~" : "", name);
}

static bool same_name(const struct declaration *a, const struct declaration *b) {
    return a->special == b->special &&
           (is_operator(a) ? same_tokens(a->name, a->open, b->name, b->open)
                           : same_word(a->name, b->name));
}

// Does it stand in a function's body?
static bool is_local(const struct declaration *d) {
    return d->scope != NO_SCOPE && declarations[d->scope].what == FUNCTION;
}

// Does that class stand where T in T::name(...) { says: beside d, or in what is named before
// it?
static bool is_meant(const struct declaration *class, const struct declaration *d) {
    if (is(d->qualifier - 1, "::") && tokens[d->qualifier - 2].kind == WORD)
        return class->scope != NO_SCOPE &&
               same_word(declarations[class->scope].name, d->qualifier - 2);
    return is_one_scope(class->scope, d->scope);
}

unsigned spaces_of(const struct declaration *d) {
    unsigned spaces = d->spaces;
    if (d->what != FUNCTION)
        return spaces;
    const size_t own = class_name(d);
    // which of the templates of its name it is one of is not known: it is what any of them is
    const bool special = !spaces && d->is_specialisation;
    for (const struct declaration *o = first_named(d->name); o && (!spaces || special);
         o = next_named(o)) {
        if (o == d || o->what != FUNCTION || o->is_specialisation || (!o->spaces && !special) ||
            (special && !o->is_template && !in_class(o)) || !same_name(o, d) ||
            (in_class(o) && in_class(d)))
            continue;
        const size_t other = class_name(o);
        const enum likeness likeness = compare_parameters(o, d);
        if (likeness == DIFFERENT)
            continue;
        if ((own && other)
                ? same_word(own, other) && (in_class(o) ? !is_local(&declarations[o->scope]) &&
                                                              is_meant(&declarations[o->scope], d)
                                                        : in_class(d) && likeness == THE_SAME)
                : !own && !other && is_one_scope(o->scope, d->scope) &&
                      (!o->body || !d->body || special))
            spaces |= (o->spaces ? o->spaces : HOST) | (likeness == UNSURE && !special ? HOST : 0);
    }
    return spaces ? spaces : HOST;
}

// Is it the condition of a function with a body for each of nvcc's passes (passes/merge_passes.c)?
static bool asks_for_device(const struct node *n) {
    return n->kind == IF && n->child->kind == CALL && is(n->child->name, "on_device");
}

// A lambda may have its own; of what a function of both sides does one branch is the device's
// (passes/merge_passes.c).
unsigned code_below(const struct node *n, const struct node *c, unsigned code) {
    if (n->kind == LAMBDA && !c->next && n->sign_length & (LAMBDA_DEVICE | LAMBDA_HOST))
        return (n->sign_length & LAMBDA_DEVICE ? DEVICE : 0) |
               (n->sign_length & LAMBDA_HOST ? HOST : 0);
    if (asks_for_device(n) && c != n->child)
        return c != n->child->next ? HOST : code & HOST ? DEVICE | OF_BOTH : DEVICE;
    return code;
}

unsigned code_at(size_t i) {
    const struct declaration *const d = function_around(i);
    unsigned code = d ? spaces_of(d) : 0;
    const struct node *path[DEEPEST];
    const size_t depth = d && d->body && i > d->body ? path_to(i, path) : 0;
    for (size_t k = 0; k + 1 < depth; k++) {
        if (path[k]->kind == LAMBDA && !path[k + 1]->next && i == path[k + 1]->last)
            return code; // what is done with the lambda itself is named at its }
        code = code_below(path[k], path[k + 1], code);
    }
    return code;
}

// Is it a call of what token i names?
static bool calls(const struct node *n, size_t i) {
    const struct node *const callee = n->kind == CALL_OF ? bare(n->child) : n;
    const bool names = callee->name == i;
    if (n->kind == CALL_OF)
        return names &&
               (callee->kind == GLOBAL_NAME || callee->kind == MEMBER || callee->kind == ARROW);
    return names &&
           (n->kind == CALL || n->kind == METHOD || n->kind == CONSTRUCT || n->kind == EXCHANGE);
}

bool is_called(size_t i) {
    return is(i + 1, "(") || find_around(i, calls);
}

bool is_declared_inside(size_t i, const struct declaration *d) {
    const struct reading *const r = d && d->body && i > d->open ? read_function(d) : NULL;
    for (size_t k = 0; r && k < r->variable_count; k++) {
        const struct variable *const v = r->variables[k];
        if (v->name > d->open && v->name <= i && (v->end == 0 || i <= v->end) &&
            same_word(v->name, i))
            return true;
    }
    // a local class sees its function's
    const struct declaration *const own = d && in_class(d) ? &declarations[d->scope] : NULL;
    return own && is_local(own) && is_declared_inside(i, &declarations[own->scope]);
}

// What the word at token i means as a member of class c; of one with bases, as a member of any
// class, which may be a base.
static const struct declaration *member_of(size_t i, const struct declaration *c) {
    const struct declaration *o = first_named(i);
    while (o && !(o->what == VARIABLE && in_class(o) && (c->bases || &declarations[o->scope] == c)))
        o = next_named(o);
    return o;
}

// The class of a method that is defined outside it, T::name(...) {; NO_SCOPE if it stands in its
// class.
static size_t class_outside(const struct declaration *d) {
    size_t found = NO_SCOPE;
    for (const struct declaration *o = d->qualifier ? first_named(d->qualifier) : NULL; o;
         o = next_named(o))
        if ((o->what == CLASS || o->what == NAMESPACE) && o->body) {
            if (is_meant(o, d))
                return (size_t)(o - declarations);
            found = found == NO_SCOPE ? (size_t)(o - declarations) : found;
        }
    return found;
}

// The scope in which the names of d are seen: that of a namespace without a name, or an inline one,
// is the next.
static size_t seen_from(const struct declaration *d) {
    size_t scope = d->scope;
    while (scope != NO_SCOPE && declarations[scope].what == NAMESPACE &&
           (has_no_name(&declarations[scope]) || declarations[scope].is_inline))
        scope = declarations[scope].scope;
    return scope;
}

const struct declaration *variable_meant(size_t i) {
    const struct declaration *const d = function_around(i);
    if (is(i - 1, ".") || is(i - 1, "->"))
        return NULL;
    if (is(i - 1, "::")) { // the scope's own name in front of it
        const size_t of = is(i - 2, ">") ? opening_angle(i - 2) - 1 : i - 2;
        for (const struct declaration *o = first_named(i); o; o = next_named(o)) {
            const size_t own = o->scope;
            if (o->what == VARIABLE &&
                (tokens[of].kind == WORD ? own != NO_SCOPE && same_word(declarations[own].name, of)
                                         : own == NO_SCOPE))
                return o;
        }
        return NULL;
    }
    if (is_declared_inside(i, d))
        return NULL;
    const struct declaration *const in = d ? d : declaration_at(i); // a variable's value
    size_t scope = in ? class_outside(in) : NO_SCOPE;
    scope = in && scope == NO_SCOPE ? in->scope : scope;
    for (;; scope = declarations[scope].scope) {
        if (scope != NO_SCOPE && declarations[scope].what == CLASS) {
            const struct declaration *const member = member_of(i, &declarations[scope]);
            if (member)
                return member;
        } else {
            for (const struct declaration *named = first_named(i); named; named = next_named(named))
                if (named->what == VARIABLE && !named->qualifier &&
                    (named->scope == scope || seen_from(named) == scope))
                    return named;
        }
        if (scope == NO_SCOPE)
            return NULL;
    }
}

bool is_users_variable(size_t i) {
    const struct declaration *const meant = variable_meant(i);
    return meant && owner_of(meant->name) == USER;
}
