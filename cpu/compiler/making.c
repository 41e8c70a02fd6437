// SPDX-License-Identifier: MIT
// What is done where an object of a class begins or ends: nothing, or something that the compiler
// can do beforehand, or something that a variable of the device cannot have.
#include "names.h"
#include "refuse.h"
#include "tree.h"

// Does the class with index c need something done where an object of it begins or ends: by a
// constructor or destructor that does something, by virtual functions, which a constructor makes
// known, by a base or a member?
static bool needs_making(size_t c, int depth) {
    const struct declaration *const own = &declarations[c];
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == CLASS && d->body && d != own && is_base(own, d) && depth < 8 &&
            needs_making(k, depth + 1))
            return true;
        if (d->scope != c || owner_of(d->name) != USER)
            continue;
        const bool empty =
            d->body && closing(d->body) == d->body + 1 && d->body == closing(d->open) + 1;
        const bool runs = !d->given && !d->is_constexpr && !empty;
        if (d->what == FUNCTION &&
            (d->is_virtual ||
             (runs && (d->special == DESTRUCTOR ||
                       (d->special == CONSTRUCTOR && closing(d->open) == d->open + 1)))))
            return true;
        const struct variable *const v =
            d->what == VARIABLE && !d->is_static ? declared_as(d) : NULL;
        if (v && !v->reference && is_made(&v->type, depth + 1))
            return true;
    }
    return false;
}

bool is_made(const struct type *of, int depth) {
    while (of->shape == ARRAY)
        of = of->of;
    const struct declaration *const c = of->shape == OBJECT ? class_meant(of->name) : NULL;
    for (size_t k = 0; of->shape == OBJECT && depth < 8 && k < declaration_count; k++)
        if (declarations[k].what == CLASS && declarations[k].body &&
            (&declarations[k] == c || same_word(declarations[k].name, of->name)) &&
            needs_making(k, depth))
            return true;
    return false;
}

// ---- beforehand ---------------------------------------------------------------------------------

// Is the value that an object of class c begins with known: does a constexpr constructor make it,
// or has all that is in it a value?
static bool is_class_made_early(const struct declaration *c, int depth) {
    bool own = false, early = true;
    if (has_virtual_base(c, 0))
        return false;
    for (size_t at = 0, base; early && (base = next_base(c, &at));) {
        const struct type of = {.shape = OBJECT, .name = base};
        early = is_made_early(&of, depth + 1);
    }
    for (const struct declaration *d = c + 1;
         d < declarations + declaration_count && d->first < c->end; d++) {
        if (&declarations[d->scope] != c)
            continue;
        if (d->special == DESTRUCTOR && !d->given) // then there is no constexpr constructor
            return false;
        if (d->special == CONSTRUCTOR && closing(d->open) == d->open + 1 && d->given != DEFAULTED) {
            if (!d->is_constexpr)
                return false;
            own = true;
        }
        const struct variable *const v =
            d->what == VARIABLE && !d->is_static && !d->open ? declared_as(d) : NULL;
        if (v && !v->reference)
            early = early && is_made_early(&v->type, depth + 1);
    }
    return own || early;
}

bool is_made_early(const struct type *of, int depth) {
    while (of->shape == ARRAY)
        of = of->of;
    const struct declaration *const c = of->shape == OBJECT ? class_meant(of->name) : NULL;
    return c && depth < 8 ? is_class_made_early(c, depth)
                          : of->shape != NUMBER_TYPE && of->shape != POINTER && of->shape != VECTOR;
}

// Does a member of it get a value where it is declared?
static bool has_values(const struct type *of, int depth) {
    while (of->shape == ARRAY)
        of = of->of;
    const struct declaration *const c = of->shape == OBJECT ? class_meant(of->name) : NULL;
    if (of->shape == OBJECT && (!c || depth > 8 || c->bases))
        return true;
    for (const struct declaration *d = c ? c + 1 : NULL;
         d && d < declarations + declaration_count && d->first < c->end; d++) {
        const struct variable *const v =
            d->what == VARIABLE && &declarations[d->scope] == c && !d->is_static ? declared_as(d)
                                                                                 : NULL;
        if (v && (d->open || has_values(&v->type, depth + 1)))
            return true;
    }
    return of->shape == UNKNOWN;
}

bool is_left_alone(const struct declaration *d) {
    const struct variable *const v = d->what == VARIABLE ? declared_as(d) : NULL;
    const bool empty = !d->open || (is(d->open, "{") && closing(d->open) == d->open + 1);
    return v && empty && !v->reference && !is_made(&v->type, 0) && !has_values(&v->type, 0);
}
