// SPDX-License-Identifier: MIT
// What the whole file declares (declare.c): of each name is noted what it stands for.
// A name stands for all that is declared by it anywhere. What functions take by reference is
// signature.c's to say, what they may do effects.c's.
#include <stdlib.h>
#include <string.h>

#include "names.h"

static size_t *bodies, *outside; // of each word: the { of a class, a variable; token_count: two
static bool odd_signs[256];
unsigned unnamed_effects;
bool odd_constructors, odd_conversions;
unsigned member_effects;
static bool plain_enums; // no operator of the program takes an enumeration

bool odd_operator(char sign) {
    return odd_signs[(unsigned char)sign];
}

bool enums_have_operators(void) {
    return !plain_enums;
}

size_t class_body(size_t i) {
    const size_t body = word(i) < word_total() ? bodies[word(i)] : 0;
    return body < token_count ? body : 0;
}

size_t variable_declaration(size_t i) {
    const size_t first = word(i) < word_total() ? outside[word(i)] : 0;
    return first < token_count ? first : 0;
}

bool is_number_type(size_t i) {
    return is_any(i, arithmetic) ||
           (flags(i) & (PLAIN_NAME | OTHER_NAME | CLASS_NAME)) == PLAIN_NAME ||
           (is_any(i, number_types) && !(flags(i) & (CLASS_NAME | OTHER_NAME)));
}

// The > that closes template arguments opened at token i; token_count where they are none.
size_t angle_partner(size_t i) {
    for (int depth = 0; i < token_count && !is(i, ";") && !is(i, "{") && !is(i, "}"); i++) {
        if ((is(i, "<") || is(i, ">")) && is(i + 1, "=") && joins(i)) // <= and >= are none
            continue;
        depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
        if (depth == 0)
            return i;
        if (nesting(i) < 0)
            return token_count;
        if (nesting(i) > 0 && (i = closing(i)) == token_count)
            return i;
    }
    return token_count;
}
// ---- one declaration ----------------------------------------------------------------------------

static const char *const classes[] = {"struct", "class", "union", NULL};

static void note_type(size_t i, unsigned more) {
    flag(i, TYPE_NAME | more | (places[i].owner == USER ? USERS : 0));
}

// The class of that name has its body at token `open`; 0: nobody knows where.
static void note_body(size_t name, size_t open) {
    size_t *const body = &bodies[word(name)];
    *body = !open || (*body && *body != open) ? token_count : open;
}

static void note_class(const struct declaration *d) {
    if (tokens[d->name].kind != WORD || d->name > d->body)
        return; // it has no name but a typedef's
    note_type(d->name, CLASS_NAME);
    note_body(d->name, is(d->name + 1, "{") && !d->is_template ? d->body : 0);
}

static void note_operator(const struct declaration *d) {
    const size_t sign = d->name + 1;
    const bool value = signature_of(d)->by_value;
    odd_conversions = odd_conversions || d->special == CONVERSION;
    if (!value && is(sign, "=") && !is(sign + 1, "="))
        odd_constructors = true;
    if (!value)
        odd_signs[(unsigned char)source[tokens[sign].start]] = true;
}

bool of_device(size_t first, size_t last) {
    for (size_t i = first; i < last; i++)
        if (is(i, "__device__") || is(i, "constexpr"))
            return true;
    return false;
}

bool is_unnamed_call(const struct declaration *d) {
    return d->what == FUNCTION ? d->special || (flags(d->name) & CLASS_NAME)
                               : d->what != ALIAS && in_class(d);
}

static void note_function(const struct declaration *d) {
    const size_t i = d->name;
    const bool users = places[i].owner == USER;
    const struct signature *const s = signature_of(d);
    flag(i, FUNCTION_NAME | result_of(d) | (users ? USERS : 0) | (s->by_value ? 0 : BY_REFERENCE) |
                (s->takes_class ? TAKES_CLASS : 0) | (s->takes_generic ? TAKES_GENERIC : 0) |
                (d->body || d->given ? HAS_BODY : 0));
    if (of_device(d->first, i))
        flag(i, ON_DEVICE | (users ? MADE_DEVICE : 0));
    if (is_unnamed_call(d) && users && !s->by_value)
        odd_constructors = true;
}

