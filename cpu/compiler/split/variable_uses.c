// SPDX-License-Identifier: MIT
// How the variables of a kernel are used, and what its nodes may do, each kind of node by its case.
//
// VALUE is what is read and nothing else. It is so only where that is understood: what an operator,
// constructor or function of the program gets may be changed by it, or remembered (OPEN).
#include "fission.h"

static bool is_trusted(size_t name) {
    return !(flags(name) & USERS);
}

// May the operator, on such operands, be one of the program's that changes them?
static bool is_overloaded(const struct node *n) {
    return ANY_CHILD(c, n, !is_plain(c->type) && c->type->shape != ARRAY) &&
           odd_operator(source[tokens[n->sign].start]);
}

bool is_class(const struct type *type) {
    return type->shape == OBJECT || type->shape == UNKNOWN;
}

static void use_name(struct node *n, enum use use) {
    struct variable *v = n->variable;
    if (use == LENT)
        v->passed = true;
    if (use == WRITTEN || use == CHANGED) {
        v->assigned = true;
        v->assignments++;
    }
    if (use == OPEN)
        v->open = true;
    if ((use == VALUE || use == CHANGED) && is_class(&v->type) && odd_conversions())
        v->open = true; // to a conversion, perhaps
}

static void use_index(struct node *n, enum use use) {
    const enum shape shape = n->child->type->shape;
    const enum use whole = use == VALUE ? PART : use == WRITTEN ? CHANGED : use;
    note_uses(n->child, shape == POINTER ? VALUE : shape == ARRAY ? whole : OPEN);
    const struct node *const index = child(n, 1);
    const bool known = shape == POINTER || shape == ARRAY || !odd_operator('[');
    note_uses(child(n, 1), !known || index->type->shape == ARRAY ? OPEN
                           : is_plain(index->type)               ? VALUE
                                                                 : CHANGED);
}

// What a function of the system gets it does not keep, unless it returns it. given: what its result
// is used for.
static enum use use_of_argument(const struct node *n, bool trusted, bool by_value, enum use given) {
    const bool address = n->kind == ADDRESS_OF || n->type->shape == ARRAY;
    if (trusted) // std::max takes numbers as if by value, and returns a reference to one
        return given != OPEN && !address && by_value ? VALUE : given == DROPPED ? LENT : OPEN;
    if (n->type->shape == ARRAY || n->kind == LIST)
        return OPEN;
    return by_value && (is_plain(n->type) || n->type->shape == VECTOR || !odd_constructors())
               ? VALUE
               : OPEN;
}

static bool takes_values(size_t name) {
    return !(flags(name) & BY_REFERENCE) && !is(name, "__builtin_addressof") &&
           !((flags(name) & TAKES_CLASS) && odd_constructors());
}

// What becomes of the arguments that the result may refer to: DROPPED if it refers to none.
static enum use use_of_result(const struct node *call, enum use use) {
    const unsigned known = flags(call->name);
    return (known & GIVES_ADDRESS) || !(known & FUNCTION_NAME) ? use : DROPPED;
}

static void use_call(struct node *n, enum use use) {
    // Explicit template arguments may make a reference of any parameter.
    const bool trusted = is_trusted(n->name);
    const bool by_value =
        takes_values(n->name) && (trusted || !n->sign_length || !(flags(n->name) & TAKES_GENERIC));
    const enum use given = use_of_result(n, use);
    for (struct node *c = n->child; c; c = c->next)
        note_uses(c, c->kind == SIZE_OF ? NOTHING : use_of_argument(c, trusted, by_value, given));
    if (flags(n->name) & USERS)
        n->effects |= unnamed_effects();
    for (const struct node *c = n->child; trusted && c; c = c->next)
        if (is_class(c->type) && c->kind != SIZE_OF)
            n->effects |= member_effects();
}

