// SPDX-License-Identifier: MIT
// Whether two functions of one name take the same, so that both declarations are of one function:
// by the types of their parameters, whatever those are called there.
#include "names.h"

// Are the tokens [a, a_end) the same words as [b, b_end)?
static bool same_tokens(size_t a, size_t a_end, size_t b, size_t b_end) {
    if (a_end - a != b_end - b)
        return false;
    for (; a < a_end; a++, b++)
        if (!same_word(a, b))
            return false;
    return true;
}

static enum likeness less(enum likeness a, enum likeness b) {
    return a < b ? a : b;
}

// The type that another name stands for; *named: the class or enumeration that it is, or that other
// name if it is not known what it stands for; NULL: neither.
static struct type meant_type(struct type type, const struct declaration **named) {
    *named = NULL;
    for (int depth = 0; depth < 16; depth++) {
        if (type.of || type.bytes || type.shape == VECTOR || type.means || is_void(&type) ||
            !type.name || tokens[type.name].kind != WORD)
            return type;
        *named = type_meant(type.name);
        if (!*named || (*named)->what != ALIAS || type.arguments || !signature_of(*named)->is_known)
            return type;
        const bool constant = type.constant, ordered = type.ordered;
        const size_t body = (*named)->defines;
        type = signature_of(*named)->result;
        type.constant = type.constant || constant;
        type.ordered = type.ordered || ordered;
        *named = body && !type.of ? type_with_body(body) : NULL;
        if (*named)
            return type;
    }
    return unknown_type;
}

static bool is_known(const struct type *type, const struct declaration *named) {
    return type->of || type->bytes || type->shape == VECTOR || is_void(type) ||
           (named && named->what != ALIAS);
}

// Are the names of two types written with the same words?
static bool same_words(const struct type *a, const struct type *b) {
    return a->name && b->name && same_tokens(a->from, a->name + 1, b->from, b->name + 1);
}

static enum likeness compare_types(struct type a, struct type b, bool exact);

static enum likeness compare_arguments(const struct arguments *a, const struct arguments *b) {
    enum likeness found = !a == !b && (!a || a->count == b->count) ? THE_SAME : UNSURE;
    for (size_t k = 0; a && k < a->count && found == THE_SAME; k++) {
        const struct argument *const x = &a->all[k], *const y = &b->all[k];
        if (x->is_type && y->is_type && x->reference == y->reference)
            found = compare_types(x->type, y->type, true);
        else if (x->is_type || y->is_type || !same_tokens(x->first, x->end, y->first, y->end))
            found = UNSURE;
    }
    return found;
}

// Two types, one of which at least is named by a parameter of its template.
static enum likeness compare_templates(const struct type *a, const struct type *b, bool known) {
    if (!a->means || !b->means)
        return known && is_just(a->means ? a : b, a->means ? a->means : b->means) ? DIFFERENT
                                                                                  : UNSURE;
    if (!a->means->place || !b->means->place) // of a class
        return UNSURE;
    if (is_just(a, a->means) && is_just(b, b->means))
        return a->means->place == b->means->place ? THE_SAME : DIFFERENT;
    return a->means->place == b->means->place && same_words(a, b)
               ? less(compare_arguments(a->arguments, b->arguments), THE_SAME)
               : UNSURE;
}

// exact: const and volatile are part of them.
static enum likeness compare_types(struct type a, struct type b, bool exact) {
    const struct declaration *x, *y;
    a = meant_type(a, &x);
    b = meant_type(b, &y);
    const bool both = is_known(&a, x) && is_known(&b, y),
               either = is_known(&a, x) || is_known(&b, y);
    if (a.asked || b.asked || is(a.name, "auto") || is(b.name, "auto"))
        return UNSURE;
    if (exact && (a.constant != b.constant || a.ordered != b.ordered))
        return both ? DIFFERENT : UNSURE;
    if (a.of && b.of && a.shape == b.shape)
        return less(a.shape == POINTER ? THE_SAME : UNSURE, compare_types(*a.of, *b.of, true));
    if (a.means || b.means)
        return compare_templates(&a, &b, either);
    if (x && x == y) { // a template for names of types may give one for two
        const enum likeness found = compare_arguments(a.arguments, b.arguments);
        return x->what == ALIAS && found == DIFFERENT ? UNSURE : found;
    }
    if (x && y && both) // a template has several of one name
        return x->is_template && y->is_template ? UNSURE : DIFFERENT;
    if (both)
        return same_type(&a, &b) || (is_void(&a) && is_void(&b)) ? THE_SAME : DIFFERENT;
    return !x && !y && !either && same_words(&a, &b) ? compare_arguments(a.arguments, b.arguments)
                                                     : UNSURE;
}

static enum likeness compare_formals(const struct formal *p, const struct formal *q) {
    const struct declaration *x, *y;
    const struct type a = meant_type(p->type, &x), b = meant_type(q->type, &y);
    if (p->is_type || q->is_type)
        return p->is_type != q->is_type || p->pack != q->pack         ? DIFFERENT
               : is(p->first, "template") || is(q->first, "template") ? UNSURE
                                                                      : THE_SAME;
    if (p->odd || q->odd || ((p->ordered || q->ordered) && (a.of || b.of || p->reference)))
        return UNSURE;
    if (p->pack != q->pack)
        return DIFFERENT;
    if (p->reference != q->reference || p->rvalue != q->rvalue)
        return (is_known(&a, x) || a.means) && (is_known(&b, y) || b.means) ? DIFFERENT : UNSURE;
    if (p->pack && (!p->type_first || !q->type_first))
        return p->type_first == q->type_first ? THE_SAME : DIFFERENT;
    return compare_types(p->type, q->type, p->reference);
}

// Two templates by their parameters and results.
static enum likeness compare_heads(const struct signature *x, const struct signature *y) {
    const struct formals *const f = &x->of_template, *const g = &y->of_template;
    enum likeness found = x->is_known && y->is_known   ? compare_types(x->result, y->result, true)
                          : x->is_known == y->is_known ? THE_SAME
                                                       : UNSURE;
    if (f->count != g->count || (x->is_known && y->is_known && x->refers != y->refers))
        return DIFFERENT;
    for (size_t k = 0; k < f->count; k++) {
        found = less(found, compare_formals(&f->all[k], &g->all[k]));
        for (size_t l = 0; l < g->count; l++) // the same word means another one
            if (l != k && f->all[k].name && same_word(f->all[k].name, g->all[l].name))
                found = less(found, UNSURE);
    }
    return found;
}

enum likeness compare_parameters(const struct declaration *a, const struct declaration *b) {
    const struct signature *const x = signature_of(a), *const y = signature_of(b);
    const bool special = a->is_specialisation || b->is_specialisation;
    enum likeness found = special || a->is_constrained || b->is_constrained ? UNSURE : THE_SAME;
    if (x->count != y->count || a->of_object != b->of_object)
        return DIFFERENT;
    if (!special && (x->of_template.count || y->of_template.count))
        found = less(found, compare_heads(x, y));
    for (size_t k = 0; k < x->count && !special && found != DIFFERENT; k++)
        found = less(found, compare_formals(&x->formals[k], &y->formals[k]));
    return found;
}
