// SPDX-License-Identifier: MIT
// What a template of the host leaves open: nvcc looks at calls of the device in it where it reads
// it, at those that mean the same for all its parameters; at the others where it is instantiated by
// a declaration.
#include "cuda2cpp.h"
#include "declare.h"
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// Whether a `template T name<T>(...);` makes it of types that are known.
static bool is_instantiated(const struct declaration *f) {
    for (size_t k = first_named(f->name); k != NO_SCOPE; k = next_named(k))
        if (declarations[k].what == INSTANTIATION)
            return true;
    return false;
}

// ... or the class that it is a method of.
static bool is_made_by_name(const struct declaration *f) {
    const struct declaration *const own = class_of_method(f);
    return is_instantiated(f) || (own && is_instantiated(own));
}

bool takes_anything(const struct declaration *f) {
    const struct signature *const s = signature_of(f);
    for (size_t k = 0; k < s->count; k++)
        if (s->formals[k].type.name && is(s->formals[k].type.name, "auto"))
            return true;
    return false;
}

// Is it surely one class, whatever the templates around it are given?
static bool is_one_class(const struct declaration *class) {
    return class && class->what == CLASS && !is_in_template(class) && !in_function(class);
}

static bool is_known(const struct type *type) {
    const struct type *const in = innermost(type);
    for (; type->shape == ARRAY; type = type->of)
        if (type->size && type->size->kind != CONSTANT_VALUE)
            return false;
    if (in->shape == NUMBER_TYPE)
        return !in->means && !in->asked;
    if (in->shape != OBJECT || in->means || in->asked)
        return false;
    const struct declaration *const class = type_meant(in->name);
    if (!in->arguments)
        return is_one_class(class);
    bool known = class && class->what == CLASS && class->scope == NO_SCOPE;
    for (size_t k = 0; known && k < in->arguments->count; k++)
        known = in->arguments->all[k].is_type && is_known(&in->arguments->all[k].type);
    return known;
}

// Is the object one of a class that does not depend on the template, or of the class itself that
// function `around` is a method of, named without arguments?
static bool is_known_object(const struct node *object, const struct declaration *d,
                            const struct declaration *around) {
    const struct declaration *const own = class_of_method(around), *const of = class_of_method(d);
    const struct type *const value = value_type(object), *const type = innermost(value);
    if (is(object->first, "this") && object->first == object->last)
        return own && of && (own == of || is_base(own, of));
    return is_known(value) || (type->shape == OBJECT && !type->means && !type->arguments && own &&
                               type_meant(type->name) == own);
}

// Does it call method d of what is known?
static bool is_known_call(const struct node *call, const struct declaration *d,
                          const struct declaration *around) {
    const struct declaration *const own = class_of_method(around), *const of = class_of_method(d);
    if (call->kind == METHOD || call->kind == CALL_OF)
        return call->child && is_known_object(call->child, d, around);
    if (is(call->name - 1, "::"))
        return tokens[call->name - 2].kind == WORD && is_one_class(type_meant(call->name - 2));
    return own && of && is_one_class(of) && is_base(own, of);
}

// The call at token i of a path through a tree, by its name or of an object.
static const struct node *call_at(size_t i, const struct declaration *d) {
    const struct node *path[DEEPEST];
    for (size_t k = path_to(i, path); k > 0; k--) {
        const struct node *const n = path[k - 1];
        if (d->special ? n->kind == CALL_OF
                       : (n->kind == CALL || n->kind == METHOD) && n->name == i)
            return n;
    }
    return NULL;
}

// Is the method given nothing that depends on a template?
static bool is_given_known(const struct node *call) {
    const struct node *c = call->kind == CALL ? first_argument(call) : call->child->next;
    for (; c; c = c->next)
        if (!is_known(value_type(c)))
            return false;
    return true;
}

// Has its class others of that name? Which one is called may depend on what it is given.
static bool is_overloaded(const struct declaration *d) {
    bool found = false;
    for (size_t k = first_named(d->name); k != NO_SCOPE && !found; k = next_named(k))
        found = &declarations[k] != d && declarations[k].what == FUNCTION &&
                declarations[k].special == d->special && class_of_method(&declarations[k]) &&
                class_of_method(&declarations[k]) == class_of_method(d) &&
                in_class(&declarations[k]);
    return found;
}

bool is_dependent_call(const struct use *use, size_t i, const struct declaration *around) {
    const struct declaration *const d = &declarations[use->declaration];
    if ((!is_in_template(around) && !takes_anything(around)) || is_made_by_name(around))
        return false;
    const bool calls = d->special == OPERATOR && is(d->name + 1, "(");
    if (d->special && !calls)
        return true;
    if (!in_class(d) && !d->qualifier)
        return use->made;
    const struct node *const call = call_at(i, d);
    const bool open = call && (d->is_template || is_overloaded(d)) && !is_given_known(call);
    return use->made && (!call || open || !is_known_call(call, d, around));
}
