// SPDX-License-Identifier: MIT
// What a function is given: the parameters of its template, and its own.
#include "parser.h"

size_t after_attributes(size_t i) {
    for (;;)
        if (is_one(i, ATTRIBUTE) && is(i + 1, "("))
            i = closing(i + 1) + 1;
        else if (is(i, "[") && is(i + 1, "["))
            i = closing(i) + 1;
        else
            return i;
}

size_t after_parameter(size_t i, size_t close) {
    while (i < close && !is(i, ",")) {
        const size_t angle = is(i, "<") ? closing_angle(i) : token_count;
        i = angle < close ? angle + 1 : nesting(i) > 0 ? closing(i) + 1 : i + 1;
    }
    return i < close ? i : close;
}

// Words that say nothing of the type, `volatile` and dots: the token after them.
static size_t after_words(size_t i, struct formal *p) {
    for (; is_one(i, SPACE) || is_listed(i, "__grid_constant__ volatile register ."); i++) {
        p->ordered = p->ordered || is(i, "volatile");
        p->pack = p->pack || is(i, ".");
    }
    return i;
}

// Is the word at token i, the last of a parameter from token `first` on, its name, after its type?
static bool is_name(size_t first, size_t i) {
    bool typed = false;
    for (size_t t = first; t < i; t++)
        typed = typed || (tokens[t].kind == WORD &&
                          !is_listed(t, "const volatile struct class union enum typename"));
    return typed && tokens[i].kind == WORD && !is(i - 1, "::") && !is_one(i, ARITHMETIC | FIXED);
}

// One from token i on of which at most the name is known: that in T (&name)[n] and its kin, or what
// comes last.
static size_t parse_odd(size_t i, size_t close, struct formal *p) {
    p->after = after_parameter(i, close);
    p->type = unknown_type;
    p->odd = p->reference = true;
    p->understood = false;
    p->name = p->place = 0;
    for (p->end = i; p->end < p->after && !is(p->end, "="); p->end++) {
        size_t name = after_class(p->end + 1);
        while (is(name, "*") || is(name, "&") || is_listed(name, after_star))
            name++;
        struct type type;
        bool odd;
        const bool named = tokens[name].kind == WORD && is(name + 1, ")") && p->end > i &&
                           !parse_type(name, &type, &odd); // int (name), and not int (float)
        if (is(p->end, "(") && (named || name > p->end + 1) && !p->place) {
            if (is(name, "(")) { // int (*(*name)(int))[2]
                p->end = name - 1;
                continue;
            }
            p->place = name;
            p->name = tokens[name].kind == WORD ? name : 0;
        }
        p->end = nesting(p->end) > 0 ? closing(p->end) : p->end;
    }
    if (!p->place && is_name(i, p->end - 1))
        p->name = p->end - 1;
    p->place = p->name ? p->name : p->place ? p->place : p->end;
    return p->after;
}

size_t parse_formal(size_t i, size_t close, struct formal *p) {
    *p = (struct formal){.first = i, .type = unknown_type};
    i = after_words(after_attributes(i), p);
    if (p->pack) { // an ellipsis
        p->understood = i == close;
        p->place = p->end = i;
        return p->after = after_parameter(i, close);
    }
    p->type_first = i;
    size_t after = parse_type(i, &p->type, &p->odd);
    if (!after && tokens[i].kind == WORD) { // of an unknown type
        p->type = unknown_type;
        after = i + 1 + is_one(i, FIXED);
    }
    if (!after || is_one(p->type.name, ASKING))
        return parse_odd(i, close, p);
    const size_t stars = after;
    after = after_words(after, p);
    after = parse_stars(after, &p->type, &p->reference);
    after = after_words(after, p);
    after = parse_stars(after, &p->type, &p->reference);
    for (size_t t = stars; t < after; t++)
        p->rvalue = p->rvalue || (is(t, "&") && is(t + 1, "&") && joins(t));
    after = after_attributes(after_words(after, p));
    if (is(after, "("))
        return parse_odd(i, close, p);
    p->place = after;
    if (tokens[after].kind == WORD && after < close) {
        p->name = after;
        after = after_attributes(after + 1);
    }
    if (is(after, "[")) {
        p->type = *pointer_to(p->type);
        while (is(after, "["))
            after = closing(after) + 1;
        after = after_attributes(after);
    }
    p->end = after;
    p->ordered = p->ordered || has_volatile(&p->type);
    p->understood = after == close || is(after, ",") || is(after, "=");
    p->after = after_parameter(after, close);
    return p->understood ? p->after : parse_odd(i, close, p);
}

