// SPDX-License-Identifier: MIT
// Constants that become others: where arithmetic has no room for them, and where they are
// converted.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

__extension__ typedef __int128 wide;

// An integer, as the compiler works it out, of that type.
struct constant {
    wide value;
    const struct type *type;
    bool in_bits; // 0xff: its bits are meant
};

static bool has_room(wide value, unsigned bytes, bool natural) {
    const wide half = (wide)1 << (8 * bytes - 1);
    return natural ? value >= 0 && value < 2 * half : value >= -half && value < half;
}

static bool is_integer(const struct type *type) {
    return type->shape == NUMBER_TYPE && type->integer && type->bytes >= 1 && type->bytes <= 8 &&
           !is_bool(type);
}

// Of a constant of that type; false: it has no room there.
static bool gives(struct constant *c, wide value, const struct type *type) {
    *c = (struct constant){value, type, false};
    return is_integer(type) && has_room(value, type->bytes, type->natural);
}

static bool work_out(const struct node *n, struct constant *c);

static bool work_out_name(const struct node *n, struct constant *c) {
    const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
    const struct variable *const v = n->kind == LOCAL_NAME ? n->variable
                                     : d                   ? declared_as(d)
                                                           : NULL;
    return v && (d ? d->is_const || d->is_constexpr : v->type.constant) && !v->reference &&
           v->initial && n->first > v->last && work_out(v->initial, c) &&
           gives(c, c->value, v->deduced ? v->initial->type : &v->type);
}

// Of a << b: what lands in the sign is no overflow.
static bool work_out_shift(const struct node *n, struct constant *c) {
    struct constant a, b;
    if (!work_out(n->child, &a) || !work_out(child(n, 1), &b))
        return false;
    const struct type *const type = common_type(a.type, &int_type);
    const unsigned bits = 8 * type->bytes;
    if (!is_integer(type) || a.value < 0 || b.value < 0 || b.value >= bits)
        return false;
    const wide value = a.value << (unsigned)b.value, all = (wide)1 << bits;
    if (value >= all)
        return false;
    *c = (struct constant){!type->natural && value >= all / 2 ? value - all : value, type,
                           type->natural};
    return true;
}

// Of the arithmetic of two constants; tells where it has no room.
static bool work_out_two(const struct node *n, struct constant *c) {
    struct constant a, b;
    if (n->sign_length != 1 || !work_out(n->child, &a) || !work_out(child(n, 1), &b))
        return false;
    const struct type *const type = common_type(a.type, b.type);
    const bool divides = has_sign(n, "/") || has_sign(n, "%");
    if (type->natural && (a.value < 0 || b.value < 0))
        return false;
    if (!(has_sign(n, "+") || has_sign(n, "-") || has_sign(n, "*") || divides) ||
        (divides && b.value == 0))
        return false;
    const wide value = has_sign(n, "+")   ? a.value + b.value
                       : has_sign(n, "-") ? a.value - b.value
                       : has_sign(n, "*") ? a.value * b.value
                       : has_sign(n, "/") ? a.value / b.value
                                          : a.value % b.value;
    if (gives(c, value, type))
        return true;
    if (is_integer(type) && !type->natural && owner_of(n->sign) == USER)
        warn(n->sign, OUT_OF_RANGE, "integer operation result is out of range");
    return false;
}

static bool work_out(const struct node *n, struct constant *c) {
    unsigned long long literal;
    n = bare(n);
    switch (n->kind) {
    case CONSTANT_VALUE:
        if (!literal_value(n, &literal) || !gives(c, (wide)literal, n->type))
            return false;
        c->in_bits = source[tokens[n->first].start] == '0' && literal > 0;
        return true;
    case LOCAL_NAME:
    case GLOBAL_NAME:
        return work_out_name(n, c);
    case SIGN:
        if (!work_out(n->child, c) || !(has_sign(n, "-") || has_sign(n, "+")) ||
            c->type->bytes < 4 || (c->type->natural && has_sign(n, "-")))
            return false;
        if (gives(c, has_sign(n, "-") ? -c->value : c->value, c->type))
            return true;
        if (owner_of(n->sign) == USER)
            warn(n->sign, OUT_OF_RANGE, "integer operation result is out of range");
        return false;
    case BINARY:
        return has_sign(n, "<<") ? work_out_shift(n, c) : work_out_two(n, c);
    case CAST:
        return !n->sign_length && work_out(n->child, c) && gives(c, c->value, n->type);
    default:
        return false;
    }
}

