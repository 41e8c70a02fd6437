// SPDX-License-Identifier: MIT
// Types, as far as it matters here: whether reading, copying or comparing what has them calls
// anything.
#include <string.h>

#include "tree.h"

const struct type unknown_type = {.shape = UNKNOWN};
const struct type int_type = {.shape = NUMBER_TYPE, .integer = true};
const struct type number_type = {.shape = NUMBER_TYPE};

const struct type *copy_type(struct type type) {
    size_t none = 0;
    struct type *copy = (struct type *)grow(NULL, &none, 1, sizeof *copy);
    *copy = type;
    return copy;
}

const struct type *pointer_to(struct type of) {
    return copy_type((struct type){.shape = POINTER, .of = copy_type(of)});
}

bool is_plain(const struct type *type) {
    return type->shape == NUMBER_TYPE || type->shape == POINTER;
}

bool is_template_type(const struct type *type) {
    const struct variable *v =
        type->shape == UNKNOWN && type->name > 0 ? meaning(type->name) : NULL;
    return v && v->role == TEMPLATE_TYPE && v->given;
}

// So many bytes has a number of the type that is written with the word at token i, behind words
// that make it one of `before` bytes; 0: nobody knows.
static unsigned bytes_of(size_t i, unsigned before) {
    static const struct {
        const char *word;
        unsigned bytes;
    } rows[] = {{"bool", 1},     {"char", 1},     {"short", 2},    {"int", 4},     {"signed", 4},
                {"unsigned", 4}, {"long", 8},     {"float", 4},    {"double", 8},  {"int8_t", 1},
                {"uint8_t", 1},  {"int16_t", 2},  {"uint16_t", 2}, {"int32_t", 4}, {"uint32_t", 4},
                {"uint", 4},     {"ushort", 2},   {"uchar", 1},    {"int64_t", 8}, {"uint64_t", 8},
                {"size_t", 8},   {"ptrdiff_t", 8}};
    const bool plain = is(i, "int") || is(i, "signed") || is(i, "unsigned");
    if (before == 8 && is(i, "double")) // long double
        return 16;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (is(i, rows[k].word))
            return plain && before > 0 ? before : rows[k].bytes;
    return 0;
}

// What the word at token i stands for as a type.
static struct type type_of_word(size_t i) {
    static const char *const floats[] = {"float", "double", NULL};
    const unsigned known = flags(i);
    struct type type = unknown_type;
    type.name = i;
    if (is_any(i, arithmetic)) {
        type.shape = NUMBER_TYPE;
        type.integer = !is_any(i, floats);
    } else if (known & OTHER_NAME) {
        return type;
    } else if ((known & CLASS_NAME) && (known & PLAIN_NAME)) {
        return type;
    } else if (is_any(i, vector_types) && !(known & USERS)) {
        type.shape = VECTOR;
    } else if (known & CLASS_NAME) {
        type.shape = OBJECT;
    } else if (is_any(i, number_types) && !(known & USERS)) {
        type.shape = NUMBER_TYPE;
        type.integer = true;
        type.bytes = bytes_of(i, 0);
    } else if (known & PLAIN_NAME) {
        type.shape = NUMBER_TYPE;
    }
    return type;
}

static bool begins_type(size_t i) {
    const struct variable *v = find_variable(i);
    if (v)
        return v->role == TEMPLATE_TYPE;
    return is_any(i, arithmetic) || (flags(i) & TYPE_NAME) ||
           (is_any(i, number_types) && !(flags(i) & (FUNCTION_NAME | VARIABLE_NAME)));
}

