// SPDX-License-Identifier: MIT
// Which of the user's functions nvcc compiles for the device: it looks at no others.
#include "uses.h"

bool is_unnamed(const struct declaration *d) {
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
        if (owner_of(t) == USER && (t < d->first || t > d->end) &&
            !(d->special && t >= whole->first && t <= whole->end))
            return false;
    return true;
}

static bool is_own(const struct declaration *d) {
    return d->is_static || d->is_inline || d->is_constexpr;
}

bool is_left_out(const struct declaration *d) {
    const bool left = (in_class(d) && !d->is_virtual) || d->is_static || d->is_inline;
    return left && is_unnamed(d);
}

bool is_in_vain(const struct declaration *d) {
    return is_left_out(d) || (d->is_template && is_unnamed(d));
}

// ---- who calls whom -----------------------------------------------------------------------------

struct call {
    const struct declaration *from, *to; // NULL: the value of a variable
    bool spread;
};

static struct call *calls;
static size_t call_count, call_room;

void note_call(size_t i, const struct declaration *d) {
    const struct declaration *const from = function_around(i);
    if (from && spaces_of(from) & (DEVICE | GLOBAL) && !(code_at(i) & (DEVICE | GLOBAL)))
        return; // what the host's pass alone sees
    calls = (struct call *)grow(calls, &call_room, call_count + 1, sizeof *calls);
    calls[call_count++] = (struct call){from, d, false};
}

// Whether declaration `to` is of the function that d defines.
static bool declares(const struct declaration *to, const struct declaration *d) {
    if (to == d || to->body || in_class(d) || to->what != FUNCTION || to->special != d->special ||
        !same_word(to->name, d->name) || take_alike(to, d) == DIFFERENT)
        return to == d;
    return in_class(to) ? class_name(d) && same_word(class_name(to), class_name(d))
                        : is_one_scope(to->scope, d->scope);
}

static bool waits_for_calls(const struct declaration *d) {
    bool waits = d->is_template || in_class(d);
    for (size_t scope = d->scope; scope != NO_SCOPE && !waits; scope = declarations[scope].scope)
        waits = declarations[scope].is_template || declarations[scope].what == FUNCTION ||
                has_no_name(&declarations[scope]);
    for (size_t k = first_named(d->name); k != NO_SCOPE && !waits; k = next_named(k))
        waits = declares(&declarations[k], d) && is_own(&declarations[k]);
    return waits;
}

static bool spread(struct call *call, bool *reached) {
    bool more = false;
    if (call->spread || (call->from && !reached[call->from - declarations]))
        return false;
    call->spread = true;
    for (size_t k = first_named(call->to->name); k != NO_SCOPE; k = next_named(k))
        if (!reached[k] && declares(call->to, &declarations[k]))
            more = reached[k] = true;
    return more;
}

static bool is_called_somewhere(const struct declaration *d) {
    bool called = false;
    for (size_t k = 0; k < call_count && !called; k++)
        called = declares(calls[k].to, d);
    return called;
}

static bool is_never_called(const struct declaration *d) {
    bool others = false;
    for (const struct declaration *o = declarations; o < declarations + declaration_count; o++)
        others = others || (o != d && o->what == FUNCTION && o->special == CONSTRUCTOR &&
                            class_of_method(o) == class_of_method(d) && is_called_somewhere(o));
    return d->special == CONSTRUCTOR && others && !is_called_somewhere(d);
}

// Is it of the device alone, and may be called without its name, as constructors and operators are?
static bool is_called_unnamed(const struct declaration *d) {
    return (d->special || d->is_virtual) && !(spaces_of(d) & HOST);
}

// What other files may call, and what that calls; per declaration. by_class: what is called without
// its name is taken for called where its class is named.
static bool *reach(bool by_class) {
    bool *const reached = (bool *)allocate(declaration_count, sizeof *reached), more = true;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const o = &declarations[k];
        const bool by_name =
            o->spaces & GLOBAL || (is_called_unnamed(o) && (by_class || o->is_virtual));
        reached[k] = o->what == FUNCTION && owner_of(o->name) == USER &&
                     (by_name ? !is_in_vain(o) : !waits_for_calls(o));
    }
    for (size_t k = 0; k < call_count; k++)
        calls[k].spread = false;
    while (more) {
        more = false;
        for (size_t k = 0; k < call_count; k++)
            more = spread(&calls[k], reached) || more;
    }
    return reached;
}

static bool is_compiled(const struct declaration *d) {
    static bool *compiled;
    compiled = compiled ? compiled : reach(true);
    return compiled[d - declarations];
}

// Does nothing call it, or nothing but what nothing calls?
static bool is_called_in_vain(const struct declaration *d) {
    static bool *called;
    called = called ? called : reach(false);
    return is_called_unnamed(d) &&
           (is_never_called(d) || (is_called_somewhere(d) && !called[d - declarations]));
}

bool is_skipped(const struct declaration *d) {
    return is_in_vain(d) || is_called_in_vain(d) || (!d->special && !is_compiled(d));
}
