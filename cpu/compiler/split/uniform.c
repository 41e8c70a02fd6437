// SPDX-License-Identifier: MIT
// Uniformity: what is the same for all threads of a block, read off the tree from the leaves up.
#include "fission.h"

bool changes_by_name(const struct variable *v) {
    return !v->open && !v->passed && !v->reference;
}

bool keeps_initial(const struct variable *v) {
    return v->initial && v->initial->kind != LIST && v->role != PARAMETER && !v->assigned &&
           changes_by_name(v) && !v->odd && !v->parenthesised;
}

bool is_given(const struct variable *v) {
    return v->role == PARAMETER && !v->own && !v->assigned && changes_by_name(v);
}

// For all threads; and for good; for one thread; for the lanes of a warp that come to it together.
enum wanted { SAME, UNCHANGING, OF_THREAD, OF_WARP };

static bool is_like(const struct node *n, enum wanted wanted);

static bool all_like(const struct node *n, enum wanted wanted) {
    return ALL_CHILDREN(c, n, c->kind == SIZE_OF || is_like(c, wanted));
}

static bool is_name_like(const struct node *n, enum wanted wanted, bool member) {
    const struct variable *v = n->variable;
    if (wanted == OF_WARP)
        return is_plain(&v->type) && v->role != SHARED_MEMORY && v->role != TEMPLATE_TYPE &&
               changes_by_name(v) && !v->apart && !member;
    const bool plain =
        is_plain(&v->type) || (member && (v->type.shape == VECTOR || v->type.shape == OBJECT));
    const bool changed = v->open || v->passed || v->assigned;
    if (v->role == SHARED_MEMORY)
        return v->type.shape == ARRAY && !member; // an address
    if (!plain || !changes_by_name(v))
        return false;
    if (v->role == REMATERIALISED)
        return wanted == OF_THREAD;
    if (v->role != UNIFORM && (v->role != PARAMETER || v->own))
        return false;
    return wanted == SAME ? v->role == UNIFORM || !member || !changed : !changed;
}

static bool may_divide_by_zero(const struct node *n) {
    return (n->kind == BINARY || n->kind == ASSIGN) && (is(n->sign, "/") || is(n->sign, "%")) &&
           is_literal_zero(child(n, 1)) && child(n, 1)->kind != SIZE_OF &&
           !is_component(child(n, 1), "blockDim", "x y z") &&
           !is_component(child(n, 1), "gridDim", "x y z") &&
           !(child(n, 1)->kind == GLOBAL_NAME && (flags(child(n, 1)->name) & CONSTANT_NAME));
}

// Does no other variable of the kernel have its name?
static bool has_own_name(const struct variable *v) {
    for (size_t k = 0; k < variable_count; k++)
        if (variables[k] != v && word(variables[k]->name) == word(v->name))
            return false;
    return true;
}

static bool is_like(const struct node *n, enum wanted wanted) {
    if (wanted == OF_WARP && is_like(n, SAME))
        return true;
    switch (n->kind) {
    case CONSTANT_VALUE:
        return tokens[n->first].kind != STRING || source[tokens[n->first].end - 1] == '\'';
    case SIZE_OF:
        return true;
    case LOCAL_NAME:
        return is_name_like(n, wanted, false);
    case GLOBAL_NAME: {
        const unsigned known = flags(n->name);
        return (known & (CONSTANT_NAME | VARIABLE_NAME)) == CONSTANT_NAME &&
               (!(known & (FUNCTION_NAME | TYPE_NAME)) ||
                (n->first == n->name && hides_headers(n->name))) &&
               is_plain(n->type) && !(n->last > n->first && (known & MEMBER_NAME));
    }
    case MEMBER:
        if (n->child->kind == BUILT_IN)
            return !(n->child->effects & PLACED) && n->type->shape == NUMBER_TYPE &&
                   (wanted == OF_THREAD || !is(n->child->name, "threadIdx") ||
                    (wanted == OF_WARP && (is(n->name, "y") || is(n->name, "z"))));
        return n->child->kind == LOCAL_NAME && is_plain(n->type) &&
               is_name_like(n->child, wanted, true);
    case CALL:
        return (flags(n->name) & PURE) && !(wanted == OF_THREAD && (flags(n->name) & COSTLY)) &&
               all_like(n, wanted);
    case CAST:
    case CONSTRUCT:
        return is_plain(n->type) && !n->sign_length && n->child && n->child->kind != LIST &&
               !n->child->next && (is_plain(n->child->type) || n->child->type->shape == ARRAY) &&
               is_like(n->child, wanted);
    case EXCHANGE:
        return wanted == OF_WARP &&
               (gives_uniform(n) || (takes_from_one(n) && is_like(child(n, 2), OF_WARP)));
    case INDEX:
    case DEREFERENCE:
        return wanted == OF_WARP && is_plain(n->type) && !has_volatile(n->child->type) &&
               all_like(n, OF_WARP);
    case STEP:
    case ASSIGN:
        return wanted == OF_WARP && is_plain(n->type) && all_like(n, OF_WARP);
    case SIGN:
    case BINARY:
        if (wanted == OF_WARP && n->kind == BINARY && drops_lane(n))
            return true;
        return ALL_CHILDREN(c, n, is_plain(c->type) || c->type->shape == ARRAY) &&
               all_like(n, wanted) && !(wanted == OF_THREAD && may_divide_by_zero(n));
    case CONDITIONAL:
        return all_like(n, wanted);
    case ADDRESS_OF: // of a thread's own variable: what a function is handed for its result
        return wanted == OF_THREAD && n->child->kind == LOCAL_NAME &&
               n->child->variable->role == LOCAL && !n->child->variable->reference &&
               has_own_name(n->child->variable);
    case COMMA: // of one operand: parentheses
        return !n->child->next && is_like(n->child, wanted);
    default:
        return false;
    }
}

