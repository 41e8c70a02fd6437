// SPDX-License-Identifier: MIT
// Constants that become others: where arithmetic has no room for them, or cannot work with them,
// and where they are converted.
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
    *c = (struct constant){!type->natural && value >= all / 2 ? value - all : value, type, false};
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

// The letter at `letter`, of a character, and what is behind it.
static int value_of_letter(const char **letter) {
    static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *c = *letter;
    char *end = NULL;
    if (*c != '\\') {
        *letter = c + 1;
        return *c;
    }
    const char *const name = c[1] ? strchr(names, c[1]) : NULL;
    long value = name ? values[name - names] : c[1];
    *letter = c + 2;
    if (c[1] == 'x') {
        value = strtol(c + 2, &end, 16);
        *letter = end;
    } else if (c[1] >= '0' && c[1] <= '7') {
        for (value = 0, c++; c < *letter + 2 && *c >= '0' && *c <= '7'; c++)
            value = value * 8 + *c - '0';
        *letter = c;
    }
    return (signed char)value;
}

// 'a', or 'abcd', which is an int.
static bool work_out_letters(const struct node *n, struct constant *c) {
    char *const letters = name_of(n->first);
    const size_t length = strlen(letters);
    unsigned value = 0, count = 0;
    int last = 0;
    const bool plain = *letters == '\'' && length > 2 && letters[length - 1] == '\'';
    for (const char *at = letters + 1; plain && at < letters + length - 1; count++) {
        last = value_of_letter(&at);
        value = value << 8 | (unsigned char)last;
    }
    free(letters);
    return count > 0 && gives(c, count == 1 ? last : (int)value, count == 1 ? n->type : &int_type);
}

// What a cast makes of the number: as many of its bits as there is room for.
static void cut(struct constant *c, const struct type *type) {
    const wide all = (wide)1 << (8 * type->bytes), bits = ((c->value % all) + all) % all;
    c->value = !type->natural && bits >= all / 2 ? bits - all : bits;
    c->type = type;
}

static bool work_out(const struct node *n, struct constant *c) {
    unsigned long long literal;
    n = bare(n);
    switch (n->kind) {
    case CONSTANT_VALUE:
        if (tokens[n->first].kind == STRING && n->first == n->last)
            return work_out_letters(n, c);
        if (!literal_value(n, &literal) || !gives(c, (wide)literal, n->type))
            return false;
        c->in_bits = source[tokens[n->first].start] == '0' && literal > 0;
        return true;
    case LOCAL_NAME:
    case GLOBAL_NAME:
        return work_out_name(n, c);
    case SIGN:
        if (!work_out(n->child, c) || !(has_sign(n, "-") || has_sign(n, "+")) ||
            (c->type->natural && has_sign(n, "-")))
            return false;
        if (gives(c, has_sign(n, "-") ? -c->value : c->value, common_type(c->type, &int_type)))
            return true;
        if (owner_of(n->sign) == USER)
            warn(n->sign, OUT_OF_RANGE, "integer operation result is out of range");
        return false;
    case BINARY:
        return has_sign(n, "<<") ? work_out_shift(n, c) : work_out_two(n, c);
    case CAST:
        if (n->sign_length || !is_integer(n->type) || !work_out(n->child, c))
            return false;
        cut(c, n->type);
        return true;
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

void warn_of_converted(const struct type *type, const struct node *value) {
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
    const struct type *const beside = value_type(other);
    if (!is_integer(beside) || !work_out(operand, &c))
        return;
    const struct type *const common = common_type(c.type, beside);
    if (common->natural && common->bytes >= 4)
        warn_of_converted(common, operand);
    else if (n->kind == BINARY && is_comparison(n) && beside->natural && c.value < 0 &&
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

bool is_worked_out(const struct node *n) {
    struct constant c;
    double floating;
    return work_out(n, &c) || floating_value(n, &floating);
}

// ---- divisors, and counts of shifts -------------------------------------------------------------

static bool is_constant(const struct node *n, struct constant *c) {
    long long value = 0;
    const bool known = work_out(n, c) || (value_type(n)->integer && constant_value(n, &value));
    if (known && value)
        c->value = value;
    return known;
}

static void judge_divisor(const struct node *n, const struct node *by) {
    struct constant c = {0};
    double value = 1, divided;
    const struct type *const type = value_type(n->child);
    const bool zero = is_constant(by, &c) ? c.value == 0
                                          : floating_value(by, &value) && value == 0 &&
                                                bare(n->child)->kind != CONSTANT_VALUE;
    if (zero && type->shape == NUMBER_TYPE && !floating_value(n->child, &divided))
        warn(by->first,
             has_sign(n, "%") || has_sign(n, "%=") ? REMAINDER_BY_ZERO : DIVISION_BY_ZERO,
             "division by zero");
}

static void judge_count(const struct node *n, const struct node *by) {
    struct constant c = {0};
    const struct type *const type = value_type(n->child);
    if (!type->integer || !type->bytes || !is_constant(by, &c))
        return;
    if (c.value < 0)
        warn(by->first, NEGATIVE_SHIFT, "shift count is negative");
    else if (c.value >= (type->bytes > 4 ? 64 : 32))
        warn(by->first, LARGE_SHIFT, "shift count is too large");
}

void warn_of_operator(const struct node *n) {
    static const char *const dividing[] = {"/", "%", "/=", "%=", NULL}, *const shifting[] = {
                                                                            "<<", ">>",
                                                                            "<<=", ">>=", NULL};
    const struct node *const by = child(n, 1);
    for (size_t k = 0; dividing[k] && owner_of(by->first) == USER; k++)
        if (has_sign(n, dividing[k]))
            judge_divisor(n, by);
        else if (has_sign(n, shifting[k]))
            judge_count(n, by);
}

// ---- the tree -----------------------------------------------------------------------------------

void warn_of_conversion(const struct node *n, const struct type *returned) {
    struct constant c;
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++) {
        const struct variable *const v = n->declared[k];
        if (v->initial && !v->reference && !v->deduced && v->initial->kind != LIST)
            warn_of_converted(&v->type, v->initial);
    }
    if (n->kind == ASSIGN && has_sign(n, "="))
        warn_of_converted(value_type(n->child), child(n, 1));
    else if (n->kind == BINARY || n->kind == ASSIGN)
        judge_operands(n);
    if (n->kind == RETURN && n->child && returned)
        warn_of_converted(returned, n->child);
    warn_of_arguments(n);
    // of false ? a : b nobody asks for a
    if (n->kind == CONDITIONAL && bare(n->child)->kind != CONSTANT_VALUE &&
        !work_out(n->child, &c)) {
        judge_operand(n, child(n, 1), child(n, 2));
        judge_operand(n, child(n, 2), child(n, 1));
    }
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
        warn_of_converted(&v->type, v->initial);
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
            warn_of_converted(&p->type, value);
    }
    failure = failed;
    failed_at = at;
}
