// SPDX-License-Identifier: MIT
// Fission of a kernel at its barriers. Where it can be read off its tree that all threads of a
// block come to the same barriers, no thread has to wait: what lies between two barriers
// becomes a loop over the threads of the block, which the compiler may vectorise.
//
//   __global__ void k(float *a, int n) {     void split_k(float *a, int n) {
//       __shared__ float s[256];                 __shared__ float s[256];
//       int t = threadIdx.x;                     float kept_sum[1024];
//       float sum = 0;                           each_thread([&] { sum = 0; });
//       for (int i = 0; i < n; i++) {            for (int i = 0; i < n; i++) {
//           s[t] = a[i];                             each_thread([&] { s[t] = a[i]; });
//           __syncthreads();
//           sum += s[255 - t];                       each_thread([&] { sum += ...; });
//           __syncthreads();
//       }                                        }
//       a[t] = sum;                              each_thread([&] { a[t] = sum; });
//   }                                        }
//
// (each_thread is in loops.h.) A variable that is seen on both sides of a barrier is UNIFORM (i),
// REMATERIALISED (t) or PRIVATISED (sum): privatise.c.
//
// A barrier under a condition or in a loop that threads may not all agree on gets a mask (mask.c).
// Functions with barriers have been written out before (inline.c). A kernel stays whole, and its
// threads run on stacks of their own (fiber.c), where one could not be, or where anything in the
// kernel is not understood. A kernel with no barrier is one loop. The order of the threads is the
// same either way: up to a barrier they run one after the other.
#include <limits.h>

#include "fission.h"

bool give_up(struct fission *f, size_t where, const char *why) {
    if (!f->form->why) {
        f->form->why = why;
        f->form->where = where;
    }
    return false;
}

bool in_loop(const struct step *s) {
    return s->kind <= FOLD && !s->common;
}

struct step *add_step(struct fission *f, enum step_kind kind, size_t first, size_t last,
                      struct node *n, unsigned depth) {
    f->steps = grow(f->steps, &f->step_room, f->step_count + 1, sizeof *f->steps);
    struct step *const s = &f->steps[f->step_count++];
    *s = (struct step){.kind = kind,
                       .first = first,
                       .last = last,
                       .node = n,
                       .depth = depth,
                       .mask = f->warp_mask,
                       .meets = kind == MEET,
                       .common = kind == PLAIN && is_uniform_change(f, n)};
    return s;
}

void add_frame(struct fission *f, const char *what, struct node *n, unsigned depth) {
    add_step(f, FRAME, n->first, n->first, n, depth)->text = what;
}

// ---- the tree as steps -------------------------------------------------------------------------

static bool add_steps(struct fission *f, struct node *n, unsigned depth);

bool add_inside(struct fission *f, struct node *n, unsigned depth) {
    add_step(f, ENTER, n->first, n->first, n, depth);
    if (n->kind == BLOCK) {
        for (struct node *c = n->child; c; c = c->next)
            if (!add_steps(f, c, depth))
                return false;
    } else if (!add_steps(f, n, depth)) {
        return false;
    }
    add_step(f, EXIT, n->last, n->last, n, depth);
    return true;
}

// A statement that holds a barrier.
static bool add_around_barrier(struct fission *f, struct node *n, unsigned depth) {
    struct node *const body = body_of(n);
    if (needs_mask(n))
        return add_mask(f, n, depth);
    switch (n->kind) {
    case BARRIER:
        add_step(f, MEET, n->first, n->last, n, depth)->tile =
            is(n->first, "__tile_sync") ? n->child : NULL;
        return true;
    case EXPRESSION:
    case DECLARATION:
        return add_exchange(f, n, depth);
    case BLOCK:
        return add_inside(f, n, depth);
    case DO:
    case FOR:
    case IF:
    case WHILE:
        add_step(f, HEAD, n->first, body->first - 1, n, depth);
        if (!add_inside(f, body, depth + 1))
            return false;
        if (body->next) // an else, or the condition of a do
            add_step(f, HEAD, body->last + 1, n->kind == DO ? n->last : body->last + 1, n, depth);
        return n->kind == DO || !body->next || add_inside(f, body->next, depth + 1);
    default:
        return give_up(f, n->first, "a barrier in a statement that is not split");
    }
}

// Leaves the loop around it, or goes on with its next turn: all threads do, or none.
static bool leaves_uniformly(const struct fission *f, const struct node *n) {
    if (n->returns || f->masked || f->warp_mask > 0)
        return false;
    return n->kind == LEAVE_LOOP || n->kind == BLOCK ||
           (n->kind == IF && !needs_mask(n) && !n->early);
}