// name, ns::name<arguments>, ::name at token i: the token behind it, or 0; its last word.
static size_t qualified(size_t i, size_t *last, bool *simple) {
    *simple = true;
    if (is(i, "::"))
        i++;
    for (;;) {
        if (tokens[i].kind != WORD || is_any(i, keywords))
            return 0;
        *last = i++;
        if (is(i, "<") && ((flags(*last) & TYPE_NAME) || !*simple)) {
            const size_t close = angle_partner(i);
            if (close == token_count)
                return 0;
            for (size_t k = i + 1; k < close; k++) { // what write.c puts in their place differs
                struct variable *v = tokens[k].kind == WORD ? find_variable(k) : NULL;
                if (v && v->role != TEMPLATE_TYPE && !(v->role == PARAMETER && v->constant))
                    return 0;
                if (v)
                    set_meaning(k, v);
            }
            i = close + 1;
            *simple = false;
        }
        if (!is(i, "::"))
            return i;
        *simple = false;
        i++;
    }
}

size_t parse_type(size_t i, struct type *type, bool *odd) {
    static const char *const tags[] = {"struct", "class", "union", "enum", "typename", NULL};
    static const char *const skipped[] = {"register", "__restrict__", NULL};
    bool constant = false, found = false;
    *type = unknown_type;
    for (;; i++) {
        if (i >= token_count)
            return 0;
        if (is_any(i, qualifiers)) {
            constant = true;
        } else if (is_any(i, skipped)) {
            continue;
        } else if (is_any(i, arithmetic)) {
            const struct type word = type_of_word(i);
            if (found && type->shape != NUMBER_TYPE)
                return 0;
            type->integer = word.integer && (!found || type->integer);
            type->floating = !word.integer;
            type->bytes = bytes_of(i, found ? type->bytes : 0);
            type->shape = NUMBER_TYPE;
            type->name = i;
            found = true;
        } else if (found) {
            break;
        } else if (is(i, "auto")) {
            *odd = true;
            found = true;
            type->name = i;
        } else if (is(i, "void")) {
            found = true; // that is pointed to
            type->name = i;
        } else {
            bool simple = true;
            const bool tagged = is_any(i, tags);
            size_t last = 0;
            const size_t word = tagged ? i + 1 : i;
            const size_t behind =
                tokens[word].kind == WORD || is(word, "::") ? qualified(word, &last, &simple) : 0;
            if (!behind)
                return 0;
            if (simple && !tagged && !begins_type(last))
                return 0;
            if (!simple && !is(i, "typename") && !(flags(last) & TYPE_NAME))
                return 0;
            struct variable *v = find_variable(last);
            if (v)
                set_meaning(last, v);
            if (simple && !v && !is(word, "::"))
                *type = type_of_word(last);
            if (simple && v && v->number)
                *type = number_type;
            type->name = last;
            found = true;
            i = behind - 1;
        }
    }
    type->constant = constant;
    return found ? i : 0;
}

size_t parse_stars(size_t i, struct type *type, bool *reference) {
    for (;; i++) {
        if (is(i, "*")) {
            *type = *pointer_to(*type);
        } else if (is(i, "&")) {
            *reference = true;
        } else if (is(i, "const")) {
            type->constant = true;
        } else if (!is(i, "__restrict__") && !is(i, "__restrict")) {
            return i;
        }
    }
}

const struct type *member_type(const struct type *of, size_t name) {
    if (of->shape == VECTOR) {
        static const char *const axes[] = {"x", "y", "z", "w", NULL};
        return is_any(name, axes) ? &number_type : NULL;
    }
    const size_t body = of->shape == OBJECT ? class_body(of->name) : 0;
    if (!body)
        return &unknown_type;
    const size_t close = closing(body);
    for (size_t i = body + 1; i < close;) {
        const struct node *d = parse_declaration(i, false);
        if (!d || !is(d->last, ";"))
            return &unknown_type; // functions, or what is not understood
        for (size_t v = 0; v < d->declared_count; v++)
            if (same(d->declared[v]->name, name))
                return d->declared[v]->reference || d->declared[v]->odd ? &unknown_type
                                                                        : &d->declared[v]->type;
        i = d->last + 1;
    }
    return &unknown_type;
}
