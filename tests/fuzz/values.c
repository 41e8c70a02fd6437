// SPDX-License-Identifier: MIT
// Expressions, declarations of variables and changes to them. The generator knows of each variable
// whether it is the same for all threads of a block; the compiler has to find out.
#include "kernel.h"

#include <string.h>

// ---- expressions -------------------------------------------------------------------------------

static char *read_of(const struct variable *v, bool uniform) {
    const struct blanks blanks = {v->name, v->unique, NULL, NULL, uniform};
    return fill(v->form->read, &blanks);
}

// A variable that may be read anywhere, or NULL.
static const struct variable *readable(bool uniform) {
    for (int tries = 0; tries < 8 && kernel.variable_count > 0; tries++) {
        const struct variable *v = &kernel.variables[below((unsigned)kernel.variable_count)];
        if (!(v->form->flags & DRAWS) && (v->uniform || !uniform)) return v;
    }
    return NULL;
}

static char *atom(bool uniform) {
    const struct variable *v = chance(65) ? readable(uniform) : NULL;
    if (v) return read_of(v, uniform);
    switch (below(uniform ? 5 : 9)) {
    case 0: return say("%uu", below(chance(50) ? 8 : 1000));
    case 1: return say("m");
    case 2: return kernel.kind == BLOCK ? say("blockIdx.x") : say("m");
    case 3: return say("in[%u]", below(64));
    case 4: return kernel.kind == BLOCK ? say("(unsigned)n") : say("17u");
    case 5: return say("in[(%s) %% 64u]", kernel.kind == BLOCK ? "t" : "u");
    case 6: return chance(kernel.kind == BLOCK ? 60 : 12) ? detour("threadIdx.x") : say("u");
    case 7: return say("in[u & 63]");
    default: return kernel.kind == BLOCK ? say("%s", kernel.thread) : say("u");
    }
}

char *expression(bool uniform, int depth) {
    if (depth <= 0 || chance(35)) return say("(%s)", atom(uniform));
    char *a = expression(uniform, depth - 1), *b = expression(uniform, depth - 1);
    switch (below(14)) {
    case 0: return say("(%s + %s)", a, b);
    case 1: return say("(%s - %s)", a, b);
    case 2: return say("(%s * %s)", a, b);
    case 3: return say("(%s ^ %s)", a, b);
    case 4: return say("(%s & %s)", a, b);
    case 5: return say("(%s | %s)", a, b);
    case 6: return say("(%s >> %u)", a, below(32));
    case 7: return say("(%s / (%s | 1u))", a, b);
    case 8: return say("(%s %% %uu)", a, 1 + below(20));
    case 9: return say("((%s & 1u) ? %s : %uu)", a, b, below(9));
    case 10: return say("min(%s, %s)", a, b);
    case 11: return say("(unsigned)__popc(%s)", a);
    case 12: return say("(unsigned)(%s)%s", below(2) ? "unsigned char" : "short", a);
    default: return say("(unsigned)(%s < %s)", a, b);
    }
}

char *condition(bool uniform) {
    char *a = expression(uniform, 1);
    switch (below(4)) {
    case 0: return say("%s & 1u", a);
    case 1: return say("%s %% 3u == %uu", a, below(3));
    case 2: return say("%s > %s", a, expression(uniform, 0));
    default: return say("%s %% 4u && %s != 3u", a, expression(uniform, 0));
    }
}

// ---- declarations and changes ------------------------------------------------------------------

void declare(void) {
    const unsigned without = kernel.kind == BLOCK ? 0 : IN_BLOCK;
    const bool of_thread = chance(kernel.kind == BLOCK ? 15 : 3);
    const struct object *form =
        of_thread ? pick_object(threads, thread_count, 0) : pick_object(objects, object_count, without);
    if ((form->flags & ONCE) && (kernel.indent > 1 || chance(50))) form = &objects[0];
    for (int v = 0; v < kernel.variable_count; v++)
        if ((form->flags & ONCE) && (kernel.variables[v].form->flags & ONCE)) form = &objects[0];
    if (kernel.variable_count >= 200) return;
    char *own = unique();
    const bool uniform = kernel.together && !(form->flags & DIFFERS) && chance(60);
    const struct blanks blanks = {say("v%s", own), own, NULL, NULL, uniform};
    const char *outside = fill(form->outside, &blanks), *declares = fill(form->declare, &blanks);
    if (*outside) put(&kernel.outside, "%s\n", outside);
    line(declares);
    kernel.variables[kernel.variable_count++] = (struct variable){form, say("%s", blanks.name), own, uniform, 0};
}

