// SPDX-License-Identifier: MIT
// Methods that override virtual ones of the other side, and those that may have been meant to.
#include "names.h"
#include "refuse.h"
#include "warn.h"

// Does d certainly take something else than o, or say something else of its object?
static bool differs(const struct declaration *d, const struct declaration *o) {
    return d->of_object != o->of_object || take_alike(d, o) == DIFFERENT;
}

// Is there only one class by the name of that one?
static bool is_only(const struct declaration *class) {
    for (size_t k = first_named(class->name); k != NO_SCOPE; k = next_named(k))
        if (&declarations[k] != class &&
            (declarations[k].what == CLASS || declarations[k].what == ALIAS))
            return false;
    return true;
}

// Does the class say using T::name; or has it a method that may override that one?
static bool may_have(const struct declaration *class, const struct declaration *virtual) {
    for (size_t t = class->body; t < class->end; t++)
        if (same_word(t, virtual->name) && is(t - 1, "::") && is(t + 1, ";"))
            return true;
    for (size_t k = first_named(virtual->name); k != NO_SCOPE; k = next_named(k))
        if (in_class(&declarations[k]) && &declarations[declarations[k].scope] == class &&
            (declarations[k].what != FUNCTION || !differs(&declarations[k], virtual)))
            return true;
    return false;
}

// Is class `of` a base of class c, or of a base of it? A base is looked for by its name, where
// there is only one class by that.
static bool descends(const struct declaration *c, const struct declaration *of, int depth) {
    if (is_base(c, of))
        return true;
    for (size_t at = 0, name; depth < 8 && (name = next_base(c, &at));)
        for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k))
            if (declarations[k].what == CLASS && declarations[k].body &&
                is_only(&declarations[k]) && descends(&declarations[k], of, depth + 1))
                return true;
    return false;
}

// The next virtual method of d's name in a base of its class, from declaration k on.
static size_t next_virtual(size_t k, const struct declaration *d) {
    for (; k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const o = &declarations[k];
        if (o->what == FUNCTION && o->is_virtual && in_class(o) && !o->special &&
            o->scope != d->scope && descends(&declarations[d->scope], &declarations[o->scope], 0))
            break;
    }
    return k;
}

// Does the method of a template perhaps take what its parameters say?
static bool depends(const struct declaration *o) {
    const struct signature *const s = signature_of(o);
    bool any = o->is_template;
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        const struct type *const type = innermost(&p->type);
        any = any || !p->understood || p->generic || type->shape == UNKNOWN || type->arguments ||
              (type->name && is_template_parameter(type->name, o));
    }
    return any;
}

// Does it hide that one, and no method of its class overrides any of that name?
static bool hides(const struct declaration *d, const struct declaration *o) {
    const struct declaration *const own = &declarations[d->scope];
    if (is_in_template(d) || (is_in_template(o) && depends(o)) || d->is_friend ||
        owner_of(o->name) != USER || !is_only(&declarations[o->scope]) || !is_only(own))
        return false;
    for (size_t k = next_virtual(first_named(d->name), d); k != NO_SCOPE;
         k = next_virtual(next_named(k), d))
        if (may_have(own, &declarations[k]))
            return false;
    return true;
}

void check_override(const struct declaration *d) {
    if (!in_class(d) || d->special)
        return;
    for (size_t k = next_virtual(first_named(d->name), d); k != NO_SCOPE;
         k = next_virtual(next_named(k), d)) {
        const struct declaration *const o = &declarations[k];
        const unsigned here = spaces_of(d), there = spaces_of(o);
        if (differs(d, o)) {
            if (!no_warnings && hides(d, o))
                warn(d->name, HIDDEN_VIRTUAL,
                     "function \"%s\" is hidden by \"%s\" -- virtual function override "
                     "intended?",
                     name_of_function(o), name_of_function(d));
        } else if (here != there) {
            complain(d->name, "error",
                     "execution space mismatch: overridden entity (function \"%s\") is a %s "
                     "function, but overriding entity (function \"%s\") is a %s function",
                     name_of_function(o), there & DEVICE ? "__device__" : "__host__",
                     name_of_function(d), here & DEVICE ? "__device__" : "__host__");
        }
    }
}

// Of the virtual methods of d's name in bases of its class: does the class surely override one, and
// surely not another one?
static bool overrides_some(const struct declaration *d, const struct declaration **left) {
    bool some = false;
    *left = NULL;
    for (size_t k = next_virtual(first_named(d->name), d); k != NO_SCOPE;
         k = next_virtual(next_named(k), d)) {
        const struct declaration *const o = &declarations[k];
        bool overridden = false;
        for (size_t m = first_named(d->name); m != NO_SCOPE; m = next_named(m)) {
            const struct declaration *const own = &declarations[m];
            if (own->what != FUNCTION || own->scope != d->scope || !in_class(own))
                continue;
            if (!differs(own, o) && take_alike(own, o) != THE_SAME)
                return false;
            overridden = overridden || !differs(own, o);
        }
        some = some || overridden;
        *left = overridden ? *left : o;
    }
    return some && *left;
}

void warn_of_partial_override(const struct declaration *c) {
    const struct declaration *left;
    if (!c->bases || !is_only(c) || is_in_template(c))
        return;
    for (const struct declaration *d = c + 1;
         d < declarations + declaration_count && d->first < c->end; d++) {
        if (d->what != FUNCTION || &declarations[d->scope] != c || d->special || d->is_friend ||
            d->is_static || !overrides_some(d, &left) || !is_only(&declarations[left->scope]))
            continue;
        bool used = false; // using T::name;
        for (size_t t = c->body; t < c->end && !used; t++)
            used = same_word(t, d->name) && is(t - 1, "::") && is(t + 1, ";");
        if (!used)
            warn(c->name, PARTLY_OVERRIDDEN,
                 "overloaded virtual function \"%s\" is only partially overridden in class "
                 "\"%s\"",
                 name_of_function(left), name_of(c->name));
    }
}
