// SPDX-License-Identifier: MIT
// What declarations of variables, other names of types and enumerations say, outside the bodies of
// functions: read from their heads, as types.
#include "parser.h"

size_t after_specifiers(size_t i) {
    for (;;) {
        const size_t from = i;
        i = after_attributes(i);
        if (is_one(i, ANNOTATION) && is(i + 1, "("))
            i = closing(i + 1) + 1;
        else if (is_one(i, SPACE | LASTING | SPECIFIER) || is(i, "constexpr") ||
                 tokens[i].kind == STRING)
            i++;
        if (i == from)
            return i;
    }
}

// The type of what is declared with the class or enumeration whose body opens at token `body`.
static struct type type_defined(size_t body) {
    const struct declaration *const d = type_with_body(body);
    struct type type = unknown_type;
    if (d && d->what == CLASS)
        type = (struct type){.shape = OBJECT, .name = d->name};
    else if (d && !d->is_scoped && !enums_have_operators())
        type.shape = NUMBER_TYPE;
    return type;
}

// A type at token i, or the one defined there, with the stars after it, of what stands at token
// `name`: false: it is not understood, or a reference.
static bool read_type(size_t i, const struct declaration *d, size_t name, struct type *type) {
    bool odd = false, reference = false;
    begin_scope();
    if (d->defines)
        *type = type_defined(d->defines);
    i = d->defines ? closing(d->defines) + 1 : parse_type(after_specifiers(i), type, &odd);
    if (!i || odd)
        return false;
    i = d->declarator ? d->declarator : after_specifiers(i);
    i = after_specifiers(parse_stars(i, type, &reference));
    return i == name && !reference;
}

bool type_of_variable(const struct declaration *d, struct type *type) {
    if (d->is_template || !read_type(d->start, d, d->name, type))
        return false;
    for (size_t i = d->name + 1; is(i, "["); i = closing(i) + 1)
        *type = (struct type){.shape = ARRAY, .of = copy_type(*type)};
    return true;
}

bool type_of_alias(const struct declaration *d, struct type *type) {
    if (d->is_template || d->name == d->start)
        return false;
    if (is(d->start, "using"))
        return read_type(d->name + 2, d, d->end, type);
    return read_type(d->start + 1, d, d->name, type) &&
           (is(d->name + 1, ";") || is(d->name + 1, ","));
}

size_t next_enumerator(size_t i, size_t close) {
    i = is(i, "{") ? i : after_parameter(i, close);
    return i + 1 < close && tokens[i + 1].kind == WORD ? i + 1 : 0;
}

const struct node *declared_tree(const struct declaration *d) {
    const struct failure kept = take_failure();
    size_t i = after_attributes(d->start);
    while (is_one(i, LASTING | SPACE))
        i = after_attributes(i + 1);
    struct node *const declared = parse_declaration(i, false);
    for (size_t v = 0; declared && v < declared->declared_count; v++)
        add_child(declared, declared->declared[v]->initial);
    put_failure(kept);
    return declared;
}

const struct variable *declared_as(const struct declaration *d) {
    const struct node *const declared = declared_tree(d);
    for (size_t v = 0; declared && v < declared->declared_count; v++)
        if (declared->declared[v]->name == d->name)
            return declared->declared[v];
    return NULL;
}
