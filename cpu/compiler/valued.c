// SPDX-License-Identifier: MIT
// The types that values have, for warnings: where the tree leaves open what a reference refers to,
// or which member of its class a method names, its declaration says it.
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

static const struct type *type_of_declared(const struct variable *v) {
    return v && !v->odd && !v->deduced && !v->type.means ? &v->type : &unknown_type;
}

// The member of that name, of a class of the program's that declares it itself.
static const struct type *type_of_member(const struct type *of, size_t name) {
    const struct declaration *const c =
        of->shape == OBJECT && !of->arguments ? class_meant(of->name) : NULL;
    if (of->shape == VECTOR) {
        const struct type *const axis = member_type(of, name);
        return axis ? axis : &unknown_type;
    }
    if (!c || !c->body || c->is_template)
        return &unknown_type;
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k))
        if (declarations[k].what == VARIABLE && declarations[k].scope != NO_SCOPE &&
            &declarations[declarations[k].scope] == c)
            return type_of_declared(declared_as(&declarations[k]));
    return &unknown_type;
}

// Is it an enumerator of the program's?
static bool is_enumerator(size_t name) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const e = &declarations[k];
        for (size_t i = e->what == ENUMERATION && owner_of(e->name) == USER ? e->body : 0;
             i && (i = next_enumerator(i, e->end));)
            if (same_word(i, name))
                return true;
    }
    return false;
}

// Is it, by its name, an enumeration of the program's?
static bool is_enumeration(const struct type *type) {
    for (size_t k = type->name ? first_named(type->name) : NO_SCOPE; k != NO_SCOPE;
         k = next_named(k))
        if (declarations[k].what == ENUMERATION && owner_of(declarations[k].name) == USER)
            return true;
    return false;
}

// What `this` points to, in that token's function.
static const struct type *type_of_this(size_t i) {
    const struct declaration *const d = function_around(i);
    const struct declaration *const c = !d             ? NULL
                                        : in_class(d)  ? &declarations[d->scope]
                                        : d->qualifier ? class_meant(d->qualifier)
                                                       : NULL;
    return c && c->what == CLASS && !has_no_name(c)
               ? pointer_to((struct type){.shape = OBJECT, .name = c->name})
               : &unknown_type;
}

static bool is_numbers(const struct type *type) {
    return type->shape == NUMBER_TYPE;
}

static const struct type *type_of_operands(const struct node *n) {
    const struct type *const a = value_type(n->child), *const b = value_type(child(n, 1));
    const bool shifts = n->sign_length == 2 && (has_sign(n, "<<") || has_sign(n, ">>"));
    if (!(is_plain(a) || a->shape == ARRAY) || !(is_plain(b) || b->shape == ARRAY))
        return &unknown_type;
    if (is_comparison(n) || has_sign(n, "&&") || has_sign(n, "||"))
        return &bool_type;
    if (is_numbers(a) && is_numbers(b))
        return common_type(a, shifts ? &int_type : b);
    if (is_numbers(a) == is_numbers(b))
        return &unknown_type;
    const struct type *const pointer = is_numbers(a) ? b : a;
    return pointer->shape == ARRAY ? pointer_to(*pointer->of) : pointer;
}

static const struct type *type_left_open(const struct node *inner) {
    const struct type *of;
    if (inner->type->shape != UNKNOWN || is_void(inner->type))
        return inner->type;
    switch (inner->kind) {
    case CONSTANT_VALUE:
        return is(inner->first, "this") ? type_of_this(inner->first) : inner->type;
    case LOCAL_NAME:
        return inner->variable->reference ? type_of_declared(inner->variable) : inner->type;
    case GLOBAL_NAME: {
        const struct declaration *const d = inner->arguments ? NULL : variable_meant(inner->name);
        return d && !d->is_template ? type_of_declared(declared_as(d)) : inner->type;
    }
    case MEMBER:
        return type_of_member(value_type(inner->child), inner->name);
    case ARROW:
        of = value_type(inner->child);
        return of->shape == POINTER ? type_of_member(of->of, inner->name) : &unknown_type;
    case INDEX:
    case DEREFERENCE:
        of = value_type(inner->child);
        return of->shape == POINTER || of->shape == ARRAY ? of->of : &unknown_type;
    case BINARY:
        return type_of_operands(inner);
    case SIGN:
        of = value_type(inner->child);
        return has_sign(inner, "!") && is_plain(of) ? &bool_type
               : is_numbers(of)                     ? common_type(of, &int_type)
                                                    : &unknown_type;
    default:
        return inner->type;
    }
}

const struct type *value_type(const struct node *n) {
    const struct node *const inner = bare(n);
    const struct type *const type = type_left_open(inner);
    const bool is_number = type->shape == NUMBER_TYPE && !type->integer && !type->floating;
    return is_number && (is_enumeration(type) ||
                         (inner->kind == GLOBAL_NAME && is_enumerator(inner->name)))
               ? &integer_type
               : type;
}
