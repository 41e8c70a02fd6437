// SPDX-License-Identifier: MIT
// Whether the compiler has to be asked who calls whom (question.c): not where the names alone show
// that nothing crosses the line between host and device, as in most programs. All words of a
// function are looked at, so that nothing depends on what the parser understands: one too many is a
// question too many. What they may mean is known (meanings.c); which of them are locals, are
// called, stand for a variable's name alone or are an array's size, the tree says.
#include <stdio.h>
#include <string.h>

#include "meanings.h"
#include "uses.h"

// Whether token i stands in the arguments of a call in the tree that takes a variable of the device
// by its name: cudaMemcpyToSymbol and its kin.
static bool is_symbol_argument(const struct node *n, size_t i) {
    if (n->kind == CALL && i > n->name && strstr(name_of(n->name), "Symbol"))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->first <= i && i <= c->last && is_symbol_argument(c, i))
            return true;
    return false;
}

// What the name at token i in function d may mean there, of all that it means somewhere.
static unsigned meaning_there(size_t i, const struct declaration *d) {
    unsigned meaning = meaning_of(i);
    const unsigned methods = HOST_METHOD | DEVICE_METHOD | LIBRARY_METHOD | HOST_MEMBER;
    if (!meaning)
        return 0;
    if (!names_library_class)
        meaning &= ~(unsigned)(LIBRARY_STD | LIBRARY_METHOD);
    if (is(i - 1, ".") || is(i - 1, "->"))
        return meaning & methods;
    if (is(i - 1, "::"))
        return meaning;
    if (meaning && is_declared_inside(i, d))
        return 0;
    return in_class(d) || d->qualifier ? meaning : meaning & ~methods;
}

// The call in the tree whose name stands at token i; NULL: there is none.
static const struct node *find_call(const struct node *n, size_t i) {
    const struct node *found = n->kind == CALL && n->name == i ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        if (c->first <= i && i <= c->last)
            found = find_call(c, i);
    return found;
}

// Is the function of the mathematics at token i called in d with floating-point numbers alone, of
// one type? Device code has its form for these.
static bool takes_floating(size_t i, const struct declaration *d) {
    const struct node *const call =
        d->body && !is_macro_of_c(i) ? find_call(read_function(d)->body, i) : NULL;
    const struct type *first = call && call->child ? call->child->type : NULL;
    bool floating = first && first->bytes && !(is(i, "hypot") && child(call, 2));
    for (const struct node *c = call ? call->child : NULL; c; c = c->next)
        floating = floating && c->type->shape == NUMBER_TYPE && c->type->floating &&
                   c->type->bytes == first->bytes;
    return floating;
}

// Whether the name at token i, in function d, may be a use across the line, in code of the device
// or of the host.
static bool may_cross(size_t i, const struct declaration *d, bool device, bool host) {
    if (tokens[i].kind != WORD)
        return false;
    const unsigned meaning = meaning_there(i, d);
    if (!meaning)
        return false;
    const unsigned named = HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE | HOST_MEMBER | HOST_CLASS |
                           HOST_MADE | LIBRARY_FUNCTION | LIBRARY_VARIABLE;
    if (device && (meaning & named || (meaning && names_library(i))))
        return true;
    if (host && meaning & DEVICE_CLASS)
        return true;
    const unsigned called = (device ? KERNEL_FUNCTION | LIBRARY_METHOD | LIBRARY_STD : 0u) |
                            (host ? KERNEL_FUNCTION | DEVICE_FUNCTION | DEVICE_METHOD : 0u);
    if (meaning & called && is_called(i))
        return true;
    if (device && meaning & LIBRARY_MATHEMATICS && is_called(i) && !takes_floating(i, d))
        return true;
    return host && meaning & PLACED_VARIABLE &&
           !(d->body && is_symbol_argument(read_function(d)->body, i));
}

// Says under report_questions that the compiler is asked because of token i.
static bool because(const char *why, size_t i, const struct judging *options) {
    const struct place place = place_of(i);
    if (options->report_questions)
        fprintf(stderr, "%s(%ld): the compiler is asked: %s %.*s\n", file_name(place.file),
                place.line, why, (int)(tokens[i].end - tokens[i].start), source + tokens[i].start);
    return true;
}

// May what has the type call functions of the library, which no name shows?
static bool may_call_library(const struct type *type) {
    while (type->of)
        type = type->of;
    if (type->shape == OBJECT)
        return meaning_of(type->name) & (HOST_MADE | HOST_CLASS | LIBRARY_CLASS);
    return type->shape == UNKNOWN;
}

// The token by which a launch in the tree gives a template what may call the host: a function of
// the host's, or what the library has; 0: none does.
static size_t find_given(const struct node *n) {
    size_t found = 0;
    for (size_t t = n->name + 1; n->kind == LAUNCH && t < n->sign && !found; t++)
        if (meaning_of(t) & HOST_FUNCTION || names_library(t))
            found = t;
    const struct node *c = n->kind == LAUNCH ? child(n, n->sign_length + 1) : NULL;
    for (; c && !found && names_library_class; c = c->next)
        if (may_call_library(c->type))
            found = c->first;
    for (c = n->child; c && !found; c = c->next)
        found = find_given(c);
    return found;
}

