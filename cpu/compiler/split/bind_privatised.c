// SPDX-License-Identifier: MIT
// What a loop over threads sees of the variables that outlive one: their names bound to what the
// thread has of them, in front of the statements that name them.
#include "fission.h"

static size_t first_step, last_step; // of the loop at hand
static bool copies; // it is all of its kernel: threads have parameters of their own

bool assigns(const struct node *n, const struct variable *v) {
    if ((n->kind == ASSIGN || n->kind == STEP) && n->child->kind == LOCAL_NAME &&
        n->child->variable == v)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (assigns(c, v))
            return true;
    return false;
}

// A truth value that each thread keeps: in an array of int, as wide as what stands under it is, as
// a rule. Where some vectors have 64 elements and others 16, a row of threads is too short for
// them.
bool is_flag(const struct variable *v) {
    return !v->own && changes_by_name(v) && !v->odd && !v->deduced && !v->type.ordered &&
           v->type.shape == NUMBER_TYPE && v->type.name && is(v->type.name, "bool") &&
           !(v->initial && v->initial->kind == LIST);
}

// Binds the name of a PRIVATISED variable to the thread's element.
void put_element(const struct variable *v) {
    const char *const name = called(v), *const constant = v->constant ? "const " : "";
    bool changes = false;
    for (size_t s = first_step; s <= last_step && is_flag(v); s++)
        changes = changes || assigns(steps[s].node, v);
    if (changes)
        put(text("::cuda_cpu::%s cuda_cpu_flag_%s(cuda_cpu_kept_%s[cuda_cpu_thread]%s); bool &%s = "
                 "cuda_cpu_flag_%s.value; ",
                 v->boxed ? "boxed_flag" : "kept_flag", name, name,
                 v->boxed ? ", cuda_cpu_fitting" : "", name, name));
    else if (v->boxed)
        put(text("const bool %s = cuda_cpu_box_%s.has(threadIdx, blockDim, cuda_cpu_kept_%s); ",
                 name, name, name));
    else if (is_flag(v))
        put(text("const bool %s = cuda_cpu_kept_%s[cuda_cpu_thread] != 0; ", name, name));
    else
        put(text("%sauto &%s = cuda_cpu_kept_%s[cuda_cpu_thread]; ", constant, name, name));
}

// ---- what a loop needs --------------------------------------------------------------------------

// What the loop at hand needs, in the order in which it is declared: so each stands after what it
// is worked out from. Webs are found when all others are.
static const struct variable **needed;
static size_t needed_count, needed_room;

static bool is_needed(const struct variable *v) {
    size_t k = 0;
    while (k < needed_count && needed[k] != v)
        k++;
    return k < needed_count;
}

// What tokens [first, last] of loop number `loop` see of variables that loops before it declared,
// and what those are worked out from.
static void need(size_t first, size_t last, unsigned loop, const struct variable *counter) {
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = tokens[i].kind == WORD ? meaning(i) : NULL;
        if (!v || v == counter || (v->role != REMATERIALISED && v->role != PRIVATISED) ||
            v->loop == loop || is_needed(v))
            continue;
        if (v->role == REMATERIALISED)
            need(v->initial->first, v->initial->last, loop, counter);
        needed = (const struct variable **)grow((void *)needed, &needed_room, needed_count + 1,
                                                sizeof *needed);
        size_t at = needed_count++;
        for (; at > 0 && needed[at - 1]->name > v->name; at--)
            needed[at] = needed[at - 1];
        needed[at] = v;
    }
}

// A parameter that the thread changes: a copy of its own; of an object, of its bytes.
static void put_own_copy(const struct variable *v) {
    const char *const name = name_of(v->name), *const constant = v->constant ? "const " : "";
    if (is_plain(&v->type) || v->type.shape == VECTOR)
        put(text("%sauto %s = cuda_cpu_given_%s; ", constant, name, name));
    else
        put(text("::cuda_cpu::own_bytes<std::remove_const_t<std::remove_reference_t<decltype(cuda_"
                 "cpu_given_%s)>>> "
                 "cuda_cpu_own_%s = {cuda_cpu_given_%s}; %sauto &%s = cuda_cpu_own_%s.value; ",
                 name, name, name, constant, name, name));
}

static void put_needed(void) {
    for (size_t k = 0; k < needed_count; k++) {
        if (needed[k]->role == REMATERIALISED)
            put_declaration(needed[k]);
        else if (copies) // a parameter
            put_own_copy(needed[k]);
        else
            put_element(needed[k]);
    }
    needed_count = 0;
}

void begin_bindings(size_t first, size_t last, bool single) {
    first_step = first;
    last_step = last;
    copies = single;
}

void put_bindings(const struct variable *counter) {
    for (size_t s = first_step; s <= last_step; s++)
        if (steps[s].what <= HOISTED)
            need(steps[s].first, steps[s].last, steps[first_step].loop, counter);
    put_needed();
}

void put_bindings_of(size_t first, size_t last) {
    need(first, last, 0, NULL);
    put_needed();
}
