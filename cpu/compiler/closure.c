// SPDX-License-Identifier: MIT
// Lambdas that the host makes, called by device code: by the name of a variable outside functions,
// or in a template that is given one. The C++ compiler, which is shown them with a mark (view.c),
// names each call.
#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"
#include "tree.h"

static bool is_of_host(const struct node *n, unsigned code) {
    return n->kind == LAMBDA && !(code & (DEVICE | GLOBAL)) &&
           !(n->sign_length & (LAMBDA_DEVICE | LAMBDA_HOST));
}

bool is_lambda_of_host(const struct declaration *d) {
    const struct variable *const v =
        d->what == VARIABLE && d->open && owner_of(d->name) == USER ? declared_as(d) : NULL;
    return v && v->initial && is_of_host(v->initial, HOST);
}

static void mark_in(const struct node *n, unsigned code, size_t k, char **marks) {
    if (is_of_host(n, code))
        marks[n->sign] = text(" [[deprecated(\"cuda_cpu_closure %zu\")]] ", k);
    for (const struct node *c = n->child; c; c = c->next)
        mark_in(c, code_below(n, c, code), k, marks);
}

void mark_closures(char **marks) {
    for (size_t k = 0; k < declaration_count && !relaxed_constexpr; k++) {
        const struct declaration *const d = &declarations[k];
        const struct variable *const v = is_lambda_of_host(d) ? declared_as(d) : NULL;
        if (v)
            mark_in(v->initial, HOST, k, marks);
        if (d->what == FUNCTION && d->body && owner_of(d->name) == USER)
            mark_in(read_function(d)->body, spaces_of(d), k, marks);
    }
}

const struct declaration *closure_for_template(void) {
    const struct declaration *given = NULL;
    bool takes = false;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !d->body || owner_of(d->name) != USER)
            continue;
        const unsigned spaces = spaces_of(d);
        takes = takes || (d->is_template && spaces & DEVICE);
        if (!(spaces & (DEVICE | GLOBAL)) && find_kind(read_function(d)->body, LAMBDA))
            given = d;
    }
    return takes && !relaxed_constexpr ? given : NULL;
}

void judge_closure(size_t i, const struct declaration *of) {
    const struct declaration *const around = function_around(i);
    if (!around || i < around->open || is_asked(i))
        return;
    const unsigned from = code_at(i);
    if (!(from & (DEVICE | GLOBAL)) || is_skipped(around) ||
        (from & (HOST | OF_BOTH) && around->is_let_off))
        return;
    call_across(i, kind_of_call(from), "constexpr __host__", "operator()", from,
                name_of_function(around));
    const size_t name = of->what == VARIABLE ? back_to_word(i, name_of(of->name)) : i;
    if (from & HOST && same_word(name, of->name) && is_refused(i, from, around))
        complain_late(i, "error", "identifier \"%s\" is undefined in device code", name_of(name));
}
