// SPDX-License-Identifier: MIT
// Functions that a file declares and does not define: kernels cannot call them without -rdc=true,
// whatever other files define.
#include "uses.h"

// Does the file define it, as far as is known? What may be it counts: a template, a function whose
// parameters are not understood, a declaration that is none of those that the parser knows.
static bool may_be_defined(const struct declaration *d) {
    for (const struct declaration *o = first_named(d->name); o; o = next_named(o)) {
        if (o->what == INSTANTIATION ||
            (o->what == FUNCTION && (o->body || o->given || is_in_template(o)) &&
             compare_parameters(o, d) != DIFFERENT))
            return true;
    }
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