static void note_alias(const struct declaration *d) {
    const bool is_using = is(d->start, "using");
    const size_t last = is_using ? d->end : d->name;
    bool plain = is_using || d->name + 1 == d->end, any = false;
    if (d->name == d->start)
        return;
    for (size_t k = is_using ? d->name + 2 : d->start + 1; k < last; k++) {
        if (is_any(k, classes) || is(k, "enum"))
            plain = plain && is(k, "enum");
        else if (is_number_type(k))
            any = true;
        else if (!is_any(k, qualifiers))
            plain = false;
        if (nesting(k) > 0)
            k = closing(k);
    }
    const bool a_class = !is_using && is_any(d->start + 1, classes) && d->name > d->start + 2 &&
                         (is(d->name - 1, "}") || d->name == d->start + 3);
    if (a_class && !(d->name == d->start + 3 && same(d->start + 2, d->name))) {
        size_t body = d->start + 2;
        while (body < d->name && !is(body, "{"))
            body = is(body, "(") ? closing(body) + 1 : body + 1;
        if (body < d->name)
            note_body(d->name, body);
    }
    note_type(d->name, a_class ? CLASS_NAME : plain && any ? PLAIN_NAME : OTHER_NAME);
}

// May the operator at token i be one of enumerations? A free one has an object or an enumeration
// among its parameters; a member's first operand is an object.
static bool may_take_enum(size_t i) {
    static const char *const members[] = {"(", "[", "=", "new", "delete", NULL};
    size_t open = i + 1;
    if ((is_any(open, members) && !(is(open, "=") && is(open + 1, "="))) ||
        (is(open, "-") && is(open + 1, ">")))
        return false;
    while (open < token_count && !is(open, "(") && !is(open, ";"))
        open++;
    if (open == i + 2 && tokens[i + 1].kind == WORD)
        return false; // a conversion
    const size_t close = closing(open);
    for (size_t k = open + 1, depth = 0; close < token_count && k < close; k++) {
        depth += is(k, "<") ? 1 : 0;
        depth -= is(k, ">") && depth > 0 ? 1 : 0;
        const bool object = (flags(k) & CLASS_NAME) || is_any(k, vector_types);
        if (depth == 0 && object && !is(k + 1, "::"))
            return false;
    }
    return true;
}

// enum at token i, in front of token `last`
static void note_enum(size_t i, size_t last) {
    size_t open = i;
    while (open < last && !is(open, "{"))
        open++;
    size_t name = is(i + 1, "class") || is(i + 1, "struct") ? i + 2 : i + 1;
    if (tokens[name].kind == WORD)
        note_type(name, name == i + 1 && plain_enums ? PLAIN_NAME : OTHER_NAME);
    for (size_t k = open + 1; open < last && k < closing(open); k++)
        if (tokens[k].kind == WORD && (is(k - 1, "{") || is(k - 1, ",")))
            flag(k, name == i + 1 && plain_enums ? CONSTANT_NAME : VARIABLE_NAME);
}

size_t first_declarator(const struct declaration *d) {
    size_t first = d->first;
    for (const struct declaration *c = d; c-- > declarations && c->first == d->first;)
        if (c->what == CLASS || c->what == ENUMERATION)
            return c->end + 1;
    return first;
}

// Of several variables in one declaration, is it the first?
static bool is_first(const struct declaration *d) {
    return d == declarations || d[-1].what != VARIABLE || d[-1].first != d->first ||
           d[-1].scope != d->scope;
}

static bool is_value(size_t i) {
    return i < token_count && (tokens[i].kind == NUMBER || tokens[i].kind == STRING);
}

// The variables or members in the declaration, behind their type.
static void note_declarators(const struct declaration *d) {
    static const char *const behind[] = {"=", ";", ",", "[", "{", ":", NULL};
    const bool member = in_class(d);
    const size_t from = first_declarator(d), last = d->end;
    size_t i = from > d->first ? from - 1 : d->start;
    bool constant = false, number = true;
    const size_t first = i;
    for (; i < last; i++) {
        if (is_any(i, annotations) && is(i + 1, "(")) {
            i = closing(i + 1);
            continue;
        }
        constant = constant || is_any(i, qualifiers) || is(i, "__constant__");
        if (tokens[i].kind == WORD && i > first &&
            (is_any(i + 1, behind) || i + 1 == last || (is(i + 1, "(") && is_value(i + 2)))) {
            flag(i, constant && number && !is(i + 1, "[") ? CONSTANT_NAME
                    : member                              ? MEMBER_NAME
                                                          : VARIABLE_NAME);
            const size_t w = word(i);
            if (!member)
                outside[w] = outside[w] ? token_count : from;
        } else if (!is(i, "=") && !is_number_type(i) && !is_any(i, qualifiers) &&
                   !is(i, "static") && !is(i, "__constant__") && !is(i, "__device__") &&
                   !is(i, "inline") && !is(i, ",")) {
            number = false;
        }
        if (is(i, "<") && angle_partner(i) < last)
            i = angle_partner(i);
        if (is(i, "="))
            while (i + 1 < last && !is(i + 1, ","))
                i = nesting(i + 1) > 0 ? closing(i + 1) : i + 1;
        else if (nesting(i) > 0)
            i = closing(i);
    }
}

