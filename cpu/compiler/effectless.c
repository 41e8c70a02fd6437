// SPDX-License-Identifier: MIT
// Expressions that do nothing, compare what needs no comparison, or assign where == may be meant.
#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// ---- what may do something ----------------------------------------------------------------------

static bool is_number(const struct type *type) {
    return is_plain(type) || type->shape == VECTOR;
}

// Are the operands numbers, or nothing, so that no operator of the program's is called?
static bool are_numbers(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        if (!is_plain(c->type) && c->type->shape != ARRAY && !is_void(c->type))
            return false;
    return true;
}

// Arithmetic that may leave a flag of the processor's behind, which the host's code can ask for.
static bool leaves_flags(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        if (c->type->floating || (c->type->shape == NUMBER_TYPE && !c->type->integer))
            return true;
    return n->type->floating;
}

static bool may_any_act(const struct node *n, bool on_device) {
    for (const struct node *c = n->child; c; c = c->next)
        if (may_act(c, on_device))
            return true;
    return false;
}

bool may_act(const struct node *n, bool on_device) {
    if (n->type && has_volatile(n->type))
        return true;
    switch (n->kind) {
    case CONSTANT_VALUE:
        return n->why;
    case LOCAL_NAME:
    case GLOBAL_NAME:
    case BUILT_IN:
    case SIZE_OF:
        return false;
    case SIGN:
        if (bare(n->child)->kind == CONSTANT_VALUE && !n->child->why)
            return false;
        return !are_numbers(n) || (!on_device && leaves_flags(n)) || may_any_act(n, on_device);
    case BINARY:
        return !are_numbers(n) || (!on_device && leaves_flags(n)) || may_any_act(n, on_device);
    case MEMBER:
        return may_any_act(n, on_device);
    case ARROW:
    case DEREFERENCE:
        return !(n->child->type->shape == POINTER || n->child->type->shape == ARRAY) ||
               may_any_act(n, on_device);
    case INDEX:
        return !(n->child->type->shape == POINTER || n->child->type->shape == ARRAY) ||
               !is_plain(child(n, 1)->type) || may_any_act(n, on_device);
    case ADDRESS_OF:
        return n->child->type->shape == UNKNOWN || n->child->type->shape == OBJECT ||
               may_any_act(n, on_device);
    case CONDITIONAL:
        return !is_plain(n->child->type) || may_any_act(n, on_device);
    case COMMA:
        return (n->child->next && !are_numbers(n)) || may_any_act(n, on_device);
    case CAST:
        return n->sign_length || n->why || !is_plain(n->type) || !is_plain(n->child->type) ||
               (!on_device && (n->child->type->floating || n->type->floating)) ||
               may_any_act(n, on_device);
    case CONSTRUCT:
    case LIST:
        for (const struct node *c = n->child; c; c = c->next)
            if (!is_number(c->type) && c->kind != LIST)
                return true;
        if (!on_device && n->kind == CONSTRUCT && leaves_flags(n))
            return true;
        return (n->kind == CONSTRUCT && !is_plain(n->type)) || may_any_act(n, on_device);
    default:
        return true;
    }
}

static bool has_only_literals(const struct node *list) {
    for (const struct node *c = list->child; c; c = c->next)
        if (c->kind == LIST ? !has_only_literals(c) : bare(c)->kind != CONSTANT_VALUE)
            return false;
    return true;
}

// A number of floating point in braces, which may be converted.
static bool has_floating(const struct node *list) {
    for (const struct node *c = list->child; c; c = c->next)
        if (c->kind == LIST ? has_floating(c)
                            : c->type->floating && bare(c)->kind != CONSTANT_VALUE)
            return true;
    return false;
}

// A dim3 has a constructor, which the compiler works out for numbers that stand there.
static bool constructs(const struct node *n) {
    return n->kind == LIST || n->kind == CONSTRUCT ? !has_only_literals(n)
                                                   : bare(n)->kind != CONSTANT_VALUE;
}

bool acts_as_initial(const struct node *n, const struct variable *v, bool on_device) {
    const bool literal = bare(n)->kind == CONSTANT_VALUE ||
                         (n->kind == SIGN && bare(n->child)->kind == CONSTANT_VALUE);
    const struct type *const of = innermost(&v->type);
    if (!on_device && !literal && n->kind != LIST && !v->reference &&
        (of->floating ? n->type->integer || !n->type->floating || n->type->bytes != of->bytes
                      : n->type->floating))
        return true; // a conversion
    if (!on_device && n->kind == LIST && (of->floating ? !has_only_literals(n) : has_floating(n)))
        return true; // some
    if (!on_device && n->kind == CONSTRUCT && n->type->integer && has_floating(n))
        return true; // int{d}, int(d)
    if (n->kind != LIST && !v->reference && n->type->shape != v->type.shape &&
        !(n->type->shape == ARRAY && v->type.shape == POINTER) &&
        !(is_plain(n->type) && is_plain(&v->type)) && !literal)
        return true;
    if (of->shape == VECTOR && is(of->name, "dim3") && !v->reference && constructs(n))
        return true;
    if (n->type->shape == OBJECT && !v->reference)
        return true;
    return may_act(n, on_device);
}

// ---- statements that do nothing -----------------------------------------------------------------

static bool on_device;

