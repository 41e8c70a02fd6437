// SPDX-License-Identifier: MIT
// Elements of the host's constexpr arrays in device code: nvcc puts the values of some of them in
// their place, and does not know the others. Which element it is has to be known; and, but for
// arrays that are members of classes, it has to be a part of what a variable gets as its value, or
// of the size behind `new`. There nvcc works out what it can, but goes neither into branches that
// it does not choose nor into what is read by its address.
#include "names.h"
#include "refuse.h"
#include "tree.h"

// ---- which element ------------------------------------------------------------------------------

static bool is_known(const struct node *n, const struct declaration *in, bool constants);

static bool is_known_element(const struct node *n, const struct declaration *in) {
    const struct node *const of = bare(n->child);
    const struct declaration *const v = of->kind == GLOBAL_NAME ? variable_meant(of->name) : NULL;
    return v && v->is_constexpr && is_known(child(n, 1), in, true);
}

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

// The node of the element whose array's name is path[leaf], and of its members: the number of it in
// the path; `depth`: it is not known, or none, but the array.
static size_t element(const struct node *const path[], size_t leaf, const struct declaration *d,
                      const struct declaration *in, bool constants) {
    const struct variable *const v = declared_as(d);
    const struct type *type = v ? &v->type : &unknown_type;
    size_t at = leaf;
    for (; at > 0 && path[at - 1]->child == path[at]; at--) {
        const struct node *const n = path[at - 1];
        const bool indexed = n->kind == INDEX || n->kind == DEREFERENCE;
        if (indexed ? n->kind == INDEX && !is_known(child(n, 1), in, constants)
                    : n->kind != MEMBER && !(n->kind == COMMA && !n->child->next))
            break;
        if (indexed && type->shape == ARRAY)
            type = type->of;
    }
    const bool further = at > 0 && path[at - 1]->kind == INDEX && path[at - 1]->child == path[at];
    return type->shape == ARRAY || further ? leaf + 1 : at;
}

// ---- where it stands ----------------------------------------------------------------------------

// May the argument with that number be a value, in a call of what has that name? A constructor's:
// not counting what it copies, and true where there is none.
static bool takes_value(size_t name, size_t number, bool constructs) {
    bool any = false, value = false;
    for (size_t k = 0; k < declaration_count && !value; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !same_word(d->name, name) ||
            (constructs ? d->special != CONSTRUCTOR : d->special != ORDINARY))
            continue;
        const struct signature *const s = signature_of(d);
        const struct formal *const p = number < s->count ? &s->formals[number] : NULL;
        if (constructs && (!p || (p->type.name && same_word(p->type.name, name))))
            continue;
        any = true;
        value = p && !p->reference && !(p->pack && !p->type_first);
    }
    return value || !any;
}

static size_t number_of(const struct node *n, const struct node *first) {
    size_t number = 0;
    for (; first && first != n; first = first->next)
        number++;
    return number;
}

// Is the value that child c has worked out, where n is?
static bool passes(const struct node *n, const struct node *c, const struct declaration *in) {
    switch (n->kind) {
    case BINARY:
    case SIGN:
    case CAST:
    case COMMA:
    case LIST:
    case NEW:
    case DEREFERENCE:
    case CALL_OF:
    case RETURN:
        return true;
    case INDEX:
        return c == n->child || is_known_element(n, in);
    case CONSTRUCT:
        return n->type->shape != OBJECT ||
               takes_value(n->name, number_of(c, first_argument(n)), true);
    case CALL:
    case EXCHANGE:
        return takes_value(n->name, number_of(c, first_argument(n)), false);
    case METHOD:
        return c != n->child && takes_value(n->name, number_of(c, n->child->next), false);
    case ASSIGN:
        return n->sign_length == 1 && c != n->child;
    case CONDITIONAL:
        return c == n->child || is_known(n->child, in, true);
    case BLOCK: // a lambda's, which does nothing else
        return !n->child->next;
    default:
        return false;
    }
}

// The variable that the declaration gives child c as its value; NULL: none.
static const struct variable *given_to(const struct node *n, const struct node *c) {
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++)
        if (n->declared[k]->initial == c)
            return n->declared[k];
    return NULL;
}

// Does a variable get it as a value, `of` of its list: is it no reference, and does no constructor
// take one?
static bool gets_value(const struct variable *v, const struct node *of) {
    const struct node *const c = v->initial;
    if (v->reference)
        return bare(c)->kind == BINARY || c->kind == LIST;
    return v->type.shape != OBJECT ||
           takes_value(v->type.name, c->kind == LIST ? number_of(of, c->child) : 0, true);
}

// Is child c the size behind `new`, or in the list behind that?
static bool is_size(const struct node *n, const struct node *c) {
    return n->kind == NEW &&
           (is(c->first - 1, "[") || (is(c->first, "{") && is(c->first - 1, "]")));
}

bool is_put_in(size_t i, const struct declaration *d) {
    const struct declaration *const in = function_around(i);
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    if (!d->is_constexpr || depth == 0 || path[depth - 1]->kind != GLOBAL_NAME)
        return false;
    bool constants = !in_class(d);
    for (size_t k = 0; k + 1 < depth; k++) {
        const struct variable *const v = given_to(path[k], path[k + 1]);
        constants = constants || (v && v->constant);
    }
    const size_t at = element(path, depth - 1, d, in, constants);
    if (in_class(d) || at == depth)
        return at < depth;
    for (size_t k = at; k > 0; k--) {
        const struct node *const n = path[k - 1], *const c = path[k];
        const struct variable *const v = given_to(n, c);
        if (v)
            return gets_value(v, k < at ? path[k + 1] : c);
        if (is_size(n, c) || n->kind == LAMBDA) // what it captures, or returns
            return true;
        if (!passes(n, c, in))
            return false;
    }
    return path[0] == read_function(in)->initialisers;
}
