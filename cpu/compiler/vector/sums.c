// SPDX-License-Identifier: MIT
// Sums in memory, to which a loop adds in each of its turns, and which nothing else in it may be:
//
//     for (int j = 0; j < n; j++)           kept_sums(0 < n && are_apart<1>(f[i].x, s),
//         f[i].x += s[j] * 2;                   [&](auto &sum) { for (...) sum += s[j] * 2; },
//         f[i].x);
//
// The store, which may go anywhere, would keep the loop from being vectorised, and a thread from
// doing the next turn before it is in memory. Each sum keeps its order. All that such a loop reads
// is variables of the thread, which have no address, and shared arrays of a size that the kernel
// says: whether a sum is part of one is asked when the kernel runs (include/cuda_cpu/sums.h).
#include <string.h>

#include "split/fission.h"

enum { MOST_SUMS = 8, MOST_ARRAYS = 8 };

struct sums {
    const struct node *loop, *all[MOST_SUMS];
    const struct variable *arrays[MOST_ARRAYS]; // that it reads
    size_t count, array_count;
};

// A variable that no pointer leads to.
static bool is_hidden(const struct variable *v) {
    return v->role != SHARED_MEMORY && v->role != TEMPLATE_TYPE && changes_by_name(v) &&
           !v->stays && !v->ordered && !has_volatile(&v->type);
}

static bool note_array(struct sums *sums, const struct variable *v) {
    if (v->reference || v->type.shape != ARRAY || !v->type.size || has_volatile(&v->type))
        return false;
    for (size_t k = 0; k < sums->array_count; k++)
        if (sums->arrays[k] == v)
            return true;
    if (sums->array_count == MOST_ARRAYS)
        return false;
    sums->arrays[sums->array_count++] = v;
    return true;
}

static bool all_numbers(const struct node *n) {
    for (; n; n = n->next)
        if (n->type->shape != NUMBER_TYPE)
            return false;
    return true;
}

static bool just_reads(struct sums *sums, const struct node *n) {
    const enum shape shape = n->type->shape;
    switch (n->kind) {
    case CONSTANT_VALUE:
    case BUILT_IN:
        break;
    case LOCAL_NAME:
        if (n->variable->role == SHARED_MEMORY ? !note_array(sums, n->variable)
                                               : !is_hidden(n->variable))
            return false;
        break;
    case INDEX:
        if (n->child->type->shape != ARRAY || !all_numbers(n->child->next))
            return false;
        break;
    case MEMBER: // no reference, whose type would be unknown
        if (shape != NUMBER_TYPE && shape != OBJECT && shape != VECTOR)
            return false;
        break;
    case CALL:
        if (!(flags(n->name) & PURE))
            return false; // fallthrough
    case SIGN:
    case CAST:
    case BINARY:
    case CONDITIONAL:
        if (shape != NUMBER_TYPE || !all_numbers(n->child))
            return false;
        break;
    case COMMA: // parentheses
        if (n->child->next)
            return false;
        break;
    default:
        return false;
    }
    for (const struct node *c = n->child; c; c = c->next)
        if (!just_reads(sums, c))
            return false;
    return true;
}

// Names nothing but variables that the loop leaves as they are, and none of shared memory.
static bool stays_the_same(const struct node *n, const struct node *loop) {
    if (n->kind == LOCAL_NAME
            ? !is_hidden(n->variable) || !is_plain(&n->variable->type) || assigns(loop, n->variable)
            : n->kind != CONSTANT_VALUE && n->kind != BUILT_IN && n->kind != MEMBER &&
                  n->kind != BINARY && n->kind != SIGN && n->kind != COMMA)
        return false;
    for (const struct node *c = n->child; c; c = c->next)
        if (!stays_the_same(c, loop))
            return false;
    return true;
}

// pointer[index], or a member of that, which is a floating number.
static bool is_sum(const struct node *n, const struct node *loop) {
    if (n->type->shape != NUMBER_TYPE || !n->type->floating || n->type->ordered ||
        n->type->constant)
        return false;
    while (n->kind == MEMBER)
        n = n->child;
    return n->kind == INDEX && n->child->kind == LOCAL_NAME && n->child->type->shape == POINTER &&
           !has_volatile(n->child->type) && stays_the_same(n->child, loop) &&
           stays_the_same(child(n, 1), loop) && child(n, 1)->type->shape == NUMBER_TYPE &&
           child(n, 1)->type->integer;
}

static bool is_same_text(const struct node *a, const struct node *b) {
    for (size_t k = 0; k <= a->last - a->first; k++)
        if (a->last - a->first != b->last - b->first ||
            strcmp(name_of(a->first + k), name_of(b->first + k)) != 0)
            return false;
    return true;
}

static size_t number_of(const struct sums *sums, const struct node *sum) {
    size_t k = 0;
    while (k < sums->count && !is_same_text(sums->all[k], sum))
        k++;
    return k;
}

static bool note_sum(struct sums *sums, const struct node *n) {
    const size_t k = number_of(sums, n);
    if (k == MOST_SUMS || !is_sum(n, sums->loop))
        return false;
    sums->all[k] = n;
    sums->count += k == sums->count;
    return true;
}

// A number of the thread's own, or a member of its own object that is one.
static bool is_own_number(const struct node *n) {
    const bool number = is_plain(n->type) && !n->type->ordered;
    while (n->kind == MEMBER)
        n = n->child;
    return number && n->kind == LOCAL_NAME && is_hidden(n->variable) &&
           n->variable->type.shape != POINTER;
}

