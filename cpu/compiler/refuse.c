// SPDX-License-Identifier: MIT
// What a file's declarations show by themselves to be wrong, as nvcc does, one after the other: it
// is told before anything is rewritten.
#include <string.h>

#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"
#include "warn.h"

static void check_defaulted(const struct declaration *d) {
    for (size_t t = d->start; t < d->name && in_class(d) && !d->is_virtual; t++)
        if (is(t, "__host__") || is(t, "__device__"))
            warn(t, IGNORED_ANNOTATION,
                 "%s annotation is ignored on a non-virtual function(\"%s\") that is "
                 "explicitly defaulted on its first declaration",
                 name_of(t), name_of_function(d));
}

static void check_function(const struct declaration *d) {
    if (d->spaces & GLOBAL)
        check_kernel(d);
    else if (is(d->name, "main") && d->spaces & DEVICE && d->scope == NO_SCOPE)
        complain(d->name, "error", "function \"main\" cannot be marked __device__ or __global__");
    if (d->given == DEFAULTED)
        check_defaulted(d);
    check_bounds(d);
    check_grid_constants(d);
    if (d->misplaced && d->body)
        complain(d->misplaced, "error",
                 "attributes are not permitted in a function definition: %s stands "
                 "in front of the function's type",
                 name_of(d->misplaced));
    if (d->body && d->tries && spaces_of(d) & (DEVICE | GLOBAL) && !(spaces_of(d) & HOST))
        complain_behind(d->behind - 1, "error", "device code does not support exception handling");
    check_redeclaration(d);
}

// __global__ template <class T> void k(T *);
static void check_templates(void) {
    static const char *const words[] = {"__global__", "__device__", "__host__", NULL};
    for (size_t i = 0, first = 0; i < token_count; i++) {
        first = is_any(i, words) && !(i > 0 && is_any(i - 1, words)) ? i : first;
        if (is(i, "template") && i > 0 && is_any(i - 1, words) && owner_of(i) == USER)
            complain(first, "error",
                     "attributes are not allowed here: the place of %s is behind template <...>",
                     name_of(first));
    }
}

void check_declarations(void) {
    check_templates();
    check_outside_launches();
    check_unroll();
    check_pragmas();
    if (!no_warnings) {
        warn_of_repeated();
        warn_of_long_double();
    }
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        warn_of_attributes(d);
        check_name(d);
        if (d->spaces & (DEVICE | GLOBAL | CONSTANT | MANAGED) && strchr(name_of(d->name), '\\'))
            complain(d->name, "error",
                     "Universal character is not allowed in device entity name (\"%s\")",
                     name_of(d->name));
        if (d->what == FUNCTION) {
            check_function(d);
            warn_of_head(d);
            warn_of_defaults(d);
            check_override(d);
            if (d->body) {
                check_nested(d);
                check_conditions(d);
                check_body(d);
                check_externs(d);
                check_launches(d);
                check_returns(d);
                warn_of_local_attributes(read_function(d)->body);
                check_jumps(d);
                warn_of_body(d);
            }
        } else if (d->what == CLASS && d->body && !no_warnings) {
            warn_of_partial_override(d);
        } else if (d->what == VARIABLE) {
            const struct variable *const v = d->open ? declared_as(d) : NULL;
            if (v && v->initial)
                check_lambdas(v->initial);
            if (v && !is_in_template(d))
                warn_of_value(v);
            if (d->is_constexpr)
                check_constexpr(v);
            if (d->spaces & VARIABLE_SPACES)
                check_variable(d);
            check_redefinition(d);
            check_shared_again(d);
        }
    }
    warn_of_idle();
}
