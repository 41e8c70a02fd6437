// SPDX-License-Identifier: MIT
// Loop interchange: a loop that all threads do together, and in which neighbouring threads read
// neighbouring elements, goes around the loop over threads, as if there were a barrier in it.
//
//     if (i < n)                                each_thread([&] { stays = i < n; });
//         for (int k = 0; k < m; k++)           for (int k = 0; k < m; k++)
//             sum += a[k * n + i] * x[k];           each_staying([&] { sum += ...; });
//
// Thread after thread would go through all of a for one element of each of its rows, and a sum can
// only be vectorised over threads. Each thread does what it did, in the order it did it; what
// another one does meanwhile it cannot see without a race. So nothing is done where threads are
// seen in their order, nor where a loop adds to memory: several threads may add to one element, and
// nvcc keeps such a sum in a register, so that each of them stores the right one.
#include <stdlib.h>

#include "split/fission.h"

enum { UNROLLED = 16 }; // so many turns the compiler unrolls, and vectorises what is around them

struct gain {
    const struct node *loop; // of that one
    bool beside, apart;
};

// Is it worked out from what all threads change in the same way, as they do the counter of a loop?
// patience: so many more nodes are looked at, since names may stand for sums of names.
static bool moves(const struct node *n, unsigned *patience) {
    if (!*patience)
        return false;
    --*patience;
    if (n->kind == LOCAL_NAME && n->variable->assigned)
        return n->variable->role == UNIFORM;
    if (n->kind == LOCAL_NAME && n->variable->initial && moves(n->variable->initial, patience))
        return true;
    return ANY_CHILD(c, n, moves(c, patience));
}

// Element n, by that index or at that address.
static void note_spread(const struct node *n, const struct node *index, bool element,
                        struct gain *gain) {
    const enum spread spread = spread_in_row(index, gain->loop);
    unsigned patience = 1000;
    gain->beside = gain->beside || (spread == BESIDE && element && moves(n, &patience));
    gain->apart = gain->apart || spread == APART;
}

// Notes how the elements lie that the tree names.
static void weigh(const struct node *n, struct gain *gain) {
    if (n->kind == INDEX) {
        const struct node *array = n->child;
        for (; array->kind == INDEX; array = array->child)
            gain->apart = gain->apart || spread_in_row(child(array, 1), gain->loop) == APART;
        const bool known = array->kind != LOCAL_NAME || (array->variable->role != SHARED_MEMORY &&
                                                         array->type->shape == POINTER);
        gain->apart = gain->apart || !known;
        if (array->kind != GLOBAL_NAME)
            note_spread(n, array, false, gain);
        note_spread(n, child(n, 1), is_plain(n->type) || n->type->shape == VECTOR, gain);
    } else if (n->kind == DEREFERENCE) {
        note_spread(n, n->child, is_plain(n->type) || n->type->shape == VECTOR, gain);
    } else if (n->kind == LOCAL_NAME && n->type->shape == ARRAY) {
        gain->apart =
            true; // shared memory is for split_reductions.c; a thread's own array is not privatised
    } else if (n->kind == METHOD ||
               (n->kind == CALL && (flags(n->name) & (PURE | COSTLY)) != PURE)) {
        gain->apart = true; // which keeps threads from being taken together
    }
    for (const struct node *c = n->child; c; c = c->next)
        weigh(c, gain);
}

// Has it, or may it have, so few turns that no loop is left of it?
static bool is_unrolled(const struct node *n) {
    const struct node *const first = child(n, 0), *const condition = bare(child(n, 1));
    if (n->kind != FOR || first->kind != DECLARATION || first->declared_count != 1 ||
        condition->kind != BINARY)
        return false;
    const struct node *const from = first->declared[0]->initial, *const to = child(condition, 1);
    if (!from || find_kind(from, LOCAL_NAME) || find_kind(to, LOCAL_NAME) ||
        find_kind(to, BUILT_IN) || find_kind(to, MEMBER))
        return false;
    const struct node *const step = child(n, 2);
    unsigned long long first_turn = 0, end = 0, by = 1;
    literal_value(bare(from), &first_turn);
    if (step->kind == ASSIGN)
        literal_value(bare(child(step, 1)), &by);
    return !literal_value(bare(to), &end) ||
           llabs((long long)(end - first_turn)) <= UNROLLED * (long long)by;
}