static bool just_declares(struct sums *sums, const struct node *n) {
    for (size_t k = 0; k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        if (!is_plain(&v->type) || !is_hidden(v) || v->odd || !v->initial ||
            !just_reads(sums, v->initial))
            return false;
    }
    return !n->is_static && !n->is_extern && !n->per_thread;
}

// each_turn: it is done in each turn.
static bool just_sums(struct sums *sums, const struct node *n, bool each_turn) {
    const struct node *const to = n->child ? bare(n->child) : NULL;
    switch (n->kind) {
    case EMPTY:
        return true;
    case DECLARATION:
        return just_declares(sums, n);
    case EXPRESSION:
        n = n->child;
        if (n->kind == ASSIGN || n->kind == STEP)
            return just_sums(sums, n, each_turn);
        return just_reads(sums, n);
    case STEP:
        return is_own_number(to);
    case ASSIGN:
        return just_reads(sums, child(n, 1)) &&
               (is_own_number(to) || (each_turn && (has_sign(n, "+=") || has_sign(n, "-=")) &&
                                      to == n->child && note_sum(sums, to)));
    case BLOCK:
        for (const struct node *c = n->child; c; c = c->next)
            if (!just_sums(sums, c, each_turn))
                return false;
        return true;
    default:
        return false;
    }
}

// The counter's first value, a literal, as it compares; NULL: unknown.
static const char *first_value(const struct node *first, const struct variable **counter) {
    unsigned long long value;
    const struct node *initial = NULL;
    if (first->kind == EXPRESSION)
        first = first->child;
    if (first->kind == DECLARATION && first->declared_count == 1) {
        *counter = first->declared[0];
        initial = (*counter)->initial;
    } else if (first->kind == ASSIGN && has_sign(first, "=") && first->child->kind == LOCAL_NAME) {
        *counter = first->child->variable;
        initial = child(first, 1);
    }
    if (!initial || !is_hidden(*counter) || !literal_value(bare(initial), &value) || value > 127)
        return NULL;
    const struct type *const type = &(*counter)->type;
    if (type->shape != NUMBER_TYPE || !type->integer || type->bytes < 4 || type->bytes > 8)
        return NULL;
    return text("%llu%s%s", value, type->natural ? "u" : "", type->bytes == 8 ? "l" : "");
}

// Has the loop a first turn? What asks for that; NULL: unknown.
static const char *has_turns(struct fission *f, struct sums *sums) {
    const struct variable *counter = NULL;
    const struct node *const condition = child(sums->loop, 1);
    const char *const first = first_value(child(sums->loop, 0), &counter);
    if (!first || condition->kind != BINARY ||
        !(has_sign(condition, "<") || has_sign(condition, "<=")) || !just_reads(sums, condition) ||
        bare(condition->child)->kind != LOCAL_NAME || bare(condition->child)->variable != counter ||
        mentions(child(condition, 1), counter))
        return NULL;
    const struct node *const bound = child(condition, 1);
    const char *const printed = printed_tokens(f, bound->first, bound->last);
    return printed ? text("%s %s (%s)", first, name_of(condition->sign), printed) : NULL;
}

static bool is_loop_of_sums(struct sums *sums) {
    const struct node *const n = sums->loop;
    return n->kind == FOR && tokens[n->first - 1].kind != PRAGMA && !n->barrier && !n->returns &&
           !n->around && !n->interchanged && !(n->effects & EFFECTS) && child(n, 3) &&
           !child(n, 3)->next && just_sums(sums, child(n, 2), false) &&
           just_sums(sums, child(n, 3), true) && sums->count > 0;
}

static void replace_sums(struct fission *f, const struct sums *sums, const struct node *n) {
    if (n->kind == ASSIGN && !is_own_number(bare(n->child)))
        substitute(f, n->child, text("cuda_cpu_sum_%zu", number_of(sums, n->child)));
    for (const struct node *c = n->child; c; c = c->next)
        replace_sums(f, sums, c);
}

static void write_sums(struct fission *f, struct sums *sums) {
    const struct node *const loop = sums->loop;
    const char *const turns = has_turns(f, sums);
    const char *places = "", *parameters = "", *others = "";
    for (size_t k = 0; k < sums->count; k++) {
        const char *const printed = printed_tokens(f, sums->all[k]->first, sums->all[k]->last);
        if (!printed)
            return;
        places = text("%s, %s", places, printed);
        parameters = text("%s%sauto &cuda_cpu_sum_%zu", parameters, k ? ", " : "", k);
    }
    for (size_t k = 0; k < sums->array_count; k++)
        others = text("%s, %s", others, called(sums->arrays[k]));
    if (!turns)
        return;
    substitute_token(f, loop->first,
                     text("::cuda_cpu::kept_sums((%s) && ::cuda_cpu::are_apart<%zu>(%s%s), [&](%s) "
                          "__attribute__((always_inline)) { for",
                          turns, sums->count, places + 2, others, parameters));
    replace_sums(f, sums, child(loop, 3));
    substitute_token(f, loop->last, text("%s }%s);", name_of(loop->last), places));
}

void substitute_sums(struct fission *f, const struct node *n) {
    struct sums sums = {.loop = n};
    if (is_loop_of_sums(&sums)) {
        write_sums(f, &sums);
        return;
    }
    for (const struct node *c = n->child; c; c = c->next)
        substitute_sums(f, c);
}
