// SPDX-License-Identifier: MIT
// Cooperative groups in the texts that expand.c writes: locals that stand for the block, the grid
// or a tile of a warp are left out, and what is asked of them is put into words that fission.c
// splits at.
//
//     auto tile = tiled_partition<32>(this_thread_block());
//     sum += tile.shfl_down(sum, 8);              sum += __tile_shfl_down(32, sum, 8);
//     if (tile.thread_rank() == 0)                if ((rank % 32u) == 0)
//
// Other groups, and what else is done with these, keep the kernel whole. cuda_cpu/tile.h has what
// the __tile_ functions do; nobody but fission.c sees their calls.
#include "expand.h"

#define RANK "(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z))"
#define THREADS "(blockDim.x * blockDim.y * blockDim.z)"
#define BLOCK                                                                                      \
    "(blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * " \
    "blockIdx.z))"
#define BLOCKS "((unsigned long long)gridDim.x * gridDim.y * gridDim.z)"

bool groups_lost;

// ---- whose names they are -----------------------------------------------------------------------

bool has_groups(void) {
    static size_t asked_of;
    static bool answer;
    if (asked_of != token_count) {
        asked_of = token_count;
        answer = false;
        for (size_t k = 0; k < declaration_count && !answer; k++)
            answer = declarations[k].what == NAMESPACE && declarations[k].name < token_count &&
                     is(declarations[k].name, "cooperative_groups") &&
                     owner_of(declarations[k].name) != USER;
    }
    return answer;
}

static bool is_users(size_t i) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].name < token_count && same_word(declarations[k].name, i) &&
            owner_of(declarations[k].name) == USER)
            return true;
    return false;
}

// cooperative_groups, or another name of that namespace.
static bool is_space(size_t i) {
    if (is(i, "cooperative_groups"))
        return true;
    for (size_t t = 0; t + 4 < token_count; t++)
        if (is(t, "namespace") && same_word(t + 1, i) && is(t + 2, "=") &&
            is(t + (is(t + 3, "::") ? 4 : 3), "cooperative_groups"))
            return true;
    return false;
}

// Is the word at token `name`, which is written from token `first` on, with the namespace or
// without it, one of these in it?
static bool is_in_space(size_t first, size_t name, const char *const *words) {
    if (!is_any(name, words) || is_member(first) || !has_groups())
        return false;
    return name == first ? !is_users(name)
                         : name == first + 2 && is(first + 1, "::") && is_space(first);
}

static bool calls(const struct node *n, const char *const *words) {
    return n->kind == CALL && is_in_space(n->first, n->name, words);
}

// The one of these words that token i begins to name; token_count: it names none.
static size_t in_space(size_t i, const char *const *words) {
    const size_t word = is(i + 1, "::") ? i + 2 : i;
    return tokens[word].kind == WORD && is_in_space(i, word, words) ? word : token_count;
}

static bool names_group(size_t i) {
    static const char *const outside[] = {"this_thread_block", "this_grid", "tiled_partition",
                                          "thread_block_tile", "reduce",    "inclusive_scan",
                                          "exclusive_scan",    NULL};
    static const char *const members[] = {
        "sync",   "shfl",        "shfl_up",     "shfl_down",       "shfl_xor",        "any", "all",
        "ballot", "thread_rank", "num_threads", "meta_group_rank", "meta_group_size", NULL};
    if (tokens[i].kind != WORD || !has_groups())
        return false;
    return is(i - 1, ".") ? is_any(i, members) && is(i + 1, "(")
                          : in_space(i, outside) < token_count;
}

bool names_groups(const struct declaration *d) {
    for (size_t i = d->open; i < d->end; i++)
        if (names_group(i))
            return true;
    return false;
}

bool may_ask_group(const struct node *n) {
    return n->kind == METHOD && has_groups();
}

// ---- groups -------------------------------------------------------------------------------------

