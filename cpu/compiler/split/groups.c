// SPDX-License-Identifier: MIT
// Cooperative groups in the texts that inline.c writes: locals that stand for the block, the grid
// or a tile of a warp are left out, and what is asked of them is put into words that fission.c
// splits at.
//
//     auto tile = tiled_partition<32>(this_thread_block());
//     sum += tile.shfl_down(sum, 8);              sum += __tile_shfl_down(32, sum, 8);
//     if (tile.thread_rank() == 0)                if ((rank % 32u) == 0)
//
// Other groups, and what else is done with these, keep the kernel whole. cuda_cpu/tile.h has what
// the __tile_ functions do; only fission.c sees their calls. Here: which expressions and
// variables are groups.
#include "inline.h"

static bool is_of_groups(const struct declaration *d) {
    return d->what == NAMESPACE && d->name < token_count && is(d->name, "cooperative_groups") &&
           owner_of(d->name) != USER;
}

bool has_groups(void) {
    static struct known known;
    return any_declared(&known, is_of_groups);
}

static bool is_users(size_t i) {
    return ANY_NAMED(o, i, owner_of(o->name) == USER);
}

// Is it cooperative_groups, or another name that only that namespace has?
static bool is_space(size_t i) {
    const struct declaration *d = first_named(i);
    const bool other = d;
    while (d && d->what == SPACE_ALIAS && is(d->end - 1, "cooperative_groups"))
        d = next_named(d);
    return is(i, "cooperative_groups") || (other && !d);
}

// Is the word at token `name`, which is written from token `first` on, with the namespace or
// without it, one of these in it?
static bool is_in_space(size_t first, size_t name, const char *words) {
    if (!is_listed(name, words) || is_member(first) || !has_groups())
        return false;
    return name == first ? !is_users(name)
                         : name == first + 2 && is(first + 1, "::") && is_space(first);
}

bool calls_in_space(const struct node *n, const char *words) {
    return n->kind == CALL && is_in_space(n->first, n->name, words);
}

bool is_type_in_space(const struct type *type, const char *words) {
    return type->name && is_in_space(type->from, type->name, words);
}

static bool names_group(const struct node *n) {
    static const char members[] = "sync shfl shfl_up shfl_down shfl_xor any all ballot thread_rank "
                                  "num_threads meta_group_rank meta_group_size";
    return (n->kind == METHOD
                ? !n->sign_length && is_listed(n->name, members)
                : calls_in_space(n, "this_thread_block this_grid tiled_partition reduce")) ||
           ANY_CHILD(c, n, names_group(c));
}

bool names_groups(const struct declaration *d) {
    const struct reading *const r = has_groups() ? read_function(d) : NULL;
    bool names = r && names_group(r->body);
    for (size_t k = 0; r && k < r->variable_count && !names; k++)
        names = r->variables[k]->name > d->open &&
                is_type_in_space(&r->variables[k]->type, "thread_block_tile");
    return names;
}

bool may_ask_group(const struct node *n) {
    return n->kind == METHOD && has_groups();
}

bool is_group(const struct expansion *e, const struct node *n, struct group *group) {
    for (size_t k = 0; k < e->group_count && n->kind == LOCAL_NAME; k++)
        if (n->variable->name == e->groups[k].name) {
            *group = e->groups[k];
            return true;
        }
    if (calls_in_space(n, "this_thread_block this_grid") && !n->child) {
        *group = (struct group){.kind = is(n->name, "this_grid") ? GRID_GROUP : BLOCK_GROUP};
        return true;
    }
    const struct node *const of =
        calls_in_space(n, "tiled_partition") && n->arguments ? first_argument(n) : NULL;
    struct group inner;
    if (!of || of->next || !is_group(e, of, &inner) || inner.kind != BLOCK_GROUP)
        return false;
    const char *const size = renamed(e, n->arguments->open + 1, n->arguments->close);
    *group = (struct group){.kind = TILE_GROUP, .size = size ? text("(%s)", size) : NULL};
    return size;
}

// Whether the variable may be that group by its type.
static bool becomes(const struct variable *v, const struct group *group) {
    const struct arguments *const given = v->type.arguments;
    if (v->deduced)
        return v->type.shape == UNKNOWN;
    if (!is_type_in_space(&v->type, "thread_block_tile"))
        return !given && group->kind != TILE_GROUP &&
               is_type_in_space(&v->type,
                                group->kind == BLOCK_GROUP ? "thread_block" : "grid_group");
    if (!given || given->count == 0 || given->count > 2 ||
        (given->count == 2 && !is_type_in_space(&given->all[1].type, "thread_block")))
        return false;
    return group->kind == TILE_GROUP;
}

bool is_of_template(const struct expansion *e, const struct type *type) {
    return type->means && type->means->name < e->of->open && is_just(type, type->means);
}

// Is that parameter one of whatever type it is given?
static bool is_generic(const struct expansion *e, const struct variable *v) {
    return v->type.means && v->type.means->given && is_of_template(e, &v->type);
}

static void add_group(struct expansion *e, size_t name, struct group group) {
    if (e->group_count == sizeof e->groups / sizeof *e->groups) {
        e->text->groups_lost = true;
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

bool is_of_group(const struct expansion *e, const struct variable *parameter, const char **stands) {
    for (size_t k = 0; k < e->group_count; k++) {
        const struct variable *const v = variable_named(e, e->groups[k].name);
        const struct arguments *const given =
            v && is_type_in_space(&v->type, "thread_block_tile") ? v->type.arguments : NULL;
        *stands = NULL;
        if (v && is_just(&v->type, parameter))
            return true;
        if (given && given->all[0].end == given->all[0].first + 1 &&
            meaning_in(e->reading, given->all[0].first) == parameter) {
            *stands = e->groups[k].size;
            return *stands != NULL;
        }
    }
    return false;
}

const struct group *group_named(const struct expansion *e, size_t name) {
    for (size_t k = 0; k < e->group_count; k++)
        if (e->groups[k].name == name)
            return &e->groups[k];
    return NULL;
}
