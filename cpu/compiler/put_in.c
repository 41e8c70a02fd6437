// SPDX-License-Identifier: MIT
// Elements of the host's constexpr arrays in device code, and its constexpr pointers: nvcc puts the
// values of some of them in their place, and does not know the others. Which element it is has to
// be known (element.c). What is read by its address or as a member of one, compared addresses, and
// elements of arrays that are members of classes, it works out anywhere; other elements have to be
// a part of what a variable gets as its value, or of the size behind `new`. There nvcc works out
// what it can, but goes neither into branches that it does not choose nor into what is read by its
// address. A pointer is put in wherever it is read, and not what it is that it refers to.
#include "names.h"
#include "refuse.h"
#include "tree.h"

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

// Do all of the program's operators [] take what they are given by value?
static bool index_takes_value(void) {
    bool value = true;
    for (size_t k = 0; k < declaration_count && value; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || d->special != OPERATOR || owner_of(d->name) != USER ||
            !is(d->name + 1, "["))
            continue;
        const struct signature *const s = signature_of(d);
        value = s->count == 1 && !s->formals[0].reference;
    }
    return value;
}

// Does it surely change something?
static bool changes(const struct node *n) {
    bool any = n->kind == ASSIGN || n->kind == STEP;
    for (const struct node *c = n->child; c && !any; c = c->next)
        any = changes(c);
    return any;
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
    case LIST:
    case MEMBER:
    case NEW:
    case DEREFERENCE:
    case CALL_OF:
    case RETURN:
        return true;
    case CAST:
        return !(n->sign_length && is(n->first, "reinterpret_cast"));
    case COMMA: // the last one is all that it is worth
        for (const struct node *k = n->child; k != c; k = k->next)
            if (changes(k))
                return false;
        return true;
    case INDEX:
        return c == n->child || is_known_element(n, in) ||
               (n->child->type->shape == OBJECT && index_takes_value());
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
        return c == n->child || is_known_number(n->child, in);
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
    if (v->reference ||
        (v->deduced && v->type.name && is_any(v->type.name, asking))) // decltype(auto)
        return bare(c)->kind == BINARY || c->kind == LIST;
    return v->type.shape != OBJECT ||
           takes_value(v->type.name, c->kind == LIST ? number_of(of, c->child) : 0, true);
}

// Is child c the size behind `new`, or in the list behind that?
static bool is_size(const struct node *n, const struct node *c) {
    return n->kind == NEW &&
           (is(c->first - 1, "[") || (is(c->first, "{") && is(c->first - 1, "]")));
}

// ---- what is worked out anywhere ----------------------------------------------------------------

// Is it an array of the host's, or an address in one?
static bool is_address(struct element e) {
    return e.what == ELEMENTS_ADDRESS || (e.what == ELEMENT && e.type->shape == ARRAY);
}

// Is child c the condition of n?
static bool is_condition(const struct node *n, const struct node *c) {
    return n->kind == FOR ? c == child(n, 1)
           : n->kind == DO
               ? c == child(n, 1)
               : (n->kind == IF || n->kind == WHILE || n->kind == CONDITIONAL) && c == n->child;
}

// Is the known address c of n only compared, or subtracted from another?
static bool is_compared(const struct node *n, const struct node *c, const struct declaration *in) {
    static const char *const signs[] = {"==", "!=", "<", ">", "<=", ">=", "-", "&&", "||", NULL};
    bool compares = false;
    for (size_t k = 0; signs[k] && n->kind == BINARY; k++)
        compares = compares || has_sign(n, signs[k]);
    if (is_condition(n, c) || (n->kind == SIGN && has_sign(n, "!")))
        return true;
    if (!compares)
        return false;
    const struct node *const other = bare(c == n->child ? c->next : n->child);
    return has_sign(n, "&&") || has_sign(n, "||") || is_address(element_of(other, in, true)) ||
           (other->kind == CONSTANT_VALUE && !has_sign(n, "-"));
}

// Is the number that child c is read in n, and no reference to it made?
static bool is_read(const struct node *n, const struct node *c, const struct declaration *in) {
    if (is_condition(n, c))
        return true;
    switch (n->kind) {
    case BINARY:
    case SIGN:
    case SWITCH:
    case CONDITIONAL:
        return true;
    case ASSIGN:
        return c != n->child && (is_plain(n->child->type) || n->child->type->shape == OBJECT);
    case INDEX:
        return c != n->child && n->child->type->of;
    case CAST:
        return !n->sign_length && is_plain(n->type);
    case CALL:
    case EXCHANGE:
    case METHOD:
    case CONSTRUCT:
        return passes(n, c, in);
    case RETURN:
        return signature_of(in)->is_known && !signature_of(in)->refers;
    default:
        return false;
    }
}