// Is the expression in e's function a group, and which?
static bool is_group(const struct expansion *e, const struct node *n, struct group *group) {
    static const char *const wholes[] = {"this_thread_block", "this_grid", NULL};
    static const char *const tiles[] = {"tiled_partition", NULL};
    for (size_t k = 0; k < e->group_count && n->kind == LOCAL_NAME; k++)
        if (n->variable->name == e->groups[k].name) {
            *group = e->groups[k];
            return true;
        }
    if (calls(n, wholes) && !n->child) {
        *group = (struct group){.kind = is(n->name, "this_grid") ? GRID_GROUP : BLOCK_GROUP};
        return true;
    }
    const struct node *const of =
        calls(n, tiles) && is(n->name + 1, "<") ? first_argument(n) : NULL;
    struct group inner;
    if (!of || of->next || !is_group(e, of, &inner) || inner.kind == GRID_GROUP)
        return false;
    const char *const size = renamed(e, n->name + 2, closing_angle(n->name + 1));
    *group = (struct group){.kind = TILE_GROUP,
                            .size = size ? text("(%s)", size) : NULL,
                            .outer = inner.kind == TILE_GROUP ? inner.size : NULL};
    return size;
}

// The words of the variable's type, without const and &: the first; *end: the token behind them.
static size_t type_words(const struct variable *v, size_t *end) {
    size_t first = v->type_first;
    for (*end = v->type_end; is(first, "const");)
        first++;
    while (*end > first && (is(*end - 1, "&") || is(*end - 1, "const")))
        --*end;
    return first;
}

// Whether the variable may be that group by its type, and what it is then: its type may forget what
// the group is a part of.
static bool becomes(const struct variable *v, struct group *group) {
    static const char *const types[] = {"thread_block", "grid_group", "thread_block_tile", NULL};
    size_t end;
    const size_t first = type_words(v, &end);
    if (end == first + 1 && is(first, "auto"))
        return true;
    const size_t word = in_space(first, types);
    if (word >= end)
        return false;
    if (!is(word, "thread_block_tile"))
        return word + 1 == end &&
               group->kind == (is(word, "thread_block") ? BLOCK_GROUP : GRID_GROUP);
    for (size_t t = word + 1; t < end; t++)
        if (is(t, ",") && !is(end - 2, "thread_block"))
            return false;
    group->outer = NULL;
    return group->kind == TILE_GROUP && is(word + 1, "<") && closing_angle(word + 1) + 1 == end;
}

// Is the word at token i a parameter of e's template?
static bool is_of_template(const struct expansion *e, size_t i) {
    for (size_t k = 0; k < e->reading->variable_count; k++)
        if (e->reading->variables[k]->name < e->of->open &&
            same_word(e->reading->variables[k]->name, i))
            return true;
    return false;
}

// Is that parameter one of whatever type it is given?
static bool is_generic(const struct expansion *e, const struct variable *v) {
    size_t end;
    const size_t type = type_words(v, &end);
    return end == type + 1 && is_of_template(e, type);
}

static void add_group(struct expansion *e, size_t name, struct group group) {
    if (e->group_count == sizeof e->groups / sizeof *e->groups) {
        groups_lost = true;
        return;
    }
    group.name = name;
    e->groups[e->group_count++] = group;
}

// The group that the statement declares; false: it does something else.
static bool declared_group(const struct expansion *e, const struct node *n, struct group *group) {
    const struct variable *const v =
        n->kind == DECLARATION && n->declared_count == 1 ? n->declared[0] : NULL;
    return v && v->initial && v->declarator_end == v->name + 1 && is_group(e, v->initial, group) &&
           becomes(v, group);
}

static void find_groups_in(struct expansion *e, const struct node *n) {
    struct group group;
    if (declared_group(e, n, &group))
        add_group(e, n->declared[0]->name, group);
    for (const struct node *c = n->child; c; c = c->next)
        find_groups_in(e, c);
}

void find_groups(struct expansion *e) {
    if (has_groups())
        find_groups_in(e, e->reading->body);
}

