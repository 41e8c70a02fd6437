// SPDX-License-Identifier: MIT
// Types, as far as it matters here: whether reading, copying or comparing what has them calls
// anything.
#include <limits.h>
#include <stdlib.h>

#include "parser.h"

const struct type unknown_type = {.shape = UNKNOWN};
const struct type number_type = {.shape = NUMBER_TYPE};
const struct type integer_type = {.shape = NUMBER_TYPE, .integer = true};
const struct type int_type = {.shape = NUMBER_TYPE, .integer = true, .bytes = 4};
const struct type bool_type = {.shape = NUMBER_TYPE, .integer = true, .bytes = 1, .natural = true};
const struct type size_type = {.shape = NUMBER_TYPE, .integer = true, .bytes = 8, .natural = true};

const struct type *copy_type(struct type type) {
    struct type *copy = allocate(1, sizeof *copy);
    *copy = type;
    return copy;
}

const struct type *pointer_to(struct type of) {
    return copy_type((struct type){.shape = POINTER, .of = copy_type(of)});
}

bool is_plain(const struct type *type) {
    return type->shape == NUMBER_TYPE || type->shape == POINTER;
}

bool is_void(const struct type *type) {
    return type->shape == UNKNOWN && type->name && is(type->name, "void");
}

const struct type *element_type(const struct type *type) {
    while (type->shape == ARRAY)
        type = type->of;
    return type;
}

bool is_just(const struct type *type, const struct variable *v) {
    return type->means && type->means == v && type->from == type->name && !type->arguments;
}

bool has_volatile(const struct type *type) {
    while (type->of && !type->ordered)
        type = type->of;
    return type->ordered || (type->shape == UNKNOWN && type->name && flags(type->name) & VOLATILE);
}

const struct type *common_type(const struct type *a, const struct type *b) {
    if (!a->bytes || !b->bytes)
        return a->integer && b->integer ? &integer_type : &number_type;
    if (a->integer && b->integer && a->bytes < 4 && b->bytes < 4)
        return &int_type;
    const bool wider = a->floating != b->floating ? a->floating
                       : a->bytes != b->bytes     ? a->bytes > b->bytes
                                                  : a->natural;
    struct type type = wider ? *a : *b;
    type.constant = type.ordered = false;
    return copy_type(type);
}

// How many of the letters before `end` come before any of those; all if there is none.
static size_t letters_before(const char *c, const char *end, const char *any) {
    const char *at = c;
    while (at < end && !strchr(any, *at))
        at++;
    return (size_t)(at - c);
}

const struct type *literal_type(size_t i) {
    static const struct type char_type = {.shape = NUMBER_TYPE, .integer = true, .bytes = 1};
    const char *c = source + tokens[i].start;
    const size_t letters = length(i);
    const bool hex = letters > 1 && *c == '0' && (c[1] == 'x' || c[1] == 'X');
    const char *const after = c + letters, *const last = after - 1;
    struct type type = int_type;
    if (tokens[i].kind == STRING)
        return *c == '\'' ? &char_type : &integer_type;
    if (memchr(c, '.', letters) || letters_before(c, after, hex ? "pP" : "eE") < letters) {
        type = (struct type){.shape = NUMBER_TYPE, .floating = true, .bytes = 8};
        type.bytes = *last == 'f' || *last == 'F' ? 4 : *last == 'l' || *last == 'L' ? 16 : 8;
        return copy_type(type);
    }
    char *end;
    const unsigned long long value = strtoull(c, &end, 0);
    if (end != c + letters_before(c, after, "uUlL")) // in binary, or with ' in it
        return &integer_type;
    type.natural = letters_before(end, after, "uU") < (size_t)(after - end);
    if (letters_before(end, after, "lL") < (size_t)(after - end) || value > UINT_MAX ||
        (value > INT_MAX && *c != '0' && !type.natural))
        type.bytes = 8;
    type.natural = type.natural || value > (type.bytes == 4 ? INT_MAX : LLONG_MAX);
    return copy_type(type);
}

bool literal_value(const struct node *n, unsigned long long *value) {
    if (n->kind != CONSTANT_VALUE || tokens[n->first].kind != NUMBER || !n->type->integer ||
        !n->type->bytes)
        return false;
    *value = strtoull(source + tokens[n->first].start, NULL, 0);
    return true;
}

