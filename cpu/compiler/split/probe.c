// SPDX-License-Identifier: MIT
// PROBES: a barrier that is missing does not show where a kernel is split, for then the threads run
// in an order that is often the right one. So what one thread writes into shared memory and another
// reads, with no barrier on some way between the two, is found here; which threads come to the same
// place is asked when it runs. Loops with such accesses are written twice, and the first accesses
// of a kernel go through the form that notes them (cuda_cpu/probe.h); it says so where another
// thread's value came in.
//
// Nothing is asked where threads may order themselves by what else they do: where a step on the way
// waits for an atomic's answer, or reads what is volatile. Where the lanes of warps meet, at
// shuffles say, is noted as well: from there on only threads of different warps are looked at.
#include "fission.h"

enum { READS = 1, WRITES = 2, COUNTS = 4 }; // as cuda_cpu/probe.h has them

struct access {
    size_t step;
    struct variable *of;
    size_t first, last; // its tokens
    unsigned kind;
    bool noted;
};

// The shared variable that it is, or that a pointer which never changes points into.
static struct variable *shared_variable(struct variable *v) {
    if (v->role == SHARED_MEMORY)
        return v;
    if (v->type.shape != POINTER || !v->initial || v->assigned || v->open)
        return NULL;
    const struct node *n = v->initial;
    while (n->kind == BINARY && has_sign(n, "+"))
        n = n->child;
    return n->kind == LOCAL_NAME ? shared_variable(n->variable) : NULL;
}

// The shared variable of which this names an element, or the whole; NULL: none.
static struct variable *shared_base(const struct node *n) {
    const struct node *const whole = n;
    while (n->kind == INDEX || (n->kind == MEMBER && n->child->type->shape == VECTOR))
        n = n->child;
    struct variable *v = n->kind == LOCAL_NAME ? shared_variable(n->variable) : NULL;
    return v && (v == n->variable || whole->kind != LOCAL_NAME) ? v : NULL; // no pointer itself
}

// The accesses in a node; kind: what is done with its value.
static void find_accesses(struct fission *f, size_t step, const struct node *n, unsigned kind) {
    struct variable *of = shared_base(n);
    if (of && n->type->shape != OBJECT && n->type->shape != ARRAY && kind) {
        f->accesses = grow(f->accesses, &f->access_room, f->access_count + 1, sizeof *f->accesses);
        f->accesses[f->access_count++] = (struct access){step, of, n->first, n->last, kind, false};
    }
    if (of) { // what the indices ask for
        for (const struct node *c = n; c->kind == INDEX || c->kind == MEMBER; c = c->child)
            for (const struct node *i = c->child->next; i; i = i->next)
                find_accesses(f, step, i, READS);
        return;
    }
    if (n->kind == SIZE_OF || (n->kind == MEMBER && shared_base(n->child)))
        return; // a member alone is no access to the whole
    for (const struct node *c = n->child; c; c = c->next) {
        const bool target = c == n->child;
        unsigned use = READS;
        if (n->kind == ASSIGN && target)
            use = has_sign(n, "=") ? WRITES : READS | WRITES;
        else if (n->kind == STEP)
            use = READS | WRITES;
        else if (n->kind == ADDRESS_OF)
            use = kind & COUNTS ? COUNTS : 0;
        else if (n->kind == CALL && c->kind == ADDRESS_OF)
            use = c == n->child && is_atomic(n->name) ? COUNTS : 0;
        find_accesses(f, step, c, use);
    }
}

// A reference that is bound to shared memory may be anything's.
static bool binds_reference(const struct node *n) {
    for (size_t k = 0; k < n->declared_count; k++)
        if (n->declared[k]->reference || n->declared[k]->odd)
            return true;
    return ANY_CHILD(c, n, binds_reference(c));
}

// The step that closes what this ENTER opens, or the other way round.
static size_t partner(const struct fission *f, size_t s) {
    int depth = 0;
    const bool forward = f->steps[s].kind == ENTER;
    for (size_t i = s; i < f->step_count; i += forward ? 1 : (size_t)-1) {
        depth += f->steps[i].kind == ENTER ? 1 : f->steps[i].kind == EXIT ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return s;
}

static bool ends_loop(const struct fission *f, size_t exit) { // whose body ends there
    const size_t enter = partner(f, exit);
    return enter > 0 && f->steps[enter - 1].kind == HEAD && is_loop(f->steps[enter - 1].node);
}

// Do lanes of a warp or tile meet there, and not the block?
static bool meets_in_warps(const struct step *s) {
    return s->kind == MEET ? !is(s->first, "__syncthreads") : s->meets;
}

// Marks the steps that can be reached after step s with no barrier on the way.
static void reach(struct fission *f, size_t s) {
    for (; s < f->step_count && !f->steps[s].reached; s++) {
        f->steps[s].reached = true;
        if (f->steps[s].kind == MEET && !meets_in_warps(&f->steps[s]))
            return;
        if (f->steps[s].kind == HEAD && f->steps[s].node->kind == LEAVE_LOOP)
            for (size_t k = 0; k < f->step_count; k++) // what it leads to may be any step
                f->steps[k].reached = true;
        if (f->steps[s].kind == ENTER)
            reach(f, partner(f, s) + 1); // a loop of no turns, a condition that does not hold
        if (f->steps[s].kind == EXIT && ends_loop(f, s))
            reach(f, partner(f, s));
    }
}

// The accesses that are on such a way after step s.
static void pair(struct fission *f, size_t s) {
    for (size_t i = 0; i < f->step_count; i++)
        f->steps[i].reached = false;
    reach(f, s);
    for (const struct step *i = f->steps; i < f->steps + f->step_count; i++)
        if (i->reached && i->kind <= STRIDED && i->node->effects & ORDERED)
            return;
    for (struct access *a = f->accesses; a < f->accesses + f->access_count; a++)
        for (size_t k = 0; a->step == s && k < f->access_count; k++) {
            struct access *const b = &f->accesses[k];
            const unsigned kinds = a->kind | b->kind;
            if (f->steps[b->step].reached && a->of == b->of && (kinds & (WRITES | COUNTS)) &&
                (kinds & READS || a->kind != b->kind))
                a->noted = b->noted = f->steps[s].probed = f->steps[b->step].probed = true;
        }
}

void find_probes(struct fission *f) {
    f->access_count = 0;
    for (size_t s = 0; s < f->step_count; s++)
        if (f->steps[s].kind <= BRING && !binds_reference(f->steps[s].node))
            find_accesses(f, s, f->steps[s].node, READS);
    for (size_t a = 0; a < f->access_count; a++)
        if (a == 0 || f->accesses[a].step != f->accesses[a - 1].step)
            pair(f, f->accesses[a].step);
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++)
        f->probes = f->probes || s->probed;
}

const char *probed_behind(const struct step *s) {
    return meets_in_warps(s) ? "::cuda_cpu::probed_lanes_meet(); "
           : s->kind == MEET ? "::cuda_cpu::probed_part_ends(); "
                             : "";
}

void put_probe(struct fission *f, size_t i, bool after) {
    for (const struct access *a = f->accesses; a < f->accesses + f->access_count; a++)
        if (!after && a->first == i && a->noted)
            put(f, "::cuda_cpu::probed<%u>(cuda_cpu_thread, ", a->kind);
        else if (after && a->last == i && a->noted)
            put(f, ")");
}
