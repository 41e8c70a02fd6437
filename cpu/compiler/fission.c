// SPDX-License-Identifier: MIT
// Fission of a kernel at its barriers. Where it can be read off its tree that all threads of a
// block come to the same barriers, nobody has to be made to wait: what lies between two barriers
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
// (each_thread is in launch.h.) A variable that is seen on both sides of a barrier is UNIFORM (i),
// REMATERIALISED (t) or PRIVATISED (sum): tree.h.
//
// A barrier under a condition or in a loop that threads may not all agree on gets a mask (mask.c).
// A kernel stays whole, and its threads run on stacks of their own (fiber.c), where a barrier lies
// in a function that the kernel calls, or where anything in it is not understood. A kernel with no
// barrier is one loop. The order of the threads is the same either way: up to a barrier they run
// one after the other.
#include <limits.h>
#include <string.h>

#include "tree.h"

struct step *steps;
size_t step_count;
static size_t step_room;
bool leaves, masked;
static const struct node *whole; // body of the kernel at hand
static bool striding;            // loops may become STRIDED
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
           (s->what == PLAIN && !is_uniform_change(s->node));
}

void add_step(enum what what, size_t first, size_t last, struct node *n, unsigned depth) {
    steps = (struct step *)grow(steps, &step_room, step_count + 1, sizeof *steps);
    steps[step_count++] = (struct step){what, first, last, n, 0, depth, NULL};
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

// A statement that holds a barrier.
static bool add_around_barrier(struct node *n, unsigned depth) {
    struct node *first = n->child, *second = first ? first->next : NULL;
    if (needs_mask(n))
        return add_mask(n, whole, depth);
    switch (n->kind) {
    case BARRIER:
        add_step(MEET, n->first, n->last, n, depth);
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

static bool add_steps(struct node *n, unsigned depth) {
    if (n->barrier)
        return add_around_barrier(n, depth);
    if (n->escapes)
        return give_up(n->first, "a break or continue out of a loop with a barrier");
    const bool hoisted = n->kind == SHARED_VARIABLE || n->kind == NAMES;
    const bool strided =
        striding && (depth == 0 || !ordered) && can_stride(n, depth == 0, leaving || masked);
    if (strided && step_count > 0 && steps[step_count - 1].node->kind == PRAGMA_LINE)
        step_count--; // how to unroll a loop that is no longer there
    if (n->kind == PRAGMA_LINE && n->next && n->next->barrier) { // it says something of that loop
        if (!needs_mask(n->next)) // which is written as one
            add_step(HEAD, n->first, n->last, n, depth);
        return true;
    }
    add_step(hoisted                  ? HOISTED
             : n->kind == DECLARATION ? DECLARED
             : strided                ? STRIDED
                                      : PLAIN,
             n->first, n->last, n, depth);
    return true;
}

// ---- variables ---------------------------------------------------------------------------------

static void rematerialise(void) {
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < variable_count; k++) {
            struct variable *v = variables[k];
            if (v->role == LOCAL && is_plain(&v->type) && v->initial && !v->assigned && !v->open &&
                !v->passed && !v->odd && !v->reference && !v->parenthesised &&
                v->initial->kind != LIST && can_rematerialise(v->initial)) {
                v->role = REMATERIALISED;
                more = true;
            }
        }
    }
}

static void declare_in(struct node *n, unsigned loop, bool nested) {
    for (size_t k = 0; k < n->declared_count; k++) {
        n->declared[k]->loop = loop;
        n->declared[k]->nested = nested;
    }
    for (struct node *c = n->child; c; c = c->next)
        declare_in(c, loop, true);
}

// Which loop over threads each step belongs to. Uniform statements end one too: what stands before
// them must see the old value.
static unsigned number_loops(void) {
    unsigned loop = 1;
    bool used = false;
    for (size_t s = 0; s < step_count; s++) {
        const bool inside = in_loop(&steps[s]) && steps[s].what != STRIDED;
        if (!inside && steps[s].what != HOISTED && used) {
            loop++;
            used = false;
        }
        used = used || inside;
        steps[s].loop = loop;
        if (steps[s].what <= BRING)
            declare_in(steps[s].node, loop, steps[s].what != DECLARED);
        loop += steps[s].what == STRIDED; // has a loop of its own
    }
    return loop;
}

// A class of the program's that has numbers, vectors and pointers, and no functions.
static bool is_simple_class(const struct type *type) {
    const size_t body = type->shape == CLASS ? class_body(type->name) : 0;
    if (!body)
        return false;
    for (size_t i = body + 1; i < closing(body);) {
        const struct node *d = parse_declaration(i, false);
        if (!d || !is(d->last, ";"))
            return false;
        for (size_t v = 0; v < d->declared_count; v++) {
            const struct variable *member = d->declared[v];
            const struct type *of = &member->type;
            while (of->shape == ARRAY)
                of = of->of;
            if (member->initial || member->reference || member->odd ||
                !(is_plain(of) || of->shape == VECTOR))
                return false;
        }
        i = d->last + 1;
    }
    return true;
}

// An element a thread can be declared without calling anything.
static bool can_privatise(const struct variable *v) {
    return (is_plain(&v->type) || v->type.shape == VECTOR || is_template_type(&v->type) ||
            is_simple_class(&v->type)) &&
           !v->odd && !v->reference && !v->parenthesised && v->type_end > v->type_first;
}

static bool is_auto(const struct variable *v) {
    for (size_t i = v->type_first; i < v->type_end; i++)
        if (is(i, "auto"))
            return true;
    return false;
}

static bool privatise(struct variable *v, size_t where) {
    if (v->role == PRIVATISED)
        return true;
    if (!can_privatise(v) || is_auto(v))
        return give_up(where, v->open
                                  ? "an address, or a reference, that may live on behind a barrier"
                                  : "a variable that lives on behind a barrier, and is no number, "
                                    "vector or pointer");
    v->role = PRIVATISED;
    return true;
}

static bool is_strided_by(const struct step *s, const struct variable *v) {
    struct stride stride;
    return s->what == STRIDED && find_stride(s->node, &stride) && stride.counter == v &&
           !stride.kept;
}

// What the node names and another loop has declared lives on.
static bool cross(const struct step *s, const struct node *n) {
    struct variable *v = n->kind == LOCAL_NAME ? n->variable : NULL;
    if (v && s->what == HOISTED && (v->role == LOCAL || v->role == REMATERIALISED))
        return give_up(n->first, "the size of a shared array depends on the thread");
    if (v && v->role == LOCAL && v->loop != s->loop && !is_strided_by(s, v) &&
        !privatise(v, n->first))
        return false;
    for (const struct node *c = n->child; c; c = c->next)
        if (!cross(s, c))
            return false;
    return true;
}

// Does the variable's scope reach into another loop over threads?
static bool outlives(const struct variable *v) {
    for (size_t s = 0; s < step_count; s++)
        if (steps[s].what <= BRING && steps[s].loop > v->loop && steps[s].first <= v->end)
            return true;
    return false;
}

static bool may_have_destructor(const struct variable *v) {
    const struct type *type = &v->type;
    while (type->shape == ARRAY)
        type = type->of;
    return type->shape == UNKNOWN || (type->shape == CLASS && !is_simple_class(type));
}

// May the reference be bound to an object that lives only as long as it?
static bool extends_life(const struct variable *v) {
    const bool binds = is_any(v->name - 1, qualifiers) || is(v->name - 1, "&");
    const struct node *to = v->initial;
    const bool named =
        to && (to->kind == LOCAL_NAME || to->kind == INDEX || to->kind == DEREFERENCE);
    if (!may_have_destructor(v))
        return false;
    if (!binds || is(v->name - 2, "&") || v->constant)
        return true;
    return v->type.shape == UNKNOWN && !(named && is_template_type(&v->type));
}

static bool decide_variables(void) {
    for (size_t s = 0; s < step_count; s++) {
        if (steps[s].what > HOISTED)
            continue;
        if (!cross(&steps[s], steps[s].node))
            return false;
    }
    for (size_t k = 0; k < variable_count; k++) {
        struct variable *v = variables[k];
        if (v->role != LOCAL || v->nested || !v->loop || !outlives(v))
            continue;
        if (v->reference && !extends_life(v))
            continue;
        if ((v->open || is_template_type(&v->type)) && !privatise(v, v->name))
            return false;
        if (v->role == LOCAL && may_have_destructor(v))
            return give_up(v->name, "a variable of a class that may have a destructor");
    }
    return true;
}

// ---- names -------------------------------------------------------------------------------------

static const struct variable **seen; // of each word, in the loop of that number
static unsigned *seen_in;
static size_t seen_room, seen_in_room;
static const struct variable of_the_file; // what the kernel does not declare

static bool mention(size_t i, const struct variable *v, unsigned loop) {
    const size_t w = word(i);
    if (seen_in[w] == loop && seen[w] != v)
        return false;
    seen_in[w] = loop;
    seen[w] = v;
    return true;
}

// In one loop over threads each name has to mean one thing: what is declared in it, or bound to it,
// comes first.
static bool mention_tokens(size_t first, size_t last, unsigned loop) {
    for (size_t i = first; i <= last; i++) {
        if (tokens[i].kind != WORD || is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::"))
            continue;
        const struct variable *v = meaning(i);
        if (v && v->nested && v->loop == loop)
            continue;
        if (v && v->role == TEMPLATE_TYPE) // a type, which nothing before it had the name of
            v = &of_the_file;
        if (!mention(i, v ? v : &of_the_file, loop))
            return give_up(i, "a name that hides one that is used between the same barriers");
        if (v && v->role == REMATERIALISED && v->loop != loop &&
            (!mention_tokens(v->type_first, v->type_end - 1, loop) ||
             !mention_tokens(v->initial->first, v->initial->last, loop)))
            return false;
    }
    return true;
}

static bool check_names(void) {
    seen = (const struct variable **)grow((void *)seen, &seen_room, word_total() + 1, sizeof *seen);
    seen_in = (unsigned *)grow(seen_in, &seen_in_room, word_total() + 1, sizeof *seen_in);
    memset(seen_in, 0, word_total() * sizeof *seen_in);
    for (size_t s = 0; s < step_count; s++)
        if (steps[s].what <= HOISTED &&
            !mention_tokens(steps[s].first, steps[s].last, steps[s].loop))
            return false;
    return true;
}

// ---- returns -----------------------------------------------------------------------------------

// Threads may return in the last loop, which they leave; and in front of the first barrier, as
// those do that have no element: then each loop steps over them (leaves). Behind a barrier they
// return to their fault, which fiber.c sees.
static bool decide_returns(void) {
    unsigned first = UINT_MAX, last = 0; // the loops behind the first barrier and behind the last
    for (size_t s = 0; s < step_count; s++) {
        const bool inside = steps[s].what <= BRING;
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

static const struct node *find_opaque(const struct node *n) {
    const struct node *found = n->kind == OPAQUE ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = find_opaque(c);
    return found;
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

static bool has_side_effect(const struct node *n) {
    static const bool reads[OPAQUE + 1] = {
        [CONSTANT_VALUE] = true, [LOCAL_NAME] = true, [GLOBAL_NAME] = true, [BUILT_IN] = true,
        [MEMBER] = true,         [ARROW] = true,      [INDEX] = true,       [SIGN] = true,
        [DEREFERENCE] = true,    [BINARY] = true,     [CONDITIONAL] = true, [COMMA] = true,
        [CAST] = true,           [SIZE_OF] = true};
    if (!reads[n->kind] || !is_plain(n->type))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (has_side_effect(c))
            return true;
    return false;
}

static bool masks_are_plain(const struct node *n) {
    if (n->kind == BARRIER && n->child && has_side_effect(n->child))
        return give_up(n->first, "what the mask of a barrier does would not be done");
    for (const struct node *c = n->child; c; c = c->next)
        if (!masks_are_plain(c))
            return false;
    return true;
}

static bool understand(struct kernel_form *k, struct node **body) {
    *body = parse_kernel(k->name, k->open, k->from, k->from_end);
    if (!*body)
        return give_up(failed_at, failure);
    const struct node *odd = find_opaque(*body);
    if (odd)
        return give_up(odd->first, odd->why);
    static const char *const written[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    for (size_t v = 0; v < variable_count; v++)
        if (is_any(variables[v]->name, written)) // write.c declares those
            return give_up(variables[v]->name, "a variable that hides a built-in one");
    index_kept = false;
    note_uses(*body, VALUE);
    const struct node *waits = find_wait(*body);
    if (waits)
        return give_up(waits->first, "a call that may wait for other threads");
    return masks_are_plain(*body);
}

// May a thread that comes to the end of it hold a lock that others wait for? Those turn in a loop
// until an atomic answers; what the program's own functions do nobody knows.
static bool may_lock(const struct node *n, bool turning) {
    const bool call = n->kind == CALL || n->kind == METHOD;
    if (!(n->effects & ORDERED))
        return false;
    if (call && (turning || (flags(n->name) & USERS)))
        return true;
    if (n->kind == EXPRESSION && n->child->kind == CALL && !(flags(n->child->name) & USERS))
        n = n->child; // whose answer nobody asks for
    turning = turning || n->kind == FOR || n->kind == WHILE || n->kind == DO;
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

static bool try_to_take_apart(struct kernel_form *k) {
    struct node *body;
    step_count = exchange_count = 0;
    masked = false;
    if (!understand(k, &body))
        return false;
    whole = body;
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
    for (struct node *c = body->child; c; c = c->next)
        if (!add_steps(c, 0))
            return false;
    bool held = false; // what a thread does in front of a loop may be to lock it: the others wait
    for (size_t s = 0; s < step_count; s++) {
        if (steps[s].what == STRIDED && held)
            steps[s].what = PLAIN;
        held = steps[s].what != MEET && (held || (steps[s].node->effects & ORDERED));
    }
    if (!locks_are_free())
        return false;
    const unsigned loops = number_loops();
    if (index_kept && loops > 1)
        return give_up(k->name, "somebody may keep the address of threadIdx");
    if (!decide_variables() || !check_names() || !decide_returns())
        return false;
    k->asks = body->effects & (PLACED | ORDERED); // threads that wait for others are told of by it
    for (size_t v = 0; v < variable_count; v++)
        k->asks = k->asks || variables[v]->ordered;
    k->strided = false;
    for (size_t s = 0; s < step_count; s++)
        k->strided = k->strided || steps[s].what == STRIDED;
    k->single = loops == 1 && !k->strided && !body->barrier;
    k->form = is_flat(body) ? ROWS : SPLIT;
    return true;
}

bool take_apart(struct kernel_form *k) {
    now = k;
    k->why = NULL;
    k->form = WHOLE;
    striding = true;
    if (try_to_take_apart(k))
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
