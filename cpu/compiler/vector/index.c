// SPDX-License-Identifier: MIT
// A thread's index in the whole grid, as kernels write it: threadIdx.x + blockIdx.x * blockDim.x.
// The compiler cannot know that this unsigned sum never wraps around, nor that the threads of the
// next block have the next indices.
//
// A kernel without a barrier that asks for threadIdx.x and blockIdx.x in such sums alone is FLAT:
// its blocks side by side are one long row of threads, and run as the loop that one would write by
// hand. (Where indices could wrap around, blocks.h runs it thread by thread.)
#include "split/fission.h"

static bool is_binary(const struct node *n, const char *sign) {
    return n->kind == BINARY && has_sign(n, sign);
}

// blockIdx.x * blockDim.x, one of them a size_t or not
static bool is_product(const struct node *n, const char *axis, bool *wide) {
    n = bare(n);
    if (!is_binary(n, "*"))
        return false;
    const struct node *a = bare(child(n, 0)), *b = bare(child(n, 1));
    if (a->kind == CAST && a->type->integer && is(a->type->name, "size_t")) {
        *wide = true;
        a = bare(a->child);
    }
    return (is_component(a, "blockIdx", axis) && is_component(b, "blockDim", axis)) ||
           (is_component(a, "blockDim", axis) && is_component(b, "blockIdx", axis));
}

// The sum of both.
static bool is_sum(const struct node *n, const char *axis, bool *wide) {
    *wide = false;
    n = bare(n);
    if (!is_binary(n, "+"))
        return false;
    const struct node *a = child(n, 0), *b = child(n, 1);
    return (is_component(a, "threadIdx", axis) && is_product(b, axis, wide)) ||
           (is_component(b, "threadIdx", axis) && is_product(a, axis, wide));
}

// Does it name a variable that is such a sum, and never changes? narrow: it is an int.
static struct variable *named(const struct node *n, const char *axis, bool *wide, bool narrow) {
    n = bare(n);
    struct variable *v = n->kind == LOCAL_NAME ? n->variable : NULL;
    if (!v || !keeps_initial(v) || !counts(&v->type) || v->declarator != v->name ||
        (narrow && (v->type.bytes != 4 || v->type.natural)))
        return NULL;
    return is_sum(v->initial, axis, wide) ? v : NULL;
}

bool names_index(const struct node *n, bool *wide, bool narrow) {
    return named(n, "x", wide, narrow);
}

// y * blockDim.x * gridDim.x
static struct variable *rows(const struct node *n) {
    bool wide;
    n = bare(n);
    if (!is_binary(n, "*") || !is_binary(bare(child(n, 0)), "*"))
        return NULL;
    const struct node *inner = bare(child(n, 0)), *a = child(inner, 1), *b = child(n, 1);
    const bool grid = (is_component(a, "blockDim", "x") && is_component(b, "gridDim", "x")) ||
                      (is_component(a, "gridDim", "x") && is_component(b, "blockDim", "x"));
    return grid ? named(child(inner, 0), "y", &wide, true) : NULL;
}

bool is_index(const struct node *n, struct index *index) {
    *index = (struct index){false, NULL, NULL};
    if (is_sum(n, "x", &index->wide))
        return true;
    n = bare(n);
    if (!is_binary(n, "+"))
        return false;
    bool wide;
    for (unsigned k = 0; k < 2; k++) {
        index->x = named(child(n, k), "x", &wide, true);
        index->y = rows(child(n, 1 - k));
        if (index->x && index->y)
            return true;
    }
    return false;
}

// Names nothing but what never changes, and index variables: to be asked of any thread.
static bool asks_nothing(const struct node *n) {
    bool wide;
    return is_uniform(n, true) || names_index(n, &wide, false) || named(n, "y", &wide, false) ||
           named(n, "z", &wide, false) ||
           (has_kind(n, KIND(BINARY) | KIND(SIGN) | KIND(COMMA) | KIND(CAST)) &&
            is_plain(n->type) && ALL_CHILDREN(c, n, asks_nothing(c)));
}

// Of the terms with `sign` between all of them, the one that compares the index by < and <=, or by
// > and >=; NULL: none does, or one in front of it does more than compare. first: nothing in front
// of n may be there to keep the limit from being worked out.
static const struct node *find_term(const struct node *n, const char *sign, char comparison,
                                    bool first) {
    n = bare(n);
    if (is_binary(n, sign)) {
        const struct node *const left = find_term(child(n, 0), sign, comparison, first);
        return left                         ? left
               : !asks_nothing(child(n, 0)) ? NULL
                                            : find_term(child(n, 1), sign, comparison, false);
    }
    bool wide;
    const struct node *const limit = n->kind == BINARY ? child(n, 1) : NULL;
    const bool compares = comparison == '<' ? is_binary(n, "<") || is_binary(n, "<=")
                                            : is_binary(n, ">") || is_binary(n, ">=");
    return compares && names_index(child(n, 0), &wide, false) && is_plain(limit->type) &&
                   is_uniform(limit, true) && (first || !can_fail(limit))
               ? n
               : NULL;
}

static bool just_returns(const struct node *n) {
    while (n->kind == BLOCK && n->child && !n->child->next)
        n = n->child;
    return n->kind == RETURN;
}

// A kernel that begins with declarations of indices, and then has all the rest after
// `if (x > 0 && x < n && ...)`, or has `if (x <= 0 || x >= n || ...) return;`. Those threads do
// nothing.
static void find_guard(struct fission *f) {
    f->guard = (struct guard){NULL, NULL, false};
    size_t s = 0;
    for (; s < f->step_count && f->steps[s].kind != PLAIN; s++)
        for (size_t v = 0; v < f->steps[s].node->declared_count; v++)
            if (f->steps[s].node->declared[v]->role != REMATERIALISED &&
                f->steps[s].node->declared[v]->role != UNIFORM)
                return;
    if (s == f->step_count || f->steps[s].node->kind != IF || f->steps[s].node->early)
        return;
    const struct node *n = f->steps[s].node, *then = child(n, 1);
    f->guard.leaves = just_returns(then) && !then->next;
    if (f->guard.leaves || (s + 1 == f->step_count && !then->next)) {
        const char *const sign = f->guard.leaves ? "||" : "&&";
        f->guard.upper = find_term(n->child, sign, f->guard.leaves ? '>' : '<', true);
        f->guard.lower = find_term(n->child, sign, f->guard.leaves ? '<' : '>', true);
    }
}

// Does it ask for its place by nothing but its index along x?
static bool asks_by_index(const struct node *n, bool *any) {
    struct index index;
    if (n->kind == BINARY && is_index(n, &index)) {
        *any = true;
        return true;
    }
    if (n->kind == BUILT_IN && (is(n->name, "threadIdx") || is(n->name, "blockIdx")))
        return false;
    if (n->kind == MEMBER && n->child->kind == BUILT_IN &&
        (is(n->child->name, "threadIdx") || is(n->child->name, "blockIdx")))
        return !is(n->name, "x") && n->type->shape == NUMBER_TYPE;
    return ALL_CHILDREN(c, n, asks_by_index(c, any));
}

bool is_flat(struct fission *f) {
    bool any = false;
    find_guard(f);
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        if ((s->kind != PLAIN && s->kind != DECLARED && s->kind != HOISTED) ||
            s->node->kind == SHARED_VARIABLE || s->loop != f->steps[0].loop ||
            (s->kind == PLAIN && s->common))
            return false;
    return asks_by_index(f->body, &any) && any && !f->leaves && !takes_volatile() &&
           !(f->body->effects & (PLACED | ORDERED));
}
