// SPDX-License-Identifier: MIT
// What names are declared as, by the user and by the library, and what classes and other names of
// types inherit of that. All words of a declaration count, whatever they are there for, and
// whichever scope they stand in: that finds too much, and never too little.
#include "meanings.h"

#include <string.h>

#include "uses.h"

unsigned meaning_of(const struct meanings *m, size_t i) {
    return tokens[i].kind == WORD ? m->of_word[word(i)] : 0;
}

static void note(struct meanings *m, size_t i, unsigned meaning) {
    if (tokens[i].kind == WORD)
        m->of_word[word(i)] |= meaning;
}

static void note_special(struct meanings *m, const struct declaration *d, bool host) {
    const bool made = d->special == CONSTRUCTOR || d->special == DESTRUCTOR;
    const size_t class = class_name(d);
    note(m, class ? class : d->name, !host ? DEVICE_CLASS : made ? HOST_MADE : HOST_CLASS);
}

static void note_marked(struct meanings *m, const struct declaration *d, const char *mark) {
    const bool member = in_class(d) && !d->is_friend;
    if (strcmp(mark, "host") == 0 || strcmp(mark, "device") == 0) {
        const bool host = *mark == 'h';
        if (d->special)
            note_special(m, d, host);
        else
            note(m, d->name,
                 (member || d->qualifier ? (host ? HOST_METHOD : DEVICE_METHOD) : 0) |
                     (member ? 0 : (host ? HOST_FUNCTION : DEVICE_FUNCTION)));
    } else if (strcmp(mark, "builtin") == 0) {
        // size() is of many classes, and code that asks a group for it asks the group for more
        note(m, d->name, !member ? DEVICE_FUNCTION : is(d->name, "size") ? 0 : DEVICE_METHOD);
    } else if (strcmp(mark, "kernel") == 0) {
        note(m, d->name, KERNEL_FUNCTION);
    } else if (strcmp(mark, "variable") == 0) {
        note(m, d->name, member ? HOST_MEMBER : HOST_VARIABLE);
    } else if (strcmp(mark, "placed") == 0) {
        note(m, d->name, PLACED_VARIABLE);
    } else if (d->what == FUNCTION && !d->special) {
        note(m, d->name, d->scope == NO_SCOPE ? LIBRARY_FUNCTION : LIBRARY_INSIDE);
    } else if (d->what == VARIABLE) {
        note(m, d->name, LIBRARY_VARIABLE);
    }
}

// Is the name another one of a number's type, and of nothing else?
static bool is_number(size_t name) {
    return (flags(name) & TYPE_NAME) && !(flags(name) & (CLASS_NAME | OTHER_NAME | FUNCTION_NAME));
}

// Does std::NAME, whose std is token i, call nothing on either side that the other one has not: a
// number's type, a function of both sides?
static bool is_harmless(const struct meanings *m, size_t i) {
    const size_t name = i + 2;
    const unsigned known = is(i + 1, "::") ? flags(name) : 0;
    const bool function = (known & FUNCTION_NAME) && !(known & TYPE_NAME) && is(name + 1, "(");
    return known && (is_listed(name, "is_same is_same_v") || is_number(name) ||
                     (function && !meaning_of(m, name)));
}

bool names_library(const struct meanings *m, size_t i) {
    const unsigned meaning = meaning_of(m, i);
    return (meaning & LIBRARY_SPACE && !is_harmless(m, i)) ||
           (meaning & LIBRARY_TYPE && m->using_all);
}

// The meanings that a class or an alias has because of what tokens [first, end) name, each of them:
// members and bases of such classes are made and assigned with it.
static unsigned inherited(const struct meanings *m, size_t first, size_t end) {
    unsigned meaning = 0;
    for (size_t t = first; t < end; t++)
        meaning |= meaning_of(m, t) & (HOST_MADE | HOST_CLASS | DEVICE_CLASS);
    return meaning;
}

// What the user's class k inherits of its bases, and of its members and their values.
static unsigned inherited_by_class(const struct meanings *m, size_t k) {
    const struct declaration *const c = &declarations[k];
    unsigned meaning = inherited(m, c->name + 1, c->body);
    for (size_t v = k + 1; v < declaration_count && declarations[v].first < c->end; v++) {
        const struct declaration *const d = &declarations[v];
        if (d->what != VARIABLE || d->scope != k)
            continue;
        meaning |= inherited(m, d->start, d->type_end);
        for (size_t t = d->open; t && t < d->end; t++)
            if (meaning_of(m, t) & (HOST_FUNCTION | HOST_METHOD | HOST_VARIABLE))
                meaning |= HOST_MADE;
    }
    return meaning;
}

// Until nothing new is learnt.
static void inherit(struct meanings *m) {
    for (bool learnt = true; learnt;) {
        learnt = false;
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const d = &declarations[k];
            if (owner_of(d->name) != USER || (d->what != CLASS && d->what != ALIAS) ||
                d->name == d->start)
                continue;
            const unsigned before = meaning_of(m, d->name),
                           more = d->what == CLASS ? inherited_by_class(m, k)
                                                   : inherited(m, d->first, d->end);
            note(m, d->name, more);
            learnt = learnt || meaning_of(m, d->name) != before;
        }
    }
}

bool says_whose(size_t i) {
    static const char *const spaces[] = {"thrust", "cuda", NULL};
    return is_any(i, spaces);
}

static void note_library(struct meanings *m, const struct declaration *d) {
    if ((d->what == NAMESPACE || d->what == SPACE_ALIAS) && d->scope == NO_SCOPE)
        note(m, d->name, says_whose(d->name) ? 0 : LIBRARY_SPACE);
    else if ((d->what == CLASS || d->what == ALIAS) && d->scope != NO_SCOPE && !in_class(d) &&
             d->name != d->start && !is_number(d->name))
        note(m, d->name, LIBRARY_TYPE);
}

// Where the user's text names the library.
static void find_library(struct meanings *m) {
    for (size_t i = 0; i < token_count; i++)
        if (meaning_of(m, i) & LIBRARY_SPACE && is(i - 1, "namespace") && is(i - 2, "using") &&
            owner_of(i) == USER)
            m->standard_library = m->using_all = true;
    for (size_t i = 0; i < token_count && !m->outside; i++)
        if (owner_of(i) == USER && names_library(m, i) && !is(i - 1, "namespace")) {
            m->standard_library = true;
            m->outside = !function_around(i);
        }
}

struct meanings find_meanings(bool relaxed_constexpr) {
    struct meanings m = {.of_word = allocate(word_total(), sizeof *m.of_word)};
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        const char *const mark = mark_of(d, relaxed_constexpr);
        const enum owner owner = owner_of(d->name);
        if (mark)
            note_marked(&m, d, mark);
        if (owner == SYSTEM)
            note_library(&m, d);
        m.templates = m.templates || (owner == USER && d->what == FUNCTION && d->is_template &&
                                      spaces_of(d) & (DEVICE | GLOBAL));
    }
    inherit(&m);
    find_library(&m);
    return m;
}
