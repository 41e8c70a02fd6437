// SPDX-License-Identifier: MIT
// Which of the user's functions nvcc compiles for the device: it looks at no others.
#include <stdlib.h>

#include "uses.h"

void note_launch(struct calls *c, const struct declaration *d) {
    c->all = grow(c->all, &c->room, c->count + 1, sizeof *c->all);
    c->all[c->count++] = (struct call){NULL, d, 0};
}

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

// Is it compiled only where something calls it?
static bool waits_for_calls(const struct declaration *d) {
    bool waits = d->is_template || in_class(d);
    for (size_t scope = d->scope; scope != NO_SCOPE && !waits; scope = declarations[scope].scope)
        waits = declarations[scope].is_template || declarations[scope].what == FUNCTION ||
                has_no_name(&declarations[scope]);
    for (const struct declaration *o = first_named(d->name); o && !waits; o = next_named(o))
        waits = declares(o, d) && (o->is_static || o->is_inline || o->is_constexpr);
    return waits;
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

// Is it compiled whatever calls it? A template of a kernel is where it is launched, or asked for.
static bool is_root(const struct declaration *d) {
    bool asked = !d->is_template;
    if (d->what != FUNCTION || owner_of(d->name) != USER)
        return false;
    if (!(d->spaces & GLOBAL))
        return (d->is_virtual && !(spaces_of(d) & HOST)) || !waits_for_calls(d);
    for (const struct declaration *o = first_named(d->name); o && !asked; o = next_named(o))
        asked = o->what == INSTANTIATION;
    return asked;
}

void spread_calls(struct calls *c) {
    c->by = allocate(declaration_count, sizeof *c->by);
    for (size_t k = 0; k < c->count; k++) {
        struct call *const call = &c->all[k];
        size_t *const first = call->from ? &c->by[call->from - declarations] : &c->of_values;
        call->next = *first;
        *first = k + 1;
    }
    bool *const roots = allocate(declaration_count, sizeof *roots), *const kernels =
                                                                        allocate(declaration_count,
                                                                                 sizeof *kernels);
    for (size_t k = 0; k < declaration_count; k++)
        roots[k] = is_root(&declarations[k]);
    c->compiled = with_callees(c, roots);
    for (size_t k = 0; k < declaration_count; k++)
        kernels[k] = c->compiled[k] && declarations[k].spaces & GLOBAL;
    c->by_kernels = with_callees(c, kernels);
}
