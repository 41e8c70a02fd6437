// SPDX-License-Identifier: MIT
// Objects of the host that are constants: device code has their values, and no address, which a
// method needs that nvcc does not work out itself, and so does an element of an array in one.
#include "names.h"
#include "refuse.h"
#include "tree.h"

// Is the value, in function `in`, surely worked out when the program runs?
static bool is_surely_variable(const struct node *n, const struct declaration *in) {
    if (n->kind == BUILT_IN)
        return true;
    if (n->kind == LOCAL_NAME)
        return n->variable->name >= in->open && n->variable->role != TEMPLATE_TYPE &&
               !n->variable->constant && !n->variable->type.constant && !n->variable->odd &&
               n->variable->type.shape != UNKNOWN;
    for (const struct node *c = n->child;
         c && n->kind != SIZE_OF && n->kind != TYPE_ID && n->kind != LAMBDA; c = c->next)
        if (is_surely_variable(c, in))
            return true;
    return false;
}

static bool has_variable(const struct node *c, const struct declaration *in) {
    while (c && !is_surely_variable(c, in))
        c = c->next;
    return c;
}

// The variable of the host's that the name at token i means: an object of a class of the program's;
// NULL: it means none.
static const struct variable *object_meant(size_t i) {
    const struct declaration *const d = variable_meant(i);
    const struct variable *const v = d && !d->spaces ? declared_as(d) : NULL;
    return v && v->type.shape == OBJECT && !v->reference && flags(v->type.name) & USERS ? v : NULL;
}

// Do all functions of that name, of special ones operator `sign`, need the object that they are
// called of? Those that are constexpr do if they are given what is `variable`.
static bool all_need_object(size_t name, const char *sign, bool variable) {
    bool needs = false;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const f = &declarations[k];
        if (f->what != FUNCTION || owner_of(f->name) != USER ||
            (sign ? f->special != OPERATOR || !is(f->name + 1, sign) : !same_word(f->name, name)))
            continue;
        if (!in_class(f) || f->is_static || f->is_friend || (f->is_constexpr && !variable))
            return false;
        needs = true;
    }
    return needs;
}

// Is it a std::array of the host's, whose methods device code has by --expt-relaxed-constexpr?
static bool is_library_array(const struct node *n) {
    const struct declaration *const d =
        relaxed_constexpr && n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    const struct variable *const v = d && d->is_const && !d->spaces ? declared_as(d) : NULL;
    return v && !v->reference && v->type.name && is(v->type.name, "array") && v->type.arguments &&
           !(flags(v->type.name) & USERS);
}

// The object that a method is called of, or that is indexed, if that needs its address.
static const struct node *object_needed(const struct node *n, const struct declaration *in) {
    const struct node *const of = n->child, *const root = n->kind == INDEX ? root_of(of) : of;
    bool needed = false;
    if (of && is_library_array(of) && (n->kind == INDEX || is(n->name, "at")))
        return has_variable(of->next, in) ? of : NULL;
    if (!root || root->kind != GLOBAL_NAME || !object_meant(root->name))
        return NULL;
    if (n->kind == METHOD)
        needed = !n->sign_length && all_need_object(n->name, NULL, has_variable(of->next, in));
    else if (root == of)
        needed = all_need_object(0, "[", has_variable(of->next, in));
    else
        needed = of->type->shape == ARRAY && !is_needed_early(root->name) &&
                 !is_put_in(root->name, variable_meant(root->name));
    return needed ? root : NULL;
}

// Is the lambda, the value of a variable outside functions, there on the device at all: does a call
// of it cross no line (judge.c), so that it is its object alone that is missing?
static bool is_of_device(const struct node *lambda) {
    return relaxed_constexpr || (extended_lambda && lambda->sign_length & LAMBDA_DEVICE);
}

static bool calls_object(const struct node *call, const struct declaration *in) {
    const struct declaration *const d = variable_meant(call->name);
    const struct variable *const v = d && d->is_const && !d->spaces ? declared_as(d) : NULL;
    if (!v || !has_variable(first_argument(call), in))
        return false;
    return v->initial && v->initial->kind == LAMBDA
               ? is_of_device(v->initial)
               : object_meant(call->name) && all_need_object(0, "(", true);
}

void check_object(const struct node *n, unsigned code, const struct declaration *in) {
    const struct node *object = NULL;
    if (!(code & (DEVICE | GLOBAL)) || code & HOST || is_in_vain(in))
        return;
    if (n->kind == CALL)
        object = calls_object(n, in) ? n : NULL;
    else if (n->kind == METHOD || n->kind == INDEX)
        object = object_needed(n, in);
    else if (n->kind == FOR_RANGE && is_library_array(child(n, 1)))
        object = child(n, 1);
    if (object)
        complain_late(object->name, "error",
                      "identifier \"%s\" is undefined in device code: it has a value there and no "
                      "address",
                      name_of(object->name));
}
