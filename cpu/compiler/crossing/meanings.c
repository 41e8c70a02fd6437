// SPDX-License-Identifier: MIT
// What names are declared as, by the user and by the library, and what classes and other names of
// types inherit of that. All words of what declares them count, whatever they are there for, and
// whichever scope they stand in: that finds too much, and never too little.
#include <stdlib.h>
#include <string.h>

#include "meanings.h"
#include "uses.h"

struct name {
    size_t token; // one with that word
    unsigned meaning;
};

bool kernels_are_templates, names_library_class;

static struct name *names;
static size_t mask; // their number less 1, a power of two

static size_t slot_of(size_t i) {
    size_t hash = 1469598103934665603u;
    for (size_t k = tokens[i].start; k < tokens[i].end; k++)
        hash = (hash ^ (unsigned char)source[k]) * 1099511628211u;
    for (hash &= mask;; hash = (hash + 1) & mask) {
        const struct name *const n = &names[hash];
        if (!n->meaning)
            return hash;
        const size_t length = tokens[i].end - tokens[i].start;
        if (length == tokens[n->token].end - tokens[n->token].start &&
            memcmp(source + tokens[i].start, source + tokens[n->token].start, length) == 0)
            return hash;
    }
}

unsigned meaning_of(size_t i) {
    return tokens[i].kind == WORD ? names[slot_of(i)].meaning : 0;
}

static void note(size_t i, unsigned meaning) {
    if (tokens[i].kind != WORD)
        return;
    struct name *const n = &names[slot_of(i)];
    n->token = i;
    n->meaning |= meaning;
}

static void note_special(const struct declaration *d, bool host) {
    const bool made = d->special == CONSTRUCTOR || d->special == DESTRUCTOR;
    const size_t name = in_class(d)    ? declarations[d->scope].name
                        : d->qualifier ? d->qualifier // outside its class
                                       : d->name;
    note(name, !host ? DEVICE_CLASS : made ? HOST_MADE : HOST_CLASS);
}

static void note_declaration(const struct declaration *d, const char *mark) {
    const bool member = in_class(d) && !d->is_friend;
    if (strcmp(mark, "host") == 0 || strcmp(mark, "device") == 0) {
        const bool host = *mark == 'h';
        if (d->special)
            note_special(d, host);
        else
            note(d->name,
                 host ? (member || d->qualifier ? HOST_METHOD : 0) | (member ? 0 : HOST_FUNCTION)
                      : (member || d->qualifier ? DEVICE_METHOD : 0) |
                            (member ? 0 : DEVICE_FUNCTION));
    } else if (strcmp(mark, "builtin") == 0) {
        // of what has a size most is no group, and whoever asks a group for it asks for more
        note(d->name, !member ? DEVICE_FUNCTION : is(d->name, "size") ? 0 : DEVICE_METHOD);
    } else if (strcmp(mark, "kernel") == 0) {
        note(d->name, KERNEL_FUNCTION);
    } else if (strcmp(mark, "variable") == 0) {
        note(d->name, member ? HOST_MEMBER : HOST_VARIABLE);
    } else if (strcmp(mark, "placed") == 0) {
        note(d->name, PLACED_VARIABLE);
    } else if (is_own_mathematics(d)) {
        note(d->name, LIBRARY_MATHEMATICS);
    } else if (d->what == FUNCTION && !d->special) {
        note(d->name, member                 ? LIBRARY_METHOD
                      : d->scope == NO_SCOPE ? LIBRARY_FUNCTION
                                             : LIBRARY_STD);
    } else if (d->what == VARIABLE) {
        note(d->name, LIBRARY_VARIABLE);
    }
}

// Is the name another one of a number's type, and of nothing else?
static bool is_number(size_t name) {
    return (flags(name) & TYPE_NAME) && !(flags(name) & (CLASS_NAME | OTHER_NAME | FUNCTION_NAME));
}

// Does what the namespace of the library at token i is asked for, std::NAME, call nothing on either
// side that the other one has not: a number's type, a function of both sides?
static bool is_harmless(size_t i) {
    static const char *const asking_types[] = {"is_same", "is_same_v", NULL};
    const size_t name = i + 2;
    const unsigned known = is(i + 1, "::") ? flags(name) : 0;
    const bool function = (known & FUNCTION_NAME) && !(known & TYPE_NAME) && is(name + 1, "(");
    return known && (is_any(name, asking_types) || is_number(name) ||
                     (function && !(meaning_of(name) & ~(unsigned)LIBRARY_MATHEMATICS)));
}

bool names_library(size_t i) {
    const unsigned meaning = meaning_of(i);
    return meaning & LIBRARY_CLASS || (meaning & LIBRARY_SPACE && !is_harmless(i));
}