static bool add_steps(struct fission *f, struct node *n, unsigned depth) {
    if (n->barrier)
        return add_around_barrier(f, n, depth);
    if (n->escapes && !leaves_uniformly(f, n))
        return give_up(f, n->first, "a break or continue out of a loop with a barrier");
    if (n->kind == LEAVE_LOOP) {
        add_step(f, HEAD, n->first, n->last, n, depth);
        return true;
    }
    if (n->escapes)
        return add_around_barrier(f, n, depth);
    const bool hoisted = n->kind == SHARED_VARIABLE || n->kind == NAMES;
    const bool ordered = f->body->effects & ORDERED;
    const bool strided = f->may_stride && f->warp_mask == 0 && (depth == 0 || !ordered) &&
                         can_stride(n, depth == 0, f->body->returns || f->masked);
    if (strided && f->step_count > 0 && f->steps[f->step_count - 1].node->kind == PRAGMA_LINE)
        f->step_count--;                     // how to unroll a loop that is no longer there
    if (n->kind == PRAGMA_LINE && n->next && // it says something of that loop
        (n->next->barrier || is_uniform_change(f, n->next))) {
        if (!needs_mask(n->next)) // which is written as one
            add_step(f, HEAD, n->first, n->last, n, depth);
        return true;
    }
    const bool alone =
        !f->careful && !strided && !ordered && f->body->barrier &&
        ((stands_alone(n) && !is_among_neighbours(f, n)) || (f->warp_mask == 0 && find_span(f, n)));
    f->tried = f->tried || alone || strided;
    if (alone)
        add_frame(f, "", n, depth);
    add_step(f,
             hoisted                  ? HOISTED
             : n->kind == DECLARATION ? DECLARED
             : strided                ? STRIDED
                                      : PLAIN,
             n->first, n->last, n, depth);
    if (alone)
        add_frame(f, "", n, depth);
    return true;
}

// ---- returns -----------------------------------------------------------------------------------

// Threads may return in the last loop, which they leave; and in front of the first barrier, as
// those do that have no element: then each loop steps over them (leaves). After a barrier they
// return to their fault, which fiber.c sees.
static bool decide_returns(struct fission *f) {
    unsigned first = UINT_MAX, last = 0; // the loops after the first barrier and after the last
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        const bool inside = s->kind <= FOLD;
        if (!inside && s->kind != HOISTED && first == UINT_MAX)
            first = s->loop;
        if (inside || s->kind == MEET)
            last = s->loop + (s->kind == MEET);
    }
    f->leaves = f->masked;
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        if (s->kind > HOISTED || !s->node->returns)
            continue;
        if (s->loop != last) {
            if (s->loop >= first)
                return give_up(f, s->first, "threads return between barriers");
            if (f->exchange_count > 0)
                return give_up(f, s->first, "threads return in front of a warp function");
            f->leaves = true;
        } else if (s->depth > 0) {
            return give_up(f, s->first, "threads return between barriers");
        }
    }
    return true;
}

// ---- kernels -----------------------------------------------------------------------------------

static bool returns_value(const struct node *n) {
    return n->kind == RETURN && n->child;
}

bool takes_volatile(void) {
    bool takes = false;
    for (size_t v = 0; v < variable_count; v++)
        takes = takes || variables[v]->ordered;
    return takes;
}

// A sum of so many tokens: g++ asks of each part of it whether it is a constant where a lambda
// holds it, and takes four times as long for 20 000 of them as in a function.
static bool is_long(const struct node *n) {
    enum { MOST_TOKENS = 8192 };
    return n->kind == BINARY && n->last - n->first > MOST_TOKENS;
}

// The innermost node that may wait.
static const struct node *find_wait(const struct node *n) {
    if (!(n->effects & WAITS))
        return NULL;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->effects & WAITS)
            return find_wait(c);
    return n;
}

