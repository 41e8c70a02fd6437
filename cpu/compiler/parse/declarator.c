// SPDX-License-Identifier: MIT
// What stands in a declaration's head: words with parentheses of their own, parameters,
// initialisers, the name of an alias.
#include "parser.h"

size_t after_requires(size_t i, size_t end) {
    while (is(i, "requires") || (is(i, "&") && is(i + 1, "&")) || (is(i, "|") && is(i + 1, "|"))) {
        i += is(i, "requires") ? 1 : 2;
        if (is(i, "requires")) // requires (T t) { ... }
            for (i++; is(i, "(") || is(i, "{"); i++)
                i = closing(i);
        else if (is(i, "("))
            i = closing(i) + 1;
        else // a concept, or a number of the type's
            for (bool more = true; more && i < end; more = is(i, "::"), i += more) {
                i++;
                if (is(i, "<") && closing_angle(i) < end)
                    i = closing_angle(i) + 1;
            }
    }
    return i;
}

size_t after_parameters(size_t i, size_t end) {
    for (i++; i < end; i++) {
        if (is_listed(i, "; { = : , }"))
            return i;
        if (is(i, "<") && closing_angle(i) < end)
            i = closing_angle(i);
        else if (nesting(i) > 0)
            i = closing(i);
    }
    return end;
}

void read_behind_parameters(struct declaration *d, size_t end) {
    const size_t close = closing(d->open);
    d->after = after_parameters(close, end);
    bool typed = false; // -> T
    for (size_t t = close + 1; t < d->after; t = (nesting(t) > 0 ? closing(t) : t) + 1) {
        typed = typed || is(t, "->");
        d->of_object += typed ? 0 : is(t, "const") ? OBJECT_CONST : is(t, "&");
        d->tries = d->tries || is(t, "try");
        d->is_constrained = d->is_constrained || is(t, "requires");
    }
}

size_t after_initialisers(size_t i, size_t end) {
    while ((i = first_of(i, end, "{ ;")) < end && is(i, "{") &&
           (tokens[i - 1].kind == WORD || is(i - 1, ">"))) // a member's value
        i = closing(i) + 1;
    return is(i, "{") ? i : end;
}

size_t alias_name(size_t i, size_t last) {
    if (is(i, "using"))
        return is(i + 2, "=") && tokens[i + 1].kind == WORD ? i + 1 : token_count;
    for (size_t k = i + 1; k < last; k++) {
        if (tokens[k].kind == WORD && (k + 1 == last || is(k + 1, "[")))
            return k;
        if (is(k, "(") && is(k + 1, "*") && tokens[k + 2].kind == WORD && is(k + 3, ")"))
            return k + 2; // a pointer to a function, or to an array
        if (is(k, "(") && after_class(k + 1) > k + 1 && name_in_parentheses(k))
            return name_in_parentheses(k); // ... or to a member
        if (nesting(k) > 0)
            k = closing(k);
    }
    return token_count;
}

const char after_star[] = "const volatile __restrict__ __restrict";

size_t after_scopes(size_t t) {
    const size_t from = t;
    while (tokens[t].kind == WORD && (is(t + 1, "::") || is(t + 1, "<"))) {
        const size_t last = is(t + 1, "<") ? closing_angle(t + 1) : t;
        if (last >= token_count || !is(last + 1, "::"))
            return from;
        t = last + 2;
    }
    return t;
}

size_t after_class(size_t t) {
    const size_t after = after_scopes(t);
    return is(after, "*") ? after : t;
}

size_t name_in_parentheses(size_t i) {
    size_t t = after_class(i + 1);
    if (!is(t, "*") && !is(t, "&"))
        return 0;
    while (is(t, "*") || is(t, "&") || is_listed(t, after_star))
        t++;
    return tokens[t].kind == WORD && t < closing(i) ? t : 0;
}

bool is_declarator(size_t i) {
    const size_t name = name_in_parentheses(i), after = closing(i) + 1;
    const size_t last = name && is(name + 1, "(") ? closing(name + 1) : name;
    return name && (tokens[i + 1].kind == WORD || (is(i + 1, "&") && last + 1 == closing(i) &&
                                                   (is(after, "[") || is(after, "("))));
}
