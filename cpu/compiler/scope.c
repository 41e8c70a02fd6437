// SPDX-License-Identifier: MIT
// What a name in a function's body means: a local of the function, a member of its class, or a
// variable outside; and whose code it stands in.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"

// ---- spaces -------------------------------------------------------------------------------------

// The class that a function is a member of, as its name: where it stands, or in front of its ::.
static size_t class_name(const struct declaration *d) {
    if (in_class(d))
        return declarations[d->scope].name;
    size_t name = d->name;
    if (name > 1 && is(name - 1, "~"))
        name--;
    if (name > 1 && is(name - 1, "::"))
        return is(name - 2, ">") ? opening_angle(name - 2) - 1 : name - 2;
    return 0;
}

int parameter_count(const struct declaration *d) {
    const size_t close = closing(d->open);
    int count = close > d->open + 1 && !(close == d->open + 2 && is(d->open + 1, "void"));
    for (size_t t = d->open + 1; t < close; t++) {
        count += is(t, ",");
        if (nesting(t) > 0)
            t = closing(t);
        else if (is(t, "<") && closing_angle(t) < close)
            t = closing_angle(t);
    }
    return count;
}

static bool same_name(const struct declaration *a, const struct declaration *b) {
    if (a->special != b->special || !same_word(a->name, b->name))
        return false;
    if (a->special == OPERATOR || a->special == CONVERSION)
        for (size_t x = a->name + 1, y = b->name + 1; x < a->open || y < b->open; x++, y++)
            if (x >= token_count || y >= token_count || !same_word(x, y))
                return false;
    return true;
}

unsigned spaces_of(const struct declaration *d) {
    unsigned spaces = d->spaces;
    if (d->what != FUNCTION)
        return spaces;
    const size_t own = class_name(d);
    for (size_t k = 0; k < declaration_count && !spaces; k++) {
        const struct declaration *const o = &declarations[k];
        if (o == d || o->what != FUNCTION || !o->spaces || !same_name(o, d) ||
            parameter_count(o) != parameter_count(d) || o->is_template != d->is_template)
            continue;
        const size_t other = class_name(o);
        if ((own && other) ? same_word(own, other) && in_class(o)
                           : !own && !other && o->scope == d->scope && (!o->body || !d->body))
            spaces |= o->spaces;
    }
    return spaces ? spaces : HOST;
}

// ---- whose code it is ---------------------------------------------------------------------------

const struct declaration *function_around(size_t i) {
    const struct declaration *found = NULL;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == FUNCTION && declarations[k].first <= i &&
            i <= declarations[k].end)
            found = &declarations[k]; // inner ones come later
    return found;
}

// The spaces that a lambda whose body opens at token i is given: [...] __device__ (...) mutable {
static unsigned lambda_spaces(size_t i, bool *is_lambda) {
    unsigned spaces = 0;
    size_t t = i;
    *is_lambda = false;
    while (t-- > 0 && i - t < 64) {
        if (is(t, ")")) {
            t = opening(t);
            if (t >= token_count)
                return 0;
        } else if (is(t, "]")) {
            *is_lambda = true;
            return spaces;
        } else if (is(t, "__device__")) {
            spaces |= DEVICE;
        } else if (is(t, "__host__")) {
            spaces |= HOST;
        } else if (tokens[t].kind != WORD && !is(t, "->") && !is(t, "::") && !is(t, "*") &&
                   !is(t, "&") && !is(t, "<") && !is(t, ">")) {
            return 0;
        }
    }
    return 0;
}

// Whether the { at token i opens what a function of both sides does on the device (passes.c).
static bool is_device_branch(size_t i) {
    return i > 4 && is(i, "{") && is(i - 1, ")") && is(i - 4, "on_device");
}

unsigned code_at(size_t i) {
    const struct declaration *const d = function_around(i);
    if (!d)
        return 0;
    int depth = 0;
    for (size_t t = i; t-- > d->body && d->body;) {
        depth += nesting(t);
        if (depth > 0 && is(t, "{") && t > d->body) {
            bool is_lambda;
            if (is_device_branch(t))
                return DEVICE;
            if (is(t - 1, "else") && is(t - 2, "}") && is_device_branch(opening(t - 2)))
                return HOST;
            const unsigned spaces = lambda_spaces(t, &is_lambda);
            if (is_lambda && spaces)
                return spaces;
        }
        if (depth > 0)
            depth = 0;
    }
    return spaces_of(d);
}

// ---- locals -------------------------------------------------------------------------------------

