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
#include <string.h>

#include "fission.h"

struct step *steps;
size_t step_count;
static size_t step_room;
bool leaves, masked, clusters_share;
struct block_shape only_for;
static const struct node *whole; // body of the kernel at hand
static bool striding;            // loops may become STRIDED
static bool parting_blocks;      // ... those in blocks, too, which are taken apart for that
static bool parted_blocks;       // there was one
static bool parting, parted;     // loops may stand alone; one does
static bool renaming, renamed;   // variables may become webs; some have
static bool turning, turned;     // loops may go around those over threads; some do
static bool leaving, ordered;    // threads return somewhere; do what is seen in their order
static struct kernel_form *now;  // the kernel at hand

bool give_up(size_t where, const char *why) {
    if (!now->why) {
        now->why = why;
        now->where = where;
    }
    return false;
}

bool in_loop(const struct step *s) {
    return s->what == DECLARED || s->what == STRIDED || s->what == MASK || s->what == BRING ||
           s->what == FOLD || (s->what == PLAIN && !is_uniform_change(s->node));
}

void add_step(enum what what, size_t first, size_t last, struct node *n, unsigned depth) {
    steps = (struct step *)grow(steps, &step_room, step_count + 1, sizeof *steps);
    steps[step_count++] =
        (struct step){what, first, last, n, 0, depth, NULL, warp_mask, what == MEET, NULL};
}

void add_frame(const char *what, struct node *n, unsigned depth) {
    add_step(FRAME, n->first, n->first, n, depth);
    steps[step_count - 1].text = what;
}

// ---- the tree as steps -------------------------------------------------------------------------

static bool add_steps(struct node *n, unsigned depth);

bool add_inside(struct node *n, unsigned depth) {
    add_step(ENTER, n->first, n->first, n, depth);
    if (n->kind == BLOCK) {
        for (struct node *c = n->child; c; c = c->next)
            if (!add_steps(c, depth))
                return false;
    } else if (!add_steps(n, depth)) {
        return false;
    }
    add_step(EXIT, n->last, n->last, n, depth);
    return true;
}

static const char leaves_a_loop[] = "a break or continue out of a loop with a barrier";

// A statement that holds a barrier.
static bool add_around_barrier(struct node *n, unsigned depth) {
    struct node *first = n->child, *second = first ? first->next : NULL;
    if (n->kind == IF && holds_exchange(first) && !second->barrier &&
        !(second->next && second->next->barrier) && !n->early)
        return n->escapes ? give_up(n->first, leaves_a_loop) : add_exchange(n, depth);
    if (needs_mask(n))
        return add_mask(n, whole, depth);
    switch (n->kind) {
    case BARRIER:
        add_step(MEET, n->first, n->last, n, depth);
        steps[step_count - 1].tile = is(n->first, "__tile_sync") ? n->child : NULL;
        return true;
    case EXPRESSION:
    case DECLARATION:
        return add_exchange(n, depth);
    case BLOCK:
        return add_inside(n, depth);
    case DO:
        add_step(HEAD, n->first, n->first, n, depth);
        if (!add_inside(first, depth + 1))
            return false;
        add_step(HEAD, first->last + 1, n->last, n, depth);
        return true;
    case WHILE:
    case IF:
        add_step(HEAD, n->first, first->last + 1, n, depth);
        if (!add_inside(second, depth + 1))
            return false;
        if (second->next) {
            add_step(HEAD, second->last + 1, second->last + 1, n, depth);
            return add_inside(second->next, depth + 1);
        }
        return true;
    case FOR: {
        struct node *step = second->next, *body = step->next;
        size_t close = n->first + 1;
        add_step(HEAD, n->first, closing(close), n, depth);
        return add_inside(body, depth + 1);
    }
    default:
        return give_up(n->first, "a barrier in a statement that is not split");
    }
}

// Leaves the loop around it, or goes on with its next turn: all threads do, or none.
static bool leaves_alike(const struct node *n) {
    if (n->returns || masked || warp_mask > 0)
        return false;
    return n->kind == LEAVE_LOOP || n->kind == BLOCK ||
           (n->kind == IF && !needs_mask(n) && !n->early);
}

