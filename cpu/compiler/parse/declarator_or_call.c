// SPDX-License-Identifier: MIT
// Do the parentheses after a declared name hold its value, or a function's parameters? What can be
// read as parameters are parameters ([dcl.ambig.res] of the C++ standard), and a parameter begins
// with a type: so it is asked what the first name in them stands for, of all that is declared
// above.
#include <stdlib.h>
#include <string.h>

#include "parser.h"

enum sort { UNKNOWN_SORT, A_TYPE, A_VALUE };

// What each word was last declared as: as a member of a class, and otherwise.
static unsigned char *members, *others;

static void note(size_t name, bool member, enum sort sort) {
    if (word(name) < word_total())
        (member ? members : others)[word(name)] = sort;
}

void forget_senses(void) {
    free(members);
    free(others);
    members = (unsigned char *)allocate(word_total(), 1);
    others = (unsigned char *)allocate(word_total(), 1);
}

void note_sense(const struct declaration *d) {
    if (d->what == FUNCTION || d->what == VARIABLE) {
        if (!d->special && !d->qualifier && d->name != d->start) // a class's guide has no type
            note(d->name, in_class(d), A_VALUE);
    } else if (d->what == CLASS || d->what == NAMED || d->what == ALIAS || d->what == ENUMERATION) {
        note(d->name, in_class(d), A_TYPE);
    }
    for (size_t t = d->body; d->what == ENUMERATION && t > 0 && t < d->end;) {
        if (is(t, "{") || is(t, ","))
            note(t + 1, in_class(d), A_VALUE);
        t++;
        t = nesting(t) > 0 ? closing(t) : t;
    }
}

// ---- what a name stands for ---------------------------------------------------------------------

// A parameter of the templates that d is or stands in?
static enum sort sort_of_parameter(size_t i, const struct declaration *d) {
    static const char *const kinds[] = {"class", "typename", ".", NULL};
    static const char *const numbers[] = {"bool",     "char",   "short", "int", "long",
                                          "unsigned", "signed", "auto",  NULL};
    for (; d; d = d->scope == NO_SCOPE ? NULL : &declarations[d->scope])
        for (size_t t = d->first; t + 1 < d->start; t++)
            if (same_word(t + 1, i) && is(d->first, "template"))
                return is_any(t, kinds) ? A_TYPE : is_any(t, numbers) ? A_VALUE : UNKNOWN_SORT;
    return UNKNOWN_SORT;
}

bool is_template_parameter(size_t i, const struct declaration *d) {
    return sort_of_parameter(i, d) == A_TYPE;
}

static enum sort sort_of_name(size_t i, bool qualified) {
    const size_t w = word(i);
    if (w >= word_total())
        return UNKNOWN_SORT;
    return qualified && members[w] ? members[w] : others[w];
}

// The name that begins at token *i, with the scopes before it; *i becomes the token after it
// and its template's arguments.
static enum sort sort_of_names(size_t *i, const struct declaration *d) {
    size_t t = *i + is(*i, "::");
    enum sort found = sort_of_parameter(t, d);
    const bool depends = found == A_TYPE; // what a parameter's member is, is not known
    found = found ? found : sort_of_name(t, false);
    for (;; t = *i + 1, found = depends ? UNKNOWN_SORT : sort_of_name(t, true)) {
        const size_t close =
            is(t + 1, "<") && found != A_VALUE ? closing_angle(t + 1) : token_count;
        *i = close < token_count ? close + 1 : t + 1;
        if (!is(*i, "::") || tokens[*i + 1].kind != WORD)
            return found;
    }
}

// ---- what parentheses hold ----------------------------------------------------------------------

// The token after words of a type at token i that are no names; i: there is none.
static size_t after_keywords(size_t i, bool *names_type) {
    static const char *const numbers[] = {
        "void",       "bool",     "char",       "short",      "int",    "long",
        "signed",     "unsigned", "float",      "double",     "auto",   "wchar_t",
        "char8_t",    "char16_t", "char32_t",   "decltype",   "typeof", "__int128",
        "__typeof__", "__typeof", "__signed__", "__float128", NULL};
    static const char *const others[] = {
        "const",    "volatile", "struct",       "class",        "union", "enum", "typename",
        "register", "__const",  "__restrict__", "__volatile__", "this",  NULL};
    for (;; i++) {
        *names_type = *names_type || is_any(i, numbers);
        if (!is_any(i, numbers) && !is_any(i, others))
            return i;
        if (is(i + 1, "(") &&
            (is(i, "decltype") || is(i, "typeof") || is(i, "__typeof") || is(i, "__typeof__")))
            i = closing(i + 1);
    }
}

bool holds_values(size_t i, const struct declaration *d) {
    static const char operators[] =
        "sizeof alignof nullptr true false not compl new typeid noexcept "
        "__null __alignof__ const_cast static_cast dynamic_cast "
        "reinterpret_cast";
    static const char *const signs[] = {"+", "-", "/", "%", ".", "->", "?", "|", "^", "!", NULL};
    static const char *const after_parameter[] = {",", "=", ")", "(", "[", NULL};
    size_t t = i + 1;
    if (in_class(d) || is(t, ")")) // a member has no value in parentheses
        return false;
    if (is(t, ".") || (is(t, "[") && is(t + 1, "["))) // ..., [[attribute]] T
        return false;
    if ((tokens[t].kind != WORD && !is(t, "::")) || is_listed(t, operators) ||
        strncmp(source + tokens[t].start, "__builtin_", 10) == 0)
        return !is(t, "__builtin_va_list");
    bool is_type = false;
    t = after_keywords(t, &is_type);
    if (!is_type && t > i + 1) // const T, struct T
        return false;
    const enum sort found = is_type ? A_TYPE : sort_of_names(&t, d);
    if (found == UNKNOWN_SORT) // no parameter goes on so
        return is_any(t, signs) && !(is(t, ".") && is(t + 1, "."));
    // T{x}, T(x) * 2
    return found == A_VALUE || is(t, "{") ||
           (is(t, "(") && !is(t + 1, "*") && !is(t + 1, "&") &&
            (!is_any(closing(t) + 1, after_parameter) || is(closing(t) + 2, "=")));
}
