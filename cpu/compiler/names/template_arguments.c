// SPDX-License-Identifier: MIT
// What templates are given, in <...>, as types; and what types are made of.
#include "tree.h"

// A type from token i to token `end`, of a pack, perhaps; or what is none.
static struct argument parse_argument(size_t i, size_t end) {
    struct argument a = {.first = i, .end = end};
    bool odd = false;
    size_t behind = parse_type(i, &a.type, &odd);
    behind = behind ? behind_function(parse_stars(behind, &a.type, &a.reference), &a.type) : 0;
    while (behind && is(behind, "."))
        behind++;
    a.is_type = behind == end;
    if (!a.is_type)
        a.type = unknown_type;
    return a;
}

const struct arguments *parse_arguments_of_template(size_t open, size_t close) {
    struct arguments *const given = (struct arguments *)allocate(1, sizeof *given);
    size_t room = 0;
    *given = (struct arguments){.open = open, .close = close};
    for (size_t i = open + 1; i < close; i++) {
        const size_t end = behind_parameter(i, close);
        given->all =
            (struct argument *)grow(given->all, &room, given->count + 1, sizeof *given->all);
        given->all[given->count++] = parse_argument(i, end);
        i = end;
    }
    return given;
}

const struct type *innermost(const struct type *type) {
    while (type->of)
        type = type->of;
    return type;
}

bool is_just(const struct type *type, const struct variable *v) {
    return type->means && type->means == v && type->from == type->name && !type->arguments;
}

const struct variable *made_of(const struct type *type) {
    type = innermost(type);
    const struct variable *found = type->means && type->means->given ? type->means : NULL;
    for (size_t k = 0; type->arguments && k < type->arguments->count && !found; k++)
        found = made_of(&type->arguments->all[k].type);
    return found;
}