static bool add_steps(struct node *n, unsigned depth) {
    if (n->barrier)
        return add_around_barrier(n, depth);
    if (n->escapes && !leaves_alike(n))
        return give_up(n->first, leaves_a_loop);
    if (n->kind == LEAVE_LOOP) {
        add_step(HEAD, n->first, n->last, n, depth);
        return true;
    }
    if (n->escapes)
        return add_around_barrier(n, depth);
    const bool hoisted = n->kind == SHARED_VARIABLE || n->kind == NAMES;
    const bool strided = striding && warp_mask == 0 && (depth == 0 || !ordered) &&
                         can_stride(n, depth == 0, leaving || masked);
    if (strided && step_count > 0 && steps[step_count - 1].node->kind == PRAGMA_LINE)
        step_count--;                        // how to unroll a loop that is no longer there
    if (n->kind == PRAGMA_LINE && n->next && // it says something of that loop
        (n->next->barrier || is_uniform_change(n->next))) {
        if (!needs_mask(n->next)) // which is written as one
            add_step(HEAD, n->first, n->last, n, depth);
        return true;
    }
    const bool alone =
        parting && !strided && !ordered && whole->barrier &&
        ((stands_alone(n) && !is_among_neighbours(n)) || (warp_mask == 0 && find_span(n)));
    parted = parted || alone;
    if (alone)
        add_frame("", n, depth);
    add_step(hoisted                  ? HOISTED
             : n->kind == DECLARATION ? DECLARED
             : strided                ? STRIDED
                                      : PLAIN,
             n->first, n->last, n, depth);
    if (alone)
        add_frame("", n, depth);
    return true;
}

// ---- returns -----------------------------------------------------------------------------------

// Threads may return in the last loop, which they leave; and in front of the first barrier, as
// those do that have no element: then each loop steps over them (leaves). After a barrier they
// return to their fault, which fiber.c sees.
static bool decide_returns(void) {
    unsigned first = UINT_MAX, last = 0; // the loops after the first barrier and after the last
    for (size_t s = 0; s < step_count; s++) {
        const bool inside = steps[s].what <= FOLD;
        if (!inside && steps[s].what != HOISTED && first == UINT_MAX)
            first = steps[s].loop;
        if (inside || steps[s].what == MEET)
            last = steps[s].loop + (steps[s].what == MEET);
    }
    leaves = masked;
    for (size_t s = 0; s < step_count; s++) {
        if (steps[s].what > HOISTED || !steps[s].node->returns)
            continue;
        if (steps[s].loop != last) {
            if (steps[s].loop >= first)
                return give_up(steps[s].first, "threads return between barriers");
            if (exchange_count > 0)
                return give_up(steps[s].first, "threads return in front of a warp function");
            leaves = true;
        } else if (steps[s].depth > 0) {
            return give_up(steps[s].first, "threads return between barriers");
        }
    }
    return true;
}

// ---- kernels -----------------------------------------------------------------------------------

