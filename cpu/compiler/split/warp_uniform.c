// SPDX-License-Identifier: MIT
// Uniformity among the lanes of a warp: whether they all agree on a condition, as those of
// `threadIdx.x / 32 == 0` do, and so those of each tile of it. Only in blocks whose rows are whole
// warps; other blocks run the kernel whole (whole_warps in blocks.h).
#include "fission.h"

enum { LANES = 32 };

// How many more than a multiple of the number of lanes it is for each lane: none, its own number,
// or unknown.
enum rest { NO_REST, LANE, ANY_REST };

static enum rest rest_of(const struct node *n) {
    unsigned long long value;
    n = bare(n);
    if (literal_value(n, &value))
        return value % LANES == 0 ? NO_REST : ANY_REST;
    if (is_component(n, "threadIdx", "x") || is_component(n, "blockDim", "x"))
        return is(n->child->name, "blockDim") ? NO_REST : LANE;
    const struct variable *const v = n->kind == LOCAL_NAME    ? n->variable
                                     : n->kind == GLOBAL_NAME ? constant_of_file(n->name)
                                                              : NULL;
    if (v)
        return v->initial && counts(&v->type) && (n->kind == GLOBAL_NAME || keeps_initial(v))
                   ? rest_of(v->initial)
                   : ANY_REST;
    if (!counts(n->type) || !n->child || !has_kind(n, KIND(CAST) | KIND(BINARY)))
        return ANY_REST;
    const enum rest a = rest_of(n->child);
    if (n->kind == CAST)
        return a;
    const enum rest b = rest_of(child(n, 1));
    if (has_sign(n, "*"))
        return a == NO_REST || b == NO_REST ? NO_REST : ANY_REST;
    return has_sign(n, "+") && a + b <= LANE ? (enum rest)(a + b) : ANY_REST;
}

bool drops_lane(const struct node *n) {
    const struct node *const left = n->child, *const right = child(n, 1);
    unsigned long long value;
    const bool literal = literal_value(bare(right), &value);
    if (rest_of(left) == LANE)
        return has_sign(n, ">>") ? literal && value < 32 && (1ull << value) % LANES == 0
                                 : (has_sign(n, "/") || has_sign(n, "<") || has_sign(n, ">=") ||
                                    (has_sign(n, "&") && literal)) &&
                                       rest_of(right) == NO_REST;
    return (has_sign(n, ">") || has_sign(n, "<=")) && rest_of(left) == NO_REST &&
           rest_of(right) == LANE;
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
static void find_apart(const struct node *n, bool together) {
    const struct node *const to = n->kind == ASSIGN || n->kind == STEP ? bare(n->child) : NULL;
    if (to && to->kind == LOCAL_NAME)
        set_apart(to->variable, !together || (n->kind == ASSIGN && !is_warp_uniform(child(n, 1))));
    else if (to && (to->kind == COMMA || to->kind == CONDITIONAL || to->kind == CAST))
        set_all_apart(to);
    for (size_t k = 0; k < n->declared_count; k++) {
        const struct node *const initial = n->declared[k]->initial;
        set_apart(n->declared[k],
                  n->kind == FOR_RANGE || (initial && (!together || !is_warp_uniform(initial))));
    }
    const bool chooses = has_kind(n, KIND(IF) | KIND(FOR) | KIND(WHILE) | KIND(DO) | KIND(SWITCH) |
                                         KIND(CONDITIONAL)) ||
                         (n->kind == BINARY && (has_sign(n, "&&") || has_sign(n, "||")));
    const struct node *const condition = chooses ? condition_of(n) : NULL;
    together = together && !(is_loop(n) && find_kind(n, LEAVE_LOOP)) && n->kind != FOR_RANGE &&
               n->kind != SWITCH &&
               (!condition || condition->kind == EMPTY || is_warp_uniform(condition));
    for (const struct node *c = n->child; c; c = c->next)
        find_apart(c, together);
}

bool lanes_agree(const struct node *body, const struct node *condition) {
    size_t apart = 0, before;
    for (size_t k = 0; k < variable_count; k++)
        variables[k]->apart = false;
    do {
        before = apart;
        find_apart(body, true);
        apart = 0;
        for (size_t k = 0; k < variable_count; k++)
            apart += variables[k]->apart;
    } while (apart > before);
    return condition->kind == EMPTY || is_warp_uniform(condition);
}
