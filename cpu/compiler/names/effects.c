// SPDX-License-Identifier: MIT
// What functions may do: wait for other threads (WAITS), ask which one runs them (PLACED), do what
// is seen in the order of threads (ORDERED), reach for other blocks' shared memory (REACHES).
//
// What a declaration does, from its template parameters to the end of its body, all that it
// declares does: defaults, initialisers, specialisations and trailing types included. Of functions
// the trees are looked at; of heads and types each word counts, whatever it is there for, for that
// finds too much and never too little. A call of anything but a function that the file declares
// may do everything, and so may code that is not understood.
#define _GNU_SOURCE // memmem
#include <stdlib.h>

#include "names.h"

static unsigned unnamed, of_members;

unsigned unnamed_effects(void) {
    return unnamed;
}

unsigned member_effects(void) {
    return of_members;
}

// The assembly in our own headers keeps the C++ compiler from a rearrangement, or reads a clock.
static unsigned effects_of_word(size_t i) {
    const unsigned effects = flags(i) & EFFECTS;
    return effects && owner_of(i) == OURS && is_one(i, ASSEMBLER) ? 0 : effects;
}

static unsigned effects_of_words(size_t first, size_t last) {
    unsigned found = 0;
    for (size_t i = first; i <= last && i < token_count; i++)
        if (is(i + 1, "(") && is_listed(i, "__attribute__ __launch_bounds__ __maxnreg__"))
            i = closing(i + 1);
        else
            found |= effects_of_word(i);
    return found;
}

// What is not understood does everything; in our own headers, what its words do.
static unsigned effects_of_unknown(size_t first, size_t last) {
    return owner_of(first) == USER ? EFFECTS : effects_of_words(first, last);
}

// Is the word at token i that of a function of the program which no declaration gives to kernels?
static bool is_unknown_function(size_t i) {
    return (flags(i) & (FUNCTION_NAME | USERS)) == (FUNCTION_NAME | USERS) &&
           !(flags(i) & (ON_DEVICE | TYPE_NAME | KERNEL | ROOT));
}

// Does it call something unknown? Our own headers know what they call.
static bool calls_unknown(const struct node *n) {
    static const unsigned known = FUNCTION_NAME | TYPE_NAME | KERNEL | ROOT;
    if (owner_of(n->first) != USER)
        return false;
    if (n->kind == CALL || n->kind == METHOD)
        return is_unknown_function(n->name) ||
               (flags(n->name) & (n->kind == CALL ? VARIABLE_NAME : MEMBER_NAME)) || // a pointer's
               (!(flags(n->name) & known) && !begins_with(n->name, "__builtin_"));
    return n->kind == CALL_OF || n->kind == OPAQUE;
}

// Is it a member that may be volatile, by its name?
static bool is_volatile_member(const struct node *n) {
    return (n->kind == MEMBER || n->kind == ARROW) && flags(n->name) & VOLATILE;
}

// Tokens that stand in none of its operands are words of types and names: each counts, but for
// those of local variables and of members. r: the function that it stands in; NULL: in none.
static unsigned effects_of_tree(const struct node *n, const struct reading *r) {
    if (calls_unknown(n))
        return EFFECTS;
    unsigned found = is_volatile_member(n) ? ORDERED : 0;
    const struct node *c = n->child;
    for (const struct node *k = c; k && found != EFFECTS; k = k->next)
        found |= effects_of_tree(k, r);
    for (size_t i = n->first; i <= n->last && found != EFFECTS; i++) {
        while (c && c->last < i)
            c = c->next;
        if (c && c->first <= i)
            i = c->last;
        else if (!(r && meaning_in(r, i)) &&
                 !((n->kind == MEMBER || n->kind == ARROW) && i == n->name))
            found |= effects_of_word(i);
    }
    return found;
}

bool may_wait(const struct declaration *d) {
    const struct reading *const r = read_function(d);
    return effects_of_tree(r->body, r) & WAITS;
}

static bool is_variable(const struct declaration *d) {
    return d->what == VARIABLE || d->what == OTHER;
}

// Is what it does done where its name stands? Operators and their kin are called without theirs.
static bool has_name(const struct declaration *d) {
    return d->what == FUNCTION ? d->special != OPERATOR && d->special != CONVERSION
                               : d->what == ALIAS && d->name != d->start;
}

// The value that follows token i, outside functions, in declaration d.
static unsigned effects_of_value(size_t i, const struct declaration *d) {
    const struct node *const value = read_value(i, parse_item);
    return value ? effects_of_tree(value, NULL) : effects_of_unknown(i, d->end);
}

static unsigned effects_of_function(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const size_t close = closing(d->open);
    unsigned found =
        close < token_count
            ? effects_of_words(d->first, d->open) |
                  effects_of_words(close, after_parameters(close, d->body ? d->body : d->end))
            : EFFECTS;
    for (size_t k = 0; k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        if (!p->understood && !p->name)
            found |= effects_of_unknown(p->first, p->end);
        found |= effects_of_words(p->first, (p->name ? p->name : p->end) - 1);
        if (is(p->end, "="))
            found |= effects_of_value(p->end + 1, d);
    }
    if (!d->body || found == EFFECTS)
        return found;
    const struct reading *const r = read_function(d);
    return found | effects_of_tree(r->initialisers, r) | effects_of_tree(r->body, r);
}

