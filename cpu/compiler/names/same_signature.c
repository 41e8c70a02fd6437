// SPDX-License-Identifier: MIT
// Whether two functions of one name take the same, so that both declarations are of one function.
// What is written with other words may be the same by another name, unless it is known as a number,
// pointer or vector.
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
