// SPDX-License-Identifier: MIT
// Masks: a condition or loop with a barrier in it that threads may not all agree on, as far as the
// source shows. Mostly they do when it runs. So the condition is asked of each thread, and those
// that it does not hold for are left out of the loops over threads until the end of its body:
//
//     if (flag[t]) {              { save; each_thread([&] { if (!(flag[t])) left = true; });
//         a(t);                     if (any_stays(left)) {
//         __syncthreads();              each_thread([&] { a(t); });    // steps over those left out
//         b(t);                         each_thread([&] { b(t); });
//     }                             } restore; }
//
// A loop asks again in each turn, and ends when no thread is left. Where threads that live are left
// out at a barrier, that is the program's fault, and is reported as barrier.c reports it, with both
// lines: so what those threads come to next has to be seen in the source, a barrier after it, or
// the end of the kernel. Where it cannot, the kernel stays whole.
//
// A condition or loop that only shuffles stand in is asked in the same way, wherever it stands, and
// the loops over threads in it go over those alone that stay, as a rule whole warps:
//
//     if (warp == 0)          { staying inner(all);
//         v = fold(v);          each_staying(inner, [&] { inner.ask(...); });
//                               if (inner.runs > 0) each_staying(inner, [&] { ... }); }
#include "fission.h"

// The first barrier from token `from` on; NULL: there is none.
static const struct node *next_barrier(const struct node *n, size_t from) {
    if (n->kind == BARRIER && n->first >= from)
        return n;
    const struct node *found = NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = c->barrier ? next_barrier(c, from) : NULL;
    return found;
}

// Is nothing around it but blocks, and conditions without an else? Then what follows it in
// the source comes next to those that are left out of it.
static bool is_open_to(const struct node *around, const struct node *n) {
    if (around == n)
        return true;
    if (around->kind != BLOCK && (around->kind != IF || child(around, 1)->next))
        return false;
    return ANY_CHILD(c, around, c->first <= n->first && c->last >= n->last && is_open_to(c, n));
}

// An expression that is a statement of each thread's.
static void add_expression(struct fission *f, const struct node *e, unsigned depth) {
    struct node *statement = new_node(EXPRESSION, e->first, e->last),
                *copy = new_node(e->kind, e->first, e->last);
    if (e->kind == EMPTY)
        return;
    *copy = *e;
    copy->next = NULL;
    add_child(statement, copy);
    statement->effects = e->effects;
    add_step(f, PLAIN, statement->first, statement->last, statement, depth);
}

// Adds what asks a condition of n of those that stay so far; who stays is known after it.
typedef bool ask_of_those(struct fission *f, struct node *condition, struct node *n,
                          unsigned around, unsigned depth);

// The condition or loop n, without the else of a condition.
static bool add_asking(struct fission *f, struct node *n, ask_of_those *ask, unsigned around,
                       unsigned depth) {
    struct node *const first = n->child, *const condition = condition_of(n);
    if (n->kind == FOR && first->kind == DECLARATION)
        add_step(f, DECLARED, first->first, first->last, first, depth);
    else if (n->kind == FOR)
        add_expression(f, first, depth);
    if (n->kind != IF)
        add_frame(f, "for (;;) { ", n, depth);
    if (n->kind != DO && !ask(f, condition, n, around, depth))
        return false;
    if (!add_inside(f, body_of(n), depth))
        return false;
    if (n->kind == FOR)
        add_expression(f, condition->next, depth);
    if (n->kind == DO && !ask(f, condition, n, around, depth))
        return false;
    if (n->kind != IF)
        add_frame(f, "} ", n, depth);
    return true;
}

// ---- of warps -----------------------------------------------------------------------------------

static bool is_within(const struct node *around, const struct node *n) {
    return around->first <= n->first && around->last >= n->last;
}

// Does the tree name a warp function, or a barrier of a warp or tile?
static bool holds_meeting(const struct node *n) {
    return n->kind == EXCHANGE || ANY_CHILD(c, n, holds_meeting(c)) ||
           (n->kind == BARRIER && (is(n->first, "__syncwarp") || is(n->first, "__tile_sync")));
}

// May lanes come to another warp function in `around` while others are in n, which is part of it?
static bool may_meet_elsewhere(const struct node *around, const struct node *n) {
    if (around == n)
        return false; // which has no else
    if (is_loop(around))
        return true; // n itself, in another turn
    bool found = false;
    for (const struct node *c = around->child; c && !found; c = c->next)
        if (is_within(c, n))
            found = may_meet_elsewhere(c, n);
        else if (c->first > n->last && around->kind != IF)
            found = holds_meeting(c);
    return found;
}

static bool holds_block_barrier(const struct node *n) {
    return ANY_CHILD(c, n, holds_block_barrier(c)) ||
           (n->kind == BARRIER && !(is(n->first, "__syncwarp") && !n->child) &&
            !is(n->first, "__tile_sync"));
}

static bool ask_lanes(struct fission *f, struct node *condition, struct node *n, unsigned around,
                      unsigned depth) {
    const unsigned own = f->warp_mask;
    if (condition->kind != EMPTY)
        add_step(f, MASK, condition->first, condition->last, condition, depth);
    add_frame(f, text("cuda_cpu_staying_%u.find(cuda_cpu_staying_%u); ", own, around), n, depth);
    if (n->kind == IF)
        add_frame(f, text("if (cuda_cpu_staying_%u.runs > 0) ", own), n, depth);
    else
        add_frame(f, text("if (cuda_cpu_staying_%u.runs == 0) break; ", own), n, depth);
    return true;
}