bool declares_group(const struct expansion *e, const struct node *n) {
    struct group group;
    return has_groups() && declared_group(e, n, &group);
}

void give_groups(struct expansion *e, const struct node *call) {
    const struct node *argument = first_argument(call);
    for (size_t k = 0; k < e->reading->variable_count && argument && has_groups(); k++) {
        const struct variable *const v = e->reading->variables[k];
        struct group group;
        if (v->role != PARAMETER || v->name < e->of->open)
            continue;
        if (is_group(e->caller, argument, &group) && (is_generic(e, v) || becomes(v, &group)))
            add_group(e, v->name, group);
        argument = argument->next;
    }
}

bool is_of_group(const struct expansion *e, size_t name, const char **stands) {
    for (size_t k = 0; k < e->group_count; k++)
        for (size_t t = e->groups[k].name - 1; t > e->of->open && !is(t, ","); t--) {
            if (!same_word(t, name))
                continue;
            const bool size = is(t - 1, "<") && is(t - 2, "thread_block_tile");
            *stands = size ? e->groups[k].size : NULL;
            return size ? *stands != NULL : !is(t + 1, ">");
        }
    return false;
}

const struct group *group_named(const struct expansion *e, size_t name) {
    for (size_t k = 0; k < e->group_count; k++)
        if (e->groups[k].name == name)
            return &e->groups[k];
    return NULL;
}

// ---- what is asked of them ----------------------------------------------------------------------

// Of the block, the grid and tiles, by a member without arguments; %s is a tile's size.
static const struct question {
    const char *member, *of_block, *of_grid, *of_tile;
} questions[] = {
    {"sync", "__syncthreads()", NULL, "__tile_sync(%s)"},
    {"thread_rank", RANK, "(" BLOCK " * " THREADS " + " RANK ")", "(" RANK " %% (unsigned)%s)"},
    {"num_threads", THREADS, "(" BLOCKS " * " THREADS ")", "((unsigned)%s)"},
    {"size", THREADS, "(" BLOCKS " * " THREADS ")", "((unsigned long long)%s)"},
    {"num_blocks", NULL, BLOCKS, NULL},
    {"block_rank", NULL, BLOCK, NULL},
    {"meta_group_rank", NULL, NULL, "(" RANK " / (unsigned)%s)"},
    {"meta_group_size", NULL, NULL, "((" THREADS " + (unsigned)%s - 1) / (unsigned)%s)"},
    {"group_index", "blockIdx", NULL, NULL},
    {"thread_index", "threadIdx", NULL, NULL},
    {"dim_threads", "blockDim", NULL, NULL},
    {"group_dim", "blockDim", "gridDim", NULL},
    {"dim_blocks", NULL, "gridDim", NULL},
    {"block_index", NULL, "blockIdx", NULL},
};

static const char *answer(const struct group *group, size_t member) {
    if (group->outer && is(member, "meta_group_rank"))
        return text("(" RANK " %% (unsigned)%s / (unsigned)%s)", group->outer, group->size);
    if (group->outer && is(member, "meta_group_size"))
        return text("((unsigned)%s / (unsigned)%s)", group->outer, group->size);
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        const struct question *const q = &questions[k];
        if (!is(member, q->member))
            continue;
        if (group->kind != TILE_GROUP)
            return group->kind == GRID_GROUP ? q->of_grid : q->of_block;
        const char *result = "";
        for (const char *c = q->of_tile; c && *c;) {
            const size_t plain = strcspn(c, "%");
            result = text("%s%.*s%s", result, (int)plain, c,
                          !c[plain]             ? ""
                          : c[plain + 1] == 's' ? group->size
                                                : "%");
            c += plain + (c[plain] ? 2 : 0);
        }
        return q->of_tile ? result : NULL;
    }
    return NULL;
}

// Members that the lanes of a tile do together, with arguments.
static const char *together(const struct group *group, size_t member) {
    static const char *const names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor",
                                        "any",  "all",     "ballot",    NULL};
    return group->kind == TILE_GROUP && is_any(member, names)
               ? text("__tile_%s(%s, ", name_of(member), group->size)
               : NULL;
}

