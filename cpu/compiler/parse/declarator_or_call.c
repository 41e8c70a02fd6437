// SPDX-License-Identifier: MIT
// Do the parentheses after a declared name hold its value, or a function's parameters? What can be
// read as parameters are parameters ([dcl.ambig.res] of the C++ standard), and a parameter begins
// with a type: so it is asked what the first name in them stands for, of all that is declared
// above.
#include "parser.h"

void note_sense(const struct declaration *d) {
    if (d->what == FUNCTION || d->what == VARIABLE) {
        if (!d->special && !d->qualifier && !is_guide(d))
            note_kind(d->name, AS_VALUE);
    } else if (d->what == CLASS || d->what == NAMED || d->what == ALIAS || d->what == ENUMERATION) {
        note_kind(d->name, AS_TYPE);
    }
    for (size_t e = d->what == ENUMERATION ? d->body : 0; e && (e = next_enumerator(e, d->end));)
        note_kind(e, AS_VALUE);
}

enum sort { A_TYPE, A_VALUE, UNKNOWN_SORT };

// A parameter of the templates that d is or stands in?
static enum sort sort_of_parameter(size_t i, const struct declaration *d) {
    for (; d; d = d->scope == NO_SCOPE ? NULL : &declarations[d->scope])
        for (size_t t = d->first; t + 1 < d->start; t++)
            if (same_word(t + 1, i) && is(d->first, "template"))
                return is_listed(t, "class typename .") ? A_TYPE
                       : is_listed(t, "bool char short int long unsigned signed auto")
                           ? A_VALUE
                           : UNKNOWN_SORT;
    return UNKNOWN_SORT;
}

static enum sort sort_of_name(size_t i) {
    return is_one(i, AS_TYPE) == is_one(i, AS_VALUE) ? UNKNOWN_SORT
           : is_one(i, AS_TYPE)                      ? A_TYPE
                                                     : A_VALUE;
}

// The name that begins at token *i, with the scopes before it; *i becomes the token after it
// and its template's arguments.
static enum sort sort_of_names(size_t *i, const struct declaration *d) {
    size_t t = *i + is(*i, "::");
    const enum sort parameter = sort_of_parameter(t, d);
    enum sort found = parameter == UNKNOWN_SORT ? sort_of_name(t) : parameter;
    for (;;) {
        const size_t close =
            is(t + 1, "<") && found != A_VALUE ? closing_angle(t + 1) : token_count;
        *i = (close < token_count ? close : t) + 1;
        if (!is(*i, "::") || tokens[*i + 1].kind != WORD)
            return found;
        t = *i + 1;
        found = parameter == A_TYPE ? UNKNOWN_SORT : sort_of_name(t);
    }
}

// The token after words of a type at token i that are no names; i: there is none.
static size_t after_keywords(size_t i, bool *names_type) {
    static const char types[] =
        "void auto wchar_t char8_t char16_t char32_t __int128 __signed__ __float128";
    static const char others[] =
        "volatile typename register __const __restrict__ __volatile__ this";
    for (;; i++) {
        const bool type = is_one(i, ARITHMETIC | ASKING) || is_listed(i, types);
        if (!type && !is_one(i, FIXED | CLASS_WORD) && !is_listed(i, others))
            return i;
        *names_type = *names_type || type;
        if (is_one(i, ASKING) && is(i + 1, "("))
            i = closing(i + 1);
    }
}

// What the element of a list in parentheses at token t begins with: a value, or a type that may be
// a parameter's. T(x) by itself may: then *next is the element after it, if there is one; else 0.
static enum sort sort_of_element(size_t t, const struct declaration *d, size_t *next) {
    static const char operators[] =
        "sizeof alignof nullptr true false not compl new typeid noexcept __null __alignof__ "
        "const_cast static_cast dynamic_cast reinterpret_cast";
    const size_t from = t;
    *next = 0;
    if (is(t, ".") || (is(t, "[") && is(t + 1, "["))) // ..., [[attribute]] T
        return A_TYPE;
    if ((tokens[t].kind != WORD && !is(t, "::")) || is_listed(t, operators) ||
        begins_with(t, "__builtin_"))
        return is(t, "__builtin_va_list") ? A_TYPE : A_VALUE;
    bool is_type = false;
    t = after_keywords(t, &is_type);
    if (!is_type && t > from) // const T, struct T
        return A_TYPE;
    const enum sort first = is_type ? A_TYPE : sort_of_names(&t, d);
    if (is(t, "auto")) // after a concept
        return A_TYPE;
    if (first == UNKNOWN_SORT && is_listed(t, "+ - / % . -> ? | ^ !") &&
        !(is(t, ".") && is(t + 1, ".")))
        return A_VALUE; // no parameter goes on so
    if (first != A_TYPE)
        return first;
    if (is(t, "{"))
        return A_VALUE; // T{x}
    if (!is(t, "(") || is(t + 1, "*") || is(t + 1, "&"))
        return A_TYPE;
    const size_t after = closing(t) + 1;
    *next = is(after, ",") ? after + 1 : 0;
    if (is(after, "=") && !is(after + 1, "="))
        return A_TYPE; // T(x) = 3
    return *next || is(after, ")") || is(after, "(") || is(after, "[") ? A_TYPE : A_VALUE;
}

bool holds_values(size_t i, const struct declaration *d) {
    if (in_class(d) || closing(i) == i + 1) // a member has no value in parentheses
        return false;
    enum sort found = UNKNOWN_SORT;
    for (size_t t = i + 1, next; t > 0; t = next)
        found = sort_of_element(t, d, &next);
    return found == A_VALUE;
}
