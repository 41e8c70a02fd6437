// SPDX-License-Identifier: MIT
// What the whole file declares, and what its functions may do: whether they change an argument
// (BY_REFERENCE), meet a barrier (WAITS), ask which thread runs them (PLACED), or do what is seen
// in the order of threads (ORDERED).
//
// The file is cut into declarations, down into namespaces and classes. What any token of a
// declaration does, from its template parameters to the end of its body, all that it declares does:
// defaults, initialisers, specialisations and trailing types included. A name stands for all that
// is declared by it anywhere. A call through what is no function that the file declares does
// everything.
#include <stdlib.h>
#include <string.h>

#include "words.h"

struct declaration {
    size_t first, last;
    size_t name, name_count; // what it declares: in `names`
    bool unnamed;            // may be called without being named
    bool variable;           // and no function
    bool member;             // of a class
    unsigned effects;
};

static struct declaration *declarations;
static size_t declaration_count, declaration_room;
static size_t *names, name_count, name_room;
static size_t *bodies, *variables; // of each word: the { of a class, a variable; token_count: two
static bool odd_signs[256];
unsigned unnamed_effects;
bool odd_constructors, odd_conversions;
unsigned member_effects;
static bool plain_enums; // no operator of the program takes an enumeration

static const char *const classes[] = {"struct", "class", "union", NULL};
static const char *const annotations[] = {"__attribute__",
                                          "alignas",
                                          "__align__",
                                          "__launch_bounds__",
                                          "noexcept",
                                          "decltype",
                                          "__cluster_dims__",
                                          "__builtin_align__",
                                          "throw",
                                          "explicit",
                                          "__declspec",
                                          "requires",
                                          "__extension__",
                                          "asm",
                                          "__asm__",
                                          "static_assert",
                                          "__nonnull__",
                                          "_Alignas",
                                          NULL};

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
    const size_t first = word(i) < word_total() ? variables[word(i)] : 0;
    return first < token_count ? first : 0;
}