static unsigned effects_of(const struct declaration *d) {
    const bool users = owner_of(d->first) == USER;
    if (!users && !effects_of_words(d->first, d->end)) // nor does any tree of it
        return 0;
    if (d->what == FUNCTION)
        return effects_of_function(d) | (users ? unnamed : 0);
    if (d->what == ALIAS) { // a class that is defined in it is declared by itself
        const size_t open = first_of(d->first, d->end, "{");
        return (users ? unnamed : 0) | effects_of_words(d->first, open) |
               (open < d->end ? effects_of_words(closing(open), d->end) : 0);
    }
    // the host works out values outside classes
    if (d->what == VARIABLE && in_class(d) && d->open && !is(d->open, "("))
        return effects_of_value(d->open + is(d->open, "="), d);
    return d->what == OTHER && in_class(d) ? effects_of_words(d->first, d->end) : 0;
}

static bool says_volatile(size_t first, size_t end) {
    bool says = false;
    for (size_t i = first; i < end && !says; i++)
        says = is(i, "volatile") || flags(i) & VOLATILE;
    return says;
}

// Notes whether the variable, or other name of a type, is volatile, or may be: each word of its
// type counts, and of what is not understood any word. True: this is new.
static bool note_volatile(const struct declaration *d) {
    const bool other = d->what == OTHER, alias = d->what == ALIAS; // OTHER: any word may be a name
    const unsigned kinds = VARIABLE_NAME | MEMBER_NAME | CONSTANT_NAME,
                   more = is_variable(d) && !in_class(d) ? VOLATILE | ORDERED : VOLATILE;
    bool learnt = false;
    if (!(is_variable(d) || alias) || owner_of(d->first) != USER ||
        !says_volatile(d->start, other || alias ? d->end : d->name))
        return false;
    for (size_t i = other ? d->first : d->name; i <= (other ? d->end : d->name); i++)
        if ((alias || flags(i) & kinds) && (flags(i) & more) != more) {
            flag(i, more);
            learnt = true;
        }
    return learnt;
}

// A host's function, which no kernel can call.
static bool is_hosts(const struct declaration *d) {
    if (is_variable(d) || owner_of(d->first) != USER)
        return false;
    return has_name(d) ? (flags(d->name) & (FUNCTION_NAME | MADE_DEVICE)) == FUNCTION_NAME
                       : !(spaces_of(d) & DEVICE) && !d->is_constexpr;
}

bool is_atomic(size_t i) {
    return begins_with(i, "atomic") || begins_with(i, "__nv_atomic_");
}

// May some PTX of the file make a thread wait? bar.sync, barrier.sync, shfl.sync, activemask and
// nanosleep do. Any string may be PTX.
static bool ptx_waits(void) {
    static const char *const waiting[] = {"bar.", "barrier.", ".sync", "activemask", "nanosleep"};
    for (size_t i = 0; i < token_count; i++)
        for (size_t k = 0; tokens[i].kind == STRING && k < sizeof waiting / sizeof *waiting; k++)
            if (memmem(source + tokens[i].start, tokens[i].end - tokens[i].start, waiting[k],
                       strlen(waiting[k])))
                return true;
    return false;
}

void note_effects(void) {
    static const char waiting[] =
        "cuda_cpu_barrier cuda_cpu_warp_exchange cuda_cpu_active_lanes cuda_cpu_sync_grid "
        "cuda_cpu_sleep __syncthreads __syncwarp __builtin_FUNCTION"; // whose name it is
    const unsigned of_assembly = PLACED | ORDERED | (ptx_waits() ? WAITS : 0);
    for (size_t i = 0; i < token_count; i++) {
        if (first_same(i) != i) // each word once
            continue;
        const unsigned effects =
            (is_listed(i, waiting) ? WAITS : 0) |
            (is_listed(i, "threadIdx blockIdx thread_rank __shared__") ? PLACED : 0) |
            (is_listed(i, "printf volatile malloc free clock clock64") || is_atomic(i) ? ORDERED
                                                                                       : 0) |
            (is_one(i, ASSEMBLER) ? of_assembly : 0) |
            (is(i, "cuda_cpu_cluster_map") ? REACHES : 0);
        flag(i, effects ? effects | ROOT : 0);
    }
    for (size_t k = 0; k < declaration_count; k++) { // defined in another file: it may do anything
        const size_t name = declarations[k].name;
        if (declarations[k].what == FUNCTION && has_name(&declarations[k]) &&
            owner_of(name) == USER &&
            (flags(name) & (FUNCTION_NAME | ON_DEVICE | HAS_BODY | KERNEL)) ==
                (FUNCTION_NAME | ON_DEVICE))
            flag(name, EFFECTS);
    }
    unsigned *const known = allocate(declaration_count, sizeof *known);
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < declaration_count; k++) {
            const struct declaration *const d = &declarations[k];
            more = note_volatile(d) || more;
            const bool calls = d->what == FUNCTION || d->what == ALIAS || is_variable(d);
            if (!calls || known[k] == EFFECTS || owner_of(d->first) == SYSTEM ||
                d->spaces & GLOBAL || is_hosts(d))
                continue;
            const unsigned effects = effects_of(d);
            if (!(effects & ~known[k]))
                continue;
            known[k] |= effects;
            more = true;
            if (has_name(d))
                flag(d->name, effects);
            const bool called = owner_of(d->first) == USER && is_unnamed_call(d);
            unnamed |= called ? effects : 0;
            if (called || (owner_of(d->first) == USER && d->what == FUNCTION && in_class(d)))
                of_members |= effects;
        }
    }
}
