// SPDX-License-Identifier: MIT
// Arithmetic in device code, where a GPU and this processor part: shifts by as many bits as a
// number has and more, integer divisions by zero, and products that are meant to overflow, as those
// of a random number's last value and a large literal. The types of operands may be a template's,
// so each such operator is handed to C++, which knows them (cpu/include/cuda_cpu/arithmetic.h):
//
//   a / b     a / ::cuda_cpu::at(threadIdx) / b       so do %, <<, >> and *
//   a /= b    a /= ::cuda_cpu::at(threadIdx) = b      and %=, <<=, >>= and *=
//
// Precedence and order stay what they were. What is no pair of integers falls back to the plain
// operator. What is known to do no harm stays as it is; and so do operators that may be one of the
// program's whose right operand may be anything: it would be taken for what stands in between.
// Sums of floating numbers keep products and additions together (cpu/include/cuda_cpu/in_order.h).
// Whose operator it is the compiler is asked without all that (crossing/view.c).
#include "names/names.h"

// Operators of the program, by their first sign: those that may take what stands in between for
// their right operand, whatever is on their left; and those that a copy of an operand is no match
// for, or that an object is on the left of, and anything on the right.
static bool take_any[128], take_some[128];

// May the parameter be anything: a T of the function's template, or auto?
static bool is_anything(const struct formal *p) {
    return !p->understood || p->generic || (p->type.name && is(p->type.name, "auto"));
}

static unsigned operator_length(size_t i);

static void find_operators(void) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->what != FUNCTION || d->special != OPERATOR || owner_of(d->name) != USER)
            continue;
        const unsigned sign = (unsigned char)source[tokens[d->name + 1].start],
                       length = sign == '+' || sign == '-' ? 1 : operator_length(d->name + 1);
        const struct signature *const s = signature_of(d);
        if (length == 0 || s->count == 0)
            continue;
        const struct formal *const left = s->count > 1 ? &s->formals[0] : NULL,
                                   *const right = &s->formals[s->count - 1];
        const bool assigns = is(d->name + 1 + length, "="),
                   of_number = left && left->type.shape != OBJECT && left->type.shape != VECTOR;
        if (is_anything(right) && of_number)
            take_any[sign] = true;
        else if (is_anything(right) || (of_number && left->reference && !assigns) ||
                 (assigns && right->reference && !right->type.constant))
            take_some[sign] = true;
    }
}

// May an operator with those operands, if so they are surely numbers, be one of those?
static bool may_be_taken(size_t sign, bool numbers) {
    const unsigned first = (unsigned char)source[tokens[sign].start];
    return take_any[first] || (!numbers && take_some[first]);
}

static bool is_number(const struct node *n) {
    return n->type->shape == NUMBER_TYPE;
}

// Is a member of that name a bit-field, which no reference can be bound to?
static bool is_bit_field(size_t name) {
    return ANY_NAMED(o, name, o->what == VARIABLE && in_class(o) && is(o->name + 1, ":"));
}

static bool names_bit_field(const struct node *n) {
    return (n->kind == MEMBER || n->kind == ARROW || n->kind == GLOBAL_NAME) &&
           is_bit_field(n->name);
}

// Is it a count of less than so many bits; or if those are 0, a divisor that is neither 0 nor -1?
static bool is_harmless(const struct node *n, unsigned bits) {
    unsigned long long value;
    n = bare(n);
    if (literal_value(n, &value))
        return bits ? value < bits : value > 0;
    const bool size = is_component(n, "blockDim", "x y z") || is_component(n, "gridDim", "x y z");
    return !bits && (size || n->kind == SIZE_OF || is(n->last, "warpSize"));
}

// No index is multiplied by so much: whoever does it counts on what is left of an overflow. To C++
// it is none, and the compiler draws conclusions.
static bool is_large(const struct node *n) {
    unsigned long long value;
    return literal_value(bare(n), &value) && value >> 16;
}

// May both be integers? Neither text nor a function is written to a stream.
static bool may_be_integers(const struct node *a, const struct node *b) {
    const struct type *const by = b->type;
    return !a->type->floating && !by->floating && by->shape != POINTER && by->shape != ARRAY &&
           !(b->kind == GLOBAL_NAME && (flags(b->name) & FUNCTION_NAME));
}

// The operator that begins at token i: so many tokens, without the = after it; 0: it is another.
static unsigned operator_length(size_t i) {
    return is(i, "/") || is(i, "%") || is(i, "*") ? 1 : doubled(i, "<") || doubled(i, ">") ? 2 : 0;
}

// `where` holds the thread's index.
static void mark(size_t sign, unsigned length, bool assigns, const char *where) {
    tokens[sign + length - 1 + assigns].guard =
        text(" ::cuda_cpu::at(%s) %.*s", where, assigns ? 1 : (int)length,
             assigns ? "=" : source + tokens[sign].start);
}

static void rename_clock(size_t i) {
    tokens[i].instead = is(i - 1, "::") ? "cuda_cpu::clock_here" : "::cuda_cpu::clock_here";
}

