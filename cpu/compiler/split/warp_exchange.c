// SPDX-License-Identifier: MIT
// Shuffles that all threads of a block come to. Each thread brings its value, and only when all
// have is the statement done that asks for another lane's:
//
//     v += __shfl_down_sync(~0u, v, 4);    each_thread([&] { bring(brought, v); });
//                                          each_thread([&] { v += shfl_down(brought, 4); });
//
// Votes are counted between the two; reductions take a third loop there, in which the first lane of
// each warp works out what all get. Of several in one statement all values are brought first, but
// for those that others are made of.
//
// So a warp waits for the others of its block, which changes nothing: there is no way to tell.
// Under a condition that threads may not agree on there is a mask (mask.c); those in functions have
// been written out (inline.c). Among lanes that the source does not show to be all the kernel stays
// whole.
#include "fission.h"

const struct variable *constant_of_file(size_t name) {
    const struct declaration *const d = variable_declared(name);
    if ((flags(name) & (CONSTANT_NAME | VARIABLE_NAME)) != CONSTANT_NAME || !d)
        return NULL;
    const struct variable *const v = declared_as(d);
    return v && v->constant ? v : NULL;
}

// 0xffffffff, ~0, -1; a variable of 32 bits with such a value, which may still be assigned to
static bool is_all_ones(const struct node *n) {
    n = bare(n);
    const struct variable *v = n->kind == LOCAL_NAME ? n->variable
                               : n->kind == GLOBAL_NAME && n->first == n->last
                                   ? constant_of_file(n->name)
                                   : NULL;
    if (v)
        return v->role != PARAMETER && v->role != SHARED_MEMORY && v->initial && !v->reference &&
               !v->odd && v->type.integer && v->type.bytes == 4 && v->initial->kind != LOCAL_NAME &&
               v->initial->kind != GLOBAL_NAME && is_all_ones(v->initial);
    unsigned long long value;
    if (n->kind == SIGN && literal_value(n->child, &value))
        return has_sign(n, "~") ? value == 0 : has_sign(n, "-") && value == 1;
    return literal_value(n, &value) && (unsigned)value == ~0u;
}

// What asks other lanes, by how: a shuffle takes what another lane brought; a vote is made for all
// warps at once, what has been folded by the first lane of each. Of a tile (groups.c): its size
// stands where the others have their mask.
enum how { SHUFFLED, VOTED, FOLDED };

static const struct function {
    const char *name;
    enum how how;
    bool of_tile;
} functions[] = {{"__shfl_sync", SHUFFLED, false},      {"__shfl_up_sync", SHUFFLED, false},
                 {"__shfl_down_sync", SHUFFLED, false}, {"__shfl_xor_sync", SHUFFLED, false},
                 {"__ballot_sync", VOTED, false},       {"__any_sync", VOTED, false},
                 {"__all_sync", VOTED, false},          {"__reduce_add_sync", FOLDED, false},
                 {"__reduce_min_sync", FOLDED, false},  {"__reduce_max_sync", FOLDED, false},
                 {"__reduce_and_sync", FOLDED, false},  {"__reduce_or_sync", FOLDED, false},
                 {"__reduce_xor_sync", FOLDED, false},  {"__tile_shfl", SHUFFLED, true},
                 {"__tile_shfl_up", SHUFFLED, true},    {"__tile_shfl_down", SHUFFLED, true},
                 {"__tile_shfl_xor", SHUFFLED, true},   {"__tile_ballot", VOTED, true},
                 {"__tile_any", VOTED, true},           {"__tile_all", VOTED, true},
                 {"__tile_reduce", FOLDED, true}};

static const struct function *function_of(size_t name) {
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        if (is(name, functions[k].name))
            return &functions[k];
    return NULL;
}

bool names_exchange(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (function_of(i))
            return true;
    return false;
}

bool is_of_tile(size_t name) {
    const struct function *const known = function_of(name);
    return known && known->of_tile;
}

const char *brings_by(const struct node *exchange) {
    const struct function *const known = function_of(exchange->name);
    return known->how == VOTED                       ? "bring_vote"
           : known->how == FOLDED && !known->of_tile ? "bring_word"
                                                     : "bring";
}

static bool is_of_whole_warps(const struct node *exchange) {
    unsigned long long size;
    return !is_of_tile(exchange->name) ||
           (literal_value(bare(exchange->child), &size) && size >= 32);
}

bool gives_uniform(const struct node *exchange) {
    return function_of(exchange->name)->how != SHUFFLED && is_of_whole_warps(exchange);
}

bool takes_from_one(const struct node *exchange) {
    return is_of_tile(exchange->name)
               ? is(exchange->name, "__tile_shfl") && is_of_whole_warps(exchange)
               : is(exchange->name, "__shfl_sync") && !child(exchange, 2)->next;
}

void note_exchange(struct node *call) {
    const struct function *const known = function_of(call->name);
    const struct node *mask = call->child, *value = mask ? mask->next : NULL,
                      *lane = value ? value->next : NULL;
    if (!known || (flags(call->name) & USERS) || !value ||
        (known->how == SHUFFLED ? !lane || (lane->next && lane->next->next) : lane != NULL) ||
        value->type->shape != NUMBER_TYPE ||
        (!known->of_tile && (call->sign_length || !is_all_ones(mask))))
        return;
    call->kind = EXCHANGE;
    call->effects = 0;
    call->barrier = true;
    call->type = known->of_tile           ? value->type
                 : known->how == SHUFFLED ? common_type(value->type, &int_type)
                                          : &int_type;
    if (known->of_tile && known->how == VOTED)
        call->type = &int_type;
}

