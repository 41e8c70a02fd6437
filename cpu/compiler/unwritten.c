// SPDX-License-Identifier: MIT
// Constructors and assignments that nobody wrote, or that are = default, and call the host's for a
// member or a base: who calls them nobody wrote either.
#include "cuda2cpp.h"
#include "refuse.h"

size_t end_of_kernels(size_t i) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && d->body && d->spaces & GLOBAL && !d->is_template &&
            owner_of(d->name) == USER)
            i = closing(d->body);
    }
    return i;
}

void judge_unwritten(size_t i, const struct declaration *d, bool given) {
    const struct declaration *own = NULL;
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == CLASS && declarations[k].first <= i && i <= declarations[k].end)
            own = &declarations[k]; // the innermost
    if (!own)
        return;
    const bool assigns = d->special == OPERATOR;
    unsigned from = 0;
    for (size_t t = own->end; t < token_count; t++)
        if (same_word(t, own->name) && owner_of(t) == USER &&
            (assigns || (!is(t + 1, "*") && !is(t + 1, "&")))) {
            const struct declaration *const f = function_around(t);
            const unsigned code = code_at(t);
            if (given && f && t < f->body)
                from |= code & (HOST | GLOBAL) ? HOST : 0; // whoever calls it makes one
            else
                from |= code;
        }
    if (given && from & HOST)
        return;
    if (!(from & HOST) && (given || same_word(i, own->name) || back_to_word(i, "using") < i))
        i = end_of_kernels(i);
    if (from & (DEVICE | GLOBAL))
        call_across(i, from & HOST ? "warning" : "error", "__host__", name_of_function(d),
                    from & HOST ? HOST | DEVICE : DEVICE,
                    text("%s::%s", name_of(own->name), assigns ? "operator=" : name_of(own->name)));
}
