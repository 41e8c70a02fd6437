// SPDX-License-Identifier: MIT
// References outside functions: those of the device, and what the host's stand for in device code.
// There nvcc reads a reference of the host's as what it was bound to when the program was compiled,
// and warns.
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

static const struct referent nobodys = {NOBODYS, 0};

bool is_reference(const struct declaration *d) {
    const struct variable *const v = d->what == VARIABLE ? declared_as(d) : NULL;
    return v && v->reference;
}

// Is it the name of functions of the program, all of them the host's, and not called there?
static bool names_hosts(size_t name) {
    bool host = false;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const bool in_sight = is(name - 1, "::")
                                  ? in_class(d) && same_word(declarations[d->scope].name, name - 2)
                              : owner_of(d->name) == USER ? !in_class(d) && !in_function(d)
                                                          : d->scope == NO_SCOPE;
        if (!same_word(d->name, name) || d->name >= token_count || !in_sight)
            continue;
        if (d->what != FUNCTION || owner_of(d->name) != USER || spaces_of(d) != HOST ||
            d->is_constexpr)
            return false;
        host = true;
    }
    return host && !is(name + 1, "(");
}

// Does the expression name an object, or a part of one, so that it has a root?
static const struct node *root_of_object(const struct node *n) {
    n = bare(n);
    while (n->kind == MEMBER || (n->kind == INDEX && times_indexed(n->child) > 0))
        n = bare(n->child);
    if (n->kind == DEREFERENCE && bare(n->child)->kind == ADDRESS_OF)
        return root_of_object(bare(n->child)->child);
    return n;
}

// What the initial value names. `constant`: a reference to it can change nothing.
static struct referent named_by(const struct node *initial, bool constant, int depth) {
    const struct node *const root = root_of_object(initial);
    const struct declaration *const d =
        root->kind == GLOBAL_NAME ? variable_meant(root->name) : NULL;
    long long value;
    if (root->kind == CONSTANT_VALUE || (!d && constant && constant_value(initial, &value)))
        return (struct referent){CONSTANTS, 0};
    if (root->kind == GLOBAL_NAME && !d && names_hosts(root->name))
        return (struct referent){HOSTS, root->name};
    if (!d || depth > 16 || owner_of(d->name) != USER || d->is_template)
        return nobodys;
    const struct variable *const v = declared_as(d);
    if (!v)
        return nobodys;
    if (v->reference)
        return v->initial ? named_by(v->initial, v->type.constant, depth + 1) : nobodys;
    if (d->spaces & MANAGED) // its address is known when the program runs
        return (struct referent){NOBODYS, root->name};
    if (d->spaces & VARIABLE_SPACES)
        return (struct referent){DEVICES, root->name};
    const bool known =
        d->is_constexpr || (d->is_const && v->initial && constant_value(v->initial, &value));
    return (struct referent){known ? CONSTANTS : HOSTS, root->name};
}

struct referent referent_of(const struct declaration *d) {
    const struct variable *const v = declared_as(d);
    return v && v->initial
               ? named_by(v->initial->kind == LIST && v->initial->child && !v->initial->child->next
                              ? v->initial->child
                              : v->initial,
                          v->type.constant, 0)
               : nobodys;
}

static void tell_undefined(size_t i, size_t name) {
    complain_late(i, "error", "identifier \"%s\" is undefined in device code", name_of(name));
}

// A reference of the device, to what device code does not have: nvcc names it there, and wherever
// its value would have to be read.
void check_reference(const struct declaration *d) {
    if (d->spaces & MANAGED) {
        complain(d->name, "error", "a __managed__ variable (\"%s\") cannot have a reference type",
                 name_of(d->name));
        return;
    }
    const struct referent to = referent_of(d);
    if (to.whose == NOBODYS && to.name)
        complain_behind(
            d->name, "error",
            "dynamic initialization is not supported for a variable of the device: \"%s\" is "
            "__managed__",
            name_of(to.name));
    if (!to.name || (to.whose != HOSTS && to.whose != CONSTANTS))
        return;
    tell_undefined(to.name > d->open && to.name < d->end ? to.name : d->open, to.name);
    for (size_t i = 0; i < token_count && to.whose == HOSTS; i++)
        if (same_word(i, d->name) && i != d->name && owner_of(i) == USER &&
            variable_meant(i) == d && code_at(i) & (DEVICE | GLOBAL) && !is_unevaluated(i))
            tell_undefined(i, to.name);
}

// Is it to an array of the host's, whose elements nvcc knows only in what is worked out early, or
// gives a variable its value?
static bool is_array_read(const struct declaration *d, size_t i, const struct node *const path[],
                          size_t depth) {
    const struct node *const initial = declared_as(d)->initial;
    const struct declaration *const of =
        initial && bare(initial)->kind == GLOBAL_NAME ? variable_meant(bare(initial)->name) : NULL;
    const struct variable *const v = of ? declared_as(of) : NULL;
    bool gives = false;
    for (size_t k = 0; k < depth; k++)
        gives = gives || path[k]->kind == DECLARATION;
    return v && v->type.shape == ARRAY && !gives && !is_needed_early(i);
}

void judge_reference(size_t i, const struct declaration *d, unsigned from,
                     const struct declaration *around) {
    if (!is_refused(i, from, around))
        return;
    warn(i, HOST_READ, "a host %s \"%s\" cannot be directly read in a device function",
         in_class(d) ? "member" : "variable", name_of(d->name));
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    const struct referent to = referent_of(d);
    const bool known = to.whose == DEVICES ||
                       (to.whose == CONSTANTS && !(to.name && is_array_read(d, i, path, depth)));
    if (!known && !(depth > 0 && is_dropped(path, depth - 1)))
        tell_undefined(i, to.name && to.whose != NOBODYS ? to.name : d->name);
}
