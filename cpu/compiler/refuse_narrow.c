// SPDX-License-Identifier: MIT
// Numbers in braces that narrow: {d} for an int. Where a variable is declared that is a warning,
// which the C++ compiler gives as well; where a value is handed over, returned or assigned nvcc
// refuses it.
#include "names.h"
#include "refuse.h"
#include "tree.h"

static const char *type_word(const struct type *type) {
    if (type->floating)
        return type->bytes == 4 ? "float" : type->bytes == 8 ? "double" : "long double";
    const char *const word = type->bytes == 1   ? "char"
                             : type->bytes == 2 ? "short"
                             : type->bytes == 4 ? "int"
                                                : "long";
    return type->natural ? text("unsigned %s", word) : word;
}

// Does the one type, of numbers, not have all values of the other?
static bool narrows(const struct type *from, const struct type *to) {
    if (from->shape != NUMBER_TYPE || to->shape != NUMBER_TYPE || !from->bytes || !to->bytes)
        return false;
    if (from->floating != to->floating || to->bytes < from->bytes)
        return true;
    if (from->floating || (from->bytes == 1 && to->bytes == 1)) // a char's sign is not known
        return false;
    return from->natural ? !to->natural && to->bytes == from->bytes
                         : to->natural && from->bytes > 1;
}

// The type of the member of class c with that number, from 0, of an aggregate; NULL: nobody knows.
static const struct type *member_of(const struct declaration *c, size_t number) {
    if (!c || c->bases || !c->body || c->is_template || owner_of(c->name) != USER)
        return NULL;
    const struct type *found = NULL;
    for (const struct declaration *d = c + 1;
         d < declarations + declaration_count && d->first < c->end; d++) {
        if (&declarations[d->scope] != c || d->is_static)
            continue;
        if (d->special == CONSTRUCTOR || d->is_virtual || d->is_private || d->what == OTHER)
            return NULL;
        const struct variable *const v =
            d->what == VARIABLE && number-- == 0 ? declared_as(d) : NULL;
        found = v && !v->reference ? &v->type : found;
    }
    return found;
}

static void check_list(const struct node *list, const struct type *to,
                       const struct declaration *in);

static void check_value(const struct node *value, const struct type *to,
                        const struct declaration *in) {
    if (value->kind == LIST)
        check_list(value, to, in);
    else if (narrows(value->type, to) && is_surely_variable(value, in))
        complain(value->first, "error", "invalid narrowing conversion from \"%s\" to \"%s\"",
                 type_word(value->type), type_word(to));
}

static void check_list(const struct node *list, const struct type *to,
                       const struct declaration *in) {
    const struct node *const first = list && list->kind == LIST ? list->child : NULL;
    const bool vector = to->shape == VECTOR && !is(to->name, "dim3"); // which has a constructor
    if (to->shape == NUMBER_TYPE && first && !first->next && first->kind != LIST)
        check_value(first, to, in);
    size_t number = 0;
    for (const struct node *c = first; c && (vector || to->shape == OBJECT); c = c->next) {
        const struct type *const member =
            vector ? axis_type(to) : member_of(class_meant(to->name), number++);
        if (!member)
            return;
        check_value(c, member, in);
    }
}

// Hands what is handed to all functions of that name, declared by the program: to one parameter's
// type, or to none.
static void check_arguments(size_t name, const struct node *first, const struct declaration *in) {
    size_t number = 0;
    for (const struct node *c = first; c; c = c->next, number++) {
        const struct type *to = NULL;
        bool one = c->kind == LIST;
        for (size_t k = first_named(name); one && k != NO_SCOPE; k = next_named(k)) {
            const struct declaration *const f = &declarations[k];
            const struct signature *const s = f->what == FUNCTION ? signature_of(f) : NULL;
            one = s && owner_of(f->name) == USER && number < s->count &&
                  s->formals[number].understood && !s->formals[number].pack &&
                  (!to || same_type(to, &s->formals[number].type));
            to = one ? &s->formals[number].type : NULL;
        }
        if (one && to)
            check_list(c, to, in);
    }
}

void check_narrowing(const struct node *n, const struct declaration *in, bool in_lambda) {
    const struct signature *const s = signature_of(in);
    switch (n->kind) {
    case CALL:
    case METHOD:
        check_arguments(n->name, first_argument(n), in);
        break;
    case LAUNCH:
        if (n->sign_length > 2)
            check_list(child(n, 3), &size_type, in);
        if (n->child->kind == GLOBAL_NAME)
            check_arguments(n->child->name, child(n, n->sign_length + 1), in);
        break;
    case RETURN:
        if (n->child && !in_lambda && s->is_known && !s->refers && s->result.shape == NUMBER_TYPE)
            check_list(n->child, &s->result, in);
        break;
    case ASSIGN:
        check_list(child(n, 1), n->child->type, in);
        break;
    default:
        break;
    }
}
