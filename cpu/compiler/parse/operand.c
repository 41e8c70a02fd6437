// SPDX-License-Identifier: MIT
// Operands of expressions: names and calls, constants, casts, what is made of a type, what is asked
// about one and not evaluated (sizeof, decltype and their kin).
#include "parser.h"

struct node *parse_item(size_t i) {
    return is(i, "{") ? parse_list(i) : parse_assignment(i);
}

bool parse_arguments(struct node *call, size_t i) {
    const size_t close = closing(i);
    if (close == token_count)
        return fail(i, "a bracket that never closes");
    for (i++; i < close;) {
        struct node *const item = parse_item(i);
        if (!item)
            return false;
        add_child(call, item);
        i = item->last + 1;
        if (i < close && !is(i++, ","))
            return fail(i - 1, "an expression that is not understood");
    }
    call->last = close;
    return true;
}

const struct node *first_argument(const struct node *call) {
    const struct node *c = call->child;
    while (c && c->first < opening(call->last))
        c = c->next;
    return c;
}

struct node *parse_list(size_t i) {
    struct node *const n = new_node(LIST, i, i);
    return parse_arguments(n, i) ? n : NULL;
}

static bool is_built_in(size_t i) {
    return is_listed(i, "threadIdx blockIdx blockDim gridDim") && !(flags(i) & USERS);
}

// Node n becomes threadIdx or its kin, of that name.
static struct node *built_in(struct node *n, size_t name) {
    n->kind = BUILT_IN;
    n->name = name;
    n->type = copy_type((struct type){.shape = VECTOR, .constant = true, .name = name});
    return n;
}

static struct node *local_name(size_t i, struct variable *v) {
    struct node *const n = new_node(LOCAL_NAME, i, i);
    n->name = i;
    n->variable = v;
    n->type = v->reference || v->odd ? &unknown_type : &v->type;
    set_meaning(i, v);
    return n;
}

bool name_constants(struct node *n, size_t first, size_t last) {
    for (size_t i = first, asked = 0; i <= last; i++) {
        if (tokens[i].kind != WORD)
            continue;
        struct variable *v = find_variable(i);
        asked += is(i, "decltype");
        if (v && asked && v->role != TEMPLATE_TYPE) // it may become a reference
            return fail(i, "a constant that asks for a variable's type");
        if (v && v->role == TEMPLATE_TYPE) {
            set_meaning(i, v);
            continue;
        }
        if (v) {
            struct node *const name = new_node(SIZE_OF, i, i);
            add_child(name, local_name(i, v));
            add_child(n, name);
        }
        n->effects |= flags(i) & EFFECTS;
    }
    add_asked(n, first, last);
    return true;
}

// The type of the variable outside functions that the word at token i names. Not of those that its
// value names: int a, *b = &a;
static const struct type *type_outside(size_t i) {
    static bool asked;
    const struct declaration *const d = variable_declared(i);
    if (asked || !d)
        return &unknown_type;
    asked = true;
    const struct variable *const v = declared_as(d);
    asked = false;
    return v && !v->reference && !v->odd ? &v->type : &unknown_type;
}

