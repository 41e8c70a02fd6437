// SPDX-License-Identifier: MIT
// What the host's C++ compiler has and a GPU does not: functions that are built into it, by their
// names, and two kinds of types. Tried with nvcc 13.
#include <string.h>

#include "uses.h"

static bool begins_with(size_t i, const char *start) {
    return strncmp(source + tokens[i].start, start, strlen(start)) == 0;
}

static bool is_host_builtin(size_t name) {
    static const char *const refused[] = {"popcountl",
                                          "clzl",
                                          "ctz",
                                          "ctzl",
                                          "ctzll",
                                          "parity",
                                          "parityl",
                                          "parityll",
                                          "clrsb",
                                          "clrsbl",
                                          "clrsbll",
                                          "bswap16",
                                          "bswap32",
                                          "bswap64",
                                          "bswap128",
                                          "constant_p",
                                          "trap",
                                          "abort",
                                          "prefetch",
                                          "memcmp",
                                          "memmove",
                                          "object_size",
                                          "puts",
                                          "exit",
                                          "return_address",
                                          "frame_address",
                                          "setjmp",
                                          "longjmp",
                                          "isgreater",
                                          "isless",
                                          "isunordered",
                                          "isgreaterequal",
                                          "islessequal",
                                          "islessgreater",
                                          "isnormal",
                                          "fpclassify",
                                          "free",
                                          "cpu_supports",
                                          "cpu_is",
                                          "expect_with_probability",
                                          "shuffle",
                                          "cimag",
                                          "creal",
                                          "extract_return_addr",
                                          NULL};
    static const char prefix[] = "__builtin_";
    if (begins_with(name, "__sync_") || begins_with(name, "__builtin_ia32_"))
        return true;
    if (begins_with(name, "__atomic_"))
        return !is(name, "__atomic_is_lock_free") && !is(name, "__atomic_always_lock_free");
    const char *const word = name_of(name), *const rest = word + strlen(prefix);
    if (!begins_with(name, prefix))
        return false;
    for (size_t k = 0; refused[k]; k++)
        if (strcmp(rest, refused[k]) == 0)
            return true;
    return strstr(rest, "_overflow");
}

// Does the word at token i mean the same wherever the user's text has it, as far as is known: what
// token `own` declares? No other declaration of the user's has it, nor a template's parameter; no
// name goes before it; and what follows is not what follows a name that is declared.
static bool means_one_thing(size_t i, size_t own) {
    for (const struct declaration *o = first_named(i); o; o = next_named(o))
        if (o->name != own && owner_of(o->name) == USER)
            return false;
    for (size_t t = first_same(i); t < token_count; t = next_same(t))
        if (t != own && owner_of(t) == USER &&
            (is_listed(t - 1, ":: . -> class typename struct union enum") ||
             is_listed(t + 1, ":: ; = , [ :")))
            return false;
    return true;
}

// typedef int v4 __attribute__((vector_size(16))): such a name is in the declaration, but is not
// taken for what it declares. Is the word at token i declared so, and nothing else?
static bool is_vector(size_t i) {
    for (size_t t = first_same(i); t < token_count; t = next_same(t)) {
        const struct declaration *const d = is(t + 1, "__attribute__") ? declaration_at(t) : NULL;
        if (!d || d->what != ALIAS || d->scope != NO_SCOPE || owner_of(t) != USER)
            continue;
        for (size_t k = t; k < d->end; k++)
            if (is(k, "vector_size") || is(k, "__vector_size__"))
                return means_one_thing(i, t);
    }
    return false;
}

// What makes token i a type that device code does not have, itself or as a name for one; NULL: it
// is none. Names are followed so many times.
static const char *host_type(size_t i, unsigned times);

static const char *host_type_in(size_t first, size_t last, unsigned times) {
    const char *found = NULL;
    for (size_t i = first; i <= last && !found; i++)
        found = tokens[i].kind == WORD ? host_type(i, times) : NULL;
    return found;
}

static const char *host_type(size_t i, unsigned times) {
    if (is(i, "__float128"))
        return "a number of 128 bits";
    if (is(i, "typedef") || is(i, "__attribute__"))
        return NULL;
    if (is(i, "vector_size") || is(i, "__vector_size__") || is_vector(i))
        return "a vector of the compiler's";
    const char *found = NULL;
    for (const struct declaration *d = times > 0 ? first_named(i) : NULL; d && !found;
         d = next_named(d)) {
        if (d->scope != NO_SCOPE || owner_of(d->name) != USER || !means_one_thing(i, d->name))
            continue;
        if (d->what == ALIAS)
            found = host_type_in(d->first, d->end, times - 1);
        for (const struct declaration *m = d + 1;
             d->what == CLASS && d->body && m < declarations + declaration_count && !found; m++)
            if (m->what == VARIABLE && m->scope == (size_t)(d - declarations))
                found = host_type_in(m->first, m->name - 1, times - 1);
    }
    return found;
}

bool names_host_types(void) {
    for (size_t i = 0; i < token_count; i++)
        if (tokens[i].kind == WORD && is_listed(i, "__float128 vector_size __vector_size__") &&
            owner_of(i) == USER)
            return true;
    return false;
}

void check_host_builtins(const struct declaration *d, size_t last, bool host_types) {
    const struct reading *const r = d->what == FUNCTION ? read_function(d) : NULL;
    const unsigned spaces = d->what == FUNCTION ? spaces_of(d) : d->spaces;
    size_t told = 0;
    for (size_t i = d->first; i <= last; i++) {
        if (tokens[i].kind != WORD || is(i - 1, ".") || is(i - 1, "->") || owner_of(i) != USER ||
            (told && place_of(told).line == place_of(i).line))
            continue;
        const char *const type = !host_types || (r && meaning_in(r, i)) ? NULL : host_type(i, 4);
        if (type)
            complain(told = i, "%s is %s, which device code does not have", name_of(i), type);
        else if (r && is(i + 1, "(") && !(spaces & HOST) && is_host_builtin(i))
            complain(told = i,
                     "%s is a function of the host's compiler: device code cannot call it",
                     name_of(i));
    }
}