// An expression whose value nobody takes.
static void judge_dropped(const struct node *n) {
    const struct node *const inner = bare(n);
    if (inner->kind == GLOBAL_NAME && flags(inner->name) & FUNCTION_NAME &&
        !(flags(inner->name) & (VARIABLE_NAME | CONSTANT_NAME)) && owner_of(n->first) == USER) {
        warn(n->first, NO_EFFECT, "expression has no effect: %s is not called",
             name_of(inner->name));
        return;
    }
    if (inner->kind == CAST || inner->kind == LIST || is_void(inner->type) ||
        inner->type->shape == UNKNOWN || inner->type->shape == OBJECT ||
        (inner->kind == CONDITIONAL && (!is_number(child(inner, 1)->type))) ||
        may_act(n, on_device) || owner_of(n->first) != USER)
        return;
    warn(n->first, NO_EFFECT, "expression has no effect");
}

// ---- comparisons --------------------------------------------------------------------------------

static bool is_natural(const struct type *type) {
    return type->shape == NUMBER_TYPE && type->integer && type->natural &&
           (type->bytes > 1 || (type->bytes == 1 && type->name && !is(type->name, "bool")));
}

static bool is_zero(const struct node *n) {
    long long value;
    return (n->type->integer || bare(n)->kind != CONSTANT_VALUE) && constant_value(n, &value) &&
           value == 0;
}

bool is_comparison(const struct node *n) {
    return has_sign(n, "==") || has_sign(n, "!=") || has_sign(n, "<") || has_sign(n, ">") ||
           has_sign(n, "<=") || has_sign(n, ">=");
}

static void judge_comparison(const struct node *n) {
    const struct node *const left = n->child, *const right = child(n, 1);
    long long value;
    const bool pointless =
        (is_natural(left->type) && is_zero(right) && (has_sign(n, "<") || has_sign(n, ">="))) ||
        (is_natural(right->type) && is_zero(left) && (has_sign(n, ">") || has_sign(n, "<=")));
    const struct node *const compared = is_zero(right) ? left : right;
    if (pointless && !constant_value(compared, &value) && bare(compared)->kind != SIZE_OF &&
        owner_of(n->sign) == USER)
        warn(n->sign, POINTLESS_COMPARISON, "pointless comparison of unsigned integer with zero");
}

// ---- conditions ---------------------------------------------------------------------------------

static void judge_condition(const struct node *n) {
    const struct node *const c = bare(n);
    long long value;
    if (c->kind == ASSIGN && c->sign_length == 1 && is_plain(c->child->type) &&
        (constant_value(child(c, 1), &value) || bare(child(c, 1))->kind == SIZE_OF ||
         (bare(child(c, 1))->kind == CONSTANT_VALUE && !child(c, 1)->why)) &&
        owner_of(c->first) == USER)
        warn(c->first, ASSIGNED_CONDITION, "use of \"=\" where \"==\" may have been intended");
}

// ---- the tree -----------------------------------------------------------------------------------

static const struct type *returned;          // by what is looked at; NULL: nobody knows
static const struct declaration *around_now; // the function, outside lambdas

static void look(const struct node *n, unsigned code) {
    long long value;
    on_device = code & (DEVICE | GLOBAL);
    warn_of_conversion(n, returned);
    if (!on_device && (n->kind == BINARY || n->kind == ASSIGN))
        warn_of_operator(n);
    switch (n->kind) {
    case EXPRESSION:
        judge_dropped(n->child);
        break;
    case FOR:
        if (n->child->kind != DECLARATION && n->child->kind != EMPTY)
            judge_dropped(n->child);
        if (child(n, 2)->kind != EMPTY)
            judge_dropped(child(n, 2));
        judge_condition(child(n, 1));
        break;
    case IF:
    case WHILE:
        judge_condition(n->child);
        break;
    case CONDITIONAL:
        if (!is_void(child(n, 1)->type)) // as of assert(): the C library's asks for a bool
            judge_condition(n->child);
        break;
    case DO:
        judge_condition(child(n, 1));
        break;
    case SIGN:
        if (has_sign(n, "!"))
            judge_condition(n->child);
        break;
    case STEP:
        if (steps_bool(n) && owner_of(n->sign) == USER)
            warn(n->sign, STEPPED_BOOL, "incrementing a bool value is deprecated");
        break;
    case BINARY:
        judge_comparison(n);
        if (has_sign(n, "&&") || has_sign(n, "||")) {
            judge_condition(n->child);
            judge_condition(child(n, 1));
        }
        break;
    case RETURN:
        if (around_now)
            warn_of_result(n, around_now);
        break;
    case COMMA:
        for (const struct node *c = n->child; c && c->next && are_numbers(n); c = c->next)
            judge_dropped(c);
        break;
    case CALL:
        warn_of_format(n, on_device);
        break;
    case CAST:
        warn_of_cast(n);
        break;
    case SIZE_OF: // is not evaluated
    case TYPE_ID:
        return;
    default:
        break;
    }
    if (n->kind == LAMBDA && n->sign_length & ODD_HEAD)
        return;
    const struct type *const before = returned;
    const struct declaration *const outside = around_now;
    if (n->kind == LAMBDA) {
        returned = NULL;
        around_now = NULL;
    }
    const bool decided = n->kind == CONDITIONAL && constant_value(n->child, &value);
    for (const struct node *c = n->child; c; c = c->next)
        if (!(n->early && c != n->child) && // which may be left out
            !(decided && c != n->child && c != child(n, value ? 1 : 2)))
            look(c, code_below(n, c, code));
    returned = before;
    around_now = outside;
}

void warn_of_expressions(const struct declaration *d) {
    const struct reading *const r = read_function(d);
    const struct signature *const s = signature_of(d);
    around_now = d;
    returned = s->is_known && !s->refers ? &s->result : NULL;
    if (r->initialisers)
        look(r->initialisers, spaces_of(d));
    look(r->body, spaces_of(d));
}