// ---- conversions --------------------------------------------------------------------------------

// The value of a literal of floating point, or of one with signs; false: it is none.
static bool floating_value(const struct node *n, double *value) {
    n = bare(n);
    if (n->kind == SIGN && (has_sign(n, "-") || has_sign(n, "+")) &&
        floating_value(n->child, value)) {
        *value = has_sign(n, "-") ? -*value : *value;
        return true;
    }
    if (n->kind != CONSTANT_VALUE || tokens[n->first].kind != NUMBER || !n->type->floating)
        return false;
    char *const literal = name_of(n->first), *end;
    *value = strtod(literal, &end);
    const bool understood = !*end || strchr("fFlL", *end);
    *value = n->type->bytes == 4 ? (float)*value : *value;
    free(literal);
    return understood && isfinite(*value);
}

static void judge_floating(const struct type *type, const struct node *n, double value) {
    if (owner_of(n->first) != USER || is_in_systems_macro(n->first))
        return;
    if (is_integer(type) &&
        !(fabs(value) < 1e30 && has_room((wide)value, type->bytes, type->natural)))
        warn(n->first, NO_INTEGER, "floating-point value does not fit in required integral type");
    if (type->floating && type->bytes == 4 && value != 0 && (float)value == 0)
        warn(n->first, NO_FLOAT,
             "floating-point value does not fit in required floating-point type");
}

static void judge_value(const struct type *type, const struct node *value) {
    struct constant c;
    double floating;
    if (floating_value(value, &floating))
        judge_floating(type, value, floating);
    if (!is_integer(type) || !work_out(value, &c) ||
        has_room(c.value, type->bytes, type->natural) || owner_of(value->first) != USER ||
        is_in_systems_macro(value->first))
        return;
    const wide all = (wide)1 << (8 * type->bytes);
    const bool keeps_bits = c.value < all && c.value >= -all / 2;
    if (!keeps_bits)
        warn(value->first, TRUNCATION, "integer conversion resulted in truncation");
    else if (!c.in_bits)
        warn(value->first, SIGN_CHANGE, "integer conversion resulted in a change of sign");
}

// An operand of arithmetic, or of a comparison, in a type without a sign.
static void judge_operand(const struct node *n, const struct node *operand,
                          const struct node *other) {
    struct constant c;
    if (!is_integer(other->type) || !work_out(operand, &c))
        return;
    const struct type *const common = common_type(c.type, other->type);
    if (common->natural && common->bytes >= 4)
        judge_value(common, operand);
    else if (n->kind == BINARY && is_comparison(n) && other->type->natural && c.value < 0 &&
             owner_of(n->sign) == USER && !is_in_systems_macro(operand->first))
        warn(n->sign, NEGATIVE_COMPARISON,
             "pointless comparison of unsigned integer with a negative constant");
}

static void judge_operands(const struct node *n) {
    const struct node *const a = n->child, *const b = child(n, 1);
    const bool shifts = n->sign_length - (n->kind == ASSIGN) == 2 && !is_comparison(n);
    if (shifts || has_sign(n, "&&") || has_sign(n, "||"))
        return;
    judge_operand(n, b, a);
    if (n->kind == BINARY)
        judge_operand(n, a, b);
}

// Whose functions a call may mean: constructors of a class, methods of one of the program's, or
// any.
enum callees { ANY, METHODS, CONSTRUCTORS };

