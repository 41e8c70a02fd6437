// SPDX-License-Identifier: MIT
// Shared memory that a function declares: one variable or more, with __shared__ anywhere in front
// of their names.
#include "parser.h"

// Words of declaration n of shared memory, some with parentheses after them: the token after
// them.
static size_t after_shared(size_t i, struct node *n) {
    static const char *const skipped[] = {
        "__shared__", "__device__", "__constant__", "__managed__", "__host__",      "__global__",
        "extern",     "static",     "__align__",    "alignas",     "__attribute__", "volatile",
        NULL};
    for (; is_any(i, skipped); i++) {
        n->effects |= is(i, "volatile") ? ORDERED : 0;
        n->is_extern = n->is_extern || is(i, "extern");
        if (is(i + 1, "("))
            i = closing(i + 1);
    }
    return i;
}

struct node *parse_shared(size_t i) {
    struct node *n = new_node(SHARED_VARIABLE, i, i);
    bool deduces = false;
    struct type base = unknown_type;
    const size_t first = after_shared(i, n);
    const size_t open = is(first + 1, "{") ? first + 1 : first + 2;
    const bool a_class = is_listed(first, "struct class union") && is(open, "{");
    size_t t = a_class ? closing(open) + 1 : parse_type(first, &base, &deduces);
    if (t && base.asked)
        add_child(n, base.asked);
    if (!t && tokens[first].kind == WORD) { // of an unknown type
        deduces = true;
        t = first + 1;
    }
    if (!t)
        return fail(i, "a declaration that is not understood");
    if (deduces)
        odd(n, first, "a declaration that is not understood");
    if (a_class)
        odd(n, first, "a class in a kernel");
    while (t > first + 1 && is(t - 1, "__shared__")) // T __shared__ name
        t--;
    for (const size_t type_end = t;; t++) {
        struct type type = base;
        bool reference = false;
        t = parse_stars(after_shared(t, n), &type, &reference);
        t = after_shared(t, n);
        if (tokens[t].kind != WORD || is_any(t, keywords) || is_any(t, arithmetic))
            return fail(t, "a declaration that is not understood");
        if (reference)
            odd(n, t, "a declaration that is not understood");
        n->effects |= has_volatile(&type) ? ORDERED : 0;
        type.ordered = n->effects;
        struct variable *v = new_variable(t, SHARED_MEMORY);
        v->type_first = first;
        v->type_end = type_end;
        t = parse_dimensions(t + 1, &type, n);
        if (!t) {
            odd(n, v->name, "an array's size");
            type = unknown_type;
            for (t = v->name + 1; is(t, "[");)
                t = closing(t) + 1;
        }
        v->type = type;
        t = after_shared(t, n);
        if (is_met_before(v->name, i))
            odd(n, v->name, "a name that hides one that was used before");
        add_variable(v);
        if (is(t, "=") || is(t, "{")) {
            v->initial = is(t, "=") && !is(t + 1, "{") ? parse_assignment(t + 1)
                                                       : parse_list(t + is(t, "="));
            if (!v->initial)
                return NULL;
            odd(n, t, "shared memory with an initial value");
            t = v->initial->last + 1;
        }
        if (!is(t, ","))
            break;
    }
    n->last = is(t, ";") ? t : t - 1; // one that is missing is somebody else's to refuse
    return is(t, ";") ? n : odd(n, t, "a declaration that is not understood");
}