// C's exp() and expf(): of a float what can be vectorised (cpu/include/cuda_cpu/exponential.h).
static void rename_exponential(size_t i) {
    if (flags(i) & PURE && !is_listed(i - 1, ". -> ::"))
        tokens[i].instead = is(i, "exp") ? "::cuda_cpu::device_exp" : "::cuda_cpu::device_expf";
}

static void guard_operator(const struct node *n, const char *where) {
    const bool assigns = n->kind == ASSIGN && n->sign_length > 1;
    const struct node *const to = bare(n->child), *const by = child(n, 1);
    const unsigned length = operator_length(n->sign);
    if (length == 0 || length + assigns != n->sign_length || !may_be_integers(to, by))
        return;
    if (is(n->sign, "*") ? !is_large(to) && !is_large(by)
                         : is_harmless(by, length == 1            ? 0
                                           : to->type->bytes == 8 ? 64
                                                                  : 32))
        return;
    const bool numbers = is_number(to) && is_number(by);
    if (!may_be_taken(n->sign, numbers) && !(assigns && names_bit_field(to)) &&
        !(!numbers && names_bit_field(bare(by))))
        mark(n->sign, length, assigns, where);
}

static bool is_floating(const struct node *n) {
    return n->type->shape == NUMBER_TYPE && n->type->floating;
}

// s += E, s = s + E and s = E + s, where E may be a product. Whether a T is a floating number C++
// knows.
static void keep_sum(const struct node *n) {
    const struct node *const to = bare(n->child), *const by = bare(child(n, 1));
    const size_t sign = by->sign;
    if (to->type->ordered ||
        (!is_floating(to) && (to->type->shape != UNKNOWN || may_be_taken(n->sign, false))))
        return;
    if ((has_sign(n, "+=") || has_sign(n, "-=")) &&
        (by->kind == BINARY || by->kind == CALL || by->kind == LOCAL_NAME)) {
        tokens[n->sign + 1].guard = text(" ::cuda_cpu::next_in_order =");
        return;
    }
    if (!has_sign(n, "=") || !is_floating(to) || to->kind != LOCAL_NAME || by->kind != BINARY ||
        !(has_sign(by, "+") || has_sign(by, "-")))
        return;
    const struct node *const left = bare(by->child), *const right = bare(child(by, 1));
    if (left->kind == LOCAL_NAME && left->variable == to->variable && is_number(right))
        tokens[sign].guard = text(" ::cuda_cpu::first_in_order %s", is(sign, "+") ? "+" : "-");
    else if (right->kind == LOCAL_NAME && right->variable == to->variable && is_number(left) &&
             is(sign, "+"))
        tokens[sign].guard = text(" ::cuda_cpu::last_in_order +");
}

static void guard_tokens(size_t first, size_t last);

// Lambdas see no thread's index but the runtime's.
static void guard_tree(const struct node *n, const char *where) {
    if (n->kind == BINARY || n->kind == ASSIGN)
        guard_operator(n, where);
    else if (n->kind == OPAQUE)
        guard_tokens(n->first, n->last);
    else if (n->kind == CALL && !n->child && is(n->name, "clock") && n->first + 1 >= n->name)
        rename_clock(n->name);
    else if (n->kind == CALL && n->child && !n->child->next && n->first == n->name &&
             (is(n->name, "expf") || (is(n->name, "exp") && !n->child->type->integer)))
        rename_exponential(n->name);
    if (n->kind == ASSIGN)
        keep_sum(n);
    for (const struct node *c = n->child; c; c = c->next)
        guard_tree(c, n->kind == LAMBDA ? "::threadIdx" : where);
}

// Divisions: what >> is, tokens alone do not say.
static void guard_tokens(size_t first, size_t last) {
    for (size_t i = first + 1; i < last; i++) {
        const bool assigns = joins(i) && is(i + 1, "="), divides = is(i, "/") || is(i, "%");
        if (is(i, "clock") && is(i + 1, "(") && is(i + 2, ")") && !is(i - 1, ".") &&
            !is(i - 1, "->"))
            rename_clock(i);
        if (divides && !is(i - 1, "operator") && !may_be_taken(i, false) &&
            (!assigns || !is_bit_field(i - 1)))
            mark(i, 1, assigns, "::threadIdx");
    }
}

// Lambdas that are the device's in the host's code.
static void guard_lambdas(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        if (n->kind == LAMBDA && !c->next && n->sign_length & LAMBDA_DEVICE)
            guard_tree(c, "::threadIdx");
        else
            guard_lambdas(c);
}

void guard_arithmetic(void) {
    find_operators();
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        const bool users = owner_of(d->name) == USER;
        if (d->what == VARIABLE && users && d->open && is(d->open, "=")) {
            const struct node *const value = read_value(d->open + 1, parse_assignment);
            if (value)
                guard_lambdas(value);
        }
        if (d->what != FUNCTION || !d->body)
            continue;
        const bool device = (users ? spaces_of(d) : d->spaces) & (DEVICE | GLOBAL);
        if (!device && !users)
            continue;
        const struct reading *const r = read_function(d);
        if (device) {
            guard_tree(r->initialisers, "threadIdx");
            guard_tree(r->body, "threadIdx");
        } else {
            guard_lambdas(r->initialisers);
            guard_lambdas(r->body);
        }
    }
}
