// SPDX-License-Identifier: MIT
// Words that say nothing of what is declared: __host__, __shared__ and their kin where they do not
// apply, `const` that has been said before, and `long` of `long double` in device code. nvcc warns
// of them.
#include "names.h"
#include "refuse.h"
#include "rewrite.h"
#include "tree.h"
#include "warn.h"

static void tell(size_t i) {
    warn(i, MISPLACED_ATTRIBUTE, "attribute \"%s\" does not apply here", name_of(i));
}

// Tells of those of the words that stand in tokens [i, end), outside parentheses.
static void tell_of(size_t i, size_t end, const char *const *words) {
    for (; i < end; i = (nesting(i) > 0 ? closing(i) : i) + 1)
        if (is_any(i, words) && owner_of(i) == USER)
            tell(i);
}

static const char *const of_functions[] = {"__host__", "__global__", NULL};
static const char *const of_variables[] = {"__shared__", "__constant__", "__managed__", NULL};
static const char *const of_memory[] = {"__device__", "__shared__", "__constant__", "__managed__",
                                        NULL};

void warn_of_attributes(const struct declaration *d) {
    // what is read as a variable's value may be parameters, if a body comes behind them
    const bool has_body = is(d->open, "(") && is(closing(d->open) + 1, "{");
    if (d->what == VARIABLE && !has_body)
        tell_of(d->start, d->name, of_functions);
    if (d->what == VARIABLE && in_class(d) && !d->is_static)
        tell_of(d->start, d->name, of_memory);
    if (d->what == CLASS && d->body && is(closing(d->body) + 1, ";") &&
        d->spaces & (DEVICE | HOST | GLOBAL))
        warn(d->name, USELESS_ATTRIBUTE, "attribute does not apply to any entity");
    if (d->what != FUNCTION)
        return;
    tell_of(d->start, d->name, of_variables);
    const struct signature *const s = signature_of(d);
    for (size_t k = 0; k < s->count; k++) {
        tell_of(s->formals[k].first, s->formals[k].end, of_functions);
        tell_of(s->formals[k].first, s->formals[k].end, of_memory);
    }
}

void warn_of_local_attributes(const struct node *n) {
    if (n->kind == DECLARATION || n->kind == SHARED_VARIABLE) {
        size_t end = n->first;
        while (end < n->last && !is(end, "=") && !is(end, "{"))
            end = nesting(end) > 0 ? closing(end) + 1 : end + 1;
        tell_of(n->first, end, of_functions);
    }
    for (const struct node *c = n->child; c; c = c->next)
        warn_of_local_attributes(c);
}

bool is_repeated(size_t i) {
    size_t t = i;
    while (is(i, "const") && t > 0 && is_any(t - 1, arithmetic))
        t--;
    return is(i, "const") && t > 0 && is(t - 1, "const") && owner_of(i) == USER;
}

void warn_of_repeated(void) {
    for (size_t i = 0; i < token_count; i++)
        if (is_repeated(i))
            warn(i, REPEATED_QUALIFIER, "type qualifier specified more than once");
}

void warn_of_long_double(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !d->body || !(spaces_of(d) & (DEVICE | GLOBAL)) ||
            owner_of(d->name) != USER || is_in_template(d))
            continue;
        for (size_t t = d->body; t < d->end; t++)
            if ((is(t, "long") && is(t + 1, "double")) || (is(t, "double") && is(t + 1, "long")))
                warn(t, NO_LONG_DOUBLE, "'long double' is treated as 'double' in device code");
    }
}

void drop_repeated(void) {
    for (size_t i = 0; i < token_count; i++)
        if (is_repeated(i))
            erase(i, i);
}