// The first token of the declaration specifiers and * & in front of the declarator at token i, if a
// type can stand there: words, qualified and with template arguments. i where there is none.
static size_t start_of_type(size_t i) {
    static const char *const no_type[] = {"return",    "else",     "case",      "goto",  "throw",
                                          "new",       "delete",   "sizeof",    "do",    "operator",
                                          "co_return", "co_yield", "namespace", "using", NULL};
    size_t t = i;
    bool typed = false;
    while (t > 0) {
        if (tokens[t - 1].kind == WORD && !is_any(t - 1, no_type)) {
            typed = true;
            t--;
        } else if (is(t - 1, "::") || is(t - 1, "*") || is(t - 1, "&")) {
            t--;
        } else if (is(t - 1, ">")) {
            const size_t open = opening_angle(t - 1);
            if (open >= token_count || open == 0 || tokens[open - 1].kind != WORD)
                return i;
            t = open;
        } else if ((is(t - 1, ")") || is(t - 1, "]") || is(t - 1, "}")) &&
                   opening(t - 1) < token_count) {
            // decltype(x), alignas(8), [[maybe_unused]]; struct {...}
            const size_t open = opening(t - 1);
            static const char *const own[] = {"decltype",      "alignas", "__align__",
                                              "__attribute__", "typeof",  NULL};
            const bool attribute = is(t - 1, "]") && is(open + 1, "[");
            const bool class_body =
                is(t - 1, "}") && open > 0 && t < i &&
                (is(open - 1, "struct") || is(open - 1, "union") ||
                 (open > 1 &&
                  (is(open - 2, "struct") || is(open - 2, "class") || is(open - 2, "union"))));
            if (open == 0 || !(attribute || class_body || is_any(open - 1, own)))
                break;
            typed = typed || class_body;
            t = open;
        } else {
            break;
        }
    }
    return typed ? t : i;
}

// Whether the declarator that token i names begins a declaration, as it stands between `open`, a (
// or {, and i.
static bool begins_declaration(size_t i, size_t open) {
    static const char *const heads[] = {"for", "if", "while", "switch", "catch", NULL};
    static const char *const ends[] = {"=", ";", ",", ")", "[", "(", "{", ":", NULL};
    size_t name = i;
    if (is(i - 1, "(") || is(i - 1, "*") || is(i - 1, "&"))
        while (name > open + 1 && (is(name - 1, "*") || is(name - 1, "&")))
            name--;
    if (is(name - 1, "(") && name < i && name - 1 > open) // T (*name)(...), T (&name)[n]
        name--;
    const size_t start = start_of_type(name);
    const bool pointer = i < name || is(i - 1, "*") || is(i - 1, "&");
    if (start >= name || start <= open || !(is_any(i + 1, ends) || is(i + 1, "]")))
        return false;
    if (is(start - 1, ";") || is(start - 1, "{") || is(start - 1, "}") ||
        tokens[start - 1].kind == PRAGMA || is(start - 1, ":") || is(start - 1, ")"))
        return !(pointer && is(start - 1, ")"));
    if (is(start - 1, "(") && start - 1 == open)
        return is_any(open - 1, heads) &&
               (!pointer || is(i + 1, "=") || is(i + 1, ":") || is(i + 1, ")"));
    return false;
}

// Whether token i names a declarator in a list, of a declaration that begins behind `open` or a ;.
static bool is_in_list(size_t i, size_t open) {
    size_t t = i;
    while (t > open + 1 && (is(t - 1, "*") || is(t - 1, "&") || is(t - 1, "const")))
        t--;
    if (!is(t - 1, ","))
        return false;
    size_t start = t - 1, first = token_count; // back to the first declarator
    for (; start > open + 1; start--) {
        const bool value = is(start - 1, "}") && is(start, ","); // int a{3}, b
        if (is(start - 1, ";") || is(start - 1, "{") || (is(start - 1, "}") && !value))
            break;
        if (nesting(start - 1) < 0)
            start = opening(start - 1) + 1;
    }
    for (size_t k = start; k < t && first == token_count; k++) {
        if (is(k, "<") && closing_angle(k) < t)
            k = closing_angle(k);
        else if (is(k, "=") || is(k, ",") || is(k, "[") || is(k, "(") || is(k, "{"))
            first = k - 1;
    }
    return first < i && begins_declaration(first, open);
}

// Whether token t, whose word is that of the name at token i, declares it: among the parameters
// between parentheses that open at `open` (is_parameters), or in the statements behind it.
static bool declares(size_t t, size_t open, bool is_parameters) {
    if (is_parameters) {
        const size_t start = start_of_type(t);
        if (start < t && (start == open + 1 || is(start - 1, ",")))
            return is(t + 1, ",") || is(t + 1, ")") || is(t + 1, "=") || is(t + 1, "[");
        return is(t - 1, "*") && is(t - 2, "(") && is(t + 1, ")"); // int (*name)(int)
    }
    if (begins_declaration(t, open) || is_in_list(t, open))
        return true;
    if (!(is(t - 1, "[") || is(t - 1, ",")) || !(is(t + 1, "]") || is(t + 1, ","))) // auto [a, b]
        return false;
    size_t bracket = t;
    while (bracket > open && (tokens[bracket - 1].kind == WORD || is(bracket - 1, ",")))
        bracket--;
    return is(bracket - 1, "[") && (is(bracket - 2, "auto") || is(bracket - 2, "&"));
}

// The one of the tokens between the parentheses that open at `open` that declares the name at token
// i; 0: none does.
static size_t declared_between(size_t open, size_t i, const struct declaration *d) {
    const bool is_parameters = open == d->open || is(open - 1, "]") || is(open - 1, "__device__") ||
                               is(open - 1, "__host__");
    for (size_t t = open + 1; t < closing(open); t++)
        if (same_word(t, i) && declares(t, open, is_parameters))
            return t;
    return 0;
}