static bool has_device_lambda(const struct node *n) {
    bool found = n->kind == LAMBDA && n->sign_length & LAMBDA_DEVICE;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = has_device_lambda(c);
    return found;
}

// Does the word at token i name a variable outside functions, an object of the library's? What is
// done with it no name may show.
static bool names_library_object(size_t i) {
    const struct declaration *const d =
        flags(i) & (VARIABLE_NAME | CONSTANT_NAME) ? variable_meant(i) : NULL;
    const struct variable *const v = d && owner_of(d->name) == USER ? declared_as(d) : NULL;
    const struct type *const type = v ? innermost(&v->type) : NULL;
    return type && type->name && !type->means && meaning_of(type->name) & LIBRARY_CLASS;
}

// Is it a constructor or destructor of a class with a member that is an object of the library's?
// What is done with that no name may show.
static bool makes_library_object(const struct declaration *d) {
    bool found = false;
    if (!in_class(d) || (d->special != CONSTRUCTOR && d->special != DESTRUCTOR))
        return false;
    for (size_t k = d->scope + 1; k < declaration_count && !found; k++) {
        const struct declaration *const m = &declarations[k];
        const bool member = m->what == VARIABLE && m->scope == d->scope && !m->is_static;
        const struct variable *const v = member ? declared_as(m) : NULL;
        const struct type *const type = v ? innermost(&v->type) : NULL;
        found = type && type->name && meaning_of(type->name) & LIBRARY_CLASS;
    }
    return found;
}

// Whether function d, of the user's, makes it necessary to ask.
static bool asks_about(const struct declaration *d, const struct judging *options) {
    const unsigned spaces = spaces_of(d);
    const char *const mark = mark_of(d, options->relaxed_constexpr);
    const bool device = spaces & (DEVICE | GLOBAL),
               host = !(spaces & GLOBAL) && (spaces & HOST || !device);
    if (mark && d->special == OPERATOR && !in_class(d) && strcmp(mark, "device") == 0)
        return because("an operator of the device", d->name, options);
    if (device && d->body && names_library_class && makes_library_object(d))
        return because("a member of the library's", d->name, options);
    const size_t given =
        host && d->body && kernels_are_templates ? find_given(read_function(d)->body) : 0;
    if (given)
        return because("what a template is given", given, options);
    const bool lambdas =
        options->extended_lambda && d->body && has_device_lambda(read_function(d)->body);
    for (size_t t = d->first; d->body && t < d->end; t++) {
        if (t > d->open && may_cross(t, d, device || lambdas, host))
            return because("a name of the other side", t, options);
        if (t > d->open && device && names_library_class && names_library_object(t))
            return because("an object of the library", t, options);
        if (t < d->name && device && may_cross(t, d, true, false)) // an object of it is made
            return because("a type of the other side", t, options);
    }
    return false;
}

// Does a word of the value that member d gets in its class name something of the host's, which a
// constructor of the device would call or read?
static bool values_of_host(const struct declaration *d) {
    const unsigned hosts =
        HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE | HOST_MEMBER | LIBRARY_FUNCTION | LIBRARY_STD;
    bool found = false;
    for (size_t t = d->open + 1; d->open && !found && t < d->end; t++)
        found = tokens[t].kind == WORD && meaning_of(t) & hosts;
    return found;
}

// Is it called without its name, by loops over ranges, and by `auto [a, b] = c;`?
static bool is_called_by_language(const struct declaration *d) {
    return is(d->name, "begin") || is(d->name, "end") || (is(d->name, "get") && d->is_template);
}

bool has_to_be_asked(const struct judging *options) {
    note_meanings(options->relaxed_constexpr);
    bool asked = false;
    const struct declaration *host_class = NULL, *device_template = NULL, *device_code = NULL,
                             *operators = NULL, *value_of_host = NULL;
    for (size_t k = 0; k < declaration_count && !asked; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == VARIABLE && in_class(d) && !d->is_static)
            value_of_host = values_of_host(d) ? d : value_of_host;
        if (d->what != FUNCTION)
            continue;
        const char *const mark = mark_of(d, options->relaxed_constexpr);
        const bool device = spaces_of(d) & (DEVICE | GLOBAL),
                   host = mark && strcmp(mark, "host") == 0;
        host_class = host && d->special ? d : host_class;
        device_template = d->is_template && device ? d : device_template;
        device_code = device ? d : device_code;
        const bool spaceship = d->given && is(d->name + 1, "<"); // <=>, whose results std compares
        operators = (d->special == OPERATOR && (spaceship || (host && !in_class(d)))) ||
                            (host && is_called_by_language(d))
                        ? d
                        : operators;
        asked = asked || asks_about(d, options);
    }
    if (!asked && host_class && device_template) // objects whose operators run unseen
        asked = because("a template of the device beside a class of the host",
                        device_template->name, options);
    if (!asked && value_of_host && device_code)
        asked = because("a member's value by the host's means", value_of_host->name, options);
    if (!asked && operators && device_code)
        asked = because("what the host calls without its name", operators->name, options);
    forget_meanings();
    return asked;
}