bool is_dropped(const struct node *const path[], size_t leaf) {
    size_t at = leaf;
    for (; at > 0; at--) {
        const enum kind_of_node kind = path[at - 1]->kind;
        if (path[at - 1]->child != path[at] ||
            (kind != INDEX && kind != MEMBER && kind != DEREFERENCE && kind != COMMA))
            break;
    }
    const struct node *const n = at > 0 ? path[at - 1] : NULL;
    return n && (n->kind == EXPRESSION || (n->kind == CAST && is_void(n->type)));
}

bool is_put_in(size_t i, const struct declaration *d) {
    const struct declaration *const in = function_around(i);
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    if (!d->is_constexpr || depth == 0 || path[depth - 1]->kind != GLOBAL_NAME)
        return false;
    if (is_dropped(path, depth - 1))
        return true;
    bool constants = !in_class(d);
    for (size_t k = 0; k + 1 < depth; k++) {
        const struct variable *const v = given_to(path[k], path[k + 1]);
        constants = constants || (v && v->constant);
    }
    size_t at = depth - 1;
    // What is behind the last element has an address alone.
    for (size_t k = at; k > 0 && k + 2 > at; k--)
        if (element_of(path[k - 1], in, constants).what != NO_ELEMENT)
            at = k - 1;
    const struct element e = element_of(path[at], in, constants);
    if (at == 0 || e.what == NO_ELEMENT)
        return false;
    if (is_address(e))
        return is_compared(path[at - 1], path[at], in);
    if (in_class(d))
        return true;
    if (e.last == DEREFERENCE || e.last == MEMBER) {
        const struct variable *const v = given_to(path[at - 1], path[at]);
        if (v ? !v->reference : is_read(path[at - 1], path[at], in))
            return true;
    }
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

// ---- pointers -----------------------------------------------------------------------------------

// Nothing, or a number 0?
static bool is_null(const struct node *n) {
    long long value;
    n = bare(n);
    return is(n->first, "nullptr") || is(n->first, "__null") ||
           (constant_value(n, &value) && value == 0);
}

// Does it name an object of the host?
static bool names_host(const struct node *n) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    bool any = d && !(d->spaces & VARIABLE_SPACES);
    for (const struct node *c = n->child; c && !any; c = c->next)
        any = names_host(c);
    return any;
}

// Is child c, an argument, one for the `...` of a function such as printf?
static bool is_for_dots(const struct node *n, const struct node *c) {
    bool is_one = false;
    for (size_t k = 0; n->kind == CALL && k < declaration_count && !is_one; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && same_word(d->name, n->name) && is(closing(d->open) - 1, ".") &&
            tokens[closing(d->open) - 4].kind != WORD)
            is_one = number_of(c, first_argument(n)) + 1 >= signature_of(d)->count;
    }
    return is_one;
}

// Is it the address of a number of the host's that the program never changes?
static bool is_of_constant(const struct node *n) {
    const struct node *const to = bare(n)->kind == ADDRESS_OF ? bare(bare(n)->child) : NULL;
    const struct declaration *const d =
        to && to->kind == GLOBAL_NAME ? variable_meant(to->name) : NULL;
    const struct variable *const v = d ? declared_as(d) : NULL;
    long long value;
    return v && d->is_const && !in_class(d) && v->initial &&
           (d->is_constexpr || constant_value(v->initial, &value)) &&
           v->type.shape == NUMBER_TYPE && !v->reference;
}

bool is_address_put_in(size_t i, const struct declaration *d) {
    const struct declaration *const in = function_around(i);
    const struct variable *const v = declared_as(d);
    const struct node *path[DEEPEST];
    size_t at = path_to(i, path);
    if (!v || !v->initial || v->reference || v->type.shape != POINTER || at < 2 ||
        path[at - 1]->kind != GLOBAL_NAME || (!d->is_constexpr && !is_null(v->initial)))
        return false;
    for (at--; at > 1 && bare(path[at - 1]) == path[at];)
        at--; // (p)
    const struct node *const n = path[at - 1], *const c = path[at];
    const struct variable *const gets = given_to(n, c);
    if (is_compared(n, c, in) || n->kind == ADDRESS_OF)
        return true;
    if (n->kind == DEREFERENCE && at > 1 && is_of_constant(v->initial)) {
        const struct variable *const of = given_to(path[at - 2], n);
        if (of ? !of->reference : is_read(path[at - 2], n, in))
            return true;
    }
    if (gets ? !gets->reference : is_read(n, c, in) || is_for_dots(n, c))
        return !names_host(v->initial);
    return (n->kind == DEREFERENCE || n->kind == INDEX || n->kind == ARROW) &&
           !names_host(v->initial);
}