// Backwards from the name: what closed before it is out of its sight; behind each { that is open
// there, the statements up to it; in front of that, what stands in the parentheses of a for, a
// lambda, the function.
size_t local_declaration(size_t i, const struct declaration *d) {
    if (!d || i <= d->open)
        return 0;
    bool same_statement = true; // no ; or } since the last { or the name
    for (size_t t = i; t > d->open; t--) {
        const size_t open = nesting(t) < 0 ? opening(t) : t;
        if (t < i && nesting(t) < 0 && open < token_count && open >= d->open) {
            const size_t found = is(t, ")") && (same_statement || open == d->open)
                                     ? declared_between(open, i, d)
                                     : 0;
            if (found)
                return found;
            if (is(t, "}"))
                same_statement = false;
            if (is(t, "]") && same_word(t - 1, i) && is(open - 1, "auto"))
                return t - 1;
            t = open;
            if (t == d->open)
                break;
        } else if (is(t, "{")) {
            same_statement = true;
        } else if (is(t, ";")) {
            same_statement = false;
        } else if (same_word(t, i)) {
            size_t around = t; // the bracket that is open there
            for (int depth = 0; around > d->open; around--)
                if ((depth += nesting(around - 1)) > 0) {
                    around--;
                    break;
                }
            if (declares(t, around, around == d->open))
                return t;
        }
    }
    return 0;
}

bool is_declared_inside(size_t i, const struct declaration *d) {
    return local_declaration(i, d) != 0;
}

// ---- what stands outside ------------------------------------------------------------------------

static bool is_base_named(const struct declaration *c, size_t base) {
    for (size_t t = c->name + 1; t < c->body; t++)
        if (same_word(t, base))
            return true;
    return false;
}

// Whether the class with index `own`, or a base of it, has a variable of that name.
static const struct declaration *member_named(size_t i, size_t own, int depth) {
    for (size_t k = own + 1; k < declaration_count && declarations[k].first < declarations[own].end;
         k++)
        if (declarations[k].scope == own && declarations[k].what == VARIABLE &&
            same_word(declarations[k].name, i))
            return &declarations[k];
    for (size_t k = 0; depth < 8 && k < declaration_count; k++)
        if (k != own && declarations[k].what == CLASS && declarations[k].body &&
            is_base_named(&declarations[own], declarations[k].name)) {
            const struct declaration *const found = member_named(i, k, depth + 1);
            if (found)
                return found;
        }
    return NULL;
}

// The class of a method that is defined outside it, T::name(...) {; NO_SCOPE if it stands in its
// class.
static size_t class_outside(const struct declaration *d) {
    size_t name = d->name;
    if (name > 1 && is(name - 1, "~"))
        name--;
    if (name < 2 || !is(name - 1, "::"))
        return NO_SCOPE;
    const size_t own = is(name - 2, ">") ? opening_angle(name - 2) - 1 : name - 2;
    for (size_t k = 0; own < token_count && k < declaration_count; k++)
        if ((declarations[k].what == CLASS || declarations[k].what == NAMESPACE) &&
            declarations[k].body && same_word(declarations[k].name, own))
            return k;
    return NO_SCOPE;
}

// The scope in which the names of d are seen: that of a namespace without a name, or an inline one,
// is the next.
static size_t seen_from(const struct declaration *d) {
    size_t scope = d->scope;
    while (scope != NO_SCOPE && declarations[scope].what == NAMESPACE &&
           (is(declarations[scope].name, "{") || is(declarations[scope].first, "inline")))
        scope = declarations[scope].scope;
    return scope;
}

const struct declaration *variable_meant(size_t i) {
    const struct declaration *const d = function_around(i);
    if (is(i - 1, ".") || is(i - 1, "->"))
        return NULL;
    if (is(i - 1, "::")) { // the scope's own name in front of it
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const v = &declarations[k];
            if (v->what == VARIABLE && same_word(v->name, i) &&
                (tokens[i - 2].kind == WORD
                     ? v->scope != NO_SCOPE && same_word(declarations[v->scope].name, i - 2)
                     : v->scope == NO_SCOPE))
                return v;
        }
        return NULL;
    }
    if (is_declared_inside(i, d))
        return NULL;
    size_t scope = d ? d->scope : NO_SCOPE;
    if (d && class_outside(d) != NO_SCOPE)
        scope = class_outside(d);
    for (;; scope = declarations[scope].scope) {
        if (scope != NO_SCOPE && declarations[scope].what == CLASS) {
            const struct declaration *const member = member_named(i, scope, 0);
            if (member)
                return member;
        } else {
            for (size_t k = 0; k < declaration_count; k++)
                if (declarations[k].what == VARIABLE && same_word(declarations[k].name, i) &&
                    (declarations[k].scope == scope || seen_from(&declarations[k]) == scope))
                    return &declarations[k];
        }
        if (scope == NO_SCOPE)
            return NULL;
    }
}
