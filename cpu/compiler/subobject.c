// SPDX-License-Identifier: MIT
// What written constructors and destructors call without a word, for members and bases, and where
// nvcc names that; and objects in arrays, of which it does not say all.
#include "names.h"
#include "refuse.h"
#include "tree.h"

// Does token i, in a constructor's list, stand for a member that is a number or a pointer? So the
// compiler names members that are not in the list.
static bool is_at_plain_member(size_t i, const struct declaration *around) {
    const struct declaration *const own = class_of_method(around);
    const struct node *path[DEEPEST];
    if (!own || i <= closing(around->open) || i >= around->body || path_to(i, path) < 2)
        return false;
    for (size_t k = first_named(path[1]->name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const m = &declarations[k];
        const struct variable *const v =
            m->what == VARIABLE && in_class(m) && &declarations[m->scope] == own ? declared_as(m)
                                                                                 : NULL;
        if (v)
            return is_plain(&v->type) && !v->reference;
    }
    return false;
}

bool judge_subobject(size_t i, const char *word, const struct declaration *d,
                     const struct declaration *around, unsigned from) {
    const bool made = around->special == CONSTRUCTOR, host = word[0] == 'h';
    if ((!made && around->special != DESTRUCTOR) ||
        (d->special != CONSTRUCTOR && d->special != DESTRUCTOR) || !around->body ||
        !(i == around->body || i == closing(around->body) ||
          (i >= around->start && i <= closing(around->open)) || is_at_plain_member(i, around)))
        return false;
    if (!host || !(from & DEVICE) || made != (d->special == CONSTRUCTOR) || is_never_called(around))
        return true; // what an exception would end, among others
    const struct declaration *const own = class_of_method(around), *const part = class_of_method(d);
    if (own && part && is_base(own, part))
        i = end_of_functions(part, i);
    else
        i = made ? around->body : closing(around->body);
    call_across(i, kind_of_call(from), d->is_constexpr ? "constexpr __host__" : "__host__",
                name_of_function(d), from, name_of_function(around));
    return true;
}

bool is_in_list(size_t i, const struct declaration *around) {
    const struct node *path[DEEPEST];
    return around->special == CONSTRUCTOR && i > closing(around->open) && i < around->body &&
           path_to(i, path) == 2;
}

// ---- arrays -------------------------------------------------------------------------------------

// The variable of the declaration to which token i belongs.
static const struct variable *local_at(const struct node *n, size_t i) {
    const struct variable *found = n->declared[0];
    for (size_t k = 1; k < n->declared_count; k++)
        found = n->declared[k]->declarator <= i ? n->declared[k] : found;
    return found;
}

// Is it new T[n] or delete[]?
static bool is_many(const struct node *n) {
    bool many = false;
    for (size_t t = n->first; t <= n->last && !many; t++) {
        many = is(t, "[");
        t = is(t, "(") || is(t, "{") ? closing(t) : t;
    }
    return many;
}

bool is_of_array(size_t i, const struct declaration *d) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    const struct node *const last = depth > 0 ? path[depth - 1] : NULL;
    if (!last || (last->kind == CONSTRUCT && same_word(last->name, d->name))) // A(1), in its list
        return false;
    for (size_t k = depth; k > 0; k--) {
        const struct node *const n = path[k - 1];
        if (n->kind == DECLARATION && n->declared_count > 0)
            return local_at(n, i)->type.shape == ARRAY && !local_at(n, i)->reference;
        if (n->kind == NEW || n->kind == DELETE) // constructors are looked at without a list alone
            return d->what == CLASS ? is_many(n) : n->last > i && is(n->last, "}") && k < depth;
    }
    return false;
}

// Is nothing called for an object of the class to be made?
static bool is_made_of_nothing(const struct declaration *class, int depth) {
    bool nothing = class->what == CLASS && class->body && !class->bases && depth < 16;
    for (const struct declaration *m = class + 1;
         nothing && m < declarations + declaration_count && m->first < class->end; m++) {
        if (&declarations[m->scope] != class)
            continue;
        const struct variable *const v = m->what == VARIABLE ? declared_as(m) : NULL;
        const struct type *type = v ? &v->type : NULL;
        while (type && type->shape == ARRAY)
            type = type->of;
        const struct declaration *const of =
            type && type->shape == OBJECT ? class_meant(type->name) : NULL;
        nothing = m->what == VARIABLE
                      ? type && !v->reference && !m->open &&
                            (is_plain(type) || (of && is_made_of_nothing(of, depth + 1)))
                      : m->special != CONSTRUCTOR && !m->is_virtual;
    }
    return nothing;
}

bool is_ended_unseen(size_t i, const struct declaration *class) {
    return is_of_array(i, class) && is_made_of_nothing(class, 0);
}

bool ends_by_name(size_t i, const struct declaration *class) {
    const struct node *path[DEEPEST];
    if (is(i - 1, "~") || is(i - 2, "~"))
        return true;
    for (size_t k = path_to(i, path); k > 0; k--) {
        const struct node *const n = path[k - 1];
        if (n->kind == DELETE)
            return true;
        if (n->kind == DECLARATION && n->declared_count > 0) {
            const struct variable *const v = local_at(n, i);
            return !v->reference &&
                   is_of(v->deduced && v->initial ? v->initial->type : &v->type, class);
        }
        if (n->kind >= EXPRESSION || n->kind == LAMBDA)
            return false;
    }
    return false;
}

size_t object_at(size_t i) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    for (size_t k = depth; k > 0; k--) {
        const struct node *const n = path[k - 1];
        if (n->kind == DELETE)
            return n->child->first;
        if (n->kind == CONSTRUCT || n->kind == NEW)
            return n->first;
        if (n->kind >= EXPRESSION)
            return n->kind == DECLARATION && n->declared_count > 0 ? local_at(n, i)->name : i;
    }
    return i;
}

size_t sign_at(size_t i) {
    const struct node *path[DEEPEST];
    for (size_t k = path_to(i, path); k > 0 && path[k - 1]->kind < EXPRESSION; k--)
        if ((path[k - 1]->kind == BINARY || path[k - 1]->kind == ASSIGN) && path[k - 1]->sign)
            return path[k - 1]->sign;
    return i;
}
