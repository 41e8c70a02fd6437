// SPDX-License-Identifier: MIT
// What a loop over threads sees of the variables that outlive one: their names bound to what the
// thread has of them, in front of the statements that name them.
#include "fission.h"

// A truth value that each thread keeps: in an array of int, as wide as what stands under it is, as
// a rule. Where some vectors have 64 elements and others 16, a row of threads is too short for
// them.
bool is_flag(const struct variable *v) {
    return !v->own && changes_by_name(v) && !v->odd && !v->deduced && !v->type.ordered &&
           v->type.shape == NUMBER_TYPE && v->type.name && is(v->type.name, "bool") &&
           !(v->initial && v->initial->kind == LIST);
}

void put_element(struct fission *f, const struct variable *v) {
    const char *const name = name_of(v->name), *const constant = v->constant ? "const " : "";
    bool changes = false;
    for (const struct step *s = f->part.first; s <= f->part.last && is_flag(v); s++)
        changes = changes || assigns(s->node, v);
    if (changes)
        put(f,
            "::cuda_cpu::kept_flag cuda_cpu_flag_%s(cuda_cpu_kept_%s[cuda_cpu_thread]); bool &%s = "
            "cuda_cpu_flag_%s.value; ",
            name, name, name, name);
    else if (is_flag(v))
        put(f, "const bool %s = cuda_cpu_kept_%s[cuda_cpu_thread] != 0; ", name, name);
    else
        put(f, "%sauto &%s = cuda_cpu_kept_%s[cuda_cpu_thread]; ", constant, name, name);
}

// What the loop at hand needs, in the order in which it is declared: so each stands after what it
// is worked out from. Webs are found when all others are.
struct needs {
    const struct variable **all;
    size_t count, room;
};

// What tokens [first, last] of loop number `loop` see of variables that loops before it declared,
// and what those are worked out from.
static void need(struct needs *needs, size_t first, size_t last, unsigned loop,
                 const struct variable *counter) {
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = tokens[i].kind == WORD ? meaning(i) : NULL;
        size_t at = 0;
        while (at < needs->count && needs->all[at] != v)
            at++;
        if (!v || v == counter || (v->role != REMATERIALISED && v->role != PRIVATISED) ||
            v->loop == loop || at < needs->count)
            continue;
        if (v->role == REMATERIALISED)
            need(needs, v->initial->first, v->initial->last, loop, counter);
        needs->all = grow(needs->all, &needs->room, needs->count + 1, sizeof *needs->all);
        for (at = needs->count++; at > 0 && needs->all[at - 1]->name > v->name; at--)
            needs->all[at] = needs->all[at - 1];
        needs->all[at] = v;
    }
}

// A parameter that the thread changes: a copy of its own; of an object, of its bytes.
static void put_own_copy(struct fission *f, const struct variable *v) {
    const char *const name = name_of(v->name), *const constant = v->constant ? "const " : "";
    if (is_plain(&v->type) || v->type.shape == VECTOR)
        put(f, "%sauto %s = cuda_cpu_given_%s; ", constant, name, name);
    else
        put(f,
            "::cuda_cpu::own_bytes<std::remove_const_t<std::remove_reference_t<decltype(cuda_"
            "cpu_given_%s)>>> "
            "cuda_cpu_own_%s = {cuda_cpu_given_%s}; %sauto &%s = cuda_cpu_own_%s.value; ",
            name, name, name, constant, name, name);
}

static void put_needed(struct fission *f, struct needs *needs) {
    for (size_t k = 0; k < needs->count; k++) {
        const struct variable *const v = needs->all[k];
        if (v->role == REMATERIALISED)
            put_declaration(f, v);
        else if (f->form->single) // the loop is all of its kernel: v is a parameter
            put_own_copy(f, v);
        else
            put_element(f, v);
    }
}

void put_bindings(struct fission *f, const struct variable *counter) {
    struct needs needs = {NULL, 0, 0};
    for (const struct step *s = f->part.first; s <= f->part.last; s++)
        if (s->kind <= HOISTED)
            need(&needs, s->first, s->last, s->loop, counter);
    put_needed(f, &needs);
}

void put_bindings_of(struct fission *f, size_t first, size_t last) {
    struct needs needs = {NULL, 0, 0};
    need(&needs, first, last, 0, NULL);
    put_needed(f, &needs);
}