static void use_method(struct node *n) {
    note_uses(n->child, n->sign_length && n->child->type->shape == POINTER ? VALUE : OPEN);
    const bool by_value = takes_values(n->name);
    for (struct node *c = n->child->next; c; c = c->next)
        note_uses(c, use_of_argument(c, is_trusted(n->name), by_value, VALUE));
    n->effects |= unnamed_effects();
}

// May what has the type refer to what it is made from? The parameters of the kernel's template are
// asked by the compiler (emit_kernel.c).
static bool may_refer(const struct type *type) {
    return odd_constructors() || !is_template_type(type);
}

// How an expression is used whose value is dropped.
static enum use dropped(const struct node *n) {
    return n->kind == LOCAL_NAME ? PART : n->kind == CALL ? DROPPED : VALUE;
}

static void use_cast(struct node *n) {
    if (is_void(n->type))
        note_uses(n->child, dropped(n->child));
    else if (is_plain(n->type) && !n->sign_length)
        note_uses(n->child, is_class(n->child->type) && n->child->kind != CALL ? CHANGED : VALUE);
    else
        note_uses(n->child,
                  n->sign_length || may_refer(n->type) || !is_plain(n->child->type) ? OPEN : VALUE);
}

static void use_construct(struct node *n) {
    for (struct node *c = n->child; c; c = c->next)
        note_uses(c, is_plain(n->type) || n->type->shape == VECTOR ||
                             (is_plain(c->type) && !may_refer(n->type))
                         ? VALUE
                         : OPEN);
    if (is_class(n->type))
        n->effects |= unnamed_effects();
}

static void use_binary(struct node *n) {
    const bool overloaded = is_overloaded(n);
    for (struct node *c = n->child; c; c = c->next) {
        note_uses(c, overloaded ? OPEN : is_class(c->type) && c->kind != CALL ? CHANGED : VALUE);
        if (!is_plain(c->type) && c->type->shape != ARRAY)
            n->effects |= unnamed_effects();
    }
}

static void use_assign(struct node *n, enum use use) {
    struct node *to = n->child, *value = child(n, 1);
    const bool plain = is_plain(to->type) || to->type->shape == VECTOR;
    // float4 and its kin have no = of the program's
    const bool own = is_plain(to->type) || (to->type->shape == VECTOR && n->sign_length == 1);
    const bool overloaded = !own && is_overloaded(n);
    note_uses(to, use == OPEN || overloaded ? OPEN : n->sign_length == 1 ? WRITTEN : CHANGED);
    // without constructors and conversions of the program there is nothing that could change it
    note_uses(value, plain && !overloaded                                          ? VALUE
                     : !odd_constructors() && is_plain(value->type) && !overloaded ? VALUE
                                                                                   : OPEN);
}

static void use_declaration(struct node *n) {
    for (struct node *c = n->child; c; c = c->next) {
        struct variable *v = NULL;
        for (size_t k = 0; k < n->declared_count; k++)
            if (n->declared[k]->initial == c)
                v = n->declared[k];
        if (!v) {
            note_uses(c, NOTHING); // an array's size
            continue;
        }
        const struct type *const type = element_type(&v->type);
        const bool plain = (is_plain(type) || type->shape == VECTOR) && !v->reference;
        if (v->reference)
            n->effects |= unnamed_effects();
        note_uses(c,
                  plain ? c->kind == LIST || !is_class(c->type) || c->kind == CALL ? VALUE : CHANGED
                  : !v->reference && !may_refer(type) && is_plain(c->type) ? VALUE
                                                                           : OPEN);
    }
    for (size_t k = 0; k < n->declared_count; k++)
        if (is_class(element_type(&n->declared[k]->type)))
            n->effects |= unnamed_effects();
}

