// SPDX-License-Identifier: MIT
// What the declaration of a function says of its arguments and its result, as types; and whether
// two functions of one name take the same, so that both declarations are of one function. What is
// written with other words may be the same by another name, unless it is known as a number, pointer
// or vector.
#include "names.h"

static struct signature *signatures; // of each declaration

const struct signature *signature_of(const struct declaration *d) {
    return &signatures[d - declarations];
}

// Is it a parameter of the function's own template, which calls choose? Not one with a default,
// which may be a reference that does not stand in the call.
static bool is_generic(const struct type *type) {
    const struct variable *const v =
        type->shape == UNKNOWN && type->name ? find_variable(type->name) : NULL;
    return v && v->role == TEMPLATE_TYPE && v->given && !is(v->name + 1, "=");
}

// Does the function get a value, and nothing that it could change? What the system's functions get
// by const & they only read, and what they get of unknown types they copy.
static bool is_value(const struct formal *p, bool trusted) {
    const struct type *const type = &p->type;
    const bool object = type->shape == OBJECT && ((flags(type->name) & USERS) || trusted);
    const bool known = is_plain(type) || type->shape == VECTOR || object || p->generic;
    if (!p->understood)
        return false;
    if (p->reference && type->constant && type->name && is(type->name, "legacy_texture"))
        return true; // common/legacy: it is read alone
    if (p->reference)
        return trusted && type->constant && known && type->shape != POINTER && !p->rvalue;
    return known || trusted;
}

static void read_formals(const struct declaration *d, struct signature *s) {
    const size_t close = closing(d->open);
    const bool own = !d->qualifier; // else the class may have chosen
    size_t room = 0;
    for (size_t i = d->open + 1; i < close; i++) {
        if (is(i, "void") && i + 1 == close)
            return;
        struct formal p;
        i = parse_formal(i, close, &p);
        p.generic = own && is_generic(&p.type);
        s->formals = grow(s->formals, &room, s->count + 1, sizeof *s->formals);
        s->formals[s->count++] = p;
    }
}

static void read_result(const struct declaration *d, struct signature *s) {
    bool odd = false;
    size_t i = after_specifiers(d->start);
    const size_t first = i, trailing = closing(d->open) + 1;
    s->result = unknown_type;
    if (d->is_nested || (d->special && d->special != OPERATOR))
        return;
    i = parse_type(i, &s->result, &odd);
    i = i ? parse_stars(after_specifiers(i), &s->result, &s->refers) : 0;
    if (i && odd && is(first, "auto") && is(trailing, "->")) {
        odd = false;
        i = parse_type(trailing + 1, &s->result, &odd);
        i = i ? parse_stars(i, &s->result, &s->refers) : 0;
    }
    s->is_void = i && !s->refers && is_void(&s->result);
    s->is_known = i && !odd;
}

unsigned result_of(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const enum shape shape = s->result.shape;
    if (s->is_void)
        return GIVES_OTHER;
    if (s->is_known && !s->refers && (shape == NUMBER_TYPE || shape == VECTOR))
        return shape == VECTOR ? GIVES_VECTOR : GIVES_NUMBER;
    // our own headers name the types of what refers to something
    const bool named = owner_of(d->name) == OURS && s->is_known && !s->refers && shape != POINTER;
    return named ? GIVES_OTHER : GIVES_OTHER | GIVES_ADDRESS;
}

void read_signatures(void) {
    signatures = allocate(declaration_count, sizeof *signatures);
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        struct signature *const s = &signatures[k];
        const bool trusted = owner_of(d->name) != USER;
        if (d->what == ALIAS)
            s->is_known = type_of_alias(d, &s->result);
        if (d->what != FUNCTION)
            continue;
        begin_scope();
        if (d->is_template)
            parse_template(d->first, d->start, false);
        read_formals(d, s);
        read_result(d, s);
        s->by_value = closing(d->open) < token_count;
        for (size_t p = 0; p < s->count; p++) {
            s->by_value = s->by_value && is_value(&s->formals[p], trusted);
            s->takes_class = s->takes_class || s->formals[p].type.shape == OBJECT;
            s->takes_generic = s->takes_generic || s->formals[p].generic;
        }
    }
    begin_scope();
}

bool is_placeholder(const struct formal *p) {
    for (size_t t = p->first; t < p->end; t++)
        if (is(t, "auto"))
            return true;
    return false;
}

bool same_tokens(size_t a, size_t a_end, size_t b, size_t b_end) {
    if (a_end - a != b_end - b)
        return false;
    for (; a < a_end; a++, b++)
        if (!same_word(a, b))
            return false;
    return true;
}

static bool is_known(const struct type *type) {
    return type->of || type->bytes || type->shape == VECTOR;
}

static enum likeness compare_types(const struct type *a, const struct type *b) {
    if (!is_known(a) || !is_known(b))
        return UNSURE;
    if (a->shape != b->shape || (a->of && a->of->constant != b->of->constant))
        return DIFFERENT;
    if (a->of)
        return compare_types(a->of, b->of);
    if (a->shape == VECTOR)
        return same_word(a->name, b->name) ? THE_SAME : DIFFERENT;
    if (a->bytes != b->bytes || a->floating != b->floating || a->natural != b->natural)
        return DIFFERENT;
    return a->bytes == 1 || a->bytes == 8 ? UNSURE : THE_SAME; // of these there are several
}

static enum likeness compare_formals(const struct formal *p, const struct formal *q) {
    if (same_tokens(p->first, p->place, q->first, q->place) &&
        same_tokens(p->place + (p->name > 0), p->end, q->place + (q->name > 0), q->end))
        return THE_SAME;
    if (p->pack != q->pack)
        return DIFFERENT;
    return p->understood && q->understood && p->reference == q->reference
               ? compare_types(&p->type, &q->type)
               : UNSURE;
}

enum likeness compare_parameters(const struct declaration *a, const struct declaration *b) {
    const struct signature *const x = signature_of(a), *const y = signature_of(b);
    if (x->count != y->count || a->of_object != b->of_object)
        return DIFFERENT;
    const bool special = a->is_specialisation || b->is_specialisation;
    enum likeness found = special || a->is_constrained || b->is_constrained ||
                                  !same_tokens(a->first, a->start, b->first, b->start)
                              ? UNSURE
                              : THE_SAME;
    for (size_t k = 0; k < x->count && !special && found != DIFFERENT; k++) {
        const enum likeness one = compare_formals(&x->formals[k], &y->formals[k]);
        found = one < found ? one : found;
    }
    return found;
}