bool is_template_type(const struct type *type) {
    const struct variable *v =
        type->shape == UNKNOWN && type->name > 0 ? meaning(type->name) : NULL;
    return v && v->role == TEMPLATE_TYPE && v->given;
}

// A number whose type is written with that word, after words that make it `before`.
static struct type number_of(const char *word, size_t letters, const struct type *before) {
    static const char *const of_bytes[] = {
        [1] = "bool char int8_t uint8_t uchar",
        [2] = "short int16_t uint16_t ushort",
        [4] = "int signed unsigned int32_t uint32_t uint dim float",
        [8] = "long int64_t uint64_t size_t ulong ptrdiff_t longlong ulonglong double"};
    unsigned bytes = 8; // 0: not known
    while (bytes > 0 && !(of_bytes[bytes] && has_word(of_bytes[bytes], word, letters)))
        bytes--;
    struct type type = {.shape = NUMBER_TYPE};
    type.floating = before->floating || has_word("float double", word, letters);
    type.integer = !type.floating;
    type.bytes = before->bytes > 0 && has_word("int signed unsigned", word, letters) ? before->bytes
                 : type.floating && before->bytes == 8 ? 16 // long double
                                                       : bytes;
    type.natural =
        before->natural || *word == 'u' || *word == 'b' || has_word("size_t dim", word, letters);
    return type;
}

static struct type number_at(size_t i, const struct type *before) {
    struct type type = number_of(source + tokens[i].start, length(i), before);
    type.has_sign = before->has_sign || is(i, "signed") || is(i, "int8_t");
    type.twice = before->twice || (before->bytes == 8 && is(i, "long"));
    type.name = i;
    return type;
}

// What the word at token i stands for as a type.
static struct type type_of_word(size_t i) {
    const unsigned known = flags(i);
    struct type type = {.shape = UNKNOWN, .name = i};
    if (is_one(i, ARITHMETIC))
        return number_at(i, &unknown_type);
    if (known & OTHER_NAME || (known & CLASS_NAME && known & PLAIN_NAME))
        return type;
    if (is_one(i, VECTOR_NAME) && !(known & USERS))
        type.shape = VECTOR;
    else if (known & CLASS_NAME)
        type.shape = OBJECT;
    else if (is_one(i, NUMBER_NAME) && !(known & USERS))
        return number_at(i, &unknown_type);
    else if (known & PLAIN_NAME)
        type.shape = NUMBER_TYPE;
    return type;
}

static bool begins_type(size_t i) {
    const struct variable *v = find_variable(i);
    if (v)
        return v->role == TEMPLATE_TYPE;
    return is_one(i, ARITHMETIC) || ((flags(i) & TYPE_NAME) && !hides_headers(i)) ||
           (is_one(i, NUMBER_NAME) && !(flags(i) & (FUNCTION_NAME | VARIABLE_NAME)));
}

// A type from token i to token `end`, of a pack, perhaps; or what is none.
static struct argument parse_argument(size_t i, size_t end) {
    struct argument a = {.first = i, .end = end};
    bool odd = false;
    size_t after = parse_type_name(i, &a.type, &a.reference, &odd);
    while (after && is(after, "."))
        after++;
    a.is_type = after == end;
    if (!a.is_type)
        a.type = unknown_type;
    return a;
}

const struct arguments *parse_arguments_of_template(size_t open, size_t close) {
    struct arguments *const given = allocate(1, sizeof *given);
    size_t room = 0;
    *given = (struct arguments){.open = open, .close = close};
    for (size_t i = open + 1; i < close; i++) {
        const size_t end = after_parameter(i, close);
        given->all = grow(given->all, &room, given->count + 1, sizeof *given->all);
        given->all[given->count++] = parse_argument(i, end);
        i = end;
    }
    return given;
}

// The arguments of a template at token i become known of the type, with what they ask. False: what
// split/emit_kernel.c puts in the place of a variable in them would differ.
static bool note_arguments(size_t i, size_t close, struct type *type) {
    struct node *const list = type->asked ? type->asked : new_node(SIZE_OF, i, close);
    size_t inside = i; // of a decltype, up to that token
    for (size_t k = i + 1; k < close; k++) {
        struct variable *const v = tokens[k].kind == WORD ? find_variable(k) : NULL;
        if (is_one(k, ASKING) && is(k + 1, "("))
            inside = closing(k + 1);
        if (!v)
            continue;
        if (v->role != TEMPLATE_TYPE && !(v->role == PARAMETER && v->constant)) {
            if (k > inside)
                return false;
            odd(list, k, "what a type is asked for");
        }
        set_meaning(k, v);
    }
    add_asked(list, i, close);
    list->type = &size_type;
    list->last = close;
    type->asked = list->child ? list : NULL;
    type->arguments = parse_arguments_of_template(i, close);
    return true;
}

