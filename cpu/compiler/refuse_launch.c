// SPDX-License-Identifier: MIT
// Launches that nvcc refuses and C++ would take: of what is no kernel, from device code, with a
// wrong configuration, of a template with types that only one function knows.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "launch.h"
#include "refuse.h"

bool separate_compilation;

static const char *word(size_t i) {
    return text("%.*s", (int)(tokens[i].end - tokens[i].start), source + tokens[i].start);
}

// All that is declared as a function of that name: its spaces; 0 where nothing is. *is_template:
// one is a template.
static unsigned spaces_of_name(size_t name, bool *is_template) {
    unsigned spaces = 0;
    *is_template = false;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == FUNCTION && same_word(declarations[k].name, name) &&
            owner_of(declarations[k].name) == USER && !in_class(&declarations[k])) {
            spaces |= spaces_of(&declarations[k]);
            *is_template =
                *is_template || (declarations[k].is_template && declarations[k].spaces & GLOBAL);
        }
    return spaces;
}

// How many values stand between tokens first and end.
static int value_count(size_t first, size_t end) {
    int count = end > first;
    for (size_t t = first; t < end; t++) {
        count += is(t, ",");
        if (nesting(t) > 0)
            t = closing(t);
        else if (is(t, "<") && tokens[t - 1].kind == WORD && closing_angle(t) < end)
            t = closing_angle(t);
    }
    return count;
}

// ---- types that only one function knows ---------------------------------------------------------

// Whether the word at token i names a class that is defined in the body of function d.
static bool is_local_class(size_t i, const struct declaration *d) {
    static const char *const classes[] = {"struct", "class", "union", NULL};
    for (size_t t = d->body + 1; t < i; t++)
        if (is_any(t, classes) && same_word(t + 1, i) && (is(t + 2, "{") || is(t + 2, ":")))
            return true;
    return false;
}

// Whether class `c` stands in a class's private part.
static bool is_private(const struct declaration *c) {
    if (!in_class(c))
        return false;
    const struct declaration *const outer = &declarations[c->scope];
    bool is_class = false, hidden;
    for (size_t t = outer->first; t < outer->name; t++)
        is_class = is_class || is(t, "class");
    hidden = is_class;
    for (size_t t = outer->body + 1; t < c->first; t++) {
        if (is(t + 1, ":"))
            hidden = is(t, "private") || is(t, "protected") || (hidden && !is(t, "public"));
        t = is(t, "{") ? closing(t) : t;
    }
    return hidden;
}

static bool is_private_class(size_t i) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == CLASS && same_word(declarations[k].name, i) &&
            owner_of(declarations[k].name) == USER && is_private(&declarations[k]))
            return true;
    return false;
}

enum unfit { FITS, LOCAL, PRIVATE, LAMBDA };

// What a lambda at token i, its [, says of itself: fits only with __device__.
static enum unfit lambda_fits(size_t i, size_t end) {
    for (size_t t = closing(i) + 1; t < end && !is(t, "{") && !is(t, "("); t++)
        if (is(t, "__device__"))
            return FITS;
    size_t t = closing(i) + 1;
    for (t = is(t, "(") ? closing(t) + 1 : t; t < end && !is(t, "{"); t++)
        if (is(t, "__device__"))
            return FITS;
    return LAMBDA;
}

// The type of the value that begins at token i, up to `end`, as far as the function shows it.
static enum unfit value_fits(size_t i, size_t end, const struct declaration *d) {
    if (is(i, "["))
        return lambda_fits(i, token_count);
    if (tokens[i].kind != WORD)
        return FITS;
    if (is(i + 1, "(") || is(i + 1, "{"))
        return is_local_class(i, d) ? LOCAL : is_private_class(i) ? PRIVATE : FITS;
    if (i + 1 != end)
        return FITS;
    for (size_t t = i;
         t-- > d->body + 1;) // its declaration, backwards: T i, auto i = [..., struct T {...} i
        if (same_word(t, i) && (is(t + 1, "=") || is(t + 1, ";") || is(t + 1, ",") ||
                                is(t + 1, "{") || is(t + 1, "("))) {
            if (is(t - 1, "auto"))
                return is(t + 1, "=") && is(t + 2, "[") ? lambda_fits(t + 2, token_count) : FITS;
            if (is(t - 1, "}")) {
                const size_t open = opening(t - 1);
                return open < token_count && open > 1 &&
                               (is(open - 2, "struct") || is(open - 1, "struct") ||
                                is(open - 2, "class"))
                           ? LOCAL
                           : FITS;
            }
            if (tokens[t - 1].kind == WORD && !is(t - 1, "return"))
                return is_local_class(t - 1, d) ? LOCAL : is_private_class(t - 1) ? PRIVATE : FITS;
        }
    return FITS;
}

