// SPDX-License-Identifier: MIT
// What the whole file declares (declare.c): of each name is noted what it stands for.
// A name stands for all that is declared by it anywhere. What functions take by reference is
// signature.c's to say, what they may do effects.c's.
#include <stdlib.h>

#include "names.h"

static struct { bool odd_signs[256], odd_constructors, odd_conversions; } program;

bool odd_operator(char sign) {
    return program.odd_signs[(unsigned char)sign];
}

bool odd_constructors(void) {
    return program.odd_constructors;
}

bool odd_conversions(void) {
    return program.odd_conversions;
}

static void note_type(size_t i, unsigned more) {
    flag(i, TYPE_NAME | more | (owner_of(i) == USER ? USERS : 0));
}

// What a class, an enumeration or the parameters of a template declare.
static void note_type_names(const struct declaration *d) {
    if (d->is_template && owner_of(d->first) == USER) {
        begin_scope();
        parse_template(d->first, d->start, false);
        for (size_t k = 0; k < variable_count; k++)
            if (variables[k]->role == TEMPLATE_TYPE)
                note_type(variables[k]->name, OTHER_NAME);
    }
    if ((d->what != CLASS && d->what != ENUMERATION && d->what != NAMED) ||
        tokens[d->name].kind != WORD)
        return;
    const bool number = d->is_enum && !d->is_scoped && !enums_have_operators;
    note_type(d->name, number ? PLAIN_NAME : d->is_enum ? OTHER_NAME : CLASS_NAME);
    if (d->what == CLASS)
        note_body(d->name, d->bases || d->is_template || is(d->name + 1, "<") ? 0 : d->body);
}

// Nothing else is noted of one that is const: whatever is declared by it cannot be assigned to.
static void note_alias(const struct declaration *d) {
    struct type type;
    const bool known = type_of_alias(d, &type) && !type.ordered && !type.constant;
    const size_t body = known && type.shape == OBJECT ? class_body(type.name) : 0;
    if (d->name == d->start)
        return;
    note_type(d->name, !known                      ? OTHER_NAME
                       : type.shape == OBJECT      ? CLASS_NAME
                       : type.shape == NUMBER_TYPE ? PLAIN_NAME
                                                   : OTHER_NAME);
    if (body && !same_word(type.name, d->name))
        note_body(d->name, body);
}

// May an operator of the program's be one of enumerations? A free one has an object among its
// parameters or an enumeration; a member's first operand is an object.
static bool takes_enum(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    if (d->what != FUNCTION || d->special != OPERATOR || owner_of(d->name) != USER ||
        (in_class(d) && !d->is_friend))
        return false;
    for (size_t k = 0; k < s->count; k++) {
        const struct type *const type = &s->formals[k].type;
        if (type->shape == OBJECT || type->shape == VECTOR ||
            (type->shape == UNKNOWN && type->name &&
             (flags(type->name) & (CLASS_NAME | OTHER_NAME)) == CLASS_NAME))
            return false;
    }
    return true;
}

static void note_types(void) {
    for (size_t k = 0; k < declaration_count; k++)
        note_type_names(&declarations[k]);
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == ALIAS)
            note_alias(&declarations[k]);
    read_signatures();
}

bool of_device(const struct declaration *d) {
    return d->spaces & DEVICE || d->is_constexpr;
}

bool is_unnamed_call(const struct declaration *d) {
    return d->what == FUNCTION ? d->special || (flags(d->name) & CLASS_NAME)
                               : d->what != ALIAS && in_class(d);
}

static void note_operator(const struct declaration *d) {
    const size_t sign = d->name + 1;
    const bool value = signature_of(d)->by_value;
    program.odd_conversions = program.odd_conversions || d->special == CONVERSION;
    if (!value && is(sign, "=") && !is(sign + 1, "="))
        program.odd_constructors = true;
    if (!value)
        program.odd_signs[(unsigned char)source[tokens[sign].start]] = true;
}

