// SPDX-License-Identifier: MIT
// What is asked of cooperative groups, in the words that fission.c splits at: how a kernel could
// have asked it without them.
#include "inline.h"

#define RANK "(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z))"
#define THREADS "(blockDim.x * blockDim.y * blockDim.z)"
#define BLOCK                                                                                      \
    "(blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * " \
    "blockIdx.z))"
#define BLOCKS "((unsigned long long)gridDim.x * gridDim.y * gridDim.z)"

// Of the block, the grid and tiles, by a member without arguments; %s is a tile's size.
static const struct question {
    const char *member, *of_block, *of_grid, *of_tile;
} questions[] = {
    {"sync", "__syncthreads()", NULL, "__tile_sync(%s)"},
    {"thread_rank", RANK, "(" BLOCK " * " THREADS " + " RANK ")", "(" RANK " %% (unsigned)%s)"},
    {"num_threads", THREADS, "(" BLOCKS " * " THREADS ")", "((unsigned)%s)"},
    {"size", THREADS, "(" BLOCKS " * " THREADS ")", "((unsigned long long)%s)"},
    {"meta_group_rank", NULL, NULL, "(" RANK " / (unsigned)%s)"},
    {"meta_group_size", NULL, NULL, "((" THREADS " + (unsigned)%s - 1) / (unsigned)%s)"},
    {"group_index", "blockIdx", NULL, NULL},
    {"thread_index", "threadIdx", NULL, NULL},
    {"group_dim", "blockDim", "gridDim", NULL},
};

static const char *answer(const struct group *group, size_t member) {
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        const struct question *const q = &questions[k];
        if (!is(member, q->member))
            continue;
        if (group->kind == TILE_GROUP)
            return q->of_tile ? text(q->of_tile, group->size, group->size) : NULL;
        return group->kind == GRID_GROUP ? q->of_grid : q->of_block;
    }
    return NULL;
}

// Members that the lanes of a tile do together, with arguments.
static const char *together(const struct group *group, size_t member) {
    return group->kind == TILE_GROUP &&
                   is_listed(member, "shfl shfl_up shfl_down shfl_xor any all ballot")
               ? text("__tile_%s(%s, ", name_of(member), group->size)
               : NULL;
}

// plus<T>() or plus<>{}: its type, T a number's; NULL: it is no such thing.
static const char *operation(const struct expansion *e, const struct node *n) {
    const struct arguments *const given = n->arguments;
    const struct node *const value = n->kind == CONSTRUCT ? first_argument(n) : NULL;
    if (n->kind != CONSTRUCT ||
        !is_type_in_space(n->type, "plus less greater bit_and bit_or bit_xor") ||
        (value && (value->kind != LIST || value->child || value->next)))
        return NULL;
    for (size_t k = 0; given && k < given->count; k++)
        if (given->all[k].reference ||
            !(given->all[k].type.bytes > 0 || is_of_template(e, &given->all[k].type)))
            return NULL;
    const char *const type = renamed(e, n->first, given ? given->close + 1 : n->name + 1);
    return type && !given ? text("%s<>", type) : type;
}

// reduce(tile, value, plus<T>())
static const char *reduced(const struct expansion *e, const struct node *n,
                           const struct group *group) {
    const struct node *const value = first_argument(n)->next, *call;
    const struct node *const by = value ? value->next : NULL;
    const char *const type = group->kind == TILE_GROUP && by && !by->next ? operation(e, by) : NULL;
    const char *const reduces =
        type && calls_to_inline(value, &call) == 0 ? renamed(e, value->first, by->first - 1) : NULL;
    return reduces ? text("__tile_reduce<%s>(%s, %s)", type, group->size, reduces) : NULL;
}

static const char asked[] = "sync thread_rank group_size";

// The outermost expression at token i in which a group is named, or that is one; NULL: there is
// none.
static const struct node *naming_at(const struct expansion *e, const struct node *n, size_t i,
                                    struct group *group) {
    const struct node *found = NULL;
    if (n->first > i || n->last < i)
        return NULL;
    if (n->first == i && n->kind < EXPRESSION &&
        ((n->kind == METHOD && is_group(e, n->child, group)) ||
         ((calls_in_space(n, "reduce") || calls_in_space(n, asked)) && first_argument(n) &&
          is_group(e, first_argument(n), group)) ||
         is_group(e, n, group)))
        return n;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = naming_at(e, c, i, group);
    return found;
}

const char *group_text(const struct expansion *e, size_t i, size_t *last) {
    const struct node *const body = e->reading->body;
    struct group group;
    if (!has_groups())
        return NULL;
    const struct node *const n = tokens[i].kind == WORD ? naming_at(e, body, i, &group) : NULL;
    const char *result = NULL;
    if (!n)
        return NULL;
    *last = n->last;
    if (n->kind == METHOD && !n->sign_length && !n->child->next) {
        result = answer(&group, n->name);
        const bool index = result && strstr(" blockIdx threadIdx blockDim gridDim", result);
        if (index && !is(n->last + 1, ".")) // as an object
            result = NULL;
    } else if (n->kind == METHOD && !n->sign_length) {
        *last = opening(n->last);
        result = together(&group, n->name);
    } else if (calls_in_space(n, "reduce")) {
        result = reduced(e, n, &group);
    } else if (calls_in_space(n, asked) && !first_argument(n)->next && !is(n->name, "group_size")) {
        result = answer(&group, n->name);
    }
    if (!result)
        e->text->groups_lost = true;
    return result;
}
