// SPDX-License-Identifier: MIT
// Whether the compiler has to be asked who calls whom (ask_compiler.c): not where the names alone
// show that nothing crosses the line between host and device, as in most programs. All words of a
// function are looked at, so that nothing depends on what the parser understands: one too many is a
// question too many. What they may mean is known (meanings.c); which of them are locals, are
// called, stand for a variable's name alone or are an array's size, the tree says.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meanings.h"
#include "uses.h"

struct asking {
    const struct judging *options;
    struct meanings meanings;
};

// Is it a call whose arguments, with token i, name a variable of the device: cudaMemcpyToSymbol?
static bool takes_symbol(const struct node *n, size_t i) {
    return n->kind == CALL && i > n->name && strstr(name_of(n->name), "Symbol");
}

// What the name at token i in function d may mean there, of all that it means somewhere.
static unsigned meaning_there(const struct asking *a, size_t i, const struct declaration *d) {
    unsigned meaning = meaning_of(&a->meanings, i);
    const unsigned methods = HOST_METHOD | DEVICE_METHOD | LIBRARY_INSIDE | HOST_MEMBER;
    if (!meaning)
        return 0;
    if (!a->meanings.standard_library)
        meaning &= ~(unsigned)LIBRARY_INSIDE;
    if (is(i - 1, ".") || is(i - 1, "->"))
        return meaning & methods;
    if (is(i - 1, "::")) {
        size_t space = i - 2;
        while (is(space - 1, "::") && tokens[space - 2].kind == WORD)
            space -= 2;
        return says_whose(space) ? 0 : meaning;
    }
    if (meaning && is_declared_inside(i, d))
        return 0;
    return in_class(d) || d->qualifier ? meaning : meaning & ~(methods & ~LIBRARY_INSIDE);
}

// Whether the name at token i, in function d, may be a use across the line, in code of the device
// or of the host.
static bool may_cross(const struct asking *a, size_t i, const struct declaration *d, bool device,
                      bool host) {
    if (tokens[i].kind != WORD)
        return false;
    const unsigned meaning = meaning_there(a, i, d);
    if (!meaning)
        return false;
    const unsigned named = HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE | HOST_MEMBER | HOST_CLASS |
                           HOST_MADE | LIBRARY_FUNCTION | LIBRARY_VARIABLE;
    if (device && (meaning & named || names_library(&a->meanings, i)))
        return true;
    if (host && meaning & DEVICE_CLASS)
        return true;
    const unsigned called = (device ? KERNEL_FUNCTION | LIBRARY_INSIDE : 0u) |
                            (host ? KERNEL_FUNCTION | DEVICE_FUNCTION | DEVICE_METHOD : 0u);
    if (meaning & called && is_called(i))
        return true;
    return host && meaning & PLACED_VARIABLE && !find_around(i, takes_symbol);
}

// Says under report_questions that the compiler is asked because of token i.
static bool because(const struct asking *a, const char *why, size_t i) {
    const struct place place = place_of(i);
    if (a->options->report_questions)
        fprintf(stderr, "%s(%ld): the compiler is asked: %s %.*s\n", file_name(place.file),
                place.line, why, (int)(tokens[i].end - tokens[i].start), source + tokens[i].start);
    return true;
}

// The token by which a launch in the tree gives a template a function of the host's; 0: none does.
static size_t find_given(const struct asking *a, const struct node *n) {
    size_t found = 0;
    for (size_t t = n->name + 1; n->kind == LAUNCH && t < n->sign && !found; t++)
        found = meaning_of(&a->meanings, t) & HOST_FUNCTION ? t : 0;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_given(a, c);
    return found;
}

static bool is_device_lambda(const struct node *n) {
    return n->kind == LAMBDA && n->sign_length & LAMBDA_DEVICE;
}

// Whether function d, of the user's, makes it necessary to ask.
static bool asks_about(const struct asking *a, const struct declaration *d) {
    const unsigned spaces = spaces_of(d);
    const char *const mark = mark_of(d, a->options->relaxed_constexpr);
    const bool device = spaces & (DEVICE | GLOBAL),
               host = !(spaces & GLOBAL) && (spaces & HOST || !device);
    if (mark && d->special == OPERATOR && !in_class(d) && strcmp(mark, "device") == 0)
        return because(a, "an operator of the device", d->name);
    const size_t given =
        host && d->body && a->meanings.templates ? find_given(a, read_function(d)->body) : 0;
    if (given)
        return because(a, "what a template is given", given);
    const bool lambdas = a->options->extended_lambda && d->body &&
                         find_node(read_function(d)->body, is_device_lambda);
    for (size_t t = d->first; d->body && t < d->end; t++) {
        if (t > d->open && may_cross(a, t, d, device || lambdas, host))
            return because(a, "a name of the other side", t);
        if (t < d->name && device && may_cross(a, t, d, true, false)) // an object of it is made
            return because(a, "a type of the other side", t);
    }
    return false;
}

// Does a word of the value that member d gets in its class name something of the host's, which a
// constructor of the device would call or read?
static bool values_of_host(const struct asking *a, const struct declaration *d) {
    const unsigned hosts = HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE | HOST_MEMBER |
                           LIBRARY_FUNCTION | LIBRARY_INSIDE;
    bool found = false;
    for (size_t t = d->open + 1; d->open && !found && t < d->end; t++)
        found = tokens[t].kind == WORD && meaning_of(&a->meanings, t) & hosts;
    return found;
}

// Is it called without its name, by loops over ranges, and by `auto [a, b] = c;`?
static bool is_called_by_language(const struct declaration *d) {
    return is(d->name, "begin") || is(d->name, "end") || (is(d->name, "get") && d->is_template);
}

bool has_to_be_asked(const struct judging *options) {
    const struct asking asking = {options, find_meanings(options->relaxed_constexpr)};
    const struct asking *const a = &asking;
    bool asked = false;
    const struct declaration *host_class = NULL, *device_template = NULL, *device_code = NULL,
                             *operators = NULL, *value_of_host = NULL;
    for (const struct declaration *d = declarations; d < declarations + declaration_count && !asked;
         d++) {
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == VARIABLE && in_class(d) && !d->is_static)
            value_of_host = values_of_host(a, d) ? d : value_of_host;
        if (d->what != FUNCTION)
            continue;
        const char *const mark = mark_of(d, a->options->relaxed_constexpr);
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
        asked = asked || asks_about(a, d);
    }
    if (!asked && host_class && device_template) // objects whose operators run unseen
        asked = because(a, "a template of the device beside a class of the host",
                        device_template->name);
    if (!asked && value_of_host && device_code)
        asked = because(a, "a member's value by the host's means", value_of_host->name);
    if (!asked && operators && device_code)
        asked = because(a, "what the host calls without its name", operators->name);
    if (!asked && a->meanings.standard_library && device_template)
        asked = because(a, "the library beside a template of the device", device_template->name);
    if (!asked && a->meanings.outside && device_code)
        asked = because(a, "the library outside functions, beside", device_code->name);
    const size_t undefined =
        asked || options->separate_compilation ? token_count : find_undefined();
    if (undefined < token_count)
        asked = because(a, "what this file does not define", undefined);
    free(a->meanings.of_word);
    return asked;
}