// The > that closes template arguments opened at token i; token_count where they are none.
size_t angle_partner(size_t i) {
    for (int depth = 0; i < token_count && !is(i, ";") && !is(i, "{") && !is(i, "}"); i++) {
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

// ---- parameters --------------------------------------------------------------------------------

static bool is_number_type(size_t i) {
    return is_any(i, arithmetic) ||
           (flags(i) & (PLAIN_NAME | OTHER_NAME | CLASS_NAME)) == PLAIN_NAME ||
           (is_any(i, number_types) && !(flags(i) & (CLASS_NAME | OTHER_NAME)));
}

// Is the word at token i declared by `class` or `typename` in tokens [first, i)?
static bool is_own_parameter(size_t first, size_t i) {
    for (size_t k = first; k + 1 < i; k++)
        if ((is(k, "class") || is(k, "typename")) && same(k + 1, i) && !is(k + 2, "="))
            return true;
    return false;
}

static bool takes_class, takes_generic; // one of the parameters last looked at

// Do the parameters in the parentheses at token `open` all take numbers, vectors or pointers by
// value? Tokens from `first` on are the declaration's template parameters.
static bool by_value(size_t first, size_t open, bool trusted, bool own) {
    static const char *const around[] = {
        "const",  "__restrict__", "__restrict", "restrict", "register",
        "struct", "volatile",     "enum",       "*",        NULL};
    const size_t close = closing(open);
    takes_class = takes_generic = false;
    if (close == token_count)
        return false;
    for (size_t i = open + 1; i < close;) {
        bool plain = false, pointer = false, constant = false, reference = false, odd = false;
        for (; i < close && !is(i, ","); i++) {
            if (is(i, "=")) { // a default
                while (i < close && !is(i, ","))
                    i = nesting(i) > 0                           ? closing(i) + 1
                        : is(i, "<") && angle_partner(i) < close ? angle_partner(i) + 1
                                                                 : i + 1;
                break;
            }
            constant = constant || is(i, "const");
            if (is(i, "*")) {
                pointer = true;
            } else if (is(i, "&") || is(i, "bitand") || is(i, "and")) {
                reference = true;
                odd = odd || is(i + 1, "&") || pointer;
            } else if (is_number_type(i) || is(i, "void") || is(i, ".")) {
                plain = true;
            } else if (is_any(i, vector_types) && !(flags(i) & USERS)) {
                plain = true;
            } else if ((flags(i) & (CLASS_NAME | OTHER_NAME | PLAIN_NAME)) == CLASS_NAME &&
                       !plain && !is(i + 1, "::") && !is(i + 1, "<") &&
                       ((flags(i) & USERS) || trusted)) {
                plain = takes_class = true;
            } else if (own && tokens[i].kind == WORD && is_own_parameter(first, i)) {
                plain = takes_generic = true;
            } else if (is(i, "<")) {
                size_t end = angle_partner(i);
                if (end >= close)
                    return false;
                odd = odd || !pointer;
                i = end;
            } else if (is(i, "[")) {
                pointer = true;
                i = closing(i);
            } else if (is(i, "(")) {
                return false; // a pointer to a function, or another declarator in parentheses
            } else if (tokens[i].kind == WORD && !is_any(i, around) && !plain && !pointer) {
                if (is(i + 1, ",") || is(i + 1, ")") || tokens[i + 1].kind == WORD ||
                    is(i + 1, "&") || is(i + 1, "::"))
                    odd = true; // of a type that is not known
                plain = is(i + 1, "*");
            } else if (tokens[i].kind == WORD && !is_any(i, around) && !is(i + 1, ",") &&
                       !is(i + 1, ")") && !is(i + 1, "=") && !is(i + 1, "[")) {
                return false; // no name of a parameter
            }
        }
        if (reference && !(trusted && constant && !odd))
            return false;
        if (odd && !(trusted && (constant || !reference)))
            return false;
        i++;
    }
    return true;
}

// What the function whose name stands at token `name` returns.
static unsigned result_of(size_t first, size_t name) {
    static const char *const skipped[] = {"static",        "inline",
                                          "__inline__",    "__forceinline__",
                                          "__device__",    "__host__",
                                          "const",         "constexpr",
                                          "extern",        "__global__",
                                          "__inline",      "__noinline__",
                                          "noinline",      "__always_inline__",
                                          "always_inline", NULL};
    unsigned found = 0;
    for (size_t i = first; i < name; i++) {
        if (is(i, "template") && is(i + 1, "<"))
            i = angle_partner(i + 1);
        else if (is_any(i, annotations) && is(i + 1, "("))
            i = closing(i + 1);
        else if (is(i, "[") && is(i + 1, "["))
            i = closing(i);
        else if (is_number_type(i))
            found |= GIVES_NUMBER;
        else if (is_any(i, vector_types) && !(flags(i) & USERS))
            found |= GIVES_VECTOR;
        else if (!is_any(i, skipped) && tokens[i].kind != STRING)
            found |= GIVES_OTHER;
    }
    return found ? found : GIVES_OTHER;
}

// ---- one declaration ---------------------------------------------------------------------------

static void add_name(struct declaration *d, size_t i) {
    names = (size_t *)grow(names, &name_room, name_count + 1, sizeof *names);
    names[name_count++] = i;
    d->name_count++;
}

static void note_type(size_t i, unsigned more) {
    flag(i, TYPE_NAME | more | (places[i].owner == PROGRAM ? USERS : 0));
}

static void note_operator(size_t first, size_t i) {
    size_t open = i + 1;
    if (is(open, "(") && is(open + 1, ")"))
        open += 2;
    while (open < token_count && !is(open, "(") && !is(open, ";"))
        open++;
    const bool conversion = tokens[i + 1].kind == WORD;
    const bool value = is(open, "(") && by_value(first, open, false, true);
    odd_conversions = odd_conversions || conversion;
    if ((!value && is(i + 1, "=") && !is(i + 2, "=")))
        odd_constructors = true;
    if (!value)
        odd_signs[(unsigned char)source[tokens[i + 1].start]] = true;
}

// Can kernels call what is declared from token `first` to `last`?
static bool of_device(size_t first, size_t last) {
    for (size_t i = first; i < last; i++)
        if (is(i, "__device__") || is(i, "constexpr"))
            return true;
    return false;
}

// A function's name at token i, its parameters behind token `open`.
static void note_function(struct declaration *d, size_t i, size_t open) {
    const bool users = places[i].owner == PROGRAM;
    const bool own = !(i > 0 && is(i - 1, "::"));
    const bool value = by_value(d->first, open, !users, own);
    flag(i, FUNCTION | result_of(d->first, i) | (users ? USERS : 0) | (value ? 0 : BY_REFERENCE) |
                (takes_class ? TAKES_CLASS : 0) | (takes_generic ? TAKES_GENERIC : 0));
    add_name(d, i);
    if (of_device(d->first, i))
        flag(i, ON_DEVICE);
    if ((flags(i) & CLASS_NAME) || (i > 0 && is(i - 1, "~"))) {
        d->unnamed = true;
        if (users && !by_value(d->first, open, false, true))
            odd_constructors = true;
    }
}

// typedef and using at token i.
static void note_alias(size_t i, size_t last) {
    size_t name = is(i, "using") && is(i + 2, "=") ? i + 1 : token_count;
    bool plain = true, any = false;
    for (size_t k = is(i, "using") ? i + 3 : i + 1; k < last; k++) {
        const bool ends = is(i, "typedef") && (k + 1 == last || is(k + 1, "["));
        if (ends && tokens[k].kind == WORD) {
            name = k;
            plain = plain && k + 1 == last;
            break;
        }
        if (is_any(k, classes) || is(k, "enum"))
            plain = plain && is(k, "enum");
        else if (is_number_type(k))
            any = true;
        else if (!is_any(k, qualifiers))
            plain = false;
        if (nesting(k) > 0)
            k = closing(k);
    }
    if (name == token_count || name >= last)
        return;
    const bool a_class = is(i, "typedef") && is_any(i + 1, classes) && name > i + 2 &&
                         (is(name - 1, "}") || name == i + 3);
    if (a_class && !(name == i + 3 && same(i + 2, name))) {
        size_t body = i + 2;
        while (body < name && !is(body, "{"))
            body = is(body, "(") ? closing(body) + 1 : body + 1;
        if (body < name)
            bodies[word(name)] = bodies[word(name)] ? token_count : body;
    }
    note_type(name, a_class ? CLASS_NAME : plain && any ? PLAIN_NAME : OTHER_NAME);
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

// enum at token i.
static void note_enum(size_t i, size_t last) {
    size_t open = i;
    while (open < last && !is(open, "{"))
        open++;
    size_t name = is(i + 1, "class") || is(i + 1, "struct") ? i + 2 : i + 1;
    if (tokens[name].kind == WORD)
        note_type(name, name == i + 1 && plain_enums ? PLAIN_NAME : OTHER_NAME);
    for (size_t k = open + 1; open < last && k < closing(open); k++)
        if (tokens[k].kind == WORD && (is(k - 1, "{") || is(k - 1, ",")))
            flag(k, name == i + 1 && plain_enums ? CONSTANT : VARIABLE);
}

// The variables or members in tokens [i, last), behind their type.
static void note_variables(struct declaration *d, size_t i, size_t last, bool member) {
    static const char *const behind[] = {"=", ";", ",", "[", "{", ":", NULL};
    d->variable = true;
    bool constant = false, number = true;
    const size_t first = i;
    for (; i < last; i++) {
        if (is_any(i, annotations) && is(i + 1, "(")) {
            i = closing(i + 1);
            continue;
        }
        constant = constant || is_any(i, qualifiers) || is(i, "__constant__");
        if (tokens[i].kind == WORD && (is_any(i + 1, behind) || i + 1 == last) && i > first) {
            flag(i, constant && number && !is(i + 1, "[") ? CONSTANT
                    : member                              ? MEMBER_NAME
                                                          : VARIABLE);
            const size_t w = word(i);
            if (!member)
                variables[w] = variables[w] ? token_count : d->first;
            add_name(d, i);
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

// ---- the file, cut into declarations -----------------------------------------------------------

static void cut(size_t i, size_t last, bool in_class);

static struct declaration *add_declaration(size_t first, size_t last) {
    declarations = (struct declaration *)grow(declarations, &declaration_room,
                                              declaration_count + 1, sizeof *declarations);
    declarations[declaration_count] =
        (struct declaration){first, last, name_count, 0, false, false, false, 0};
    return &declarations[declaration_count++];
}

// The body of the function whose parameters end at token i: its {, or the ; = that ends it.
static size_t find_body(size_t i, size_t last) {
    bool begins = false; // the members that a constructor begins
    for (i++; i < last; i++) {
        if (is(i, ":"))
            begins = true;
        if (is(i, "{") && !(begins && (tokens[i - 1].kind == WORD || is(i - 1, ">"))))
            return i;
        if (is(i, ";") || (is(i, "=") && !begins))
            return i;
        if (nesting(i) > 0 && (i = closing(i)) >= last)
            break;
    }
    return last;
}

static size_t end_of_plain(size_t i, size_t last) {
    while (i < last && !is(i, ";"))
        i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
    return i < last ? i : last - 1;
}

// A class, its head from token i on, its body at token `open`.
static size_t cut_class(size_t first, size_t i, size_t open, size_t last, bool in_class) {
    size_t name = i + 1;
    while (is_any(name, annotations) || (is(name, "[") && is(name + 1, "[")))
        name = is(name, "[") ? closing(name) + 1 : closing(name + 1) + 1;
    if (name < token_count && tokens[name].kind == WORD) {
        note_type(name, CLASS_NAME);
        const bool simple = is(name + 1, "{") && !is(first, "template");
        bodies[word(name)] = bodies[word(name)] || !simple ? token_count : open;
    }
    cut(open + 1, closing(open), true);
    const size_t end = end_of_plain(closing(open) + 1, last);
    if (end > closing(open) + 1 && !is(first, "typedef"))
        note_variables(add_declaration(closing(open) + 1, end), closing(open), end, in_class);
    if (is(first, "typedef"))
        note_alias(first, end);
    return end + 1;
}

// The declaration at token i: the token behind it.
static size_t cut_one(size_t first, size_t last, bool in_class) {
    size_t i = first;
    while (is(i, "template") && is(i + 1, "<")) {
        const size_t end = angle_partner(i + 1);
        if (end >= last)
            return first + 1;
        for (size_t k = i + 2; k < end && places[i].owner == PROGRAM; k++)
            if ((is(k - 1, "class") || is(k - 1, "typename")) && tokens[k].kind == WORD)
                note_type(k, OTHER_NAME);
        i = end + 1;
    }
    if (is(i, "namespace") || (is(i, "inline") && is(i + 1, "namespace")) ||
        (is(i, "extern") && tokens[i + 1].kind == STRING)) {
        size_t open = i + 1;
        while (open < last && !is(open, "{") && !is(open, ";"))
            open = nesting(open) > 0 ? closing(open) + 1 : open + 1;
        if (is(open, "{") && (is(i, "namespace") || is(i + 1, "namespace") || open == i + 2)) {
            cut(open + 1, closing(open), false);
            return closing(open) + 1;
        }
    }
    if (tokens[i].kind == WORD && is(i + 1, ":") && in_class)
        return i + 2; // public:
    if (is(i, "using") || is(i, "typedef")) {
        size_t open = i;
        while (open < last && !is(open, "{") && !is(open, ";"))
            open = is(open, "(") || is(open, "[") ? closing(open) + 1 : open + 1;
        if (is(i, "typedef") && is(open, "{") && is_any(i + 1, classes))
            return cut_class(i, i + 1, open, last, in_class);
        const size_t end = end_of_plain(i, last);
        if (is(i + 1, "enum"))
            note_enum(i + 1, end);
        note_alias(i, end);
        struct declaration *d = add_declaration(first, end);
        if (is(i, "using") && is(i + 2, "="))
            add_name(d, i + 1);
        return end + 1;
    }
    size_t head = i, angle = 0, name = 0, open = 0;
    for (; i < last; i++) {
        if (is_any(i, classes) && !name && angle == 0) {
            size_t brace = i + 1;
            while (brace < last && !is(brace, "{") && !is(brace, ";") && !is(brace, "(") &&
                   !is(brace, "=") && !is(brace, "*") && !is(brace, "&"))
                brace = is_any(brace, annotations) && is(brace + 1, "(") ? closing(brace + 1) + 1
                                                                         : brace + 1;
            if (is(brace, "{"))
                return cut_class(first, i, brace, last, in_class);
            if (is(brace, ";") && brace == i + 2)
                note_type(i + 1, CLASS_NAME);
        }
        if (is(i, "enum") && !name) {
            const size_t end = end_of_plain(i, last);
            size_t brace = i;
            while (brace < end && !is(brace, "{") && !is(brace, "("))
                brace++;
            if (is(brace, "{") || is(i + 2, ";")) {
                note_enum(i, end);
                if (is(brace, "{") && closing(brace) + 1 < end)
                    note_variables(add_declaration(first, end), closing(brace), end, in_class);
                return end + 1;
            }
        }
        if (is(i, "operator")) {
            struct declaration *d = add_declaration(first, i);
            d->unnamed = true;
            if (places[i].owner == PROGRAM)
                note_operator(head, i);
            open = i + 1;
            if (is(open, "(") && is(open + 1, ")"))
                open += 2;
            while (open < last && !is(open, "("))
                open++;
            name = i;
            break;
        }
        if (is_any(i, annotations) && is(i + 1, "(")) {
            i = closing(i + 1);
        } else if (is(i, "<")) {
            const size_t end = angle_partner(i);
            if (end < last)
                i = end;
        } else if (is(i, "(")) {
            size_t before = is(i - 1, ">") ? opening_angle(i - 1) - 1 : i - 1;
            if (before >= token_count || before < head || tokens[before].kind != WORD ||
                is(i + 1, "*") || is(i + 1, "&") || is_any(before, arithmetic) ||
                is(before, "void") || is_any(before, number_types))
                break; // a declarator in parentheses
            name = before;
            open = i;
            note_function(add_declaration(first, i), name, open);
            break;
        } else if (is(i, ";") || is(i, "=") || is(i, "{") || is(i, ",")) {
            break;
        } else if (nesting(i) > 0) {
            i = closing(i);
        }
    }
    if (!name || !is(open, "(")) { // variables
        const size_t end = end_of_plain(head, last);
        struct declaration *d = add_declaration(first, end);
        note_variables(d, head, end, in_class);
        d->unnamed = in_class;
        return end + 1;
    }
    size_t body = find_body(closing(open), last);
    size_t end = is(body, "{") ? closing(body) : end_of_plain(body, last);
    if (is(body, "{") || is(body, "="))
        flag(name, HAS_BODY);
    declarations[declaration_count - 1].last = end;
    declarations[declaration_count - 1].member = in_class;
    if (is(end + 1, ";") && is(end, "}"))
        end++;
    return end + 1;
}

static void cut(size_t i, size_t last, bool in_class) {
    while (i < last && last <= token_count) {
        if (is(i, ";") || tokens[i].kind == PRAGMA || nesting(i) < 0)
            i++;
        else if (is(i, "{"))
            i = closing(i) + 1;
        else {
            const size_t next = cut_one(i, last, in_class);
            i = next > i ? next : i + 1;
        }
    }
}

// ---- what they do ------------------------------------------------------------------------------

// Is the call at token i, of what stands in parentheses or brackets in front of it, one that nobody
// knows? A cast is none.
static bool is_odd_call(size_t i) {
    if (is(i - 1, "]"))
        return !(is(opening(i - 1) - 1, "[") || is(opening(i - 1), "["));
    if (!is(i - 1, ")"))
        return false;
    for (size_t k = opening(i - 1) + 1; k + 1 < i; k++)
        if (!is_any(k, arithmetic) && !is_any(k, qualifiers) && !(flags(k) & TYPE_NAME) &&
            !is(k, "*") && !is(k, "::") && !is(k, "<") && !is(k, ">") && !is(k, ",") &&
            tokens[k].kind != NUMBER && !is_any(k, number_types) && !is_any(k, vector_types)) {
            const size_t open = opening(i - 1);
            return open > 0 && !is_any(open - 1, keywords) && !is_any(open - 1, annotations);
        }
    return false;
}

// Is the word at token i, with parentheses behind it, a variable that is declared there?
static bool is_declared(size_t i, size_t first) {
    static const char *const ends[] = {";", "{", "}", ":", NULL};
    if (tokens[i - 1].kind == WORD)
        return (flags(i - 1) & TYPE_NAME) || is_any(i - 1, arithmetic);
    if (!is(i - 1, ","))
        return false;
    while (i > first && !is_any(i - 1, ends) && nesting(i - 1) <= 0)
        i = nesting(i - 1) < 0 ? opening(i - 1) : i - 1;
    return ((flags(i) & TYPE_NAME) || is_any(i, arithmetic)) && tokens[i + 1].kind == WORD;
}

// Is the word at token i that of a function of the program which no declaration gives to kernels?
static bool is_unknown_function(size_t i) {
    return (flags(i) & (FUNCTION | USERS)) == (FUNCTION | USERS) &&
           !(flags(i) & (ON_DEVICE | TYPE_NAME | KERNEL | ROOT));
}

static unsigned effects_of(const struct declaration *d) {
    static const char *const calling[] = {"(", "<", "{", "::", NULL};
    unsigned found = places[d->first].owner == PROGRAM && !d->variable ? unnamed_effects : 0;
    size_t i = d->first;
    while (d->variable && i <= d->last && !is(i, "=") && !is(i, "{")) // what gives it its value
        i += 1 + (tokens[i].kind == WORD && is(i + 1, "<") && angle_partner(i + 1) < d->last
                      ? angle_partner(i + 1) - i
                      : 0);
    for (; i <= d->last && found != EFFECTS; i++) {
        if (is(i, "__attribute__") && is(i + 1, "(")) {
            i = closing(i + 1);
        } else if (tokens[i].kind == WORD) {
            const bool member = d->unnamed && (is(i - 1, ":") || is(i - 1, ","));
            if ((flags(i) & ROOT) || is_any(i + 1, calling))
                found |= flags(i) & EFFECTS;
            if (places[i].owner == PROGRAM && is(i + 1, "(") && !member &&
                !(flags(i) & (FUNCTION | TYPE_NAME | KERNEL)) && !is_any(i, keywords) &&
                !is_any(i, annotations) && !is_any(i, arithmetic) && !is_any(i, number_types) &&
                strncmp(source + tokens[i].start, "__builtin_", 10) != 0 && !is(i, "__shared__") &&
                tokens[i - 1].kind != STRING && !is_declared(i, d->first))
                return EFFECTS;
            if (is(i + 1, "(") && !member && is_unknown_function(i) && !is_declared(i, d->first))
                return EFFECTS;
        } else if (places[i].owner == PROGRAM && is(i, "(") && is_odd_call(i)) {
            return EFFECTS;
        }
    }
    return found;
}

// A host's function, which no kernel can call.
static bool is_hosts(const struct declaration *d) {
    if (d->variable || places[d->first].owner != PROGRAM)
        return false;
    for (size_t n = 0; n < d->name_count; n++)
        if (!(flags(names[d->name + n]) & FUNCTION) || (flags(names[d->name + n]) & ON_DEVICE))
            return false;
    return d->name_count > 0 || !of_device(d->first, d->last);
}

static bool is_kernel(const struct declaration *d) {
    for (size_t i = d->first; i <= d->last && !is(i, "("); i++)
        if (is(i, "__global__"))
            return true;
    return false;
}

static bool is_shared(const struct declaration *d) {
    for (size_t i = d->first; i < d->last; i++)
        if (is(i, "__shared__"))
            return true;
    return false;
}

static bool is_atomic(size_t i) {
    return strncmp(source + tokens[i].start, "atomic", 6) == 0;
}

static void note_effects(void) {
    static const char *const waiting[] = {"cuda_cpu_barrier",
                                          "cuda_cpu_warp_exchange",
                                          "cuda_cpu_active_lanes",
                                          "cuda_cpu_sync_grid",
                                          "cuda_cpu_sleep",
                                          "__syncthreads",
                                          "__syncwarp",
                                          NULL};
    static const char *const asking[] = {"threadIdx", "blockIdx", "thread_rank", "__shared__",
                                         NULL};
    static const char *const ordering[] = {"printf", "volatile", "asm",   "__asm__", "__asm",
                                           "malloc", "free",     "clock", "clock64", NULL};
    for (size_t i = 0; i < token_count; i++) {
        if (tokens[i].kind != WORD)
            continue;
        const unsigned effects = (is_any(i, waiting) ? WAITS : 0) |
                                 (is_any(i, asking) ? PLACED : 0) |
                                 (is_any(i, ordering) || is_atomic(i) ? ORDERED : 0);
        flag(i, effects ? effects | ROOT : 0);
    }
    for (size_t k = 0; k < declaration_count; k++) // defined in another file: it may do anything
        for (size_t n = 0; n < declarations[k].name_count; n++) {
            const size_t name = names[declarations[k].name + n];
            if (places[name].owner == PROGRAM && !declarations[k].variable &&
                (flags(name) & (FUNCTION | ON_DEVICE | HAS_BODY | KERNEL)) ==
                    (FUNCTION | ON_DEVICE))
                flag(name, EFFECTS);
        }
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < declaration_count; k++) {
            struct declaration *d = &declarations[k];
            if (d->effects == EFFECTS || places[d->first].owner == SYSTEM || is_kernel(d) ||
                is_hosts(d))
                continue;
            const unsigned effects = effects_of(d);
            if (!(effects & ~d->effects))
                continue;
            d->effects |= effects;
            more = true;
            for (size_t n = 0; n < d->name_count; n++)
                flag(names[d->name + n], !d->variable ? effects : is_shared(d) ? PLACED | ROOT : 0);
            if (d->unnamed && places[d->first].owner == PROGRAM)
                unnamed_effects |= effects;
            if ((d->unnamed || d->member) && places[d->first].owner == PROGRAM)
                member_effects |= effects;
        }
    }
}

void read_words(void) {
    static const char *const pure[] = {"min", "max", "abs", NULL};
    size_t none = 0;
    number_words();
    find_places();
    bodies = (size_t *)grow(NULL, &none, word_total() + 1, sizeof *bodies);
    memset(bodies, 0, word_total() * sizeof *bodies);
    none = 0;
    variables = (size_t *)grow(NULL, &none, word_total() + 1, sizeof *variables);
    memset(variables, 0, word_total() * sizeof *variables);
    for (size_t i = 1; i < token_count; i++) {
        if (is(i, "__global__") && kernel_name(i) < token_count)
            flag(kernel_name(i), KERNEL);
        if (is_any(i - 1, classes) && tokens[i].kind == WORD && (is(i + 1, "{") || is(i + 1, ":")))
            flag(i, CLASS_NAME | TYPE_NAME);
    }
    plain_enums = true;
    for (size_t i = 1; i < token_count; i++)
        if (is(i, "operator") && places[i].owner == PROGRAM && may_take_enum(i))
            plain_enums = false;
    cut(0, token_count, false);
    for (size_t i = 0; i < token_count; i++)
        if (is_any(i, pure) && !(flags(i) & USERS))
            flag(i, PURE);
    note_effects();
}
