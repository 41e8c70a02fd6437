// SPDX-License-Identifier: MIT
// Functions of the host that constants hold the address of: nvcc puts the value of a constexpr
// variable in its place, in device code and in the values of the device's variables, and finds
// there a function that it has not compiled. Which functions a value names, of several by one name,
// the compiler says, and is asked for it (question.c); which part of the value is read, the tree.
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"

// ---- what may hold one --------------------------------------------------------------------------

static bool names_function(const struct node *n, int depth) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    const struct variable *const v = d && d->is_const && depth < 8 ? declared_as(d) : NULL;
    bool any = (n->kind == GLOBAL_NAME || n->kind == CALL) && !d && flags(n->name) & FUNCTION_NAME;
    any = any || (v && v->initial && names_function(v->initial, depth + 1));
    for (const struct node *c = n->child; c && !any; c = c->next)
        any = names_function(c, depth);
    return any;
}

bool may_hold_function(const struct declaration *d) {
    const struct variable *const v =
        d->is_const && owner_of(d->name) == USER ? declared_as(d) : NULL;
    return v && v->initial && !v->reference && v->type.shape != NUMBER_TYPE &&
           names_function(v->initial, 0);
}

bool is_function_put_in(const struct declaration *d) {
    return may_hold_function(d) && declared_as(d)->type.shape != ARRAY;
}

// ---- what is held -------------------------------------------------------------------------------

struct held {
    size_t i;
    const struct declaration *d; // another constant whose value is read there; or NULL:
    const char *name;            // of a function of the host's
};

static struct held *all;
static size_t count, room;

const struct declaration *variable_at(size_t i) {
    const struct declaration *const last = function_around(i) ? NULL : declaration_at(i);
    const struct declaration *found = NULL;
    for (size_t k = 0; last && k < declaration_count; k++) // T a = i, b = j;
        if (declarations[k].what == VARIABLE && declarations[k].start == last->start &&
            declarations[k].name < i)
            found = &declarations[k];
    return found;
}

void note_held(size_t i, const struct declaration *d, const char *name) {
    if (!variable_at(i) || is_unevaluated(i))
        return;
    all = (struct held *)grow(all, &room, count + 1, sizeof *all);
    all[count++] = (struct held){i, name ? NULL : d, name};
}

// Which of its class's members that one is, of those that a list gives values; -1: nobody knows.
static long long number_of_member(const struct type *of, size_t name) {
    const struct declaration *const class = of->shape == OBJECT ? class_meant(of->name) : NULL;
    long long number = 0;
    if (!class || class->bases || !class->body)
        return -1;
    for (const struct declaration *d = class + 1;
         d < declarations + declaration_count && d->first < class->end; d++) {
        if (&declarations[d->scope] != class || d->is_static)
            continue;
        if (d->special == CONSTRUCTOR)
            return -1;
        if (d->what == VARIABLE && same_word(d->name, name))
            return number;
        number += d->what == VARIABLE;
    }
    return -1;
}

// The value of a part in the list of all values; NULL: nobody knows.
static const struct node *part(const struct node *list, long long number) {
    return list && list->kind == LIST && number >= 0 ? child(list, (unsigned)number) : NULL;
}

// What is read of variable d at token i: in the tree of its value; NULL: nobody knows.
static const struct node *value_read(size_t i, const struct declaration *d) {
    const struct variable *const v = declared_as(d);
    const struct node *path[DEEPEST];
    size_t k = path_to(i, path);
    const struct node *value = v ? v->initial : NULL;
    const struct type *type = v ? &v->type : NULL;
    for (k = k > 0 ? k - 1 : 0; value && k > 0; k--) {
        const struct node *const n = path[k - 1];
        long long number;
        if (n->child != path[k])
            break;
        if (n->kind == COMMA && !path[k]->next)
            continue;
        if (n->kind == INDEX && type && type->shape == ARRAY) {
            value = constant_value(child(n, 1), &number) ? part(value, number) : NULL;
            type = type->of;
        } else if ((n->kind == MEMBER || n->kind == METHOD) && type) {
            number = number_of_member(type, n->name);
            value = part(value, number);
            type = NULL; // a member's: what is in it is read as a whole
        } else {
            break;
        }
    }
    return value;
}

const char *held_at(size_t i, const struct declaration *d, int depth) {
    const struct node *const value = value_read(i, d);
    const char *name = NULL;
    for (size_t k = 0; value && k < count && !name && depth < 8; k++)
        if (value->first <= all[k].i && all[k].i <= value->last)
            name = all[k].d ? held_at(all[k].i, all[k].d, depth + 1) : all[k].name;
    return name;
}

bool is_only_compared(size_t i) {
    const struct node *path[DEEPEST];
    size_t k = path_to(i, path);
    while (k > 1 && (bare(path[k - 2]) == path[k - 1] || path[k - 2]->kind == MEMBER ||
                     path[k - 2]->kind == INDEX))
        k--;
    return k > 1 &&
           (path[k - 2]->kind == BINARY || path[k - 2]->kind == SIGN || path[k - 2]->kind == IF);
}