// Only template arguments are below a GLOBAL_NAME.
#define OF_TYPES (KIND(GLOBAL_NAME) | KIND(SIZE_OF) | KIND(SHARED_VARIABLE) | KIND(ASSERTION))
#define OF_VALUES                                                                                  \
    (KIND(EXCHANGE) | KIND(IF) | KIND(FOR) | KIND(FOR_RANGE) | KIND(WHILE) | KIND(DO) |            \
     KIND(SWITCH) | KIND(BARRIER))

// How a node uses what is below it.
static void use_operands(struct node *n, enum use use) {
    struct node *const first = n->child;
    const enum shape shape = first ? first->type->shape : UNKNOWN;
    switch (n->kind) {
    case LOCAL_NAME:
        use_name(n, use);
        break;
    case BUILT_IN:
        if ((use == OPEN || use == LENT) && is(n->name, "threadIdx"))
            n->effects |= KEEPS_INDEX;
        break;
    case MEMBER:
        note_uses(first, use == WRITTEN              ? CHANGED
                         : use != VALUE              ? use
                         : n->type->shape == UNKNOWN ? CHANGED
                                                     : PART);
        break;
    case ARROW:
    case DEREFERENCE:
        note_uses(first, shape == POINTER ? VALUE
                         : shape != ARRAY ? OPEN
                         : use == VALUE   ? PART
                                          : use);
        break;
    case INDEX:
        use_index(n, use);
        break;
    case CALL:
        use_call(n, use);
        break;
    case METHOD:
        use_method(n);
        break;
    case CAST:
        use_cast(n);
        break;
    case CONSTRUCT:
    case NEW:
    case DELETE:
        use_construct(n);
        break;
    case SIGN:
        note_uses(first, is_overloaded(n) ? OPEN : is_class(first->type) ? CHANGED : VALUE);
        break;
    case ADDRESS_OF:
        note_uses(first, use == LENT ? LENT : OPEN);
        break;
    case STEP:
        note_uses(first, use == OPEN || !is_plain(first->type) ? OPEN : CHANGED);
        break;
    case BINARY:
        use_binary(n);
        break;
    case ASSIGN:
        use_assign(n, use);
        break;
    case CONDITIONAL:
        note_uses(first, VALUE);
        note_uses(child(n, 1), use);
        note_uses(child(n, 2), use);
        break;
    case COMMA:
        for (struct node *c = first; c; c = c->next)
            note_uses(c, odd_operator(',') && first->next ? OPEN : c->next ? VALUE : use);
        break;
    case EXPRESSION:
        note_uses(first, dropped(first));
        break;
    case DECLARATION:
        use_declaration(n);
        break;
    default: // what is asked for a type or a size is not used
        for (struct node *c = first; c; c = c->next)
            note_uses(c, has_kind(n, OF_VALUES) ? VALUE : has_kind(n, OF_TYPES) ? NOTHING : use);
    }
}

// atomicAdd(&a[i], 1); adds up to the same in any order, and nothing else is seen of it.
static bool just_counts(const struct node *n) {
    const struct node *call = n->child, *to = call ? call->child : NULL;
    return n->kind == EXPRESSION && call->kind == CALL && is(call->name, "atomicAdd") && to &&
           is_trusted(call->name) && to->type->shape == POINTER && to->type->of->integer &&
           to->next && !to->next->next && to->next->kind == CONSTANT_VALUE &&
           !((to->effects | to->next->effects) & ORDERED);
}

// Wherever an object, or what may be one, is used, functions may be called without being named.
static bool may_call(const struct node *n, enum use use) {
    return use != NOTHING && n->kind < EXPRESSION && is_class(element_type(n->type));
}

void note_uses(struct node *n, enum use use) {
    if (use == VALUE && n->type->shape == ARRAY)
        use = OPEN; // its address
    use_operands(n, use);
    if (may_call(n, use))
        n->effects |= unnamed_effects();
    for (const struct node *c = n->child; c; c = c->next)
        n->effects |= c->effects;
    if (just_counts(n))
        n->effects &= ~(unsigned)ORDERED;
}
