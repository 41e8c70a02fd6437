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
        if (!is_plain(value_type(c)) && value_type(c)->shape != ARRAY && !is_void(c->type))
            return false;
    return true;
}

// Arithmetic that may leave a flag of the processor's behind, which the host's code can ask for.
static bool leaves_flags(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next) {
        const struct type *const type = value_type(c);
        if (type->floating || (type->shape == NUMBER_TYPE && !type->integer))
            return true;
    }
    return value_type(n)->floating;
}

static bool may_any_act(const struct node *n, bool on_device) {
    for (const struct node *c = n->child; c; c = c->next)
        if (may_act(c, on_device))
            return true;
    return false;
}

// A pointer's, or an array's: of an object an operator may be called.
static bool is_address(const struct node *n) {
    const enum shape shape = value_type(n)->shape;
    return shape == POINTER || shape == ARRAY;
}

// The function's name, and nothing else's: of templates and several functions C++ would not know
// which one it is.
static bool names_function(const struct node *n) {
    if (n->kind != GLOBAL_NAME || !(flags(n->name) & FUNCTION_NAME) ||
        flags(n->name) & (VARIABLE_NAME | CONSTANT_NAME))
        return false;
    for (size_t k = first_named(n->name); k != NO_SCOPE && !n->arguments; k = next_named(k))
        if (declarations[k].is_template)
            return false;
    return true;
}

bool may_act(const struct node *n, bool on_device) {
    if (n->type && has_volatile(value_type(n)))
        return true;
    switch (n->kind) {
    case CONSTANT_VALUE:
        return n->why && !is(n->first, "this");
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
        return !(is_address(n->child) || names_function(bare(n->child))) ||
               may_any_act(n, on_device);
    case INDEX:
        return !is_address(n->child) || !is_plain(value_type(child(n, 1))) ||
               may_any_act(n, on_device);
    case ADDRESS_OF:
        return !(is_number(value_type(n->child)) || is_address(n->child) ||
                 names_function(bare(n->child))) ||
               may_any_act(n, on_device);
    case CONDITIONAL:
        return !is_plain(value_type(n->child)) || may_any_act(n, on_device);
    case COMMA:
        return (n->child->next && !are_numbers(n)) || may_any_act(n, on_device);
    case CAST:
        return n->sign_length || n->why || !is_plain(n->type) || !is_plain(value_type(n->child)) ||
               (!on_device && (value_type(n->child)->floating || n->type->floating)) ||
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
    const struct type *const of = innermost(&v->type), *const type = value_type(n);
    if (!on_device && !literal && n->kind != LIST && !v->reference &&
        (of->floating ? type->integer || !type->floating || type->bytes != of->bytes
                      : type->floating))
        return true; // a conversion
    if (!on_device && n->kind == LIST && (of->floating ? !has_only_literals(n) : has_floating(n)))
        return true; // some
    if (!on_device && n->kind == CONSTRUCT && type->integer && has_floating(n))
        return true; // int{d}, int(d)
    if (n->kind != LIST && !v->reference && type->shape != v->type.shape &&
        !(type->shape == ARRAY && v->type.shape == POINTER) &&
        !(is_plain(type) && is_plain(&v->type)) && !literal)
        return true;
    if (of->shape == VECTOR && is(of->name, "dim3") && !v->reference && constructs(n))
        return true;
    if (type->shape == OBJECT && !v->reference)
        return true;
    return may_act(n, on_device);
}

// ---- statements that do nothing -----------------------------------------------------------------

static bool on_device, made_now;
static const struct declaration *around_now; // the function, outside lambdas
static const struct declaration *function_now;

// Is it a constant that the function's template is given?
static bool is_given(const struct variable *v) {
    return v->role == PARAMETER && v->constant && v->name < function_now->name;
}

// Is all that has that name a variable, or a constant, and none of them volatile?
static bool is_just_declared(size_t name) {
    if (!(flags(name) & (VARIABLE_NAME | CONSTANT_NAME | MEMBER_NAME)) ||
        flags(name) & (TYPE_NAME | FUNCTION_NAME))
        return false;
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k))
        for (size_t t = declarations[k].first;
             declarations[k].what == VARIABLE && t < declarations[k].name; t++)
            if (is(t, "volatile"))
                return false;
    return true;
}

// Does it name a variable of any type, or a member of one by a dot, which no class can redefine?
static bool is_just_named(const struct node *n) {
    n = bare(n);
    if (n->kind == MEMBER)
        return is_just_named(n->child) && !has_volatile(value_type(n)) &&
               (value_type(n)->shape != UNKNOWN || is_just_declared(n->name));
    return n->kind == LOCAL_NAME    ? !has_volatile(value_type(n))
           : n->kind == GLOBAL_NAME ? is_just_declared(n->name)
                                    : false;
}