// The type that all of them of that name have for the parameter with that number, of so many
// arguments; NULL: they differ, or nobody knows. What headers declare in scopes of their own is
// none of the program's methods.
static const struct type *type_of_parameter(size_t name, enum callees callees, size_t number,
                                            size_t count) {
    const struct type *only = NULL;
    for (size_t k = first_named(name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const f = &declarations[k];
        if ((owner_of(f->name) != USER && (callees == ANY ? in_class(f) : f->scope != NO_SCOPE)) ||
            (callees == METHODS && f->what == FUNCTION && !in_class(f) && !f->qualifier) ||
            (callees == CONSTRUCTORS && f->special != CONSTRUCTOR))
            continue;
        if (f->what != FUNCTION)
            return NULL;
        const struct signature *const s = signature_of(f);
        if (s->count < count ||
            (s->count > count && !is(s->formals[count].end, "=") && !s->formals[count].pack))
            continue;
        const struct formal *const p = &s->formals[number];
        if (!p->understood || p->pack || p->generic || p->reference || p->type.means ||
            (only && !same_type(only, &p->type)))
            return NULL;
        only = &p->type;
    }
    return only;
}

static void judge_arguments(const struct node *call, size_t name, const struct node *first,
                            enum callees callees) {
    size_t count = 0, number = 0;
    for (const struct node *c = first; c; c = c->next)
        count++;
    for (const struct node *c = first; c; c = c->next, number++) {
        struct constant known;
        double floating;
        const struct type *const type = work_out(c, &known) || floating_value(c, &floating)
                                            ? type_of_parameter(name, callees, number, count)
                                            : NULL;
        if (type && !(call->kind == CALL && call->arguments))
            judge_value(type, c);
    }
}

static bool is_users_class(const struct type *type) {
    const struct declaration *const c =
        type->shape == OBJECT && !type->arguments ? class_meant(type->name) : NULL;
    return c && c->what == CLASS && owner_of(c->name) == USER && !c->is_template;
}

void warn_of_conversion(const struct node *n, const struct type *returned) {
    struct constant c;
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        if (v->initial && !v->reference && !v->deduced && v->initial->kind != LIST)
            judge_value(&v->type, v->initial);
        if (v->initial && v->parenthesised && is_users_class(&v->type))
            judge_arguments(n, v->type.name,
                            v->initial->kind == LIST ? v->initial->child : v->initial,
                            CONSTRUCTORS);
    }
    if (n->kind == ASSIGN && has_sign(n, "="))
        judge_value(n->child->type, child(n, 1));
    else if (n->kind == BINARY || n->kind == ASSIGN)
        judge_operands(n);
    if (n->kind == RETURN && n->child && returned)
        judge_value(returned, n->child);
    if (n->kind == CALL || n->kind == EXCHANGE)
        judge_arguments(n, n->name, first_argument(n), ANY);
    if (n->kind == METHOD)
        judge_arguments(n, n->name, n->child->next,
                        !n->sign_length && is_users_class(n->child->type) ? METHODS : ANY);
    if (n->kind == CONSTRUCT && is_users_class(n->type))
        judge_arguments(n, n->type->name, first_argument(n), CONSTRUCTORS);
    // of false ? a : b nobody asks for a
    if (n->kind == CONDITIONAL && bare(n->child)->kind != CONSTANT_VALUE &&
        !work_out(n->child, &c)) {
        judge_operand(n, child(n, 1), child(n, 2));
        judge_operand(n, child(n, 2), child(n, 1));
    }
    if (n->kind == LAUNCH && n->child->kind == GLOBAL_NAME)
        judge_arguments(n, n->child->name, child(n, n->sign_length + 1), ANY);
    if (n->kind == BINARY || n->kind == SIGN)
        work_out(n, &c);
}

static void look(const struct node *n) {
    warn_of_conversion(n, NULL);
    for (const struct node *c = n->child; c && n->kind != SIZE_OF && n->kind != LAMBDA; c = c->next)
        look(c);
}

void warn_of_value(const struct variable *v) {
    if (no_warnings || !v->initial)
        return;
    if (!v->reference && !v->deduced && v->initial->kind != LIST)
        judge_value(&v->type, v->initial);
    look(v->initial);
}

void warn_of_defaults(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    const char *const failed = failure;
    const size_t at = failed_at;
    for (size_t k = 0; !no_warnings && !is_in_template(d) && k < s->count; k++) {
        const struct formal *const p = &s->formals[k];
        if (!p->understood || p->reference || !is(p->end, "="))
            continue;
        begin_scope();
        const struct node *const value = parse_assignment(p->end + 1);
        if (value)
            judge_value(&p->type, value);
    }
    failure = failed;
    failed_at = at;
}