bool is_uniform(const struct node *n, bool unchanging) {
    return is_like(n, unchanging ? UNCHANGING : SAME);
}

bool is_warp_uniform(const struct node *n) {
    return is_like(n, OF_WARP);
}

bool can_rematerialise(const struct node *n) {
    return is_like(n, OF_THREAD);
}

bool can_fail(const struct node *n) {
    return may_divide_by_zero(n) || ANY_CHILD(c, n, can_fail(c));
}

// ---- variables ---------------------------------------------------------------------------------

static bool is_common(const struct node *n) {
    return n->kind == LOCAL_NAME &&
           (n->variable->role == UNIFORM ||
            (n->variable->role == PARAMETER && !n->variable->own)) &&
           is_plain(&n->variable->type) && !n->variable->open && !n->variable->passed;
}

// `i += 2` and the like, or a list of them, or a value that is the same for all.
static bool changes_uniformly(const struct node *n) {
    if (n->kind == COMMA) {
        return ALL_CHILDREN(c, n, changes_uniformly(c));
    }
    if (n->kind == STEP)
        return is_common(n->child);
    if (n->kind == ASSIGN)
        return is_common(n->child) && is_uniform(child(n, 1), false);
    return n->kind == EMPTY || is_uniform(n, false);
}

static bool declares_uniform(const struct node *d) {
    for (size_t k = 0; k < d->declared_count; k++) {
        const struct variable *v = d->declared[k];
        if (v->role != UNIFORM || v->type.shape != NUMBER_TYPE || v->parenthesised ||
            (v->initial && (v->initial->kind == LIST || !is_uniform(v->initial, false))))
            return false;
    }
    return true;
}

// A statement, or an expression in one, that all threads do together, and that changes nothing but
// what they have in common.
static bool is_done_uniformly(const struct node *n) {
    if (n->kind < EXPRESSION)
        return changes_uniformly(n);
    if (n->kind == DECLARATION)
        return declares_uniform(n);
    return has_kind(n, KIND(EXPRESSION) | KIND(IF) | KIND(FOR) | KIND(WHILE) | KIND(DO) |
                           KIND(BLOCK) | KIND(EMPTY) | KIND(LEAVE_LOOP)) &&
           !n->early && ALL_CHILDREN(c, n, is_done_uniformly(c));
}

bool is_uniform_change(const struct fission *f, const struct node *n) {
    // Without barriers nothing is gained; where threads return, what can fail may be done for none.
    if (has_kind(n, KIND(IF) | KIND(FOR) | KIND(WHILE) | KIND(DO)))
        return f->body->barrier && !n->barrier && !n->escapes && !n->returns &&
               !(f->body->returns && can_fail(n)) && is_done_uniformly(n);
    return n->kind == EXPRESSION &&
           (n->child->kind == STEP || n->child->kind == ASSIGN ||
            (n->child->kind == COMMA && n->child->child->next)) &&
           changes_uniformly(n->child);
}

