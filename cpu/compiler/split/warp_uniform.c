// SPDX-License-Identifier: MIT
// Uniformity among the lanes of a warp, or of a tile: whether they all agree on a condition, as
// those of `threadIdx.x / 32 == 0` do. Only in blocks whose rows are whole warps; other blocks run
// the kernel whole (only_for in launch.h).
#include "fission.h"

static bool is_wide_integer(const struct type *type) {
    return type->shape == NUMBER_TYPE && type->integer && type->bytes >= 4;
}

static bool is_component(const struct node *n, const char *of, const char *axis) {
    return n->kind == MEMBER && n->child->kind == BUILT_IN && is(n->child->name, of) &&
           is(n->name, axis);
}

// Is it a multiple of the number of lanes, for certain?
static bool is_multiple(const struct node *n, unsigned lanes) {
    unsigned long long value;
    n = bare(n);
    if (literal_value(n, &value))
        return value % lanes == 0;
    switch (n->kind) {
    case CONSTANT_VALUE:
        return is(n->first, "warpSize");
    case LOCAL_NAME:
        return keeps_initial(n->variable) && is_wide_integer(&n->variable->type) &&
               is_multiple(n->variable->initial, lanes);
    case GLOBAL_NAME: {
        const struct variable *const v = constant_of_file(n->name);
        return v && v->initial && is_multiple(v->initial, lanes);
    }
    case CAST:
        return is_wide_integer(n->type) && n->child && is_multiple(n->child, lanes);
    case BINARY:
        if (!is_wide_integer(n->type))
            return false;
        return has_sign(n, "*")   ? is_multiple(n->child, lanes) || is_multiple(child(n, 1), lanes)
               : has_sign(n, "+") ? is_multiple(n->child, lanes) && is_multiple(child(n, 1), lanes)
                                  : false;
    default:
        return is_component(n, "blockDim", "x");
    }
}

// Is it a multiple of the number of lanes, and the lane's own number?
static bool counts_lanes(const struct node *n, unsigned lanes) {
    n = bare(n);
    switch (n->kind) {
    case LOCAL_NAME:
        return keeps_initial(n->variable) && is_wide_integer(&n->variable->type) &&
               counts_lanes(n->variable->initial, lanes);
    case CAST:
        return is_wide_integer(n->type) && n->child && counts_lanes(n->child, lanes);
    case BINARY:
        return is_wide_integer(n->type) && has_sign(n, "+") &&
               ((counts_lanes(n->child, lanes) && is_multiple(child(n, 1), lanes)) ||
                (is_multiple(n->child, lanes) && counts_lanes(child(n, 1), lanes)));
    default:
        return is_component(n, "threadIdx", "x");
    }
}

// A quotient, bits or a comparison by which the lanes do not differ.
static bool drops_lane(const struct node *n, unsigned lanes) {
    const struct node *const left = n->child, *const right = child(n, 1);
    unsigned long long value;
    const bool literal = literal_value(bare(right), &value);
    if (counts_lanes(left, lanes))
        return has_sign(n, ">>") ? literal && value < 32 && (1ull << value) % lanes == 0
                                 : (has_sign(n, "/") || has_sign(n, "<") || has_sign(n, ">=") ||
                                    (has_sign(n, "&") && literal)) &&
                                       is_multiple(right, lanes);
    return (has_sign(n, ">") || has_sign(n, "<=")) && is_multiple(left, lanes) &&
           counts_lanes(right, lanes);
}

static bool is_warp_uniform(const struct node *n, unsigned lanes);

static bool all_warp_uniform(const struct node *n, unsigned lanes) {
    const struct node *c = n->child;
    while (c && is_warp_uniform(c, lanes))
        c = c->next;
    return !c;
}

static bool is_warp_uniform(const struct node *n, unsigned lanes) {
    if (is_uniform(n, false))
        return true;
    switch (n->kind) {
    case LOCAL_NAME: {
        const struct variable *const v = n->variable;
        return is_plain(&v->type) && v->role != SHARED_MEMORY && v->role != TEMPLATE_TYPE &&
               changes_by_name(v) && !v->apart;
    }
    case MEMBER:
        return is_component(n, "threadIdx", "y") || is_component(n, "threadIdx", "z");
    case EXCHANGE:
        return gives_uniform(n, lanes) ||
               (takes_from_one(n, lanes) && is_warp_uniform(child(n, 2), lanes));
    case INDEX:
    case DEREFERENCE:
        return is_plain(n->type) && !has_volatile(n->child->type) && all_warp_uniform(n, lanes);
    case BINARY:
        return drops_lane(n, lanes) || (is_plain(n->type) && all_warp_uniform(n, lanes));
    case CALL:
        return (flags(n->name) & PURE) && all_warp_uniform(n, lanes);
    case SIGN:
    case CAST:
    case CONDITIONAL:
    case STEP:
    case ASSIGN:
        return n->child && is_plain(n->type) && all_warp_uniform(n, lanes);
    case COMMA: // parentheses
        return !n->child->next && is_warp_uniform(n->child, lanes);
    default:
        return false;
    }
}

static void set_apart(struct variable *v, bool apart) {
    v->apart = v->apart || apart;
}

static void set_all_apart(const struct node *n) {
    if (n->kind == LOCAL_NAME)
        set_apart(n->variable, true);
    for (const struct node *c = n->child; c; c = c->next)
        set_all_apart(c);
}

// The variables that lanes may have different values of: `together`, all of them come to n.
static void find_apart(const struct node *n, bool together, unsigned lanes) {
    const struct node *const to = n->kind == ASSIGN || n->kind == STEP ? bare(n->child) : NULL;
    if (to && to->kind == LOCAL_NAME)
        set_apart(to->variable,
                  !together || (n->kind == ASSIGN && !is_warp_uniform(child(n, 1), lanes)));
    else if (to && (to->kind == COMMA || to->kind == CONDITIONAL || to->kind == CAST))
        set_all_apart(to);
    for (size_t k = 0; k < n->declared_count; k++) {
        const struct node *const initial = n->declared[k]->initial;
        set_apart(n->declared[k], n->kind == FOR_RANGE ||
                                      (initial && (!together || !is_warp_uniform(initial, lanes))));
    }
    const bool chooses = has_kind(n, KIND(IF) | KIND(FOR) | KIND(WHILE) | KIND(DO) | KIND(SWITCH) |
                                         KIND(CONDITIONAL)) ||
                         (n->kind == BINARY && (has_sign(n, "&&") || has_sign(n, "||")));
    const struct node *const condition = chooses ? condition_of(n) : NULL;
    together = together && !(is_loop(n) && find_kind(n, LEAVE_LOOP)) && n->kind != FOR_RANGE &&
               n->kind != SWITCH &&
               (!condition || condition->kind == EMPTY || is_warp_uniform(condition, lanes));
    for (const struct node *c = n->child; c; c = c->next)
        find_apart(c, together, lanes);
}

bool lanes_agree(const struct node *body, const struct node *condition, unsigned lanes) {
    size_t apart = 0, before;
    for (size_t k = 0; k < variable_count; k++)
        variables[k]->apart = false;
    do {
        before = apart;
        find_apart(body, true, lanes);
        apart = 0;
        for (size_t k = 0; k < variable_count; k++)
            apart += variables[k]->apart;
    } while (apart > before);
    return condition->kind == EMPTY || is_warp_uniform(condition, lanes);
}
