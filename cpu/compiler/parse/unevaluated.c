// SPDX-License-Identifier: MIT
// What is asked about an expression or a type, which is not evaluated: sizeof, decltype and their
// kin.
#include "parser.h"

struct node *parse_size(size_t i) {
    struct node *n = new_node(SIZE_OF, i, i);
    n->type = &size_type;
    if (!is(i + 1, "("))
        return with(n, parse_unary(i + 1));
    struct type type;
    bool odd = false, reference = false;
    const size_t after = parse_type_name(i + 2, &type, &reference, &odd);
    n->last = closing(i + 1);
    if (after && after == n->last) {
        if (type.asked)
            add_child(n, type.asked);
        return n;
    }
    struct node *of = parse_expression(i + 2);
    if (!of || of->last + 1 != n->last)
        return fail(i, "a sizeof that is not understood");
    add_child(n, of);
    return n;
}

struct node *parse_asked(size_t i) {
    struct node *n = odd_node(TYPE_ID, i, closing(i + 1), "what a type is asked for");
    const struct failure before = take_failure();
    struct type type;
    bool odd = false, reference = false;
    const size_t after = parse_type_name(i + 2, &type, &reference, &odd);
    struct node *const of = after == n->last ? type.asked : parse_expression(i + 2);
    if (of && of->last < n->last)
        add_child(n, of);
    put_failure(before);
    return n;
}

// The last token of what is asked there; a name alone, where it is not understood.
static size_t last_asked(size_t i) {
    const struct failure before = take_failure();
    const struct node *const n = is(i + 1, "(") ? NULL : parse_size(i);
    put_failure(before);
    return n ? n->last : is(i + 1, "(") ? closing(i + 1) : i + 1;
}

void add_asked(struct node *n, size_t first, size_t last) {
    for (size_t k = first; k <= last; k++)
        if (is_listed(k, "sizeof alignof") ||
            ((is_one(k, ASKING) || is(k, "noexcept")) && is(k + 1, "("))) {
            struct node *const asked = new_node(SIZE_OF, k, last_asked(k));
            asked->type = &size_type;
            add_child(n, asked);
            k = asked->last;
        }
}