static void not_uniform(struct variable *v) {
    if (v->role == UNIFORM)
        v->role = LOCAL;
    else if (v->role == PARAMETER)
        v->own = true;
}

// What an assignment may assign to.
static void note_target(const struct node *to) {
    if (to->kind == LOCAL_NAME)
        not_uniform(to->variable);
    else if (to->kind == INDEX && to->child->type->shape == ARRAY) // and its index is just read
        note_target(to->child);
    else if (to->kind == INDEX ? to->child->type->shape != POINTER
                               : to->kind == MEMBER || to->kind == COMMA ||
                                     to->kind == CONDITIONAL || to->kind == CAST)
        for (const struct node *c = to->child; c; c = c->next)
            note_target(c);
}

// What each thread runs for itself: all that it assigns to, each thread has for itself.
static void note_own(const struct node *n) {
    if (n->kind == ASSIGN || n->kind == STEP)
        note_target(n->child);
    for (size_t k = 0; k < n->declared_count; k++)
        not_uniform(n->declared[k]);
    for (const struct node *c = n->child; c; c = c->next)
        note_own(c);
}

bool needs_mask(const struct node *n) {
    if (!has_kind(n, KIND(IF) | KIND(FOR) | KIND(WHILE) | KIND(DO)))
        return false;
    for (const struct node *c = n->child; c; c = c->next) {
        for (size_t k = 0; n->kind == FOR && c == n->child && k < c->declared_count; k++)
            if (c->declared[k]->role != UNIFORM)
                return true;
        if (c->kind < EXPRESSION && !changes_uniformly(c))
            return true;
    }
    return false;
}

// Under a mask some threads assign, and others do not: what was declared in front of it is each
// thread's own from there on.
static void note_outer(const struct node *n, const struct node *region) {
    if ((n->kind == ASSIGN || n->kind == STEP) && n->child->kind == LOCAL_NAME &&
        (n->child->variable->name < region->first || n->child->variable->name > region->last))
        not_uniform(n->child->variable);
    for (const struct node *c = n->child; c; c = c->next)
        note_outer(c, region);
}

// A declaration that all threads come to; in the head of a loop it is asked before whether there
// are any left.
static void note_declared(const struct fission *f, const struct node *d, bool in_head) {
    for (size_t k = 0; k < d->declared_count; k++) {
        struct variable *v = d->declared[k];
        if (v->initial &&
            (v->initial->kind == LIST || v->parenthesised || !is_uniform(v->initial, false) ||
             (f->body->returns && !in_head && can_fail(v->initial))))
            not_uniform(v);
    }
    for (const struct node *c = d->child; c; c = c->next)
        note_own(c);
}

// A statement that all threads come to.
static void note_common(const struct fission *f, const struct node *n) {
    if (n->kind == DECLARATION) {
        note_declared(f, n, false);
    } else if (n->kind == BLOCK ? n->barrier
                                : n->barrier && n->kind > EXPRESSION && n->kind != BARRIER) {
        if (needs_mask(n))
            note_outer(n, n);
        for (const struct node *c = n->child; c; c = c->next)
            if (c->kind == BLOCK && n->kind != BLOCK) // a body, which add_inside takes apart
                for (const struct node *s = c->child; s; s = s->next)
                    note_common(f, s);
            else if (c->kind == DECLARATION && n->kind == FOR)
                note_declared(f, c, true);
            else if (c->kind >= EXPRESSION)
                note_common(f, c);
            else if (!changes_uniformly(c))
                note_own(c);
    } else if (!is_uniform_change(f, n)) {
        note_own(n);
    }
}

static size_t count_common(void) {
    size_t count = 0;
    for (size_t k = 0; k < variable_count; k++)
        count += variables[k]->role == UNIFORM ||
                 (variables[k]->role == PARAMETER && !variables[k]->own);
    return count;
}

void decide_uniform(const struct fission *f) {
    for (size_t k = 0; k < variable_count; k++) {
        struct variable *v = variables[k];
        if (v->role == LOCAL && is_plain(&v->type) && !v->odd && changes_by_name(v))
            v->role = UNIFORM;
        if (v->role == PARAMETER)
            v->own = v->open || v->passed;
    }
    size_t before; // until no more of them turn out to be each thread's own
    do {
        before = count_common();
        for (const struct node *c = f->body->child; c; c = c->next)
            note_common(f, c);
    } while (count_common() < before);
}
