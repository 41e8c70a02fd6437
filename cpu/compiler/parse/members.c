// SPDX-License-Identifier: MIT
// Classes that a function declares, whose methods are functions of their own (declare.c), and what
// constructors give their members.
#include "parser.h"

struct node *parse_class(size_t i) {
    const bool named = tokens[i + 1].kind == WORD;
    size_t open = i + 1;
    while (open < token_count && !is(open, "{") && !is(open, ";"))
        open++;
    if (!is(open, "{") || closing(open) == token_count)
        return fail(i, "a class in a kernel");
    struct node *n = odd_node(NAMES, i, closing(open) + 1, "a class in a kernel");
    struct variable *const own = new_variable(i + named, TEMPLATE_TYPE);
    own->odd = true;
    if (named)
        add_variable(own);
    if (tokens[n->last].kind == WORD) {
        struct variable *const v = new_variable(n->last++, LOCAL);
        v->type_first = i;
        v->type_end = v->declarator = v->name;
        v->type = (struct type){.shape = UNKNOWN, .means = own};
        v->odd = true;
        add_variable(v);
        n->last = parse_initial(n->last, v);
        if (!n->last)
            return NULL;
        if (v->initial)
            add_child(n, v->initial);
    }
    return is(n->last, ";") ? n : fail(n->last, "a class in a kernel");
}

struct node *parse_initialisers(size_t close, size_t body) {
    struct node *const n = new_node(LIST, close, body - 1);
    size_t i = after_parameters(close, body);
    while (i < body && !is(i, "{")) { // : or ,
        struct node *const made = new_node(CONSTRUCT, i + 1, i + 1);
        size_t open = i + 1;
        for (made->name = open; open < body && !is(open, "(") && !is(open, "{"); open++)
            if (is(open, "<") && closing_angle(open) < body)
                open = closing_angle(open);
            else if (tokens[open].kind == WORD)
                made->name = open;
        struct node *const list = is(open, "{") ? parse_list(open) : NULL;
        if (list)
            add_child(made, list);
        if (open == body || !(list || (is(open, "(") && parse_arguments(made, open)))) {
            const struct failure failure = take_failure();
            add_child(
                n, odd_node(OPAQUE, i + 1, body - 1,
                            failure.why ? failure.why : "an initialiser that is not understood"));
            return n;
        }
        made->last = closing(open);
        add_child(n, made);
        for (i = made->last + 1; is(i, "."); i++)
            ;
    }
    return n;
}