bool holds_exchange(const struct node *n) {
    return ANY_CHILD(c, n, holds_exchange(c)) || n->kind == EXCHANGE ||
           (n->kind == BARRIER && is(n->first, "__tile_sync"));
}

bool just_reads(const struct node *n) {
    if (n->kind == CALL ? !(flags(n->name) & PURE)
                        : !just_combines(n) &&
                              !has_kind(n, KIND(BINARY) | KIND(CONDITIONAL) | KIND(LOCAL_NAME) |
                                               KIND(ARROW) | KIND(DEREFERENCE) | KIND(ADDRESS_OF) |
                                               KIND(CONSTRUCT) | KIND(EXCHANGE)))
        return false;
    return ALL_CHILDREN(
        c, n, (is_plain(c->type) || c->type->shape == ARRAY || n->kind == MEMBER) && just_reads(c));
}

// May the exchanges in it be done in front of it? They surely come, and nothing that it does comes
// before them, or beside them: all that it does, it does to what they gave.
static bool asks_first(const struct node *n, bool surely) {
    const bool passes_on =
        has_kind(n, KIND(EXCHANGE) | KIND(ASSIGN) | KIND(BINARY) | KIND(SIGN) | KIND(CAST) |
                        KIND(CONDITIONAL) | KIND(CALL) | KIND(INDEX) | KIND(COMMA));
    if (!holds_exchange(n))
        return (is_plain(n->type) || n->type->shape == ARRAY) && just_reads(n);
    if (!passes_on || (n->kind == EXCHANGE && !surely) || (n->kind == COMMA && n->child->next) ||
        (n->kind == ASSIGN && !is_plain(n->child->type)))
        return false;
    const bool perhaps =
        n->kind == CONDITIONAL || (n->kind == BINARY && (has_sign(n, "&&") || has_sign(n, "||")));
    // what is done perhaps comes last
    return ALL_CHILDREN(c, n,
                        perhaps && c != n->child ? !holds_exchange(c) : asks_first(c, surely));
}

// How deep in others' values the innermost exchange in n stands; 0: there is none.
static unsigned height(const struct node *n) {
    unsigned most = 0;
    for (const struct node *c = n->child; c; c = c->next)
        most = height(c) > most ? height(c) : most;
    return most + (n->kind == EXCHANGE);
}

// What the exchanges in n of that height ask for is brought.
static bool bring(struct fission *f, struct node *n, unsigned wanted, unsigned depth) {
    for (struct node *c = n->child; c; c = c->next)
        if (!bring(f, c, wanted, depth))
            return false;
    if (n->kind != EXCHANGE || height(n) != wanted)
        return true;
    const struct node *mask = n->child;
    while (mask->kind == COMMA)
        mask = mask->child;
    if (mask->kind == LOCAL_NAME &&
        (mask->variable->assigned || mask->variable->open || mask->variable->passed))
        return give_up(f, mask->first, "lanes that the source does not show to be all");
    struct node *const brought = child(n, 1);
    f->exchanges =
        grow(f->exchanges, &f->exchange_room, f->exchange_count + 1, sizeof *f->exchanges);
    f->exchanges[f->exchange_count++] = n;
    add_step(f, BRING, brought->first, brought->last, brought, depth);
    return true;
}

// All that the expression `asking` takes from other lanes, in front of its statement n.
static bool bring_exchanges(struct fission *f, struct node *asking, struct node *n,
                            unsigned depth) {
    for (unsigned level = 1; level <= height(asking); level++) {
        const size_t from = f->exchange_count;
        bool folds = false;
        if (!bring(f, asking, level, depth))
            return false;
        for (size_t k = from; k < f->exchange_count; k++) {
            const struct function *const known = function_of(f->exchanges[k]->name);
            add_frame(f, "", n, depth); // all have brought it
            f->steps[f->step_count - 1].meets = true;
            f->steps[f->step_count - 1].tile = known->of_tile ? f->exchanges[k]->child : NULL;
            folds = folds || known->how == FOLDED;
            if (known->how == VOTED)
                add_frame(f,
                          text("::cuda_cpu::side_by_side::fold%s(cuda_cpu_brought_%zu, "
                               "cuda_cpu_threads); ",
                               known->name, f->exchanges[k]->first),
                          n, depth);
        }
        for (size_t k = from; k < f->exchange_count; k++)
            if (function_of(f->exchanges[k]->name)->how == FOLDED) {
                struct node *const brought = child(f->exchanges[k], 1);
                add_step(f, FOLD, brought->first, brought->last, brought, depth);
            }
        if (folds)
            add_frame(f, "", n, depth);
    }
    return true;
}

bool add_exchange(struct fission *f, struct node *n, unsigned depth) {
    struct node *asking = n->kind == DECLARATION ? NULL : n->child;
    if (n->kind == DECLARATION && n->declared_count == 1 && !n->declared[0]->reference)
        asking = n->declared[0]->initial;
    if (!asking || !holds_exchange(asking) || !asks_first(asking, true))
        return give_up(f, n->first, "a warp function in a statement that is not split");
    if (!bring_exchanges(f, asking, n, depth))
        return false;
    add_step(f, n->kind == DECLARATION ? DECLARED : PLAIN, n->first, n->last, n, depth);
    return true;
}

const struct node *exchange_of(const struct fission *f, const struct node *brought) {
    size_t k = 0;
    while (child(f->exchanges[k], 1) != brought)
        k++;
    return f->exchanges[k];
}

const struct node *exchange_at(const struct fission *f, size_t i) {
    for (size_t k = 0; k < f->exchange_count; k++)
        if (f->exchanges[k]->first == i)
            return f->exchanges[k];
    return NULL;
}