// What the kernel does not declare, at token i: a variable, constant or function of the file.
static struct node *parse_global(size_t i) {
    const size_t first = i;
    bool qualified = false, arguments = false;
    struct node *n = new_node(GLOBAL_NAME, first, i);
    if (is(i, "::")) {
        qualified = true;
        i++;
    }
    for (;;) {
        if (tokens[i].kind != WORD || is_one(i, KEYWORD))
            return fail(i, "an expression that is not understood");
        n->name = n->last = i;
        n->effects |= flags(i) & EFFECTS;
        if (is(i + 1, "<") && !begins_launch(i + 1) &&
            ((flags(i) & (FUNCTION_NAME | TYPE_NAME)) || is_of_tile(i))) {
            const size_t close = closing_angle(i + 1);
            if (close < token_count &&
                (is(close + 1, "(") || is(close + 1, "::") || begins_launch(close + 1) ||
                 is_listed(close + 1, ") ] } , ; :") || // no operand
                 (is(close + 1, "{") && (flags(i) & TYPE_NAME)))) {
                if (!name_constants(n, i + 2, close - 1))
                    return NULL;
                n->arguments = parse_arguments_of_template(i + 1, close);
                arguments = true;
                n->last = i = close;
            }
        }
        if (!is(i + 1, "::"))
            break;
        qualified = true;
        n->arguments = NULL;
        i += 2;
    }
    if (qualified && is_built_in(n->name)) {
        n->effects |= PLACED;
        return built_in(n, n->name);
    }
    if (is(n->last + 1, "(")) {
        const bool builtin = begins_with(n->name, "__builtin_");
        const unsigned known = flags(n->name);
        n->kind = CALL;
        n->sign_length = arguments || qualified;
        if (known & TYPE_NAME)
            n->kind = CONSTRUCT;
        else if (!builtin && !is_of_tile(n->name) &&
                 (!(known & FUNCTION_NAME) || (known & (VARIABLE_NAME | KERNEL)) ||
                  (known & (USERS | ON_DEVICE)) == USERS))
            odd(n, n->name, "a call to something that is not a function of this file");
        if ((known & FUNCTION_NAME) && (known & TYPE_NAME))
            odd(n, n->name, "a name of a type and of a function");
        const unsigned gives = known & (GIVES_NUMBER | GIVES_VECTOR | GIVES_OTHER);
        if (gives == GIVES_NUMBER || (builtin && !gives) || (known & PURE))
            n->type = &number_type;
        else if (gives == GIVES_VECTOR)
            n->type = copy_type((struct type){.shape = VECTOR, .name = n->name});
        if (!parse_arguments(n, n->last + 1))
            return NULL;
        if (n->kind == CALL)
            note_exchange(n);
        return n;
    }
    const unsigned hidden = qualified || !hides_headers(n->name) ? 0 : TYPE_NAME | FUNCTION_NAME;
    const unsigned known = flags(n->name) & ~hidden;
    if (begins_launch(n->last + 1)) // a kernel's
        return n;
    if ((known & TYPE_NAME) && !(known & KERNEL)) // which headers may have a type for
        return fail(n->name, "a type where a value is expected");
    if (known & FUNCTION_NAME)
        return odd(n, n->name,
                   known & (VARIABLE_NAME | CONSTANT_NAME)
                       ? "a name of a variable and of a function"
                       : "a function that is not called at once");
    if ((known & (VARIABLE_NAME | CONSTANT_NAME)) == CONSTANT_NAME &&
        !(qualified && (known & MEMBER_NAME))) {
        n->type = &number_type;
    } else if (!qualified) {
        n->type = type_outside(n->name);
    }
    return n;
}

void note_cast(struct node *n, const struct type *to, bool reference, bool is_odd, size_t i) {
    // void is no reference; the kernel's own template is asked by the compiler
    // (split/emit_kernel.c)
    const bool perhaps = to->shape == UNKNOWN && !is_template_type(to) && !is(i, "void");
    if (is_odd || has_volatile(to) || (!reference && perhaps))
        odd(n, n->first, "a cast that may be to a reference");
    n->type = reference ? &unknown_type : copy_type(*to);
    n->sign_length = reference;
    add_child(n, to->asked);
}

static struct node *parse_named_cast(size_t i) {
    const size_t close = is(i + 1, "<") ? closing_angle(i + 1) : token_count;
    struct type type;
    bool is_odd = false, reference = false;
    const size_t after =
        close < token_count ? parse_type_name(i + 2, &type, &reference, &is_odd) : 0;
    struct node *n = new_node(CAST, i, i);
    if (!after || after != close || !is(close + 1, "(") || !parse_arguments(n, close + 1) ||
        !n->child || n->child->next)
        return fail(i, "a cast that is not understood");
    if (is(i, "dynamic_cast"))
        odd(n, i, "a cast that may be to a reference");
    note_cast(n, &type, reference, is_odd, i + 2);
    if (is(i, "const_cast"))
        n->type = &unknown_type;
    return n;
}