// name, ns::name<arguments>, ::name at token i: the token after it, or 0. Its last word, and how it
// is written, become known of the type.
static size_t qualified(size_t i, struct type *type) {
    struct variable *const local = find_variable(i);
    type->from = i;
    type->means = local && local->role == TEMPLATE_TYPE ? local : NULL;
    if (type->means)
        set_meaning(i, local);
    for (i += is(i, "::");; i++) {
        if (tokens[i].kind != WORD || is_one(i, KEYWORD))
            return 0;
        type->name = i++;
        if (begins_launch(i)) // a kernel's name, whatever headers call so
            return 0;
        if (is(i, "<") && ((flags(type->name) & TYPE_NAME) || type->name != type->from)) {
            const size_t close = closing_angle(i);
            if (close == token_count || !note_arguments(i, close, type))
                return 0;
            i = close + 1;
        }
        if (!is(i, "::"))
            return i;
        type->arguments = NULL; // of what stands before it
    }
}

size_t parse_type(size_t i, struct type *type, bool *odd) {
    static const char skipped[] =
        "register __restrict__ __grid_constant__ __shared__ __host__ __global__";
    bool constant = false, ordered = false, found = false;
    struct type written = unknown_type;
    *type = unknown_type;
    for (;; i++) {
        if (i >= token_count)
            return 0;
        if (is_one(i, FIXED)) {
            constant = true;
        } else if (is(i, "volatile")) {
            ordered = true;
        } else if (is_listed(i, skipped) || ((constant || ordered) && is_one(i, LASTING | SPACE))) {
            continue; // const static int: parse_declaration() looks for them
        } else if (is_one(i, ARITHMETIC)) {
            if (found && type->shape != NUMBER_TYPE)
                return 0;
            *type = number_at(i, type);
            found = true;
        } else if (found) {
            break;
        } else if (is(i, "auto") || is(i, "void") || (is_one(i, ASKING) && is(i + 1, "("))) {
            found = true; // void: that is pointed to
            *odd = *odd || !is(i, "void");
            type->name = i;
            written.asked = is_one(i, ASKING) ? parse_asked(i) : NULL;
            i = written.asked ? written.asked->last : i;
        } else {
            const bool tagged = is_one(i, CLASS_WORD) || is(i, "typename");
            const size_t word = tagged ? i + 1 : i;
            const size_t after =
                tokens[word].kind == WORD || is(word, "::") ? qualified(word, &written) : 0;
            const bool simple = after == word + 1;
            if (!after || (simple ? !tagged && !begins_type(word)
                                  : !is(i, "typename") && !(flags(written.name) & TYPE_NAME)))
                return 0;
            struct variable *const v = simple ? find_variable(word) : NULL;
            if (v)
                set_meaning(word, v);
            else if (simple)
                *type = type_of_word(word);
            if (v && v->number)
                *type = number_type;
            type->name = written.name;
            found = true;
            i = after - 1;
        }
    }
    type->constant = constant;
    type->ordered = ordered;
    type->asked = written.asked;
    type->from = written.from ? written.from : type->name;
    type->means = written.means;
    type->arguments = written.arguments;
    return i;
}

size_t parse_stars(size_t i, struct type *type, bool *reference) {
    for (;; i++) {
        if (is(i, "*")) {
            *type = *pointer_to(*type);
        } else if (is(i, "&")) {
            *reference = true;
        } else if (is(i, "const")) {
            type->constant = true;
        } else if (is(i, "volatile")) {
            type->ordered = true;
        } else if (!is(i, "__restrict__") && !is(i, "__restrict")) {
            return i;
        }
    }
}

size_t parse_type_name(size_t i, struct type *type, bool *reference, bool *odd) {
    i = parse_type(i, type, odd);
    i = i ? parse_stars(i, type, reference) : 0;
    if (i && is(i, "(") && is(i + 1, "*") && is(i + 2, ")") && is(i + 3, "(")) {
        *type = *pointer_to(unknown_type);
        i = closing(i + 3) + 1;
    }
    return i;
}

