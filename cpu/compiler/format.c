// SPDX-License-Identifier: MIT
// What printf is given, beside what its format asks for.
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// What an argument is, as a call without a prototype hands it over. NO_KIND: it is not known.
enum kind_of_argument { NO_KIND, INT, LONG, LONG_LONG, DOUBLE, LONG_DOUBLE, ADDRESS };

static enum kind_of_argument kind_of_argument(const struct node *n) {
    const struct type *const type = n->type;
    const struct node *const inner = bare(n);
    if (type->shape == POINTER || type->shape == ARRAY)
        return ADDRESS;
    if (type->shape != NUMBER_TYPE || !type->bytes || inner->why)
        return NO_KIND;
    if (type->floating)
        return type->bytes > 8 ? LONG_DOUBLE : DOUBLE;
    if (!type->integer)
        return NO_KIND;
    return type->bytes <= 4 ? INT : type->twice ? LONG_LONG : LONG;
}

static const char *name_of_kind(enum kind_of_argument kind, bool natural) {
    switch (kind) {
    case INT:
        return natural ? "unsigned int" : "int";
    case LONG:
        return natural ? "unsigned long" : "long";
    case LONG_LONG:
        return natural ? "unsigned long long" : "long long";
    case DOUBLE:
        return "double";
    case LONG_DOUBLE:
        return "long double";
    default:
        return NULL;
    }
}

static bool is_text(const struct node *n) {
    const struct node *const inner = bare(n);
    return inner->kind == CONSTANT_VALUE && tokens[inner->first].kind == STRING &&
           source[tokens[inner->first].end - 1] == '"';
}

static bool is_character(const struct type *type) {
    return type->shape == NUMBER_TYPE && type->integer && type->bytes == 1;
}

// The name of the argument's type.
static const char *name_of_argument(const struct node *n, enum kind_of_argument kind) {
    const struct type *const of = n->type->of;
    if (kind != ADDRESS)
        return name_of_kind(kind, n->type->natural && n->type->bytes > 2);
    if (is_text(n))
        return "const char *";
    if (of && of->shape == NUMBER_TYPE && of->name)
        return text("%s%s *", of->constant ? "const " : "", name_of(of->name));
    return "a pointer";
}

// ---- the format ---------------------------------------------------------------------------------

// The tokens of a string, one behind the other, as one text without quotes; NULL: raw ones, and
// such with words in front.
static char *text_of(const struct node *n) {
    char *all = text("%s", "");
    for (size_t t = n->first; t <= n->last; t++) {
        char *const part = name_of(t);
        const size_t letters = strlen(part);
        if (tokens[t].kind != STRING || letters < 2 || part[0] != '"')
            return NULL;
        all = text("%s%.*s", all, (int)letters - 2, part + 1);
    }
    return all;
}

struct conversion {
    const char *length;   // h, l, ll, z ...
    unsigned length_size; // so many letters
    char letter;          // 0: it ends there
    unsigned stars;       // numbers that say how wide it is
    bool odd;             // it has what is not looked at here
};

// The conversion behind the % at c: what comes behind it.
static const char *read_conversion(const char *c, struct conversion *read) {
    *read = (struct conversion){NULL, 0, 0, 0, false};
    c += strspn(c, "-+ #0'");
    for (int part = 0; part < 2; part++) {
        if (*c == '*') {
            read->stars++;
            c++;
        }
        c += strspn(c, "0123456789");
        if (*c == '$')
            read->odd = true;
        if (part == 0 && *c != '.')
            break;
        c += *c == '.';
    }
    read->length = c;
    read->length_size = (unsigned)strspn(c, "hlLjzt");
    c += read->length_size;
    read->letter = *c;
    return *c ? c + 1 : c;
}

static bool has_length(const struct conversion *c, const char *length) {
    return strlen(length) == c->length_size && strncmp(c->length, length, c->length_size) == 0;
}