// T(...) at token i, T a type: NULL, and no failure, if it is none.
static struct node *parse_construct(size_t i) {
    struct type type;
    bool odd = false;
    const size_t open = parse_type(i, &type, &odd);
    if (!open || !(is(open, "(") || is(open, "{")))
        return NULL;
    struct node *n = new_node(CONSTRUCT, i, i);
    n->name = type.name;
    n->type = odd ? &unknown_type : copy_type(type);
    n->arguments = type.arguments;
    n->effects = flags(type.name) & EFFECTS;
    add_child(n, type.asked);
    return is(open, "{") ? with(n, parse_list(open)) : parse_arguments(n, open) ? n : NULL;
}

// new T, new T[n], new T(x), new T{x} at token i
static struct node *parse_new(size_t i) {
    struct type type;
    bool is_odd = false, reference = false;
    struct node *n = new_node(NEW, i, i);
    size_t after = i + 1;
    if (is(after, "(")) {
        odd(n, after, "a new that says where");
        if (!parse_arguments(n, after))
            return NULL;
        after = closing(after) + 1;
    }
    after = parse_type_name(after, &type, &reference, &is_odd);
    if (!after || (is_odd && !type.asked) || reference)
        return fail(i, "a new that is not understood");
    n->last = after - 1;
    n->name = type.name;
    n->effects = (flags(type.name) & EFFECTS) | ORDERED; // as malloc is
    n->type = is_plain(&type) ? pointer_to(type) : &unknown_type;
    add_child(n, type.asked);
    for (bool of_arrays = false; is(after, "["); after = closing(after) + 1, of_arrays = true) {
        struct node *size = parse_expression(after + 1);
        if (!size || size->last + 1 != closing(after))
            return fail(i, "a new that is not understood");
        n->type = of_arrays ? &unknown_type : n->type;
        add_child(of_arrays ? odd(n, after, "a new of arrays") : n, size);
        n->last = closing(after);
    }
    if (is(after, "{"))
        return with(odd(n, after, "a new with a list"), parse_list(after));
    return !is(after, "(") || parse_arguments(n, after) ? n : NULL;
}

// delete p, delete[] p at token i
static struct node *parse_delete(size_t i) {
    struct node *const of = parse_unary(is(i + 1, "[") ? i + 3 : i + 1);
    struct node *const n = with(new_node(DELETE, i, i), of);
    if (!n)
        return NULL;
    n->name = i;
    n->effects = ORDERED;
    if (is_plain(of->type) && of->type->of && is_plain(of->type->of))
        n->type = of->type;
    return n;
}

// sizeof or alignof at token i
static struct node *parse_size(size_t i) {
    struct node *n = new_node(SIZE_OF, i, i);
    n->type = &size_type;
    if (!is(i + 1, "("))
        return with(n, parse_unary(i + 1));
    struct type type;
    bool odd = false, reference = false;
    const size_t after = parse_type_name(i + 2, &type, &reference, &odd);
    n->last = closing(i + 1);
    if (after && after == n->last) {
        add_child(n, type.asked);
        return n;
    }
    struct node *of = parse_expression(i + 2);
    if (!of || of->last + 1 != n->last)
        return fail(i, "a sizeof that is not understood");
    add_child(n, of);
    return n;
}

