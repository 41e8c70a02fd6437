// SPDX-License-Identifier: MIT
// Shuffles that all threads of a block come to. Each thread brings its value, and only when all
// have is the statement done that asks for another lane's:
//
//     v += __shfl_down_sync(~0u, v, 4);    each_thread([&] { bring(brought, v); });
//                                          each_thread([&] { v += shfl_down(brought, 4); });
//
// Votes are counted between the two; reductions take a third loop there, in which the first lane of
// each warp works out what all get.
//
// So a warp waits for the others of its block, which changes nothing: there is no way to tell.
// Under a condition that threads may not agree on there is a mask (mask.c); those in functions have
// been written out (expand.c). Among lanes that the source does not show to be all the kernel stays
// whole.
#include <string.h>

#include "tree.h"

const struct node **exchanges;
size_t exchange_count;
static size_t exchange_room;

// A number of 32 bits?
static bool is_word(const struct variable *v) {
    static const char *const words[] = {"const",  "constexpr", "unsigned", "int",
                                        "signed", "uint32_t",  "uint",     NULL};
    for (size_t i = v->type_first; i < v->type_end; i++)
        if (!is_any(i, words))
            return false;
    return v->declarator == v->name && v->type.shape == NUMBER_TYPE && v->type_end > v->type_first;
}

// The constant outside functions of that name; NULL: nobody knows its value.
static const struct variable *constant_of_file(size_t name) {
    static const char *const skipped[] = {"static", "inline", "__device__", NULL};
    const char *const before = failure;
    size_t at = variable_declaration(name);
    if ((flags(name) & (CONSTANT_NAME | VARIABLE_NAME)) != CONSTANT_NAME || at == 0)
        return NULL;
    while (is_any(at, skipped))
        at++;
    const struct node *d = parse_declaration(at, false);
    failure = before;
    for (size_t k = 0; d && k < d->declared_count; k++)
        if (same(d->declared[k]->name, name))
            return d->declared[k]->constant ? d->declared[k] : NULL;
    return NULL;
}

// 0xffffffff, ~0, -1; a variable with such a value, which may still be assigned to
static bool is_all_ones(const struct node *n) {
    while (n->kind == COMMA && !n->child->next)
        n = n->child;
    const struct variable *v = n->kind == LOCAL_NAME ? n->variable
                               : n->kind == GLOBAL_NAME && n->first == n->last
                                   ? constant_of_file(n->name)
                                   : NULL;
    if (v)
        return v->role != PARAMETER && v->role != SHARED_MEMORY && v->initial && !v->reference &&
               !v->odd && is_word(v) && v->initial->kind != LOCAL_NAME &&
               v->initial->kind != GLOBAL_NAME && is_all_ones(v->initial);
    const char *digits = source + tokens[n->last].start;
    const size_t many = length(n->last);
    if (n->kind == SIGN && n->child->kind == CONSTANT_VALUE) {
        const bool suffixed = many > 1 && strspn(digits + 1, "uU") == many - 1;
        return (many == 1 || suffixed) && *digits == (is(n->first, "~")   ? '0'
                                                      : is(n->first, "-") ? '1'
                                                                          : ' ');
    }
    if (n->kind != CONSTANT_VALUE || many < 10 || strncmp(digits, "0x", 2) != 0)
        return false;
    for (size_t k = 2; k < 10; k++)
        if (digits[k] != 'f' && digits[k] != 'F')
            return false;
    return many == 10 || (many == 11 && (digits[10] == 'u' || digits[10] == 'U'));
}

static const char *const shuffles[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
                                       "__shfl_xor_sync", NULL};
static const char *const votes[] = {"__ballot_sync", "__any_sync", "__all_sync", NULL};
static const char *const reductions[] = {"__reduce_add_sync",
                                         "__reduce_min_sync",
                                         "__reduce_max_sync",
                                         "__reduce_and_sync",
                                         "__reduce_or_sync",
                                         "__reduce_xor_sync",
                                         NULL};

bool names_exchange(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (is_any(i, shuffles) || is_any(i, votes) || is_any(i, reductions))
            return true;
    return false;
}

const char *brings_by(const struct node *exchange) {
    return is_any(exchange->name, votes)        ? "bring_vote"
           : is_any(exchange->name, reductions) ? "bring_word"
                                                : "bring";
}

void note_exchange(struct node *call) {
    const bool shuffle = is_any(call->name, shuffles);
    const struct node *mask = call->child, *value = mask ? mask->next : NULL,
                      *lane = value ? value->next : NULL;
    if (call->sign_length || (flags(call->name) & USERS) || !value ||
        !(shuffle || is_any(call->name, votes) || is_any(call->name, reductions)) ||
        (shuffle ? !lane || (lane->next && lane->next->next) : lane != NULL) ||
        value->type->shape != NUMBER_TYPE || !is_all_ones(mask))
        return;
    call->kind = EXCHANGE;
    call->effects = 0;
    call->barrier = true;
    call->type = shuffle ? value->type : &int_type;
}