// The numbers that a vector has: float4's are floats, dim3's have no sign.
static const struct type *axis_type(const struct type *of) {
    if (of->name == 0)
        return &number_type;
    if (is_listed(of->name, "threadIdx blockIdx blockDim gridDim"))
        return copy_type(number_of("uint", 4, &unknown_type));
    if (!is_one(of->name, VECTOR_NAME))
        return &number_type;
    return copy_type(
        number_of(source + tokens[of->name].start, length(of->name) - 1, &unknown_type));
}

const struct type *member_type(const struct type *of, size_t name) {
    if (of->shape == VECTOR)
        return is_listed(name, "x y z w") ? axis_type(of) : NULL;
    const size_t body = of->shape == OBJECT ? class_body(of->name) : 0;
    if (!body)
        return &unknown_type;
    for (size_t i = body + 1; i < closing(body);) {
        const struct node *d = parse_declaration(i, false);
        if (!d || !is(d->last, ";"))
            return &unknown_type; // functions, or what is not understood
        for (size_t v = 0; v < d->declared_count; v++)
            if (same_word(d->declared[v]->name, name))
                return d->declared[v]->reference || d->declared[v]->odd ? &unknown_type
                                                                        : &d->declared[v]->type;
        i = d->last + 1;
    }
    return &unknown_type;
}

size_t after_specifiers(size_t i) {
    for (;;) {
        const size_t from = i;
        i = after_attributes(i);
        if (is_one(i, ANNOTATION) && is(i + 1, "("))
            i = closing(i + 1) + 1;
        else if (is_one(i, SPACE | LASTING | SPECIFIER) || is(i, "constexpr") ||
                 tokens[i].kind == STRING)
            i++;
        if (i == from)
            return i;
    }
}

// The type of what is declared with the class or enumeration whose body opens at token `body`.
static struct type type_defined(size_t body) {
    const struct declaration *const d = type_with_body(body);
    struct type type = unknown_type;
    if (d && d->what == CLASS)
        type = (struct type){.shape = OBJECT, .name = d->name};
    else if (d && !d->is_scoped && !enums_have_operators)
        type.shape = NUMBER_TYPE;
    return type;
}

// A type at token i, or the one defined there, with the stars after it, of what stands at token
// `name`: false: it is not understood, or a reference.
static bool read_type(size_t i, const struct declaration *d, size_t name, struct type *type) {
    bool odd = false, reference = false;
    begin_scope();
    if (d->defines)
        *type = type_defined(d->defines);
    i = d->defines ? closing(d->defines) + 1 : parse_type(after_specifiers(i), type, &odd);
    if (!i || odd)
        return false;
    i = d->declarator ? d->declarator : after_specifiers(i);
    i = after_specifiers(parse_stars(i, type, &reference));
    return i == name && !reference;
}

bool type_of_variable(const struct declaration *d, struct type *type) {
    if (d->is_template || !read_type(d->start, d, d->name, type))
        return false;
    for (size_t i = d->name + 1; is(i, "["); i = closing(i) + 1)
        *type = (struct type){.shape = ARRAY, .of = copy_type(*type)};
    return true;
}

bool type_of_alias(const struct declaration *d, struct type *type) {
    if (d->is_template || d->name == d->start)
        return false;
    if (is(d->start, "using"))
        return read_type(d->name + 2, d, d->end, type);
    return read_type(d->start + 1, d, d->name, type) &&
           (is(d->name + 1, ";") || is(d->name + 1, ","));
}

size_t next_enumerator(size_t i, size_t close) {
    i = is(i, "{") ? i : after_parameter(i, close);
    return i + 1 < close && tokens[i + 1].kind == WORD ? i + 1 : 0;
}

const struct node *declared_tree(const struct declaration *d) {
    const struct failure kept = take_failure();
    size_t i = after_attributes(d->start);
    while (is_one(i, LASTING | SPACE))
        i = after_attributes(i + 1);
    struct node *const declared = parse_declaration(i, false);
    for (size_t v = 0; declared && v < declared->declared_count; v++)
        add_child(declared, declared->declared[v]->initial);
    put_failure(kept);
    return declared;
}

const struct variable *declared_as(const struct declaration *d) {
    const struct node *const declared = declared_tree(d);
    for (size_t v = 0; declared && v < declared->declared_count; v++)
        if (declared->declared[v]->name == d->name)
            return declared->declared[v];
    return NULL;
}