// ---- all words ----------------------------------------------------------------------------------

// Is it a class or an enumeration, declared by its name alone? That stands at token *name.
static bool is_named_alone(const struct declaration *d, size_t *name) {
    size_t i = d->start;
    while (i < d->end && !is_any(i, classes) && !is(i, "enum"))
        i++;
    *name = i + 1;
    return d->what == OTHER && is(i + 2, ";") && i + 2 == d->end;
}

static void note_types(const struct declaration *d) {
    size_t name;
    const bool alone = is_named_alone(d, &name), enumeration = alone && is(name - 1, "enum");
    for (size_t k = d->first; d->is_template && k < d->start && places[k].owner == USER; k++)
        if ((is(k, "class") || is(k, "typename")) && tokens[k + 1].kind == WORD)
            note_type(k + 1, OTHER_NAME);
    if (d->what == CLASS)
        note_class(d);
    else if (d->what == ENUMERATION || (d->what == ALIAS && is(d->start + 1, "enum")) ||
             enumeration)
        note_enum(name - 1, d->end);
    else if (alone)
        note_type(name, CLASS_NAME);
    if (d->what == ALIAS)
        note_alias(d);
}

static void note_names(const struct declaration *d) {
    size_t name;
    const bool users = places[d->name].owner == USER;
    if (d->what == FUNCTION && (d->special == OPERATOR || d->special == CONVERSION))
        users ? note_operator(d) : (void)0;
    else if (d->what == FUNCTION)
        note_function(d);
    else if (d->what == OTHER ? !is_named_alone(d, &name) : d->what == VARIABLE && is_first(d))
        note_declarators(d);
}

void read_words(void) {
    static const char *const pure[] = {"min", "max", "abs", NULL};
    // what takes its time: done once for all threads, but not anew for each loop over them
    static const char *const costly[] = {
        "sqrtf",       "sqrt",      "expf",        "exp",       "exp2f",     "exp2",
        "logf",        "log",       "log2f",       "log2",      "log10f",    "log10",
        "powf",        "pow",       "sinf",        "sin",       "cosf",      "cos",
        "tanf",        "tan",       "floorf",      "floor",     "ceilf",     "ceil",
        "fabsf",       "fabs",      "fminf",       "fmin",      "fmaxf",     "fmax",
        "fast_sinf",   "fast_cosf", "fast_tanf",   "fast_expf", "fast_logf", "fast_log2f",
        "fast_log10f", "fast_powf", "fast_exp10f", NULL};
    size_t none = 0;
    number_words();
    find_places();
    bodies = (size_t *)grow(NULL, &none, word_total() + 1, sizeof *bodies);
    memset(bodies, 0, word_total() * sizeof *bodies);
    none = 0;
    outside = (size_t *)grow(NULL, &none, word_total() + 1, sizeof *outside);
    memset(outside, 0, word_total() * sizeof *outside);
    for (size_t i = 1; i < token_count; i++) {
        if (is(i, "__global__") && kernel_name(i) < token_count)
            flag(kernel_name(i), KERNEL);
        if (is_any(i - 1, classes) && tokens[i].kind == WORD && (is(i + 1, "{") || is(i + 1, ":")))
            flag(i, CLASS_NAME | TYPE_NAME);
    }
    plain_enums = true;
    for (size_t i = 1; i < token_count; i++)
        if (is(i, "operator") && places[i].owner == USER && may_take_enum(i))
            plain_enums = false;
    for (size_t k = 0; k < declaration_count; k++)
        note_types(&declarations[k]);
    read_signatures();
    for (size_t k = 0; k < declaration_count; k++)
        note_names(&declarations[k]);
    for (size_t i = 0; i < token_count; i++)
        if ((is_any(i, pure) || is_any(i, costly)) && !(flags(i) & USERS))
            flag(i, is_any(i, pure) ? PURE : PURE | COSTLY);
    note_effects();
}