static bool has_other_loops(const struct node *n) {
    return ANY_CHILD(c, n,
                     c->kind == SWITCH || (is_loop(c) && !is_unrolled(c)) || has_other_loops(c));
}

static bool gains(const struct node *loop) {
    struct gain gain = {loop, false, false};
    weigh(child(loop, 3), &gain);
    return gain.beside && !gain.apart && !has_other_loops(child(loop, 3));
}

static const struct node *base_of(const struct node *n) {
    n = bare(n);
    return n->kind == INDEX || n->kind == MEMBER || n->kind == ARROW || n->kind == DEREFERENCE
               ? base_of(n->child)
               : n;
}

static unsigned times_of_base(const struct node *n, const struct node *base) {
    unsigned times = name_one(n, base);
    for (const struct node *c = n->child; c; c = c->next)
        times += times_of_base(c, base);
    return times;
}

// Is the element of memory that n assigns to read in the loop, perhaps?
static bool is_read_again(const struct node *n, const struct node *loop) {
    const struct node *const base = base_of(n->child);
    if (base->kind == LOCAL_NAME && base->variable->role != SHARED_MEMORY &&
        base->type->shape != POINTER)
        return false; // the thread's own
    return n->kind == STEP || !has_sign(n, "=") ||
           (base->kind != LOCAL_NAME && base->kind != GLOBAL_NAME) ||
           (base->kind == LOCAL_NAME && base->variable->initial) || times_of_base(loop, base) > 1;
}

static bool sums_in_memory(const struct node *n, const struct node *loop) {
    if ((n->kind == ASSIGN || n->kind == STEP) && is_read_again(n, loop))
        return true;
    return ANY_CHILD(c, n, sums_in_memory(c, loop));
}

// May the loop be one that all threads do together, as far as its statements show?
static bool may_go_around(const struct node *n) {
    return n->kind == FOR && is(n->first, "for") && !n->returns && !(n->effects & EFFECTS) &&
           child(n, 1)->kind != EMPTY && !child(n, 3)->escapes && !n->escapes &&
           (child(n, 3)->kind != BLOCK || is(child(n, 3)->first, "{"));
}

static void mark(struct node *n) {
    if (n->kind == FOR ? !n->barrier && !may_go_around(n)
                       : n->kind != BLOCK &&
                             !(n->kind == IF && is(n->first, "if") && !n->early && !n->returns))
        return;
    n->around = n->kind == FOR && !n->barrier;
    for (struct node *c = n->child; c; c = c->next)
        mark(c);
}

static void unmark(struct node *n) {
    n->around = false;
    for (struct node *c = n->child; c; c = c->next)
        unmark(c);
}

// Tells all nodes around the marked ones, as if those held a barrier.
static void tell(struct node *n) {
    bool barrier = n->kind == BARRIER || n->kind == EXCHANGE || n->around;
    n->interchanged = n->around;
    for (struct node *c = n->child; c; c = c->next) {
        tell(c);
        barrier = barrier || c->barrier;
        n->interchanged = n->interchanged || c->interchanged;
    }
    n->barrier = barrier;
}

// Unmarks loops that threads may not do together, and those that gain nothing; false: there were
// none. *marked: there are others.
static bool choose(struct node *n, bool *marked) {
    bool inner = false, unmarked = false;
    for (struct node *c = n->child; c; c = c->next)
        unmarked = choose(c, &inner) || unmarked;
    if (n->around &&
        (needs_mask(n) || sums_in_memory(n, n) || (!inner && (is_unrolled(n) || !gains(n))))) {
        unmark(n);
        return true;
    }
    *marked = *marked || inner || n->around;
    return unmarked;
}

bool interchange(struct fission *f) {
    struct node *const body = f->body;
    bool any = false;
    mark(body);
    do {
        tell(body);
        decide_uniform(f);
    } while (choose(body, &any));
    return body->interchanged;
}