bool holds_exchange(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        if (holds_exchange(c))
            return true;
    return n->kind == EXCHANGE;
}

// A function of the system from numbers to a number.
static bool computes(const struct node *call) {
    const unsigned known = flags(call->name);
    for (const struct node *c = call->child; c; c = c->next)
        if (c->type->shape != NUMBER_TYPE)
            return false;
    return (known & PURE) ||
           (known & (FUNCTION_NAME | GIVES_NUMBER | GIVES_VECTOR | GIVES_OTHER | USERS |
                     BY_REFERENCE | EFFECTS)) == (FUNCTION_NAME | GIVES_NUMBER);
}

// Reads, and works out, and asks other lanes once: the same whenever it is done before anything is
// assigned. `asked` counts the shuffles in it; behind && and ?: there must be none.
static bool just_reads(const struct node *n, unsigned *asked, bool surely) {
    switch (n->kind) {
    case EXCHANGE:
        ++*asked;
        if (!surely)
            return false;
        break;
    case BINARY:
        surely = surely && !has_sign(n, "&&") && !has_sign(n, "||");
        break;
    case CONDITIONAL:
        surely = false;
        break;
    case CALL:
        if (!computes(n))
            return false;
        break;
    case LOCAL_NAME:
    case ARROW:
    case DEREFERENCE:
        break;
    default:
        if (!just_combines(n))
            return false;
    }
    if (!is_plain(n->type) && n->kind != BUILT_IN && n->type->shape != ARRAY &&
        n->type->shape != VECTOR)
        return false;
    for (const struct node *c = n->child; c; c = c->next)
        if (!just_reads(c, asked, surely))
            return false;
    return true;
}

static const struct node *find_exchange(const struct node *n) {
    const struct node *found = n->kind == EXCHANGE ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_exchange(c);
    return found;
}

// x = ..., x += ..., T x = ...
bool add_exchange(struct node *n, unsigned depth) {
    static const char odd[] = "a warp function in a statement that is not split";
    unsigned asked = 0, of_target = 0;
    const struct node *value = NULL;
    if (n->kind == EXPRESSION && n->child->kind == ASSIGN) {
        value = child(n->child, 1);
        if (!is_plain(n->child->child->type) || !just_reads(n->child->child, &of_target, false))
            return give_up(n->first, odd);
    } else if (n->kind == DECLARATION && n->declared_count == 1 && !n->declared[0]->reference) {
        value = n->declared[0]->initial;
    }
    if (!value || !just_reads(value, &asked, true) || asked != 1)
        return give_up(n->first, odd);
    const struct node *call = find_exchange(value), *mask = call->child;
    while (mask->kind == COMMA)
        mask = mask->child;
    if (mask->kind == LOCAL_NAME &&
        (mask->variable->assigned || mask->variable->open || mask->variable->passed))
        return give_up(mask->first, "lanes that the source does not show to be all");
    struct node *brought = child(call, 1);
    exchanges = (const struct node **)grow((void *)exchanges, &exchange_room, exchange_count + 1,
                                           sizeof *exchanges);
    exchanges[exchange_count++] = call;
    add_step(BRING, brought->first, brought->last, brought, depth);
    add_step(FRAME, n->first, n->first, n, depth); // all have brought it
    steps[step_count - 1].text = "";
    steps[step_count - 1].meets = true;
    if (is_any(call->name, votes)) {
        add_step(FRAME, n->first, n->first, n, depth);
        steps[step_count - 1].text =
            text("::cuda_cpu::side_by_side::fold%s(cuda_cpu_brought_%zu, cuda_cpu_threads); ",
                 name_of(call->name), call->first);
    }
    if (is_any(call->name, reductions)) {
        add_step(FOLD, brought->first, brought->last, brought, depth);
        add_step(FRAME, n->first, n->first, n, depth);
        steps[step_count - 1].text = "";
    }
    add_step(n->kind == DECLARATION ? DECLARED : PLAIN, n->first, n->last, n, depth);
    return true;
}

const struct node *exchange_of(const struct node *brought) {
    size_t k = 0;
    while (child(exchanges[k], 1) != brought)
        k++;
    return exchanges[k];
}

const struct node *exchange_at(size_t i) {
    for (size_t k = 0; k < exchange_count; k++)
        if (exchanges[k]->first == i)
            return exchanges[k];
    return NULL;
}
