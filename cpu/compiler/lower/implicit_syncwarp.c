// SPDX-License-Identifier: MIT
// Code from when the lanes of a warp ran in step, which gets the __syncwarp() it needs.
//
// `s[t] += s[t + 16];`, with s volatile and no word between two such lines, or with a fence after
// each, or `s[t] += s[t ^ 16];`: all lanes read, then all write. What the lanes counted on is
// written into the source. Not for the checks, which name such lines.
#include "rewrite.h"

// The name that the element belongs to; NULL: it is none of a variable's.
static const struct node *array_of(const struct node *n) {
    const struct node *of = n;
    while (of->kind == INDEX)
        of = bare(of->child);
    return n->kind == INDEX && (of->kind == LOCAL_NAME || of->kind == GLOBAL_NAME) ? of : NULL;
}

static bool is_volatile(const struct node *name) {
    const struct declaration *const d =
        name->kind == GLOBAL_NAME ? variable_declared(name->name) : NULL;
    const struct variable *const v = name->kind == LOCAL_NAME ? name->variable
                                     : d                      ? declared_as(d)
                                                              : NULL;
    return v && (v->ordered || has_volatile(&v->type));
}

static bool is_exclusive_or(const struct node *n) {
    return n->kind == BINARY && has_sign(n, "^");
}

// Does the value read elements of the array? *crossed: one from i ^ n, whose lane reads from i:
// that is right in no other way.
static bool reads(const struct node *n, const struct node *array, bool *crossed) {
    const struct node *const of = array_of(n);
    bool found = of && name_one(of, array);
    *crossed = *crossed || (found && n->type->shape != ARRAY && // b[w ^ 1][i] is another row's
                            find_node(n->kind == INDEX ? child(n, 1) : n, is_exclusive_or));
    for (const struct node *c = n->child; c; c = c->next)
        found = reads(c, array, crossed) || found;
    return found;
}

static bool is_fence(const struct node *n) {
    return n && n->kind == EXPRESSION && n->child->kind == CALL &&
           is_listed(n->child->name, "__threadfence __threadfence_block");
}

static void find_steps(struct edits *edits, const struct node *n) {
    static const char together[] = "__syncwarp(__activemask());";
    const struct node *const assign = n->kind == EXPRESSION ? n->child : NULL,
                             *const array =
                                 assign && assign->kind == ASSIGN ? array_of(assign->child) : NULL;
    for (const struct node *c = n->child; c; c = c->next)
        find_steps(edits, c);
    const bool fenced = is_fence(n->next) && array && array->kind == LOCAL_NAME &&
                        array->variable->role == SHARED_MEMORY;
    if (fenced)
        add_edit(edits, tokens[n->last].end, tokens[n->last].end, together); // before the fence
    if (!array || assign->sign_length > 2 || has_sign(assign, "/=") || has_sign(assign, "%="))
        return;
    const struct node *const value = child(assign, 1);
    bool crossed = false;
    if (!reads(value, array, &crossed) || !(crossed || fenced || is_volatile(array)))
        return;
    const bool changes = assign->sign_length == 2;
    char *place = written(assign->child->first, assign->child->last),
         *right = written(value->first, value->last), *before = "";
    if (changes && !names_place(assign->child)) { // the value first, and the place once
        before = text("const auto cuda_cpu_right = %s; auto &cuda_cpu_place = %s; ", right, place);
        place = "cuda_cpu_place";
        right = "cuda_cpu_right";
    }
    add_edit(edits, tokens[n->first].start, tokens[n->last].end,
             text("{ %s %sconst auto cuda_cpu_value = %s %s (%s); %s %s = cuda_cpu_value; %s }",
                  together, before, changes ? place : "", changes ? name_of(assign->sign) : "",
                  right, together, place, together));
}

bool insert_syncwarps(void) {
    return edit_device_code(find_steps);
}
