// SPDX-License-Identifier: MIT
// Which of the user's functions nvcc compiles for the device: it looks at no others. And which of
// these the file only declares: kernels cannot call them without -rdc=true, whatever other files
// define.
#include "uses.h"

// Is it a call, by code that both passes see, or by a kernel's stub?
static bool is_call(const struct use *use) {
    const struct declaration *const d = &declarations[use->declaration];
    const struct declaration *const from = function_around(use->i);
    const bool of_host_alone =
        from && spaces_of(from) & (DEVICE | GLOBAL) && !(code_at(use->i) & (DEVICE | GLOBAL));
    return use->i == token_count ||
           (d->what == FUNCTION && owner_of(d->name) == USER && strcmp(use->word, "library") != 0 &&
            !is_unevaluated(use->i) && !of_host_alone);
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
    return waits || ANY_NAMED(o, d->name,
                              declares(o, d) && (o->is_static || o->is_inline || o->is_constexpr));
}

static const struct uses *calls;
static size_t *calls_of; // of each declaration, of none: the number of its first call, from 1

static void reach_from(size_t d, bool *reached);

// What the call may be of, and what that calls, is reached; per declaration.
static void reach(size_t call, bool *reached) {
    const struct declaration *const to = &declarations[calls->all[call - 1].declaration];
    for (const struct declaration *o = first_named(to->name); o; o = next_named(o))
        if (!reached[o - declarations] && declares(to, o))
            reach_from((size_t)(o - declarations), reached);
}

static void reach_from(size_t d, bool *reached) {
    if (d < declaration_count)
        reached[d] = true;
    for (size_t call = calls_of[d]; call > 0; call = calls->all[call - 1].next)
        reach(call, reached);
}

// Is it compiled whatever calls it? A template of a kernel is where it is launched, or asked for.
static bool is_root(const struct declaration *d) {
    if (d->what != FUNCTION || owner_of(d->name) != USER)
        return false;
    if (!(d->spaces & GLOBAL))
        return (d->is_virtual && !(spaces_of(d) & HOST)) || !waits_for_calls(d);
    return !d->is_template || ANY_NAMED(o, d->name, o->what == INSTANTIATION);
}

void spread_calls(struct uses *uses) {
    const size_t of_none = declaration_count;
    calls = uses;
    calls_of = allocate(declaration_count + 1, sizeof *calls_of);
    uses->compiled = allocate(declaration_count, sizeof *uses->compiled);
    uses->by_kernels = allocate(declaration_count, sizeof *uses->by_kernels);
    for (size_t k = 0; k < uses->count; k++) {
        const struct declaration *const from = function_around(uses->all[k].i);
        size_t *const first = &calls_of[from ? (size_t)(from - declarations) : of_none];
        if (is_call(&uses->all[k])) {
            uses->all[k].next = *first;
            *first = k + 1;
        }
    }
    reach_from(of_none, uses->compiled);
    reach_from(of_none, uses->by_kernels);
    for (size_t d = 0; d < declaration_count; d++)
        if (!uses->compiled[d] && is_root(&declarations[d]))
            reach_from(d, uses->compiled);
    for (size_t d = 0; d < declaration_count; d++)
        if (uses->compiled[d] && declarations[d].spaces & GLOBAL && !uses->by_kernels[d])
            reach_from(d, uses->by_kernels);
}

// May the file define it? Whatever might be its definition counts: a template, a function whose
// parameters are not understood, a declaration of a kind that the parser does not know.
static bool may_be_defined(const struct declaration *d) {
    if (ANY_NAMED(o, d->name,
                  o->what == INSTANTIATION ||
                      (o->what == FUNCTION && (o->body || o->given || is_in_template(o)) &&
                       compare_parameters(o, d) != DIFFERENT)))
        return true;
    for (size_t t = first_same(d->name); t < token_count; t = next_same(t)) {
        const struct declaration *const o = declaration_at(t);
        if (!o || o->what == OTHER)
            return true;
    }
    return false;
}

static bool is_undefined(const struct declaration *d) {
    return d->what == FUNCTION && !d->body && !d->given && !d->special && !d->is_friend &&
           owner_of(d->name) == USER && spaces_of(d) & DEVICE && !is_in_template(d) &&
           !may_be_defined(d);
}

bool find_undefined(void) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (!is_undefined(d))
            continue;
        for (size_t t = first_same(d->name); t < token_count; t = next_same(t)) {
            const struct declaration *const around = function_around(t);
            if (around && around->body && t > around->body && code_at(t) & (DEVICE | GLOBAL))
                return true;
        }
    }
    return false;
}

void judge_undefined(const struct use *use, const bool *by_kernels) {
    const struct declaration *const d = &declarations[use->declaration];
    const struct declaration *const around = function_around(use->i);
    if (around && by_kernels[around - declarations] && !is_unevaluated(use->i) &&
        code_at(use->i) & (DEVICE | GLOBAL) && is_undefined(d))
        complain(back_to_word(use->i, name_of(d->name)),
                 "unresolved extern function %s: this file does not define it, and device code "
                 "reaches those of other files only with -rdc=true",
                 name_of_function(d));
}
