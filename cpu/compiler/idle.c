// SPDX-License-Identifier: MIT
// Functions and variables of this file alone that nothing in it names.
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// Is it declared outside functions and classes, by a word or a namespace that makes it this file's?
static bool is_of_file(const struct declaration *d) {
    bool own =
        d->is_static || (d->what == VARIABLE && (d->is_const || d->is_constexpr) && !d->is_inline);
    for (size_t scope = d->scope; scope != NO_SCOPE; scope = declarations[scope].scope) {
        if (declarations[scope].what != NAMESPACE)
            return false;
        own = own || has_no_name(&declarations[scope]);
    }
    return own && !d->is_extern && !d->is_friend && !d->is_template && !d->qualifier &&
           !d->special && !d->given;
}

// A header's templates may find a function by the classes that it takes.
static bool is_the_only_name(const struct declaration *d) {
    const struct signature *const taken = d->what == FUNCTION ? signature_of(d) : NULL;
    bool known = true;
    for (size_t k = 0; taken && k < taken->count; k++)
        known = known && taken->formals[k].understood && is_plain(&taken->formals[k].type);
    for (size_t t = first_same(d->name); t < token_count; t = next_same(t))
        if (t != d->name && (owner_of(t) == USER || !known))
            return false;
    return true;
}

// Does an attribute say what becomes of it?
static bool has_attribute(const struct declaration *d) {
    size_t t = d->first;
    while (t > 0 && tokens[t - 1].kind != PRAGMA && !is(t - 1, ";") && !is(t - 1, "}") &&
           !is(t - 1, "{"))
        t--;
    const size_t end = d->body ? d->body : d->end;
    for (; t < end; t++)
        if (lets_off(t))
            return true;
    return false;
}

// Nobody knows what else giving the variable its value does, or what its type does.
static bool may_act_by_itself(const struct declaration *d) {
    const struct variable *const v = declared_as(d);
    if (!v || v->reference || v->odd || has_volatile(&v->type))
        return true;
    if (!d->is_static && !v->type.constant && !d->is_constexpr && d->is_const)
        return true; // not it is constant, but what it points to
    return !is_simple(&v->type) || (v->initial && acts_as_initial(v->initial, v, false));
}

void warn_of_idle(void) {
    for (size_t k = 0; k < declaration_count && !no_warnings && !merged_passes; k++) {
        const struct declaration *const d = &declarations[k];
        if ((d->what != FUNCTION && d->what != VARIABLE) || owner_of(d->name) != USER ||
            !is_of_file(d) || !is_the_only_name(d) || has_attribute(d) || is_in_pragma(d->name) ||
            place_of(d->name).file != 0 || is(d->name, "main") ||
            (d->what == VARIABLE && may_act_by_itself(d)))
            continue;
        warn(d->name, UNUSED, "%s \"%s\" was declared but never referenced",
             d->what == FUNCTION ? "function" : "variable", name_of(d->name));
    }
}