// Where those of `around` are left out of what meets under `own`.
static void note_misses(struct fission *f, size_t from, unsigned own, unsigned around,
                        const struct node *barrier) {
    for (size_t s = from; s < f->step_count; s++) {
        if (!f->steps[s].meets || f->steps[s].mask != own)
            continue;
        const struct node *const tile = f->steps[s].tile;
        const char *const size = tile ? written(tile->first, tile->last) : "32";
        f->steps[s].text =
            text("if (cuda_cpu_staying_%u.partial) ::cuda_cpu::side_by_side::miss_lanes("
                 "cuda_cpu_staying_%u, cuda_cpu_staying_%u, blockDim, %ld, %s); ",
                 own, around, own, barrier ? place_of(barrier->first).line : 0L, size);
    }
}

static bool add_warp_mask(struct fission *f, struct node *n, const struct node *barrier,
                          unsigned depth) {
    const unsigned around = f->warp_mask;
    const size_t from = f->step_count;
    const unsigned own = f->warp_mask = ++f->warp_masks;
    // From `{` on `cuda_cpu_threads` are the lanes that the mask has.
    add_frame(
        f,
        text(
            "{ ::cuda_cpu::side_by_side::staying_threads cuda_cpu_staying_%u(cuda_cpu_staying_%u); "
            "const auto &cuda_cpu_threads = cuda_cpu_staying_%u; (void)cuda_cpu_threads; ",
            own, around, own),
        n, depth);
    if (!add_asking(f, n, ask_lanes, around, depth + 1))
        return false;
    note_misses(f, from, own, around, barrier);
    add_frame(f, "} ", n, depth);
    f->warp_mask = around;
    return true;
}

// ---- of threads ---------------------------------------------------------------------------------

static bool ask_threads(struct fission *f, struct node *condition, struct node *n, unsigned around,
                        unsigned depth) {
    (void)around;
    if (condition->kind != EMPTY)
        add_step(f, MASK, condition->first, condition->last, condition, depth);
    add_frame(
        f, "cuda_cpu_partial = ::cuda_cpu::leaves_out(cuda_cpu_before, cuda_cpu_left, blockDim); ",
        n, depth);
    add_frame(f,
              n->kind == IF ? "if (::cuda_cpu::any_stays(cuda_cpu_left, blockDim)) "
                            : "if (!::cuda_cpu::any_stays(cuda_cpu_left, blockDim)) break; ",
              n, depth);
    return true;
}

bool is_odd_mask(const struct node *n) {
    return n->kind == BARRIER && n->child &&
           !has_kind(bare(n->child), KIND(CONSTANT_VALUE) | KIND(LOCAL_NAME) | KIND(GLOBAL_NAME));
}

// Do all lanes of a warp that come to n meet in it at the same lines, or at no other ones?
static bool lanes_meet(struct fission *f, const struct node *n) {
    if (!holds_meeting(n) || !may_meet_elsewhere(f->body, n))
        return true;
    f->form->whole_warps = true;
    return lanes_agree(f->body, condition_of(n));
}

bool add_mask(struct fission *f, struct node *n, unsigned depth) {
    static const char divergent[] = "a barrier under a condition, or in a loop, that threads may "
                                    "not all agree on";
    const struct node *barrier = next_barrier(f->body, n->last + 1);
    struct node *const first = n->child;
    if (n->returns || n->early || (n->kind == IF && first->next->next))
        return give_up(f, n->first, divergent);
    if (!lanes_meet(f, n))
        return give_up(f, n->first, "lanes of a warp that may meet at different lines");
    if (holds_exchange(n) || n->interchanged) {
        for (const struct node *c = first; c; c = c->next)
            if (c != body_of(n) && holds_exchange(c))
                return give_up(f, c->first, "a condition that asks other lanes");
        if (holds_block_barrier(n))
            return give_up(f, n->first, divergent);
        return add_warp_mask(f, n, barrier, depth);
    }
    // what comes next to those that are left out may be another turn
    if (!is_open_to(f->body, n) || f->masked || f->warp_mask > 0)
        return give_up(f, first->first, divergent);
    f->masked = true;
    const size_t from = f->step_count;
    add_frame(f,
              "{ bool cuda_cpu_before[::cuda_cpu::MOST_THREADS], cuda_cpu_partial = false; "
              "__builtin_memcpy(cuda_cpu_before, cuda_cpu_left, sizeof cuda_cpu_left); ",
              n, depth);
    if (!add_asking(f, n, ask_threads, 0, depth + 1))
        return false;
    add_frame(f, "__builtin_memcpy(cuda_cpu_left, cuda_cpu_before, sizeof cuda_cpu_left); ", n,
              depth);
    add_frame(f, "} ", n, depth);
    for (size_t s = from; s < f->step_count; s++) {
        if (f->steps[s].kind != MEET)
            continue;
        if (f->steps[s].node->child) // which lanes it names
            return give_up(f, f->steps[s].first, divergent);
        f->steps[s].text =
            text(is(f->steps[s].first, "__syncwarp")
                     ? "if (cuda_cpu_partial) ::cuda_cpu::meet_lanes(cuda_cpu_before, "
                       "cuda_cpu_left, blockDim, %ld); "
                     : "if (cuda_cpu_partial) ::cuda_cpu::miss_barrier(cuda_cpu_before, "
                       "cuda_cpu_left, %ld, cuda_cpu_met); ",
                 barrier ? place_of(barrier->first).line : 0L);
    }
    return true;
}