static void check_types(size_t i, size_t name, size_t open, const struct declaration *d) {
    enum unfit unfit = FITS;
    for (size_t t = name + 1; t < i && unfit == FITS; t++)
        if (tokens[t].kind == WORD)
            unfit = is_local_class(t, d)                ? LOCAL
                    : is_private_class(t)               ? PRIVATE
                    : value_fits(t, t + 1, d) == LAMBDA ? LAMBDA
                                                        : FITS;
    const size_t close = closing(open);
    for (size_t t = open + 1; t < close && unfit == FITS; t++) {
        size_t end = t;
        while (end < close && !is(end, ","))
            end = nesting(end) > 0 ? closing(end) + 1 : end + 1;
        unfit = value_fits(t, end, d);
        t = end;
    }
    if (unfit == LOCAL)
        complain(name, "error",
                 "a type local to a function cannot be used in the template argument type of a "
                 "__global__ function template instantiation");
    if (unfit == PRIVATE)
        complain(name, "error",
                 "a type with private access cannot be used in the template argument type of a "
                 "__global__ function template instantiation");
    if (unfit == LAMBDA)
        complain(name, "error",
                 "the closure type of a lambda of the host cannot be used in the template argument "
                 "type of a __global__ function template instantiation: it wants [...] __device__ "
                 "(...) and nvcc --extended-lambda");
}

// ---- launches -----------------------------------------------------------------------------------

static void check_launch(size_t i) {
    size_t open = 0, last = i + 3;
    const size_t end = launch_end(i + 3, &open), first = start_of_callee(i - 1);
    const struct declaration *const around = function_around(i);
    if (first == token_count)
        return;
    const size_t name = is(i - 1, ">") ? opening_angle(i - 1) - 1 : i - 1;
    if (end == token_count) {
        for (int depth = 0; last < token_count && !is(last, ";"); last++) {
            depth += nesting(last);
            if (depth == 0 && is(last, ">") && is(last + 1, ">") && is(last + 2, ">") &&
                is(last + 3, ";")) {
                complain(i, "error", "expected a \"(\" and the arguments of the launch behind >>>");
                return;
            }
        }
        return;
    }
    bool is_template = false;
    const unsigned spaces = tokens[name].kind == WORD && !is(name - 1, ".") && !is(name - 1, "->")
                                ? spaces_of_name(name, &is_template)
                                : 0;
    if (spaces && !(spaces & GLOBAL) && owner_of(name) == USER &&
        !is_declared_inside(name, around)) {
        complain(name, "error",
                 "a %s function(\"%s\") call cannot be configured: <<< >>> launches a __global__ "
                 "function",
                 spaces & HOST ? "host" : "__device__", word(name));
        return;
    }
    const int count = value_count(i + 3, open - 3);
    if (count == 0)
        complain(i, "error", "a launch has to be configured: <<<grid, block>>>");
    else if (count > 4)
        complain(i, "error",
                 "too many arguments in <<< >>>: they are grid, block, bytes of shared memory and "
                 "stream");
    if (around && code_at(i) & (DEVICE | GLOBAL) && !(code_at(i) & HOST) && !separate_compilation)
        complain(
            name, "error",
            "kernel launch from __device__ or __global__ functions requires separate compilation "
            "mode");
    if (spaces & GLOBAL && is_template && around && around->body)
        check_types(i, name, open, around);
}

void check_launches(void) {
    for (size_t i = 1; i + 2 < token_count; i++)
        if (is(i, "<") && is(i + 1, "<") && is(i + 2, "<") &&
            tokens[i].end == tokens[i + 1].start && !is(i - 1, "operator") && owner_of(i) == USER)
            check_launch(i);
}