static void note_function(const struct declaration *d) {
    const size_t i = d->name;
    const bool users = owner_of(i) == USER;
    const struct signature *const s = signature_of(d);
    flag(i, FUNCTION_NAME | result_of(d) | (users ? USERS : 0) | (s->by_value ? 0 : BY_REFERENCE) |
                (s->takes_class ? TAKES_CLASS : 0) | (s->takes_generic ? TAKES_GENERIC : 0) |
                (d->body || d->given ? HAS_BODY : 0) | (d->spaces & GLOBAL ? KERNEL : 0));
    if (of_device(d))
        flag(i, ON_DEVICE | (users ? MADE_DEVICE : 0));
    if (is_unnamed_call(d) && users && !s->by_value)
        program.odd_constructors = true;
}

// A template's type may depend on its parameters: only `bool name =` says that it does not.
static bool is_number(const struct declaration *d, struct type *type) {
    if (d->is_template)
        return is_one(d->name - 1, ARITHMETIC) && is(d->name + 1, "=");
    return type_of_variable(d, type) && type->shape == NUMBER_TYPE && !type->ordered;
}

static void note_variable(const struct declaration *d) {
    struct type type = unknown_type;
    const bool number = is_number(d, &type);
    const bool constant = type.constant || d->is_constexpr || d->spaces & CONSTANT;
    flag(d->name, number && constant ? CONSTANT_NAME : in_class(d) ? MEMBER_NAME : VARIABLE_NAME);
    note_outside(d);
}

static void note_enumerators(const struct declaration *d) {
    for (size_t i = d->body; i && (i = next_enumerator(i, d->end));)
        flag(i, d->is_scoped || enums_have_operators ? VARIABLE_NAME : CONSTANT_NAME);
}

// What is no declaration that anybody knows may declare variables by any of its words.
static void note_unknown(const struct declaration *d) {
    for (size_t i = d->first; i <= d->end && owner_of(d->first) == USER; i++)
        if (!(flags(i) & TYPE_NAME) && !is_one(i, ARITHMETIC | NUMBER_NAME))
            flag(i, in_class(d) ? MEMBER_NAME : VARIABLE_NAME);
}

// In functions, any word of an `extern` declaration may be its name.
static void note_extern(const struct declaration *d) {
    if (d->is_extern || d->is_friend)
        flag(d->name, ELSEWHERE);
    bool is_extern = false;
    for (size_t i = d->body + 1; d->what == FUNCTION && d->body && i < d->end; i++) {
        is_extern = !is(i, ";") && (is_extern || is(i, "extern"));
        if (is_extern)
            flag(i, ELSEWHERE);
    }
}

static void note_names(const struct declaration *d) {
    const bool users = owner_of(d->name) == USER;
    if (users || d->is_extern || d->is_friend)
        note_extern(d);
    if (d->what == FUNCTION && (d->special == OPERATOR || d->special == CONVERSION))
        users ? note_operator(d) : (void)0;
    else if (d->what == FUNCTION)
        note_function(d);
    else if (d->what == VARIABLE)
        note_variable(d);
    else if (d->what == ENUMERATION)
        note_enumerators(d);
    else if (d->what == OTHER)
        note_unknown(d);
}

void read_types(void) {
    bool takes = false;
    enums_have_operators = false; // enumerations are numbers where no operator takes one
    note_types();
    for (size_t k = 0; k < declaration_count && !takes; k++)
        takes = takes_enum(&declarations[k]);
    enums_have_operators = takes;
    if (takes)
        note_types();
}

void read_program(void) {
    // what takes its time: done once for all threads, but not anew for each loop over them
    static const char costly[] =
        "sqrtf sqrt expf exp exp2f exp2 logf log log2f log2 log10f log10 powf pow sinf sin cosf "
        "cos tanf tan floorf floor ceilf ceil fabsf fabs fminf fmin fmaxf fmax fast_sinf fast_cosf "
        "fast_tanf fast_expf fast_logf fast_log2f fast_log10f fast_powf fast_exp10f";
    read_declarations();
    read_types();
    for (size_t k = 0; k < declaration_count; k++)
        note_names(&declarations[k]);
    for (size_t i = 0; i < token_count; i++)
        if (first_same(i) == i && !(flags(i) & USERS))
            flag(i, is_listed(i, costly) ? PURE | COSTLY : is_listed(i, "min max abs") ? PURE : 0);
    note_effects();
}
