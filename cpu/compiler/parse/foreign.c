// SPDX-License-Identifier: MIT
// Lambdas, launches, exceptions, assembly, jumps: a kernel that has one of these is not split. They
// are read for the passes that look at all functions; each node says so by its `why`.
#include "parser.h"

struct node *odd_node(enum kind_of_node kind, size_t first, size_t last, const char *why) {
    struct node *n = new_node(kind, first, last);
    n->effects = EFFECTS;
    return odd(n, first, why);
}

// What a lambda captures, in the brackets at token i: `name`, `&name`, `name = value`, `&`.
static bool add_captures(struct node *n, size_t i) {
    const size_t close = closing(i);
    for (i++; i < close;) {
        if (is(i, "&"))
            n->sign_length |= tokens[i + 1].kind == WORD ? REFERS : REFERS | REFERS_TO_ALL;
        while (is(i, "&") || is(i, "=") || is(i, "*") || is(i, "this"))
            i++;
        if (tokens[i].kind == WORD) {
            struct node *const value = parse_assignment(is(i + 1, "=") ? i + 2 : i);
            if (!value)
                return false;
            add_child(n, value);
            i = value->last + 1;
        }
        if (i < close && !is(i++, ","))
            return false;
    }
    return true;
}

// [captures] qualifiers (parameters) qualifiers -> type { ... } at token i: the body is its last
// child.
struct node *parse_lambda(size_t i) {
    struct node *n = odd_node(LAMBDA, i, i, "a lambda");
    const size_t count = count_visible();
    size_t t = closing(i) + 1;
    if (closing(i) == token_count || !add_captures(n, i))
        return fail(i, "a lambda");
    n->returns = false;
    for (; t < token_count && !is(t, "{"); t++) {
        if (is(t, "(")) {
            const bool given = !n->sign && !is_one(t - 1, OWNS_PARENTHESES);
            if (given && !parse_parameters(t))
                n->sign_length |= ODD_HEAD;
            n->sign = given ? t : n->sign;
            t = closing(t);
        } else if (is(t, "__device__")) {
            n->sign_length |= LAMBDA_DEVICE;
        } else if (is(t, "__host__")) {
            n->sign_length |= LAMBDA_HOST;
        } else if (is(t, ";") || nesting(t) < 0) {
            return fail(i, "a lambda");
        }
    }
    if (t >= token_count)
        return fail(i, "a lambda");
    struct node *body = parse_block(t);
    body->returns = body->barrier = body->escapes = false;
    n->sign = n->sign ? n->sign : t;
    leave_scope(count, body->last);
    return with(n, body);
}

size_t end_of_configuration(size_t i) {
    for (; i + 2 < token_count && nesting(i) >= 0 && !is(i, ";"); i++)
        if (nesting(i) > 0)
            i = closing(i);
        else if (is(i, ">") && is(i + 1, ">") && is(i + 2, ">"))
            return i;
    return token_count;
}

bool begins_launch(size_t i) {
    return is(i, "<") && is(i + 1, "<") && is(i + 2, "<") && joins(i) && joins(i + 1) &&
           !is(i - 1, "operator");
}

// callee<<<grid, block>>>(arguments): the callee has been read, and is the first child; so many
// values of the configuration come then (sign_length), then the arguments.
struct node *parse_launch(struct node *callee) {
    const size_t i = callee->last + 1, end = end_of_configuration(i + 3);
    struct node *n = odd_node(LAUNCH, callee->first, end + 2, "a launch");
    if (end == token_count)
        return fail(i, "a launch");
    n->name = callee->name;
    n->sign = i;
    add_child(n, callee);
    const size_t before = end_operators(end);
    for (size_t t = i + 3; t < end; n->sign_length++) {
        struct node *value = parse_item(t);
        if (!value || !(value->last + 1 == end || is(value->last + 1, ","))) {
            end_operators(before);
            return fail(i, "a launch");
        }
        add_child(n, value);
        t = value->last + 2;
    }
    end_operators(before);
    return !is(end + 3, "(") || parse_arguments(n, end + 3) ? n : NULL;
}

// throw x; at token i
struct node *parse_throw(size_t i) {
    struct node *n = odd_node(THROW, i, i, "an exception");
    return is(i + 1, ";") || is(i + 1, ")") ? n : with(n, parse_assignment(i + 1));
}

struct node *parse_try(size_t i) {
    struct node *n = odd_node(TRY, i, i, "an exception");
    if (!is(i + 1, "{"))
        return fail(i, "an exception");
    add_child(n, parse_block(i + 1));
    n->last = closing(i + 1);
    while (is(n->last + 1, "catch") && is(n->last + 2, "(")) {
        const size_t open = n->last + 2, count = count_visible();
        if (!is(open + 1, ".") && !parse_parameters(open))
            return fail(open, "an exception");
        if (!is(closing(open) + 1, "{"))
            return fail(open, "an exception");
        add_child(n, parse_block(closing(open) + 1));
        n->last = closing(closing(open) + 1);
        leave_scope(count, n->last);
    }
    return n;
}

// asm("code" : "=r"(x) : "r"(y) : "memory"); at token i: its operands are its children.
struct node *parse_asm(size_t i) {
    size_t open = i + 1;
    while (tokens[open].kind == WORD)
        open++;
    const size_t close = closing(open);
    struct node *n = odd_node(ASSEMBLY, i, close + 1, "assembly");
    if (!is(open, "(") || close == token_count || !is(close + 1, ";"))
        return fail(i, "assembly");
    n->name = open;
    for (size_t t = open + 1; t < close; t++) {
        if (is(t, "[") && closing(t) < close)
            t = closing(t);
        if (tokens[t].kind != STRING || !is(t + 1, "("))
            continue;
        struct node *operand = parse_expression(t + 2);
        if (!operand || operand->last + 1 != closing(t + 1))
            return fail(t, "assembly");
        add_child(n, operand);
        t = closing(t + 1);
    }
    return n;
}

// __global__ void name(parameters); at token i
struct node *parse_prototype(size_t i) {
    struct node *n = odd_node(PROTOTYPE, i, i, "a kernel that is declared in a function");
    struct type result;
    bool is_odd = false;
    n->name = parse_type(after_specifiers(i), &result, &is_odd);
    if (!n->name || !is_void(&result) || tokens[n->name].kind != WORD || !is(n->name + 1, "("))
        return fail(i, "a declaration that is not understood");
    n->last = closing(n->name + 1) + 1;
    return is(n->last, ";") ? n : fail(i, "a declaration that is not understood");
}

// name: and goto name; at token i
struct node *parse_jump(size_t i) {
    const bool label = is(i + 1, ":");
    struct node *n = odd_node(JUMP, i, label ? i + 1 : i + 2, "a jump");
    return label || is(i + 2, ";") ? n : fail(i, "a jump");
}
