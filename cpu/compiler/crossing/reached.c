// SPDX-License-Identifier: MIT
// Which of the user's functions nvcc compiles for the device: it looks at no others.
#include <stdlib.h>

#include "uses.h"

// Does no `using` bring in what the namespace has, and has it no other name?
static bool is_closed(size_t name) {
    for (size_t t = first_same(name); t < token_count; t = next_same(t))
        if (owner_of(t) == USER && (is(t - 1, "using") || is(t - 1, "::") ||
                                    (is(t - 1, "namespace") && is(t - 2, "using")) ||
                                    (is(t - 1, "=") && is(t - 3, "namespace"))))
            return false;
    return true;
}

// Is d in a namespace that token t stands outside of, where it is not found by its name alone, nor
// by an argument's type?
static bool is_out_of_sight(size_t t, const struct declaration *d) {
    const struct declaration *const space = d->scope == NO_SCOPE ? NULL : &declarations[d->scope];
    if (!space || space->what != NAMESPACE || has_no_name(space) || space->is_inline)
        return false;
    for (size_t s = scope_around(t); s != NO_SCOPE; s = declarations[s].scope)
        if (is_one_scope(s, d->scope))
            return false;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what != FUNCTION && declarations[k].what != VARIABLE &&
            is_one_scope(declarations[k].scope, d->scope))
            return false;
    return is_closed(space->name);
}

// Is token t, the same word as d's name, certainly not d's: the name of a declaration in another
// scope, or of what that namespace has, other::name?
static bool is_namesake(size_t t, const struct declaration *d) {
    typedef const struct declaration *declared;
    for (declared k = first_named(t); k; k = next_named(k))
        if (k->name == t)
            return !k->qualifier && !is_one_scope(k->scope, d->scope);
    bool others = false;
    if (!is(t - 1, "::") && !is(t - 1, ".") && !is(t - 1, "->"))
        return is_out_of_sight(t, d);
    for (declared k = is(t - 1, "::") && tokens[t - 2].kind == WORD ? first_named(t - 2) : NULL; k;
         k = next_named(k)) {
        const size_t space = (size_t)(k - declarations);
        if (k->what == FUNCTION || k->what == VARIABLE)
            continue;
        if (k->what != NAMESPACE || is_one_scope(space, d->scope))
            return false;
        for (declared o = first_named(t); o && !others; o = next_named(o))
            others = is_one_scope(o->scope, space);
    }
    return others;
}

static bool is_unnamed(const struct declaration *d) {
    const struct declaration *const whole = in_class(d) ? &declarations[d->scope] : d;
    if (d->special == OPERATOR || d->special == CONVERSION ||
        (d->spaces & GLOBAL && !d->is_template)) // a template kernel is there if it is asked for
        return false;
    // what is not called by its own name is, where there are objects of its class: some may be
    // declared with it, struct S { ... } s;
    if (d->special && whole != d && whole->body && !is(closing(whole->body) + 1, ";"))
        return false;
    const size_t name = d->special ? whole->name : d->name;
    for (size_t t = first_same(name); t < token_count; t = next_same(t))
        if (owner_of(t) == USER && (t < d->first || t > d->end) && !is_namesake(t, d) &&
            !(d->special && t >= whole->first && t <= whole->end))
            return false;
    return true;
}

static bool is_own(const struct declaration *d) {
    return d->is_static || d->is_inline || d->is_constexpr;
}

static bool is_left_out(const struct declaration *d) {
    const bool left = (in_class(d) && !d->is_virtual) || d->is_static || d->is_inline;
    return left && is_unnamed(d);
}

static bool is_in_vain(const struct declaration *d) {
    return is_left_out(d) || (d->is_template && is_unnamed(d));
}

// ---- who calls whom -----------------------------------------------------------------------------

void note_call(struct calls *c, size_t i, const struct declaration *d) {
    const struct declaration *const from = function_around(i);
    if (from && spaces_of(from) & (DEVICE | GLOBAL) && !(code_at(i) & (DEVICE | GLOBAL)))
        return; // what the host's pass alone sees
    c->all = grow(c->all, &c->room, c->count + 1, sizeof *c->all);
    c->all[c->count++] = (struct call){from, d, 0};
}

// Whether declaration `to` is of the function that d defines.
static bool declares(const struct declaration *to, const struct declaration *d) {
    if (to == d || to->body || in_class(d) || to->what != FUNCTION || to->special != d->special ||
        !same_word(to->name, d->name) || compare_parameters(to, d) == DIFFERENT)
        return to == d;
    return in_class(to) ? class_name(d) && same_word(class_name(to), class_name(d))
                        : is_one_scope(to->scope, d->scope);
}