// plus<T>() or plus<>{}: its type, T a number's; NULL: it is no such thing.
static const char *operation(const struct expansion *e, const struct node *n) {
    static const char *const known[] = {"plus",   "less",    "greater", "bit_and",
                                        "bit_or", "bit_xor", NULL};
    static const char *const numbers[] = {"int",   "unsigned", "float", "double", "long",
                                          "short", "char",     "bool",  "signed", NULL};
    const size_t word = in_space(n->first, known);
    const size_t angle = word < token_count && is(word + 1, "<") ? closing_angle(word + 1) : word;
    if (angle >= n->last || n->kind != CONSTRUCT || angle + 2 != n->last)
        return NULL;
    for (size_t t = word + 2; t < angle; t++)
        if (!is_any(t, numbers) && !is_of_template(e, t))
            return NULL;
    const char *const type = renamed(e, n->first, angle + 1);
    return type && angle == word ? text("%s<>", type) : type;
}

// reduce(tile, value, plus<T>()) and scans: what is written for all in front of the value. The
// operation is left out.
static const char *folded(const struct expansion *e, const struct node *n,
                          const struct group *group) {
    const struct node *const value = first_argument(n)->next, *const by =
                                                                  value ? value->next : NULL;
    if (group->kind != TILE_GROUP || !value || (by && by->next))
        return NULL;
    const char *type = by ? operation(e, by)
                       : is(n->name, "reduce")
                           ? NULL
                           : text("%.*splus<>", // a scan adds up
                                  (int)(tokens[n->name].start - tokens[n->first].start),
                                  source + tokens[n->first].start);
    return type ? text("__tile_%s<%s>(%s, ", name_of(n->name), type, group->size) : NULL;
}

static const char *const folds[] = {"reduce", "inclusive_scan", "exclusive_scan", NULL};
static const char *const asked[] = {"sync", "thread_rank", "group_size", NULL};

// The outermost expression at token i in which a group is named, or that is one; NULL: there is
// none.
static const struct node *naming_at(const struct expansion *e, const struct node *n, size_t i,
                                    struct group *group) {
    const struct node *found = NULL;
    if (n->first > i || n->last < i)
        return NULL;
    if (n->first == i && n->kind < EXPRESSION &&
        ((n->kind == METHOD && is_group(e, n->child, group)) ||
         ((calls(n, folds) || calls(n, asked)) && first_argument(n) &&
          is_group(e, first_argument(n), group)) ||
         is_group(e, n, group)))
        return n;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = naming_at(e, c, i, group);
    return found;
}

// The end of the operation of a reduction or scan that the comma at token i stands in front of; 0:
// there is none.
static size_t end_of_operation(const struct expansion *e, const struct node *n, size_t i) {
    struct group group;
    if (n->first > i || n->last < i)
        return 0;
    if (calls(n, folds) && first_argument(n) && is_group(e, first_argument(n), &group) &&
        first_argument(n)->next && first_argument(n)->next->last + 1 == i)
        return n->last - 1;
    size_t end = 0;
    for (const struct node *c = n->child; c && !end; c = c->next)
        end = end_of_operation(e, c, i);
    return end;
}

const char *group_text(const struct expansion *e, size_t i, size_t *last) {
    const struct node *const body = e->reading->body;
    struct group group;
    if (!has_groups())
        return NULL;
    if (is(i, ",")) {
        const size_t end = end_of_operation(e, body, i);
        *last = end ? end : i;
        return end ? "" : NULL;
    }
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
    } else if (calls(n, folds)) {
        *last = first_argument(n)->last + 1;
        result = folded(e, n, &group);
    } else if (calls(n, asked) && !first_argument(n)->next && !is(n->name, "group_size")) {
        result = answer(&group, n->name);
    }
    if (!result)
        groups_lost = true;
    return result;
}