static bool returns_value(const struct node *n, size_t unused) {
    (void)unused;
    return n->kind == RETURN && n->child;
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

static bool understand(struct kernel_form *k, struct node **body) {
    *body = parse_function(k->name + 1, k->open, k->from, k->from_end);
    const struct node *odd = find_odd(*body);
    if (odd)
        return give_up(odd->why_at, odd->why);
    const struct node *value = find_node(*body, returns_value, 0);
    if (value)
        return give_up(value->first, "a return of something");
    for (size_t v = 0; v < variable_count; v++)
        if (variables[v]->role == PARAMETER && (variables[v]->reference || variables[v]->odd))
            return give_up(variables[v]->name, "a parameter that is not understood");
    static const char *const written[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    for (size_t v = 0; v < variable_count; v++)
        if (is_any(variables[v]->name, written)) // emit_kernel.c declares those
            return give_up(variables[v]->name, "a variable that hides a built-in one");
    index_kept = false;
    note_uses(*body, VALUE);
    renamed = renaming && separate_webs(*body);
    const struct node *waits = find_wait(*body);
    if (waits && is(waits->first, "::")) // lower/spinning.c's ::cuda_cpu::spin()
        return give_up(waits->first + 3, "a loop that waits for other threads");
    if (waits)
        return give_up(waits->first, "a call that may wait for other threads");
    return masks_are_plain(*body);
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
    for (const struct node *c = n->child; c; c = c->next)
        if (may_lock(c, turning))
            return true;
    return false;
}

// A thread that holds a lock goes on until it has let go: no loop over threads ends before.
static bool locks_are_free(void) {
    bool held = false;
    for (size_t s = 0; s < step_count; s++) {
        if (steps[s].what == MEET)
            held = false;
        else if (in_loop(&steps[s]))
            held = held || may_lock(steps[s].node, false);
        else if (held && steps[s].what != HOISTED)
            return give_up(steps[s].first, "a lock that a thread may hold, perhaps");
    }
    return true;
}

// No block that is taken apart for a loop in it cuts in two what is seen in the order of threads.
static bool order_is_kept(void) {
    bool seen = false, cut = false;
    for (size_t s = 0; s < step_count; s++) {
        const bool meet = steps[s].what == MEET,
                   edge = steps[s].what == ENTER || steps[s].what == EXIT,
                   shows = !edge && (steps[s].node->effects & ORDERED);
        if (cut && shows)
            return give_up(steps[s].first, "the order of threads, in front of a block and behind");
        cut = !meet && (cut || (edge && seen && steps[s].node->parts));
        seen = !meet && (seen || shows);
    }
    return true;
}

static bool try_to_take_apart(struct kernel_form *k) {
    struct node *body;
    step_count = exchange_count = 0;
    masked = false;
    only_for = (struct block_shape){false, false, false};
    warp_masks = warp_mask = 0;
    if (!understand(k, &body))
        return false;
    whole = body;
    if (parting_blocks)
        parted_blocks = part_blocks(body) || parted_blocks;
    turned = turning && !(body->effects & ORDERED) && interchange(body);
    if (!turned)
        decide_uniform(body);
    for (size_t v = 0; v < variable_count; v++) {
        if (variables[v]->role != PARAMETER || !variables[v]->own)
            continue;
        if (!is_plain(&variables[v]->type) && variables[v]->type.shape != VECTOR && body->barrier)
            return give_up(variables[v]->name, "a parameter that each thread changes for itself");
        variables[v]->role = PRIVATISED; // in its only loop, or an array
        striding = striding && is_plain(&variables[v]->type);
    }
    for (size_t v = 0; v < variable_count; v++)
        striding = striding && !variables[v]->ordered;
    rematerialise();
    leaving = body->returns;
    ordered = body->effects & ORDERED;
    clusters_share = body->effects & REACHES;
    for (struct node *c = body->child; c; c = c->next)
        if (!add_steps(c, 0))
            return false;
    bool held = false; // what a thread does in front of a loop may be to lock it: the others wait
    for (size_t s = 0; s < step_count; s++) {
        if (steps[s].what == STRIDED && held)
            steps[s].what = PLAIN;
        held = steps[s].what != MEET && (held || (steps[s].node->effects & ORDERED));
    }
    if (!locks_are_free() || !order_is_kept())
        return false;
    const unsigned loops = number_loops();
    if (index_kept && loops > 1)
        return give_up(k->name, "somebody may keep the address of threadIdx");
    if (!decide_variables() || !check_names() || !decide_returns())
        return false;
    k->asks = body->effects & (PLACED | ORDERED); // threads that wait for others are reported by it
    for (size_t v = 0; v < variable_count; v++)
        k->asks = k->asks || variables[v]->ordered;
    k->strided = false;
    for (size_t s = 0; s < step_count; s++)
        k->strided = k->strided || steps[s].what == STRIDED;
    k->single = loops == 1 && !k->strided && !body->barrier;
    k->interchanged = turned;
    k->only_for = only_for;
    k->form = is_flat(body) ? ROWS : SPLIT;
    if (k->form == SPLIT)
        decide_boxes();
    return true;
}

// As often as what keeps it whole may be one of the forms that are tried.
static bool try_forms(struct kernel_form *k) {
    k->why = NULL;
    striding = parting = turning = true;
    parted = false;
    if (try_to_take_apart(k))
        return true;
    turning = false; // what a thread keeps from turn to turn is not understood, perhaps
    if (turned && !(k->why = NULL) && try_to_take_apart(k))
        return true;
    parting = false; // what a thread keeps after such a loop is not understood, perhaps
    if (parted && !(k->why = NULL) && try_to_take_apart(k))
        return true;
    bool strides = false;
    for (size_t s = 0; s < step_count; s++)
        strides = strides || steps[s].what == STRIDED;
    if (!strides)
        return false;
    k->why = NULL;
    striding = false; // what a thread keeps from turn to turn is not understood, perhaps
    return try_to_take_apart(k);
}

// Blocks are taken apart if a loop in one becomes a strided one by that.
static bool try_blocks(struct kernel_form *k) {
    parting_blocks = true;
    parted_blocks = false;
    if (try_forms(k) && (k->strided || !parted_blocks))
        return true;
    parting_blocks = false;
    return parted_blocks && try_forms(k);
}

bool take_apart(struct kernel_form *k) {
    now = k;
    k->form = WHOLE;
    renaming = true;
    renamed = false;
    if (try_blocks(k))
        return true;
    renaming = false;
    return renamed && try_blocks(k);
}
