// SPDX-License-Identifier: MIT
// What functions may do: wait for other threads (WAITS), ask which one runs them (PLACED), do what
// is seen in the order of threads (ORDERED).
//
// What any token of a declaration does, from its template parameters to the end of its body, all
// that it declares does: defaults, initialisers, specialisations and trailing types included. A
// call through what is no function that the file declares does everything. So words are enough: a
// tree could only find less.
#include <stdlib.h>
#include <string.h>

#include "names.h"

// Is the call at token i, of what stands in parentheses or brackets in front of it, one that nobody
// knows? A cast is none.
static bool is_odd_call(size_t i) {
    if (is(i - 1, "]"))
        return !(is(opening(i - 1) - 1, "[") || is(opening(i - 1), "["));
    if (!is(i - 1, ")"))
        return false;
    for (size_t k = opening(i - 1) + 1; k + 1 < i; k++)
        if (!is_any(k, arithmetic) && !is_any(k, qualifiers) && !(flags(k) & TYPE_NAME) &&
            !is(k, "*") && !is(k, "::") && !is(k, "<") && !is(k, ">") && !is(k, ",") &&
            tokens[k].kind != NUMBER && !is_any(k, number_types) && !is_any(k, vector_types)) {
            const size_t open = opening(i - 1);
            return open > 0 && !is_any(open - 1, keywords) && !is_any(open - 1, annotations);
        }
    return false;
}

// Is the word at token i, with parentheses behind it, a variable that is declared there?
static bool is_declared(size_t i, size_t first) {
    static const char *const ends[] = {";", "{", "}", ":", NULL};
    if (tokens[i - 1].kind == WORD)
        return (flags(i - 1) & TYPE_NAME) || is_any(i - 1, arithmetic);
    if (!is(i - 1, ","))
        return false;
    while (i > first && !is_any(i - 1, ends) && nesting(i - 1) <= 0)
        i = nesting(i - 1) < 0 ? opening(i - 1) : i - 1;
    return ((flags(i) & TYPE_NAME) || is_any(i, arithmetic)) && tokens[i + 1].kind == WORD;
}

// Is the word at token i that of a function of the program which no declaration gives to kernels?
static bool is_unknown_function(size_t i) {
    return (flags(i) & (FUNCTION_NAME | USERS)) == (FUNCTION_NAME | USERS) &&
           !(flags(i) & (ON_DEVICE | TYPE_NAME | KERNEL | ROOT));
}

static bool is_variable(const struct declaration *d) {
    return d->what == VARIABLE || d->what == OTHER;
}

// Is what it does done where its name stands? Operators and their kin are called without theirs.
static bool has_name(const struct declaration *d) {
    return d->what == FUNCTION ? d->special != OPERATOR && d->special != CONVERSION
                               : d->what == ALIAS && d->name != d->start;
}

static unsigned effects_of(const struct declaration *d) {
    static const char *const calling[] = {"(", "<", "{", "::", NULL};
    const bool variable = is_variable(d);
    unsigned found = places[d->first].owner == USER && !variable ? unnamed_effects : 0;
    size_t i = first_declarator(d);
    while (variable && i <= d->end && !is(i, "=") && !is(i, "{")) // what gives it its value
        i += 1 + (tokens[i].kind == WORD && is(i + 1, "<") && angle_partner(i + 1) < d->end
                      ? angle_partner(i + 1) - i
                      : 0);
    for (; i <= d->end && found != EFFECTS; i++) {
        if (is(i, "__attribute__") && is(i + 1, "(")) {
            i = closing(i + 1);
        } else if (tokens[i].kind == WORD) {
            const bool member = is_unnamed_call(d) && (is(i - 1, ":") || is(i - 1, ","));
            if ((flags(i) & ROOT) || is_any(i + 1, calling))
                found |= flags(i) & EFFECTS;
            if (places[i].owner == USER && is(i + 1, "(") && !member &&
                !(flags(i) & (FUNCTION_NAME | TYPE_NAME | KERNEL)) && !is_any(i, keywords) &&
                !is_any(i, annotations) && !is_any(i, arithmetic) && !is_any(i, number_types) &&
                strncmp(source + tokens[i].start, "__builtin_", 10) != 0 && !is(i, "__shared__") &&
                tokens[i - 1].kind != STRING && !is_declared(i, d->first))
                return EFFECTS;
            if (is(i + 1, "(") && !member && is_unknown_function(i) && !is_declared(i, d->first))
                return EFFECTS;
        } else if (places[i].owner == USER && is(i, "(") && is_odd_call(i)) {
            return EFFECTS;
        }
    }
    return found;
}

// A host's function, which no kernel can call.
static bool is_hosts(const struct declaration *d) {
    if (is_variable(d) || places[d->first].owner != USER)
        return false;
    return has_name(d) ? (flags(d->name) & (FUNCTION_NAME | MADE_DEVICE)) == FUNCTION_NAME
                       : !of_device(d->first, d->end);
}

static bool is_atomic(size_t i) {
    return strncmp(source + tokens[i].start, "atomic", 6) == 0;
}

void note_effects(void) {
    static const char *const waiting[] = {"cuda_cpu_barrier",
                                          "cuda_cpu_warp_exchange",
                                          "cuda_cpu_active_lanes",
                                          "cuda_cpu_sync_grid",
                                          "cuda_cpu_sleep",
                                          "__syncthreads",
                                          "__syncwarp",
                                          NULL};
    static const char *const asking[] = {"threadIdx", "blockIdx", "thread_rank", "__shared__",
                                         NULL};
    static const char *const ordering[] = {"printf", "volatile", "asm",   "__asm__", "__asm",
                                           "malloc", "free",     "clock", "clock64", NULL};
    for (size_t i = 0; i < token_count; i++) {
        if (tokens[i].kind != WORD)
            continue;
        const unsigned effects = (is_any(i, waiting) ? WAITS : 0) |
                                 (is_any(i, asking) ? PLACED : 0) |
                                 (is_any(i, ordering) || is_atomic(i) ? ORDERED : 0);
        flag(i, effects ? effects | ROOT : 0);
    }
    for (size_t k = 0; k < declaration_count; k++) { // defined in another file: it may do anything
        const size_t name = declarations[k].name;
        if (declarations[k].what == FUNCTION && has_name(&declarations[k]) &&
            places[name].owner == USER &&
            (flags(name) & (FUNCTION_NAME | ON_DEVICE | HAS_BODY | KERNEL)) ==
                (FUNCTION_NAME | ON_DEVICE))
            flag(name, EFFECTS);
    }
    size_t room = 0;
    unsigned *const known = (unsigned *)grow(NULL, &room, declaration_count + 1, sizeof *known);
    memset(known, 0, (declaration_count + 1) * sizeof *known);
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const d = &declarations[k];
            const bool calls = d->what == FUNCTION || d->what == ALIAS || is_variable(d);
            if (!calls || known[k] == EFFECTS || places[d->first].owner == SYSTEM ||
                d->spaces & GLOBAL || is_hosts(d))
                continue;
            const unsigned effects = effects_of(d);
            if (!(effects & ~known[k]))
                continue;
            known[k] |= effects;
            more = true;
            if (has_name(d))
                flag(d->name, effects);
            const bool unnamed = is_unnamed_call(d);
            if (unnamed && places[d->first].owner == USER)
                unnamed_effects |= effects;
            if ((unnamed || (d->what == FUNCTION && in_class(d))) && places[d->first].owner == USER)
                member_effects |= effects;
        }
    }
    free(known);
}