// The meanings that a class or an alias has because of what tokens [first, end) name, each of them:
// members and bases of such classes, and of the library's, are made and assigned with it.
static unsigned inherited(size_t first, size_t end) {
    unsigned meaning = 0;
    for (size_t t = first; t < end; t++)
        meaning |= names_library(t) ? HOST_MADE | HOST_CLASS
                                    : meaning_of(t) & (HOST_MADE | HOST_CLASS | DEVICE_CLASS);
    return meaning;
}

// Is this new? What has no name of its own means nothing.
static bool learns(size_t name, unsigned meaning) {
    const unsigned before = meaning_of(name);
    if (meaning)
        note(name, owner_of(name) == USER ? meaning : LIBRARY_CLASS);
    return meaning_of(name) != before;
}

// Does the user name it without a namespace of the library's?
static bool is_in_sight(const struct declaration *d) {
    return owner_of(d->name) == USER || (owner_of(d->name) == SYSTEM && d->scope == NO_SCOPE);
}

// Does it give what it is, or returns, a type of what its head names, by its own name?
static bool gives_type(const struct declaration *d) {
    if (d->what == ALIAS)
        return d->name != d->start;
    return owner_of(d->name) == SYSTEM && !d->special &&
           (d->what == VARIABLE || d->what == FUNCTION);
}

// Classes, aliases, and what the library has of their types, until nothing new is learnt.
static void inherit(void) {
    bool learnt = true;
    while (learnt) {
        learnt = false;
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const c = &declarations[k];
            if (c->what != CLASS || !is_in_sight(c))
                continue;
            unsigned meaning = inherited(c->name + 1, c->body);
            for (size_t m = k + 1; m < declaration_count && declarations[m].first < c->end; m++)
                if (declarations[m].what == VARIABLE && declarations[m].scope == k) {
                    meaning |= inherited(declarations[m].start, declarations[m].type_end);
                    for (size_t t = declarations[m].open; t && t < declarations[m].end; t++)
                        meaning |= meaning_of(t) & (HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE)
                                       ? HOST_MADE
                                       : 0;
                }
            learnt |= learns(c->name, meaning);
        }
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const a = &declarations[k];
            if (gives_type(a) && is_in_sight(a))
                learnt |= learns(a->name, inherited(a->first, a->what == ALIAS ? a->end : a->name));
        }
    }
}

// The library's classes that the program may name without their namespace: those in namespaces of
// which the user's text says more than whose a name is, as using directives do, and those that it
// names anywhere, as using declarations do. Functions make them more than a C structure.
static void note_library_classes(void) {
    bool open = false;
    for (size_t i = 0; i < token_count; i++) {
        if (!(meaning_of(i) & LIBRARY_SPACE) || (owner_of(i) != USER && !is(i - 1, "namespace")))
            continue;
        open = open || (is(i + 1, "::") ? false : owner_of(i) == USER || is(i - 2, "using"));
        for (size_t t = i; is(t + 1, "::") && owner_of(i) == USER; t += 2)
            if (!is_harmless(t) && flags(t + 2) & TYPE_NAME)
                note(t + 2, LIBRARY_CLASS);
    }
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const struct declaration *const c =
            d->what == FUNCTION && in_class(d) ? &declarations[d->scope] : NULL;
        if (c && owner_of(c->name) == SYSTEM && (c->scope == NO_SCOPE || open))
            note(c->name, LIBRARY_CLASS);
        if (open && d->what == ALIAS && d->name != d->start && owner_of(d->name) == SYSTEM &&
            d->scope != NO_SCOPE && !in_class(d) && !is_number(d->name))
            note(d->name, LIBRARY_CLASS);
    }
}

void note_meanings(bool relaxed_constexpr) {
    for (mask = 1024; mask < declaration_count * 3 + token_count / 8; mask *= 2)
        ;
    names = (struct name *)calloc(mask--, sizeof *names);
    for (size_t k = 0; names && k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const char *const mark = mark_of(d, relaxed_constexpr);
        kernels_are_templates = kernels_are_templates || (d->is_template && d->spaces & GLOBAL);
        if (mark)
            note_declaration(&declarations[k], mark);
        if ((d->what == NAMESPACE || d->what == SPACE_ALIAS) && d->scope == NO_SCOPE &&
            owner_of(d->name) == SYSTEM)
            note(d->name, LIBRARY_SPACE);
    }
    note_library_classes();
    inherit();
    for (size_t i = 0; i < token_count && !names_library_class; i++)
        names_library_class = owner_of(i) == USER && names_library(i);
}

void forget_meanings(void) {
    free(names);
    names = NULL;
}