// What an integer of that length is.
static enum kind_of_argument integer_of(const struct conversion *c) {
    if (has_length(c, "") || has_length(c, "h") || has_length(c, "hh"))
        return INT;
    if (has_length(c, "l") || has_length(c, "z") || has_length(c, "t"))
        return LONG;
    return has_length(c, "ll") || has_length(c, "j") ? LONG_LONG : NO_KIND;
}

// ---- the call -----------------------------------------------------------------------------------

static void tell_type(const struct node *n, const char *wanted, const char *given) {
    if (owner_of(n->first) == USER)
        warn(n->first, WRONG_ARGUMENT,
             "argument is incompatible with corresponding format string conversion (expected type "
             "\"%s\" but argument has type \"%s\")",
             wanted, given);
}

// An argument beside the conversion that takes it.
static void judge_argument(const struct node *n, const struct conversion *c) {
    const enum kind_of_argument given = kind_of_argument(n);
    const bool is_natural = strchr("ouxX", c->letter);
    enum kind_of_argument wanted = NO_KIND;
    if (given == NO_KIND)
        return;
    if (strchr("dioucxX", c->letter) && !(c->letter == 'c' && c->length_size))
        wanted = integer_of(c);
    else if (strchr("fFeEgGaA", c->letter) && (has_length(c, "") || has_length(c, "l")))
        wanted = DOUBLE;
    else if (strchr("fFeEgGaA", c->letter) && has_length(c, "L"))
        wanted = LONG_DOUBLE;
    else if (c->letter == 'p' && !c->length_size)
        wanted = ADDRESS;
    if (c->letter == 's' && !c->length_size) {
        const struct type *const of = n->type->of;
        if (given != ADDRESS)
            tell_type(n, "char *", name_of_argument(n, given));
        else if (of && of->shape == NUMBER_TYPE && of->bytes && !is_character(of) && !is_text(n))
            tell_type(n, "char *", name_of_argument(n, given));
        return;
    }
    // the two longs are of one size
    const bool both_long =
        (wanted == LONG || wanted == LONG_LONG) && (given == LONG || given == LONG_LONG);
    if (wanted == NO_KIND || wanted == given || both_long)
        return;
    tell_type(n,
              wanted == ADDRESS ? "void *" : name_of_kind(wanted, is_natural || has_length(c, "z")),
              name_of_argument(n, given));
}

void warn_of_format(const struct node *call, bool on_device) {
    static const char *const printing[] = {"printf", NULL}, *const into[] = {"snprintf", NULL};
    const bool is_printf = is_any(call->name, printing);
    const struct node *format = first_argument(call);
    if (!(is_printf || is_any(call->name, into)) || flags(call->name) & USERS || call->arguments)
        return;
    for (int k = 0; format && k < (is_printf ? 0 : 2); k++)
        format = format->next;
    if (!format || !is_text(format))
        return;
    const char *c = text_of(bare(format));
    const struct node *next = format->next;
    for (; c && *c; c++) {
        if (*c == '\\' && c[1]) {
            c++;
            continue;
        }
        if (*c != '%')
            continue;
        struct conversion conversion;
        if (c[1] == '%') {
            c++;
            continue;
        }
        c = read_conversion(c + 1, &conversion) - 1;
        if (conversion.odd || !conversion.letter ||
            !strchr("dioucxXfFeEgGaApsn", conversion.letter)) {
            if (!conversion.odd && conversion.letter && !strchr("m\\", conversion.letter) && next &&
                owner_of(next->first) == USER)
                warn(next->first, WRONG_FORMAT, "invalid format string conversion");
            return;
        }
        for (unsigned k = 0; k <= conversion.stars; k++, next = next->next) {
            static const struct conversion width = {"", 0, 'd', 0, false};
            if (!next) {
                if (owner_of(call->last) == USER)
                    warn(call->last, TOO_FEW_ARGUMENTS,
                         "the format string requires additional arguments");
                return;
            }
            if (is_printf && on_device)
                judge_argument(next, k < conversion.stars ? &width : &conversion);
        }
    }
    if (c && next && owner_of(next->first) == USER)
        warn(next->first, TOO_MANY_ARGUMENTS, "the format string ends before this argument");
}
