// SPDX-License-Identifier: MIT
// Where nvcc's front end goes on behind a mistake of syntax: at the next ; that belongs to what is
// around it. What it passes over is taken out, so that the C++ compiler passes over it, too.
#include "cuda2cpp.h"
#include "declare.h"
#include "names.h"
#include "refuse.h"
#include "warn.h"

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

// ---- a missing ) --------------------------------------------------------------------------------

// The } of the block around token i; token_count where nobody knows.
static size_t end_of_block(size_t i) {
    while (i < token_count && nesting(i) >= 0)
        i = nesting(i) > 0 && closing(i) < token_count ? closing(i) + 1 : i + 1;
    return is(i, "}") ? i : token_count;
}

// The { or the ; up to which the statement at token i, whose condition does not close, is read.
static size_t behind_condition(size_t i, size_t end) {
    size_t ends = is(i, "for") ? 3 : 1;
    i += 2;
    while (i < end && !is(i, "{") && !(is(i, ";") && --ends == 0))
        i = nesting(i) > 0 && closing(i) < end ? closing(i) + 1 : i + 1;
    return i;
}

// Does a statement begin at token i whose condition never closes, by one bracket alone?
static bool begins_open_condition(size_t i) {
    static const char *const words[] = {"if", "for", "while", "switch", NULL};
    if (!is_any(i, words) || !is(i + 1, "(") || closing(i + 1) < token_count ||
        owner_of(i) != USER || (is(i, "while") && is(i - 1, "}")))
        return false;
    const size_t end = end_of_block(i), behind = behind_condition(i, end);
    bool alone = end < token_count && behind < end;
    for (size_t t = i + 2; t < behind && alone; t++)
        alone = nesting(t) <= 0 || closing(t) < token_count;
    return alone;
}

void check_conditions(const struct declaration *d) {
    for (size_t i = d->body + 1; !merged_passes && i < token_count && i < closing(d->body); i++)
        if (begins_open_condition(i)) {
            i = end_of_block(i);
            complain(i, "error", "expected a statement");
        }
}

// Leaves of the statement at token i what is in front of the mistake, and passes over all that is
// behind it in its block, as nvcc does.
static void pass_condition(size_t i) {
    const size_t end = end_of_block(i);
    size_t t = behind_condition(i, end);
    if (is(t, "{") && closing(t) < end) {
        blank(t + 1, closing(t));
        t = closing(t);
    } else if (is(t, ";") && t + 1 < end) { // a statement without a condition is none
        source[tokens[t].start] = ')';
        blank(t + 1, end);
        source[tokens[t + 1].start] = ';';
        return;
    }
    if (t + 1 < end)
        blank(t + 1, end);
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
            if (begins_open_condition(i)) {
                pass_condition(i);
                i = end_of_block(i);
                changed = true;
                continue;
            }
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
