// SPDX-License-Identifier: MIT
// Which element of the host's constexpr arrays an expression names or points to, as far as nvcc
// knows it in device code.
#include "refuse.h"
#include "tree.h"

static const struct element unknown = {.what = NO_ELEMENT};

// Does nvcc know the value of the index? Numbers, enumerators and a template's parameters are what
// it is made of; and, in what gives a variable its value, constants.
static bool is_known(const struct node *n, const struct declaration *in, bool constants) {
    if (n->kind == LOCAL_NAME)
        return n->variable->name < in->open ||
               (constants && n->variable->constant && n->variable->initial &&
                is_known(n->variable->initial, in, true));
    if (n->kind == GLOBAL_NAME)
        return flags(n->name) & CONSTANT_NAME && (constants || !variable_meant(n->name));
    if (n->kind == INDEX)
        return constants && is_known_element(n, in);
    bool known = n->kind == BINARY || n->kind == CONDITIONAL || n->kind == CONSTRUCT ||
                 (n->kind != BUILT_IN && n->kind != MEMBER && just_combines(n));
    for (const struct node *c = n->child; c && known && n->kind != SIZE_OF; c = c->next)
        known = is_known(c, in, constants);
    return known;
}

bool is_known_element(const struct node *n, const struct declaration *in) {
    return element_of(n, in, true).what == ELEMENT;
}

bool is_known_number(const struct node *n, const struct declaration *in) {
    return is_known(n, in, true);
}

// So many elements has the array; -1: nobody knows.
static long long length_of(const struct type *type, const struct node *initial) {
    long long length = -1;
    if (type->size && !constant_value(type->size, &length))
        return -1;
    for (const struct node *c = !type->size && initial && initial->kind == LIST ? initial->child
                                                                                : NULL;
         c; c = c->next)
        length = length < 0 ? 1 : length + 1;
    return length;
}

static struct element array_of(const struct node *n) {
    const struct declaration *const d = variable_meant(n->name);
    const struct variable *const v = d && d->is_constexpr ? declared_as(d) : NULL;
    return v ? (struct element){.what = ELEMENT,
                                .type = &v->type,
                                .initial = v->initial,
                                .last = GLOBAL_NAME,
                                .length = -1}
             : unknown;
}

// The address of its first element, of an array.
static struct element address_of(struct element e) {
    if (e.what != ELEMENT || e.type->shape != ARRAY)
        return e;
    return (struct element){
        .what = ELEMENTS_ADDRESS, .type = e.type->of, .length = length_of(e.type, e.initial)};
}

// An address, so many elements further.
static struct element moved(struct element e, const struct node *by, bool back,
                            const struct declaration *in, bool constants) {
    long long distance;
    if (e.what != ELEMENTS_ADDRESS || !is_known(by, in, constants))
        return unknown;
    if (!constant_value(by, &distance))
        e.length = -1; // known to nvcc, but not here
    else
        e.at += back ? -distance : distance;
    return e.length >= 0 && (e.at < 0 || e.at > e.length) ? unknown : e;
}

// What the address points to, by an operator of that kind.
static struct element pointed_to(struct element e, enum kind_of_node last) {
    if (e.what != ELEMENTS_ADDRESS || (e.length >= 0 && (e.at < 0 || e.at >= e.length)))
        return unknown;
    e.what = ELEMENT;
    e.last = last;
    return e;
}

struct element element_of(const struct node *n, const struct declaration *in, bool constants) {
    n = bare(n);
    const struct node *const a = n->child, *const b = a ? a->next : NULL;
    struct element e;
    switch (n->kind) {
    case GLOBAL_NAME:
        return array_of(n);
    case INDEX:
        e = address_of(element_of(a, in, constants));
        if (e.what != NO_ELEMENT)
            return pointed_to(moved(e, b, false, in, constants), INDEX);
        e = address_of(element_of(b, in, constants)); // 1[table]
        return pointed_to(moved(e, a, false, in, constants), INDEX);
    case DEREFERENCE:
        return pointed_to(address_of(element_of(a, in, constants)), DEREFERENCE);
    case ADDRESS_OF:
        e = element_of(a, in, constants);
        if (e.what == NO_ELEMENT && bare(a)->kind == INDEX) { // the one behind the last
            e = address_of(element_of(bare(a)->child, in, constants));
            return moved(e, child(bare(a), 1), false, in, constants);
        }
        if (e.what == ELEMENT && (e.last == GLOBAL_NAME || e.last == MEMBER))
            e = (struct element){.type = e.type, .initial = e.initial, .length = 1};
        e.what = e.what == ELEMENT || !e.what ? ELEMENTS_ADDRESS : e.what;
        return e;
    case MEMBER:
    case ARROW:
        e = element_of(a, in, constants);
        if (n->kind == ARROW)
            e = pointed_to(address_of(e), ARROW);
        if (e.what != ELEMENT)
            return unknown;
        return (struct element){.what = ELEMENT, .type = n->type, .last = MEMBER, .length = -1};
    case BINARY:
        e = address_of(element_of(a, in, constants));
        if (has_sign(n, "+") && e.what == NO_ELEMENT)
            return moved(address_of(element_of(b, in, constants)), a, false, in, constants);
        return has_sign(n, "+") || has_sign(n, "-") ? moved(e, b, has_sign(n, "-"), in, constants)
                                                    : unknown;
    default:
        return unknown;
    }
}
