// SPDX-License-Identifier: MIT
// What printf and its kin are given, beside what its format asks for.
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "refuse.h"
#include "tree.h"
#include "warn.h"

// What an argument is, as a call without a prototype hands it over. NO_KIND: it is not known.
enum kind_of_argument { NO_KIND, INT, LONG, LONG_LONG, DOUBLE, LONG_DOUBLE, ADDRESS };

static enum kind_of_argument kind_of_argument(const struct node *n) {
    const struct type *const type = value_type(n);
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
    const struct type *const of = value_type(n)->of;
    if (kind != ADDRESS)
        return name_of_kind(kind, value_type(n)->natural && value_type(n)->bytes > 2);
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
        const struct type *const of = value_type(n)->of;
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

// Where a call has its format, and what that takes; NULL: it has none.
struct formatted {
    const struct node *format, *next;
    bool types_are_judged;
};

static const struct node *argument(const struct node *first, unsigned k) {
    while (first && k-- > 0)
        first = first->next;
    return first;
}

// format(printf, 2, 3) in the head of a function: its two numbers.
static bool read_attribute(const struct declaration *d, unsigned *format, unsigned *next) {
    static const char *const words[] = {"format", "__format__", NULL};
    static const char *const kinds[] = {"printf", "__printf__", "gnu_printf", NULL};
    for (size_t t = d->first; t + 7 < d->behind && t + 7 < token_count; t++)
        if (is_any(t, words) && is(t + 1, "(") && is_any(t + 2, kinds) && is(t + 3, ",") &&
            is(t + 5, ",") && is(t + 7, ")")) {
            *format = (unsigned)strtoul(source + tokens[t + 4].start, NULL, 10);
            *next = (unsigned)strtoul(source + tokens[t + 6].start, NULL, 10);
            return true;
        }
    return false;
}

// A call of a function of the program's which says that it formats; of several nvcc looks at none.
static struct formatted format_of_users(const struct node *call, const struct node *first) {
    static const struct formatted none = {NULL, NULL, false};
    const struct declaration *formats = NULL;
    unsigned format = 0, next = 0;
    for (size_t k = first_named(call->name); k != NO_SCOPE; k = next_named(k))
        if (read_attribute(&declarations[k], &format, &next)) {
            formats = &declarations[k];
            break;
        }
    if (!formats || formats->what != FUNCTION || is_in_template(formats))
        return none;
    for (size_t k = first_named(call->name); k != NO_SCOPE; k = next_named(k)) {
        const struct declaration *const d = &declarations[k];
        if (d->what == VARIABLE && in_class(d) && owner_of(d->name) != USER)
            continue; // a header's own
        if (d->what != FUNCTION || in_class(d) != in_class(formats) || d->qualifier ||
            (in_class(d) ? d != formats : take_alike(d, formats) != THE_SAME))
            return none;
    }
    const unsigned object = in_class(formats) && !formats->is_static;
    if (format <= object || next <= format)
        return none;
    return (struct formatted){argument(first, format - 1 - object),
                              argument(first, next - 1 - object), true};
}

static struct formatted format_of(const struct node *call) {
    static const char *const printing[] = {"printf", NULL}, *const into[] = {"snprintf", NULL};
    const bool is_printf = is_any(call->name, printing);
    const struct node *const first =
        call->kind == METHOD ? call->child->next : first_argument(call);
    if (call->arguments)
        return (struct formatted){NULL, NULL, false};
    if (call->kind == METHOD || flags(call->name) & USERS)
        return format_of_users(call, first);
    const struct node *const format =
        is_printf || is_any(call->name, into) ? argument(first, is_printf ? 0 : 2) : NULL;
    return (struct formatted){format, format ? format->next : NULL, is_printf};
}

void warn_of_format(const struct node *call, bool on_device) {
    const struct formatted formatted = format_of(call);
    if (!formatted.format || !is_text(formatted.format))
        return;
    const char *c = text_of(bare(formatted.format));
    const struct node *next = formatted.next;
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
            if (formatted.types_are_judged && on_device)
                judge_argument(next, k < conversion.stars ? &width : &conversion);
        }
    }
    if (c && next && owner_of(next->first) == USER)
        warn(next->first, TOO_MANY_ARGUMENTS, "the format string ends before this argument");
}