// 7_w, "a"_s: the letters of the language's own numbers are few.
static bool is_users_literal(size_t i) {
    if (tokens[i].kind == STRING)
        return tokens[i + 1].kind == WORD && joins(i);
    const char *c = source + tokens[i].start, *end = source + tokens[i].end;
    const bool hex = end - c > 1 && c[0] == '0' && (c[1] == 'x' || c[1] == 'X');
    for (; c < end; c++)
        if (((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_') &&
            !strchr(hex ? "abcdefABCDEFxXpPuUlLzZ" : "eEfFuUlLzZxXbB", *c))
            return true;
    return tokens[i + 1].kind == WORD && joins(i);
}

struct node *parse_primary(size_t i) {
    if (i >= token_count)
        return fail(i, "the end of the file");
    if (is(i, "(")) {
        struct node *inner = parse_expression(i + 1);
        if (!inner || inner->last + 1 != closing(i))
            return fail(i, "parentheses that are not understood");
        struct node *n = new_node(COMMA, i, closing(i)); // of one operand: ( )
        n->type = inner->type;
        add_child(n, inner);
        return n;
    }
    if (tokens[i].kind == NUMBER || tokens[i].kind == STRING) {
        struct node *n = new_node(CONSTANT_VALUE, i, i);
        if (is_users_literal(i)) {
            n->last += tokens[i + 1].kind == WORD && joins(i);
            return odd(n, i, "a literal that calls a function");
        }
        n->type = literal_type(i);
        if (tokens[i].kind == STRING && source[tokens[i].end - 1] == '"') {
            n->type = pointer_to(integer_type);
            while (tokens[n->last + 1].kind == STRING)
                n->last++;
        }
        return n;
    }
    if (is(i, "["))
        return parse_lambda(i);
    if (tokens[i].kind != WORD && !is(i, "::"))
        return fail(i, "an expression that is not understood");
    if (is(i, "this"))
        return odd(new_node(CONSTANT_VALUE, i, i), i, "an object's own address");
    if (is_listed(i, "true false nullptr __null warpSize") && !find_variable(i)) {
        struct node *n = new_node(CONSTANT_VALUE, i, i);
        n->type = is(i, "true") || is(i, "false") ? &bool_type
                  : is(i, "warpSize")             ? &int_type
                                                  : &integer_type;
        return n;
    }
    if (is_listed(i, "static_cast const_cast reinterpret_cast dynamic_cast"))
        return parse_named_cast(i);
    if (is(i, "new"))
        return parse_new(i);
    if (is(i, "delete"))
        return parse_delete(i);
    if (is(i, "sizeof") || is(i, "alignof"))
        return parse_size(i);
    if ((is(i, "typeid") || is(i, "noexcept")) && is(i + 1, "("))
        return parse_asked(i);
    if (is_listed(i, "__func__ __FUNCTION__ __PRETTY_FUNCTION__"))
        return odd(new_node(CONSTANT_VALUE, i, i), i, "the name of the function");
    struct variable *v = find_variable(i);
    if (v && v->role != TEMPLATE_TYPE)
        return local_name(i, v);
    if (!v && is_built_in(i))
        return built_in(new_node(BUILT_IN, i, i), i);
    const bool before = has_failed();
    struct node *construct = parse_construct(i);
    if (construct || has_failed() != before)
        return construct;
    return parse_global(i);
}

struct node *parse_asked(size_t i) {
    struct node *n = odd_node(TYPE_ID, i, closing(i + 1), "what a type is asked for");
    const struct failure before = take_failure();
    struct type type;
    bool odd = false, reference = false;
    const size_t after = parse_type_name(i + 2, &type, &reference, &odd);
    struct node *const of = after == n->last ? type.asked : parse_expression(i + 2);
    if (of && of->last < n->last)
        add_child(n, of);
    put_failure(before);
    return n;
}

// The last token of what is asked there; a name alone, where it is not understood.
static size_t last_asked(size_t i) {
    const struct failure before = take_failure();
    const struct node *const n = is(i + 1, "(") ? NULL : parse_size(i);
    put_failure(before);
    return n ? n->last : is(i + 1, "(") ? closing(i + 1) : i + 1;
}

void add_asked(struct node *n, size_t first, size_t last) {
    for (size_t k = first; k <= last; k++)
        if (is_listed(k, "sizeof alignof") ||
            ((is_one(k, ASKING) || is(k, "noexcept")) && is(k + 1, "("))) {
            struct node *const asked = new_node(SIZE_OF, k, last_asked(k));
            asked->type = &size_type;
            add_child(n, asked);
            k = asked->last;
        }
}