size_t parse_template_parameter(size_t i, size_t close, struct formal *p) {
    const bool of_templates = is(i, "template") && is(i + 1, "<") && closing_angle(i + 1) < close;
    *p = (struct formal){.first = i, .type = unknown_type};
    if (of_templates || is(i, "class") || (is(i, "typename") && !is(i + 2, "::"))) {
        p->is_type = true;
        for (i = (of_templates ? closing_angle(i + 1) + 1 : i) + 1; is(i, "."); i++)
            p->pack = true;
        p->name = tokens[i].kind == WORD ? i : 0;
        p->understood = !p->pack && p->name && !of_templates;
        p->place = i;
        p->end = i + (p->name > 0);
        return p->after = after_parameter(p->end, close);
    }
    parse_formal(i, close, p);
    p->understood =
        p->understood && p->name && !p->pack && !p->reference && !p->odd &&
        (p->type.shape == NUMBER_TYPE ||
         (p->type.shape == UNKNOWN &&
          (flags(p->type.name) & (PLAIN_NAME | OTHER_NAME | CLASS_NAME)) == PLAIN_NAME));
    return p->after;
}

// In a kernel whose lanes hand over values, types that the template is given are taken to be those
// of numbers, which the compiler is asked then (split/emit_kernel.c).
bool parse_template(size_t from, size_t from_end, bool of_numbers) {
    bool understood = true;
    for (size_t t = from; t < from_end && !is(t, "requires"); t++) {
        const size_t close = is(t, "template") && is(t + 1, "<") ? closing_angle(t + 1) : t;
        for (t += t < close ? 2 : 0; t < close && close < from_end; t++) {
            struct formal p;
            t = parse_template_parameter(t, close, &p);
            understood = understood && p.understood;
            if (!p.name)
                continue;
            struct variable *v = new_variable(p.name, p.is_type ? TEMPLATE_TYPE : PARAMETER);
            v->given = p.is_type;
            v->number = p.is_type && of_numbers;
            v->type = number_type;
            v->type.integer = true;
            v->constant = true;
            add_variable(v);
        }
    }
    return understood;
}

static struct type volatile_type(struct type type) {
    if (type.of)
        type.of = copy_type(volatile_type(*type.of));
    else
        type.ordered = true;
    return type;
}

bool parse_parameters(size_t open) {
    bool understood = true;
    const size_t close = closing(open);
    for (size_t i = open + 1; i < close; i++) {
        if (is(i, "void") && i + 1 == close)
            break;
        struct formal p;
        const size_t first = i;
        i = parse_formal(i, close, &p);
        if (!p.understood)
            understood = fail(first, "a parameter that is not understood") != NULL;
        if (!p.name)
            continue;
        struct variable *v = new_variable(p.name, PARAMETER);
        v->type_first = p.type_first;
        v->type_end = p.name;
        v->type = p.ordered ? volatile_type(p.type) : p.type;
        v->constant = p.type.constant;
        v->reference = p.reference;
        v->deduced = is(p.type.name, "auto");
        v->odd = p.odd || p.pack || !p.understood;
        v->ordered = p.ordered;
        v->declarator_end = p.end;
        v->last = i - 1;
        add_variable(v);
    }
    return understood;
}
