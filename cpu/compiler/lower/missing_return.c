// SPDX-License-Identifier: MIT
// Functions of the device that end without their return: a C++ compiler lets such a function run
// into what follows it; on a GPU its value is unspecified, and nothing else.
#include "rewrite.h"

// May what follows the statement be reached, as far as its returns show?
static bool goes_on(const struct node *n) {
    if (n->kind == IF && child(n, 1)->next)
        return goes_on(child(n, 1)) || goes_on(child(n, 1)->next);
    return n->kind == BLOCK ? ALL_CHILDREN(c, n, goes_on(c)) : n->kind != RETURN;
}

// A value of the function's result, which may have no constructor without arguments: by the type's
// tokens, which end where the function's name begins. NULL: they are not known.
static const char *value_of(const struct declaration *d, const struct type *result) {
    static const char no_types[] =
        "( [ inline static virtual explicit __device__ __host__ __inline__ __inline constexpr "
        "__noinline__ __forceinline__ extern friend";
    const size_t end = d->qualifier ? d->qualifier : d->name;
    if (d->special == CONVERSION || result->from < d->first || result->from >= end ||
        is(end - 1, "::"))
        return NULL;
    for (size_t i = result->from; i < end; i++)
        if (is_listed(i, no_types))
            return NULL;
    return text("::cuda_cpu::unspecified<%s>()", joined(result->from, end - 1, false));
}

static void add_return(const struct node *body, const char *value) {
    if (value && goes_on(body))
        insert_before(body->last,
                      text(" if (::cuda_cpu::ends_without_return()) return %s; ", value));
}

// Of the device's lambdas in the tree: [...](...) -> type { ... }, the body being the last child.
static void add_to_lambdas(const struct node *n, bool device) {
    const bool is_lambda = n->kind == LAMBDA;
    device = device || (is_lambda && n->sign_length & LAMBDA_DEVICE);
    for (const struct node *c = n->child; c; c = c->next) {
        if (is_lambda && device && !c->next) {
            size_t arrow = c->first;
            while (arrow > n->sign && !is(arrow, "->"))
                arrow--;
            if (arrow > n->sign)
                add_return(c, text("::cuda_cpu::unspecified<%s>()",
                                   joined(arrow + 1, c->first - 1, false)));
        }
        add_to_lambdas(c, device);
    }
}

// Returns something at the function's end, in a way that the C++ compiler still warns of.
void add_missing_return(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const char *value = NULL;
    if (!d->body || owner_of(d->name) != USER)
        return;
    const struct node *const body = read_function(d)->body;
    add_to_lambdas(body, spaces_of(d) & (DEVICE | GLOBAL));
    if (!(spaces_of(d) & DEVICE) || d->is_constexpr || d->special == CONSTRUCTOR ||
        d->special == DESTRUCTOR || s->is_void || (s->result.name && is(s->result.name, "auto")))
        return;
    if (s->refers)
        value = value_of(d, &s->result);
    else if (s->result.means && s->result.means->role == TEMPLATE_TYPE &&
             s->result.shape == UNKNOWN)
        value = text("::cuda_cpu::unspecified<%s>()", name_of(s->result.from)); // or void
    else if (s->is_known && s->result.shape != NUMBER_TYPE && s->result.shape != POINTER)
        value = value_of(d, &s->result);
    else if (s->is_known || (d->special == CONVERSION && !is(d->open - 1, "&")))
        value = "{}";
    add_return(body, value);
}
