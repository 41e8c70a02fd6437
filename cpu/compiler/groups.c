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

// The word of the namespace that is named at token i, with it or without; token_count: it is none.
static size_t in_space(size_t i, const char *const *words) {
    const bool qualified = tokens[i].kind == WORD && is(i + 1, "::");
    const size_t word = qualified ? i + 2 : i;
    return tokens[word].kind == WORD && is_any(word, words) && !is_member(i) && has_groups() &&
                   (qualified ? is_space(i) : !is_users(word))
               ? word
               : token_count;
}

bool names_group(size_t i) {
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

// The group that e's function has at token i: the token behind it; 0: it has none there.
static size_t group_at(const struct expansion *e, size_t i, struct group *group) {
    static const char *const wholes[] = {"this_thread_block", "this_grid", NULL};
    static const char *const tiles[] = {"tiled_partition", NULL};
    if (tokens[i].kind != WORD || is_member(i))
        return 0;
    const struct variable *const v = meaning_in(e->reading, i);
    for (size_t k = 0; k < e->group_count; k++)
        if (v && v->name == e->groups[k].name) {
            *group = e->groups[k];
            return i + 1;
        }
    size_t word = in_space(i, wholes);
    if (word < token_count && is(word + 1, "(") && is(word + 2, ")")) {
        *group = (struct group){.kind = is(word, "this_grid") ? GRID_GROUP : BLOCK_GROUP};
        return word + 3;
    }
    word = in_space(i, tiles);
    const size_t angle =
        word < token_count && is(word + 1, "<") ? closing_angle(word + 1) : token_count;
    struct group inner;
    if (angle >= token_count || !is(angle + 1, "(") ||
        group_at(e, angle + 2, &inner) != closing(angle + 1) || inner.kind == GRID_GROUP)
        return 0;
    const char *const size = renamed(e, word + 2, angle);
    if (!size)
        return 0;
    *group = (struct group){.kind = TILE_GROUP,
                            .size = text("(%s)", size),
                            .outer = inner.kind == TILE_GROUP ? inner.size : NULL};
    return closing(angle + 1) + 1;
}

// Whether a variable whose type is written in tokens [first, end) may be that group, and what it is
// then: its type may forget what the group is a part of.
static bool becomes(size_t first, size_t end, struct group *group) {
    static const char *const types[] = {"thread_block", "grid_group", "thread_block_tile", NULL};
    while (is(first, "const"))
        first++;
    while (end > first && (is(end - 1, "&") || is(end - 1, "const")))
        end--;
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

static void add_group(struct expansion *e, size_t name, struct group group) {
    if (e->group_count == sizeof e->groups / sizeof *e->groups) {
        groups_lost = true;
        return;
    }
    group.name = name;
    e->groups[e->group_count++] = group;
}

// The declaration of a group that begins at token i: its name, and the group; 0: it is none.
static size_t declared_group(const struct expansion *e, size_t i, struct group *group) {
    size_t name = i;
    while (name < e->of->end && !is(name, "=") && !is(name, ";") && !is(name, "(") &&
           !is(name, "{") && !is(name, "["))
        name++;
    const bool braced = is(name, "(") || is(name, "{");
    if (name < i + 2 || tokens[name - 1].kind != WORD || !(is(name, "=") || braced))
        return 0;
    const size_t behind = group_at(e, name + 1, group);
    if (!behind || !(braced ? behind == closing(name) && is(behind + 1, ";") : is(behind, ";")))
        return 0;
    return becomes(i, name - 1, group) ? name - 1 : 0;
}

void find_groups(struct expansion *e) {
    for (size_t i = e->of->body + 1; has_groups() && i < e->of->end; i++) {
        struct group group;
        const bool begins = is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}");
        const size_t name = begins ? declared_group(e, i, &group) : 0;
        if (name)
            add_group(e, name, group);
    }
}

bool declares_group(const struct expansion *e, const struct node *n) {
    struct group group;
    return n->kind == DECLARATION && has_groups() && declared_group(e, n->first, &group);
}

void give_groups(struct expansion *e, const struct node *call) {
    const struct node *argument = first_argument(call);
    for (size_t k = 0; k < e->reading->variable_count && argument && has_groups(); k++) {
        const struct variable *const v = e->reading->variables[k];
        struct group group;
        if (v->role != PARAMETER || v->name < e->of->open)
            continue;
        const size_t first = argument->first, behind = argument->last + 1;
        argument = argument->next;
        if (group_at(e->caller, first, &group) != behind)
            continue;
        size_t type = v->type_first, last = v->name;
        while (is(type, "const"))
            type++;
        while (last > type && (is(last - 1, "&") || is(last - 1, "const")))
            last--;
        if ((last == type + 1 && is_of_template(e, type)) || becomes(type, last, &group))
            add_group(e, v->name, group);
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

// plus<T>() or plus<>{} at token i, in front of token `close`: its type, T a number's; NULL: it is
// no such thing.
static const char *operation(const struct expansion *e, size_t i, size_t close) {
    static const char *const known[] = {"plus",   "less",    "greater", "bit_and",
                                        "bit_or", "bit_xor", NULL};
    static const char *const numbers[] = {"int",   "unsigned", "float", "double", "long",
                                          "short", "char",     "bool",  "signed", NULL};
    const size_t word = in_space(i, known);
    const size_t angle = word < token_count && is(word + 1, "<") ? closing_angle(word + 1) : word;
    if (angle >= close || !(is(angle + 1, "(") || is(angle + 1, "{")) ||
        closing(angle + 1) != angle + 2 || angle + 3 != close)
        return NULL;
    for (size_t t = word + 2; t < angle; t++)
        if (!is_any(t, numbers) && !is_of_template(e, t))
            return NULL;
    const char *const type = renamed(e, i, angle + 1);
    return type && angle == word ? text("%s<>", type) : type;
}

// reduce(tile, value, plus<T>()) and scans, whose word stands at token `word`: `*last` is the comma
// in front of the value, and the operation is left out (is_operation()).
static const char *folded(const struct expansion *e, size_t i, size_t word,
                          const struct group *group, size_t comma) {
    const size_t close = closing(word + 1);
    size_t second = comma + 1;
    while (second < close && !is(second, ","))
        second = nesting(second) > 0 ? closing(second) + 1 : second + 1;
    if (group->kind != TILE_GROUP || !is(comma, ","))
        return NULL;
    const char *type = second < close       ? operation(e, second + 1, close)
                       : is(word, "reduce") ? NULL
                                            : "";
    if (type && !*type) // a scan adds up
        type = text("%.*splus<>", (int)(tokens[word].start - tokens[i].start),
                    source + tokens[i].start);
    return type ? text("__tile_%s<%s>(%s, ", name_of(word), type, group->size) : NULL;
}

static const char *const folds[] = {"reduce", "inclusive_scan", "exclusive_scan", NULL};

// The operation of a reduction or scan, from the comma at token i on: the last token of it.
static size_t end_of_operation(const struct expansion *e, size_t i) {
    size_t open = i;
    for (int depth = 0; open > e->of->body; open--)
        if ((depth += nesting(open - 1)) > 0) {
            open--;
            break;
        }
    struct group group;
    size_t first = open - 1;
    if (open <= e->of->body || !is_any(first, folds) || !is(open, "("))
        return 0;
    if (is(first - 1, "::"))
        first -= 2;
    const size_t behind = in_space(first, folds) < token_count ? group_at(e, open + 1, &group) : 0;
    return behind && behind < i && group.kind == TILE_GROUP ? closing(open) - 1 : 0;
}

const char *group_text(const struct expansion *e, size_t i, size_t *last) {
    static const char *const asked[] = {"sync", "thread_rank", "group_size", NULL};
    struct group group;
    if (!has_groups())
        return NULL;
    if (is(i, ",")) {
        const size_t end = end_of_operation(e, i);
        *last = end ? end : i;
        return end ? "" : NULL;
    }
    const char *result = NULL;
    const size_t behind = group_at(e, i, &group);
    const size_t word = behind ? token_count : in_space(i, folds);
    const size_t function = behind || word < token_count ? token_count : in_space(i, asked);
    if (behind && is(behind, ".") && is(behind + 2, "(")) {
        const bool alone = closing(behind + 2) == behind + 3;
        *last = alone ? behind + 3 : behind + 2;
        result = alone ? answer(&group, behind + 1) : together(&group, behind + 1);
        const bool index = result && strstr(" blockIdx threadIdx blockDim gridDim", result);
        if (index && !is(behind + 4, "."))
            result = NULL; // as an object
    } else if (word < token_count && is(word + 1, "(")) {
        const size_t comma = group_at(e, word + 2, &group);
        if (!comma)
            return NULL; // another's
        *last = comma;
        result = folded(e, i, word, &group, comma);
    } else if (function < token_count && is(function + 1, "(")) {
        if (group_at(e, function + 2, &group) != closing(function + 1))
            return NULL;
        *last = closing(function + 1);
        result = is(function, "group_size") ? NULL : answer(&group, function);
    } else if (!behind) {
        return NULL;
    }
    if (!result)
        groups_lost = true;
    return result;
}