static bool understand(struct fission *f) {
    struct kernel_form *const k = f->form;
    struct node *const body = f->body = parse_function(k->name + 1, k->open, k->from, k->from_end);
    const struct node *odd = find_odd(body);
    if (odd)
        return give_up(f, odd->why_at, odd->why);
    const struct node *value = find_node(body, returns_value);
    if (value)
        return give_up(f, value->first, "a return of something");
    const struct node *const sum = find_node(body, is_long);
    if (sum)
        return give_up(f, sum->first, "an expression that is too long");
    for (size_t v = 0; v < variable_count; v++) {
        if (variables[v]->role == PARAMETER && (variables[v]->reference || variables[v]->odd))
            return give_up(f, variables[v]->name, "a parameter that is not understood");
        if (is_listed(variables[v]->name,
                      "threadIdx blockIdx blockDim gridDim")) // emit_kernel.c declares those
            return give_up(f, variables[v]->name, "a variable that hides a built-in one");
    }
    note_uses(body, VALUE);
    const struct node *const waits = find_wait(body), *const mask = find_node(body, is_odd_mask);
    if (waits && is(waits->first, "::")) // lower/spinning.c's ::cuda_cpu::spin()
        return give_up(f, waits->first + 3, "a loop that waits for other threads");
    if (waits)
        return give_up(f, waits->first, "a call that may wait for other threads");
    if (mask)
        return give_up(f, mask->first, "what the mask of a barrier does would not be done");
    return true;
}

// May a thread that comes to the end of it hold a lock that others wait for? Those turn in a loop
// until an atomic answers; what the program's own functions do is unknown.
static bool may_lock(const struct node *n, bool turning) {
    const bool call = n->kind == CALL || n->kind == METHOD;
    if (!(n->effects & ORDERED))
        return false;
    if (call && (turning || (flags(n->name) & USERS)))
        return true;
    if (n->kind == EXPRESSION && n->child->kind == CALL && !(flags(n->child->name) & USERS))
        n = n->child; // whose answer is dropped
    turning = turning || is_loop(n);
    return ANY_CHILD(c, n, may_lock(c, turning));
}

// A thread that holds a lock goes on until it has let go: no loop over threads ends before.
static bool locks_are_free(struct fission *f) {
    bool held = false;
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        if (s->kind == MEET)
            held = false;
        else if (in_loop(s))
            held = held || may_lock(s->node, false);
        else if (held && s->kind != HOISTED)
            return give_up(f, s->first, "a lock that a thread may hold, perhaps");
    }
    return true;
}

static bool try_to_take_apart(struct fission *f) {
    struct kernel_form *const k = f->form;
    k->why = NULL;
    k->strided = false;
    k->whole_warps = false;
    f->step_count = f->exchange_count = 0;
    f->masked = false;
    f->warp_masks = f->warp_mask = 0;
    if (!understand(f))
        return false;
    struct node *const body = f->body;
    k->interchanged = !f->careful && !(body->effects & ORDERED) && interchange(f);
    if (!k->interchanged)
        decide_uniform(f);
    f->tried = f->tried || k->interchanged;
    f->may_stride = !f->careful && !takes_volatile();
    for (size_t v = 0; v < variable_count; v++)
        if (variables[v]->role == PARAMETER && variables[v]->own) {
            const bool plain = is_plain(&variables[v]->type);
            if (!plain && variables[v]->type.shape != VECTOR && body->barrier)
                return give_up(f, variables[v]->name,
                               "a parameter that each thread changes for itself");
            variables[v]->role = PRIVATISED; // in its only loop, or an array
            f->may_stride = f->may_stride && plain;
        }
    rematerialise();
    for (struct node *c = body->child; c; c = c->next)
        if (!add_steps(f, c, 0))
            return false;
    bool held = false; // what a thread does in front of a loop may be to lock it: the others wait
    for (struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        if (s->kind == STRIDED && held)
            s->kind = PLAIN;
        held = s->kind != MEET && (held || (s->node->effects & ORDERED));
        k->strided = k->strided || s->kind == STRIDED;
    }
    if (!locks_are_free(f))
        return false;
    const unsigned loops = number_loops(f);
    if ((body->effects & KEEPS_INDEX) && loops > 1)
        return give_up(f, k->name, "somebody may keep the address of threadIdx");
    if (!decide_variables(f) || !check_names(f) || !decide_returns(f))
        return false;
    // threads that wait for others are reported by it
    k->asks = body->effects & (PLACED | ORDERED) || takes_volatile();
    k->single = loops == 1 && !k->strided && !body->barrier;
    k->form = is_flat(f) ? ROWS : SPLIT;
    return true;
}

// Carefully where that keeps it whole: what a thread keeps from turn to turn, or after a loop, is
// not understood, perhaps.
bool take_apart(struct fission *f) {
    f->form->form = WHOLE;
    f->careful = f->tried = false;
    if (try_to_take_apart(f))
        return true;
    f->careful = true;
    return f->tried && try_to_take_apart(f);
}