static bool waits_for_calls(const struct declaration *d) {
    bool waits = d->is_template || in_class(d);
    for (size_t scope = d->scope; scope != NO_SCOPE && !waits; scope = declarations[scope].scope)
        waits = declarations[scope].is_template || declarations[scope].what == FUNCTION ||
                has_no_name(&declarations[scope]);
    for (const struct declaration *o = first_named(d->name); o && !waits; o = next_named(o))
        waits = declares(o, d) && is_own(o);
    return waits;
}

static bool is_called_somewhere(const struct calls *c, const struct declaration *d) {
    return c->named[d - declarations];
}

// Is it a constructor that is not called, beside one of its class that is?
static bool is_never_called(const struct calls *c, const struct declaration *d) {
    bool others = false;
    if (d->special != CONSTRUCTOR || is_called_somewhere(c, d))
        return false;
    for (const struct declaration *o = first_named(d->name); o && !others; o = next_named(o))
        others = o != d && o->special == CONSTRUCTOR && class_of_method(o) == class_of_method(d) &&
                 is_called_somewhere(c, o);
    return others;
}

// Is it of the device alone, and may be called without its name, as constructors and operators are?
static bool is_called_unnamed(const struct declaration *d) {
    return (d->special || d->is_virtual) && !(spaces_of(d) & HOST);
}

// Functions that the call may be of, and that were not reached before, are added to the list.
static void reach_callees(const struct call *call, bool *reached, size_t *list, size_t *count) {
    for (const struct declaration *o = first_named(call->to->name); o; o = next_named(o))
        if (!reached[o - declarations] && declares(call->to, o)) {
            reached[o - declarations] = true;
            list[(*count)++] = (size_t)(o - declarations);
        }
}

// What of the functions `reached` calls, with these; per declaration.
static bool *with_callees(const struct calls *c, bool *reached) {
    size_t *const list = allocate(declaration_count, sizeof *list), count = 0;
    for (size_t k = 0; k < declaration_count; k++)
        if (reached[k])
            list[count++] = k;
    for (size_t k = c->of_values; k > 0; k = c->all[k - 1].next)
        reach_callees(&c->all[k - 1], reached, list, &count);
    for (size_t at = 0; at < count; at++)
        for (size_t k = c->by[list[at]]; k > 0; k = c->all[k - 1].next)
            reach_callees(&c->all[k - 1], reached, list, &count);
    free(list);
    return reached;
}

// What other files may call, and what that calls; per declaration. by_class: what is called without
// its name is taken for called where its class is named.
static bool *reach(const struct calls *c, bool by_class) {
    bool *const reached = allocate(declaration_count, sizeof *reached);
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const o = &declarations[k];
        const bool by_name =
            o->spaces & GLOBAL || (is_called_unnamed(o) && (by_class || o->is_virtual));
        reached[k] = o->what == FUNCTION && owner_of(o->name) == USER &&
                     (by_name ? !is_in_vain(o) : !waits_for_calls(o));
    }
    return with_callees(c, reached);
}

// Does nothing call it, or only what is itself not called?
static bool is_called_in_vain(const struct calls *c, const struct declaration *d) {
    return is_called_unnamed(d) &&
           (is_never_called(c, d) || (is_called_somewhere(c, d) && !c->called[d - declarations]));
}

bool is_skipped(const struct calls *c, const struct declaration *d) {
    return is_in_vain(d) || is_called_in_vain(c, d) ||
           (!d->special && !c->compiled[d - declarations]);
}

// Kernels that are compiled, and what they call.
static bool *reach_by_kernels(const struct calls *c) {
    bool *const reached = allocate(declaration_count, sizeof *reached);
    for (size_t k = 0; k < declaration_count; k++)
        reached[k] = declarations[k].what == FUNCTION && declarations[k].spaces & GLOBAL &&
                     !is_skipped(c, &declarations[k]);
    return with_callees(c, reached);
}

void spread_calls(struct calls *c) {
    c->by = allocate(declaration_count, sizeof *c->by);
    c->named = allocate(declaration_count, sizeof *c->named);
    for (size_t k = 0; k < c->count; k++) {
        struct call *const call = &c->all[k];
        size_t *const first = call->from ? &c->by[call->from - declarations] : &c->of_values;
        call->next = *first;
        *first = k + 1;
        for (const struct declaration *o = first_named(call->to->name); o; o = next_named(o))
            c->named[o - declarations] = c->named[o - declarations] || declares(call->to, o);
    }
    c->compiled = reach(c, true);
    c->called = reach(c, false);
    c->by_kernels = reach_by_kernels(c);
}