// Does the expression do no more than give a value, if none of its parts does?
static bool is_just_worked_out(const struct node *n) {
    const struct type *const type = value_type(n);
    if (n->kind == CAST)
        return type->integer && value_type(n->child)->integer;
    if (n->kind == CONDITIONAL)
        return is_number(value_type(child(n, 1)));
    return n->kind != LIST && !is_void(type) &&
           (type->shape != UNKNOWN || n->kind == CONSTANT_VALUE) &&
           (type->shape != OBJECT || n->kind == DEREFERENCE || n->kind == INDEX ||
            n->kind == ARROW || n->kind == MEMBER);
}

static bool is_fixed(const struct node *n);

// Is nothing known of it as long as nobody makes code of the template?
static bool is_dependent(const struct node *n) {
    n = bare(n);
    switch (n->kind) {
    case LOCAL_NAME:
        return is_given(n->variable);
    case SIZE_OF:
        return true;
    case GLOBAL_NAME:
        return n->first != n->name && is_template_parameter(n->first, function_now);
    case MEMBER:
        return value_type(n->child)->shape == UNKNOWN;
    default:
        for (const struct node *c = n->child; c && is_fixed(n); c = c->next)
            if (is_dependent(c))
                return true;
        return false;
    }
}

// An expression whose value nobody takes.
static void judge_dropped(const struct node *n) {
    const struct node *const inner = bare(n);
    if (owner_of(n->first) != USER || (!made_now && is_dependent(n)))
        return;
    if (names_function(inner))
        warn(n->first, NO_EFFECT, "expression has no effect: %s is not called",
             name_of(inner->name));
    else if (is_just_named(inner) || (is_just_worked_out(inner) && !may_act(n, on_device)))
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

// Is it a constant, whatever its value is?
static bool is_fixed(const struct node *n) {
    long long value;
    n = bare(n);
    switch (n->kind) {
    case CONSTANT_VALUE:
    case SIZE_OF:
        return true;
    case LOCAL_NAME: // a parameter of the template, or a constant
        return is_given(n->variable) || constant_value(n, &value);
    case GLOBAL_NAME:
        return constant_value(n, &value);
    case BINARY:
    case SIGN:
    case CAST:
    case CONSTRUCT:
        for (const struct node *c = n->child; c; c = c->next)
            if (!is_fixed(c))
                return false;
        return n->child;
    default:
        return false;
    }
}

static void judge_comparison(const struct node *n) {
    const struct node *const left = n->child, *const right = child(n, 1);
    const bool pointless =
        (is_natural(value_type(left)) && is_zero(right) &&
         (has_sign(n, "<") || has_sign(n, ">="))) ||
        (is_natural(value_type(right)) && is_zero(left) && (has_sign(n, ">") || has_sign(n, "<=")));
    const struct node *const compared = is_zero(right) ? left : right;
    if (pointless && !is_fixed(compared) && owner_of(n->sign) == USER)
        warn(n->sign, POINTLESS_COMPARISON, "pointless comparison of unsigned integer with zero");
}

// ---- conditions ---------------------------------------------------------------------------------

static void judge_condition(const struct node *n) {
    const struct node *const c = bare(n);
    long long value;
    if (c->kind == ASSIGN && c->sign_length == 1 && is_plain(value_type(c->child)) &&
        (constant_value(child(c, 1), &value) || bare(child(c, 1))->kind == SIZE_OF ||
         (bare(child(c, 1))->kind == CONSTANT_VALUE && !child(c, 1)->why)) &&
        owner_of(c->first) == USER)
        warn(c->first, ASSIGNED_CONDITION, "use of \"=\" where \"==\" may have been intended");
}

// ---- the tree -----------------------------------------------------------------------------------

static const struct type *returned; // by what is looked at; NULL: nobody knows

static void look(const struct node *n, unsigned code) {
    long long value;
    on_device = code & (DEVICE | GLOBAL);
    warn_of_conversion(n, returned);
    if (n->kind == BINARY || n->kind == ASSIGN)
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
    case METHOD:
        warn_of_format(n, on_device);
        break;
    case CAST:
        warn_of_cast(n);
        break;
    case DELETE:
        warn_of_delete(n);
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
    const bool joins = n->kind == BINARY && (has_sign(n, "&&") || has_sign(n, "||"));
    const bool decided = (n->kind == CONDITIONAL || joins) && constant_value(n->child, &value);
    for (const struct node *c = n->child; c; c = c->next)
        if (!(n->early && c != n->child) && // which may be left out
            !(decided && c != n->child &&
              (joins ? !value == has_sign(n, "&&") : c != child(n, value ? 1 : 2))))
            look(c, code_below(n, c, code));
    returned = before;
    around_now = outside;
}

void warn_of_expressions(const struct declaration *d, bool made) {
    const struct reading *const r = read_function(d);
    const struct signature *const s = signature_of(d);
    around_now = function_now = d;
    made_now = made;
    returned = s->is_known && !s->refers ? &s->result : NULL;
    if (r->initialisers)
        look(r->initialisers, spaces_of(d));
    look(r->body, spaces_of(d));
}
