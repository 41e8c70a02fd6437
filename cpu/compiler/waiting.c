// SPDX-License-Identifier: MIT
// Which functions wait for other threads, at barriers and shuffles, and which of their calls
// expand.c may write out.
#include "declare.h"
#include "expand.h"
#include "refuse.h"

bool is_member(size_t i) {
    return is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::");
}

// ---- functions that wait ------------------------------------------------------------------------

// Whether the program brings in the names of a namespace.
static bool brings_in_names(void) {
    static size_t asked_of;
    static bool answer;
    if (asked_of != token_count) {
        asked_of = token_count;
        answer = false;
        for (size_t i = 0; i + 1 < token_count && !answer; i++)
            answer = is(i, "using") && is(i + 1, "namespace") && owner_of(i) == USER;
    }
    return answer;
}

const struct declaration *only_function(size_t i) {
    const struct declaration *found = NULL;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->name >= token_count || !same_word(d->name, i))
            continue;
        if (d->scope != NO_SCOPE && owner_of(d->name) != USER && !brings_in_names())
            continue;
        if (d->what != FUNCTION || d->scope != NO_SCOPE || d->special != ORDINARY ||
            is(d->name - 1, "::") || (d->body && found))
            return NULL;
        if (d->body)
            found = d;
    }
    return found && (spaces_of(found) & DEVICE) && !(found->spaces & GLOBAL) &&
                   owner_of(found->name) == USER
               ? found
               : NULL;
}

size_t call_at(size_t i) {
    if (tokens[i].kind != WORD || is_member(i))
        return 0;
    if (is(i + 1, "("))
        return i + 1;
    const size_t close = is(i + 1, "<") ? closing_angle(i + 1) : token_count;
    return close < token_count && is(close + 1, "(") ? close + 1 : 0;
}

static bool is_waiting_word(size_t i) {
    static const char *const words[] = {
        "__syncthreads",   "__syncwarp",    "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
        "__shfl_xor_sync", "__ballot_sync", "__any_sync",  "__all_sync",     NULL};
    return is_any(i, words) ||
           (tokens[i].kind == WORD && strncmp(source + tokens[i].start, "__reduce_", 9) == 0);
}

static bool waits(const struct declaration *d, unsigned depth);

const struct declaration *waiting_call(size_t i, unsigned depth) {
    if (!call_at(i) || is_waiting_word(i))
        return NULL;
    const struct declaration *const d = only_function(i);
    return d && waits(d, depth) ? d : NULL;
}

static bool waits(const struct declaration *d, unsigned depth) {
    for (size_t i = d->body + 1; depth < 8 && i < d->end; i++)
        if (tokens[i].kind == WORD && (is_waiting_word(i) || waiting_call(i, depth + 1)))
            return true;
    return false;
}

// ---- what can be written out --------------------------------------------------------------------

bool is_local(size_t i, const struct declaration *d) {
    return tokens[i].kind == WORD && !is_member(i) && is_declared_inside(i, d);
}

// Does the kernel declare the word at token i, or is it another thing's name where the kernel
// stands?
static bool is_hidden(size_t i, const struct declaration *f, const struct declaration *kernel) {
    for (size_t t = kernel->first; t < kernel->start; t++)
        if (same_word(t, i) && (is(t + 1, ",") || is(t + 1, ">") || is(t + 1, "=")))
            return true;
    for (size_t t = kernel->open; t < kernel->end; t++)
        if (same_word(t, i) && is_local(t, kernel))
            return true;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].first > f->end && declarations[k].first < kernel->first &&
            declarations[k].scope == NO_SCOPE && declarations[k].name < token_count &&
            same_word(declarations[k].name, i))
            return true;
    return false;
}

static bool is_template_parameter(const struct declaration *f, size_t i) {
    for (size_t t = f->first; t < f->start; t++)
        if (same_word(t, i))
            return true;
    return false;
}

bool can_expand(const struct declaration *f, const struct declaration *kernel) {
    static const char *const odd_head[] = {"&", "(", "[", "auto", "decltype", "::", "=", NULL};
    static const char *const odd_parameter[] = {"&", "(", "[", ".", "volatile", NULL};
    static const char *const odd[] = {
        "goto",   "__func__", "__FUNCTION__", "try",    "asm",      "__PRETTY_FUNCTION__",
        "struct", "class",    "union",        "switch", "volatile", NULL};
    if (f->end > kernel->first || f->body != closing(f->open) + 1)
        return false;
    for (size_t i = f->start; i < f->name; i++)
        if (is_any(i, odd_head))
            return false;
    for (size_t i = f->open + 1; i < f->body - 1; i++)
        if (is_any(i, odd_parameter))
            return false;
    for (size_t i = f->body + 1; i < f->end; i++) {
        if (is_any(i, odd) ||
            (is(i, "static") && !is(i + 1, "__shared__") && !is(i - 1, "__shared__")))
            return false;
        if (is(i, "return")) { // the last statement
            size_t t = i;
            while (t < f->end && !is(t, ";"))
                t = nesting(t) > 0 ? closing(t) + 1 : t + 1;
            if (t + 1 != f->end || (!is(i - 1, ";") && !is(i - 1, "}") && !is(i - 1, "{")))
                return false;
        }
        if (is(i, "__shared__")) // its size is of what the kernel knows
            for (size_t t = i + 1; t < f->end && !is(t, ";"); t++)
                if (is(t, "["))
                    for (size_t size = t + 1; size < closing(t); size++)
                        if (is_local(size, f))
                            return false;
        if (tokens[i].kind == WORD && !is_member(i) && !is_template_parameter(f, i) &&
            !is_local(i, f) && is_hidden(i, f, kernel))
            return false;
    }
    return true;
}
