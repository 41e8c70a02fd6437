// SPDX-License-Identifier: MIT
// Classes and enumerations, as declare.c reads them: their heads, their bodies, those that
// functions declare.
#include "parser.h"

// The name after the word `class` or its kin at token `word`, before token `end`, and bases.
static void read_class_head(struct declaration *d, size_t word, size_t end) {
    d->name = word + 1;
    d->is_enum = is(word, "enum");
    d->is_scoped = d->is_enum && (is(d->name, "class") || is(d->name, "struct"));
    d->name = after_attributes(d->name + d->is_scoped);
    size_t t = d->name;
    for (; t < end && !is(t, ":"); t++) // after a qualifying name
        if (is(t, "<") && closing_angle(t) < end)
            t = closing_angle(t);
        else if (is(t, "::"))
            d->name = t + 1;
    d->bases = t < end && !d->is_enum ? t : 0;
}

size_t add_named(struct declaration d, size_t word, size_t last) {
    d.what = NAMED;
    d.end = last;
    read_class_head(&d, word, last);
    add_declaration(d);
    return last + 1;
}

size_t read_class(struct declaration d, size_t word, size_t open) {
    d.what = is(word, "enum") ? ENUMERATION : CLASS;
    d.defines = 0;
    d.special = ORDINARY;
    d.body = open;
    d.end = closing(open);
    read_class_head(&d, word, open);
    add_declaration(d);
    if (d.what == CLASS)
        read_scope(open + 1, d.end, declaration_count - 1);
    return d.end;
}

void read_local_classes(size_t function) {
    const size_t end = declarations[function].end;
    for (size_t t = declarations[function].body + 1; t < end; t++) {
        if (!is_one(t, CLASS_WORD) || is(t, "enum") || is(t - 1, "enum") || is(t - 1, ">"))
            continue;
        size_t open = after_attributes(t + 1);
        open += tokens[open].kind == WORD;
        open += is(open, "final");
        if (is(open, ":"))
            open = first_of(open, end, "{ ; ) ] }");
        if (is(open, "{"))
            t = read_class((struct declaration){.first = t, .start = t, .scope = function}, t,
                           open);
    }
}