// Does variable v stay the same for all threads when it is changed here? It may also become
// different from now on, where no loop counts on it. -1: it must not be changed.
static int stays_uniform(struct variable *v) {
    if (!v->uniform) return 0;
    if (kernel.together && (v->locked || chance(70))) return 1;
    if (v->locked) return -1;
    v->uniform = false;
    return 0;
}

static char *lvalue_of(const struct variable *v, const struct blanks *blanks) {
    char *lvalue = fill(v->form->lvalue, blanks);
    return strcspn(lvalue, "*.>[(") == strlen(lvalue) ? lvalue : say("(%s)", lvalue);
}

static void bind_change(struct variable *v, bool uniform, bool later) {
    const struct blanks of = {v->name, v->unique, NULL, NULL, uniform};
    char *number = unique();
    const struct change *form;
    do form = &changes[below((unsigned)change_count)];
    while (!is_chosen(changes, (size_t)(form - changes), form->outside) ||
           ((form->flags & IN_BLOCK) && kernel.kind != BLOCK));
    if (later && !*form->bind) later = false;
    const struct blanks blanks = {say("b%s", number), number, lvalue_of(v, &of), NULL, uniform};
    const char *outside = fill(form->outside, &blanks);
    if (*outside) put(&kernel.outside, "%s\n", outside);
    if (*form->bind) line(fill(form->bind, &blanks));
    if (!later) line(fill(form->use, &blanks));
    if (*form->bind && kernel.bond_count < 200)
        kernel.bonds[kernel.bond_count++] =
            (struct bond){form, say("%s", blanks.name), number, (int)(v - kernel.variables)};
}

// A change that was bound before.
static bool use_bond(void) {
    if (kernel.bond_count == 0) return false;
    const struct bond *bond = &kernel.bonds[below((unsigned)kernel.bond_count)];
    struct variable *v = &kernel.variables[bond->variable];
    const int uniform = stays_uniform(v);
    if (uniform < 0) return false;
    const struct blanks of = {v->name, v->unique, NULL, NULL, uniform};
    const struct blanks blanks = {bond->name, bond->unique, lvalue_of(v, &of), NULL, uniform};
    line(fill(bond->form->use, &blanks));
    return true;
}

bool change_something(void) {
    if (chance(40) && use_bond()) return true;
    for (int tries = 0; tries < 8 && kernel.variable_count > 0; tries++) {
        struct variable *v = &kernel.variables[below((unsigned)kernel.variable_count)];
        const bool parameter = v->form >= parameters && v->form < parameters + parameter_count;
        const bool own = v->form->change && !parameter && (!v->form->lvalue || chance(40));
        if (!own && !v->form->lvalue) continue;
        const int uniform = stays_uniform(v);
        if (uniform < 0) continue;
        const struct blanks blanks = {v->name, v->unique, NULL, NULL, uniform};
        if (own)
            line(fill(v->form->change, &blanks));
        else
            bind_change(v, uniform, chance(40));
        return true;
    }
    return false;
}

// What reading it changes is read in a statement of its own.
bool draw(void) {
    for (int v = 0; v < kernel.variable_count; v++) {
        struct variable *from = &kernel.variables[v];
        if (!(from->form->flags & DRAWS) || chance(40)) continue;
        const int uniform = stays_uniform(from);
        if (uniform < 0) continue;
        char *own = unique();
        line(say("unsigned v%s = %s;", own, read_of(from, uniform)));
        if (kernel.variable_count < 200)
            kernel.variables[kernel.variable_count++] =
                (struct variable){&objects[0], say("v%s", own), own, uniform, 0};
        return true;
    }
    return false;
}
