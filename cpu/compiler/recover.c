// SPDX-License-Identifier: MIT
// Where nvcc's front end goes on behind a mistake of syntax: at the next ; that belongs to what is
// around it. What it passes over is taken out, so that the C++ compiler passes over it, too.
#include "cuda2cpp.h"
#include "declare.h"
#include "names.h"
#include "refuse.h"

// The token in front of which what begins at token i ends: a ; or a closing bracket of what is
// around it.
static size_t next_end(size_t i) {
    while (i < token_count && !is(i, ";") && nesting(i) >= 0)
        i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
    return i < token_count ? i : token_count;
}

static void blank(size_t first, size_t behind) {
    const size_t end = behind > first ? tokens[behind - 1].end : 0;
    for (size_t at = tokens[first].start; at < end; at++)
        source[at] = source[at] == '\n' ? '\n' : ' ';
}

// ---- functions in functions ---------------------------------------------------------------------

// Is token i the { of a function that is defined in another one: behind ; or braces come words, a
// type of C's own among them, a name and parameters? A method of a local class is none.
static bool opens_nested(size_t i) {
    static const char *const types[] = {"void", "int",      "float", "double", "bool",
                                        "char", "unsigned", "long",  "short",  NULL};
    const size_t open = is(i, "{") && is(i - 1, ")") ? opening(i - 1) : token_count;
    if (open >= token_count || tokens[open - 1].kind != WORD || !is_any(open - 2, types))
        return false;
    size_t t = open - 2;
    while (tokens[t].kind == WORD)
        t--;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == FUNCTION && declarations[k].body == i)
            return false;
    return is(t, ";") || is(t, "{") || is(t, "}");
}

void check_nested(const struct declaration *d) {
    for (size_t i = d->body + 1; i < token_count && i < closing(d->body); i++)
        if (opens_nested(i)) {
            complain(i, "error", "expected a \";\": a function cannot be defined in another one");
            i = next_end(i) - 1;
        }
}

// ---- launches outside functions -----------------------------------------------------------------

// Does name<<<...>>>(...); begin at token i, where declarations stand?
static bool begins_outside_launch(size_t i) {
    return tokens[i].kind == WORD && is(i + 1, "<") && is(i + 2, "<") && is(i + 3, "<") && i > 0 &&
           (is(i - 1, ";") || is(i - 1, "}")) && owner_of(i) == USER && !function_around(i) &&
           !variable_at(i);
}

void check_outside_launches(void) {
    for (size_t i = 0; i < token_count; i++)
        if (begins_outside_launch(i))
            complain(i, "error",
                     "this declaration has no type: a launch of \"%s\" stands in a function",
                     name_of(i));
}

// ---- a missing ; --------------------------------------------------------------------------------

// The token behind a declaration of shared memory at token i that its line ends without a ;
// token_count: it has one, or goes on.
static size_t behind_shared(size_t i) {
    static const char *const goes_on[] = {";", ",", "=", "[", "{", "(", ")", ":", "::", "<", NULL};
    const long line = place_of(i).line;
    size_t words = 0;
    for (; i + 1 < token_count && place_of(i + 1).line == line; i++) {
        words += tokens[i + 1].kind == WORD;
        if (nesting(i + 1) > 0 && (closing(i + 1) == token_count || !is(i + 1, "[")))
            return token_count;
        if (nesting(i + 1) > 0)
            i = closing(i + 1) - 1;
    }
    const bool ends = i + 1 < token_count && words > 1 && (tokens[i].kind == WORD || is(i, "]"));
    return ends && !is_any(i + 1, goes_on) ? i + 1 : token_count;
}

bool recover(void) {
    bool changed = false;
    for (size_t i = 0; i < token_count; i++)
        if (begins_outside_launch(i)) {
            blank(i, next_end(i));
            changed = true;
        }
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || owner_of(d->name) != USER || !d->body)
            continue;
        const size_t class = d->spaces & GLOBAL && d->defines ? closing(d->defines) : token_count;
        if (class < token_count && is(class + 1, "__global__")) {
            blank(class + 1, class + 2);
            source[tokens[class + 1].start] = ';'; // nvcc takes the rest for a function
            changed = true;
        }
        for (size_t i = d->body + 1; i < token_count && i < closing(d->body); i++) {
            const bool nested = opens_nested(i);
            const size_t from = nested ? i : is(i, "__shared__") ? behind_shared(i) : token_count;
            if (from == token_count)
                continue;
            const size_t end = next_end(from);
            blank(from, end);
            if (nested && !is(end, ";"))
                source[tokens[from].start] = ';';
            changed = true;
            i = end > i ? end - 1 : i;
        }
    }
    return changed;
}
