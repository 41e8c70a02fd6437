// SPDX-License-Identifier: MIT
// Expressions: from tokens to a tree, by precedence climbing. What is not in here is not
// understood, and the statement around it is OPAQUE.
#include <stdint.h>

#include "parser.h"

static const struct operator{
    const char *sign;
    int precedence; // 0: an assignment
}
operators[] = {{"<<=", 0}, {">>=", 0}, {"+=", 0}, {"-=", 0}, {"*=", 0}, {"/=", 0},
               {"%=", 0},  {"&=", 0},  {"|=", 0}, {"^=", 0}, {"<<", 8}, {">>", 8},
               {"<=", 7},  {">=", 7},  {"==", 6}, {"!=", 6}, {"&&", 2}, {"||", 1},
               {"<", 7},   {">", 7},   {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10},
               {"%", 10},  {"&", 5},   {"^", 4},  {"|", 3},  {"=", 0}};

static size_t operators_end = SIZE_MAX;

size_t end_operators(size_t end) {
    const size_t before = operators_end;
    operators_end = end;
    return before;
}

// The operator at token i, of so many tokens; NULL if there is none.
static const struct operator* operator_at(size_t i) {
    if (i >= token_count || i >= operators_end || tokens[i].kind != PUNCTUATION)
        return NULL;
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
        const size_t n = strlen(operators[k].sign);
        if (tokens[i].start + n <= source_length && i + n <= token_count &&
            tokens[i + n - 1].end == tokens[i].start + n &&
            memcmp(source + tokens[i].start, operators[k].sign, n) == 0)
            return &operators[k];
    }
    return NULL;
}

static struct node *over(enum kind_of_node kind, struct node *n, size_t last,
                         const struct type *type) {
    struct node *outer = new_node(kind, n->first, last);
    outer->type = type;
    add_child(outer, n);
    return outer;
}

static const struct type *pointee(const struct type *type) {
    return type->shape == POINTER || type->shape == ARRAY ? type->of : &unknown_type;
}

static struct node *parse_postfix(size_t i) {
    struct node *n = parse_primary(i);
    while (n) {
        const size_t next = n->last + 1;
        if (is(next, "[")) {
            const bool list = is(next + 1, "{");
            struct node *index = list ? parse_list(next + 1) : parse_expression(next + 1);
            if (!index || index->last + 1 != closing(next))
                return fail(next, "an index that is not understood");
            n = over(INDEX, n, closing(next), pointee(n->type));
            add_child(n, index);
            if (list)
                odd(n, next, "an index in braces");
        } else if (is(next, ".") || is(next, "->")) {
            if (tokens[next + 1].kind != WORD || is_one(next + 1, KEYWORD))
                return fail(next, "a member that is not understood");
            const bool arrow = is(next, "->");
            const struct type *const type = arrow ? pointee(n->type) : n->type;
            const size_t angle = (flags(next + 1) & FUNCTION_NAME) && is(next + 2, "<")
                                     ? closing_angle(next + 2)
                                     : token_count;
            const bool of_template = angle < token_count && is(angle + 1, "(");
            const size_t open = of_template ? angle + 1 : next + 2;
            const bool call = is(open, "(");
            const struct type *member = call ? &unknown_type : member_type(type, next + 1);
            if (!member)
                return fail(next, "a member that is not understood");
            n = over(call ? METHOD : arrow ? ARROW : MEMBER, n, next + 1, member);
            n->name = next + 1;
            n->sign_length = arrow;
            n->effects = call                         ? flags(next + 1) & EFFECTS
                         : flags(next + 1) & VOLATILE ? ORDERED
                                                      : 0;
            if (call && (!(flags(next + 1) & FUNCTION_NAME) || (flags(next + 1) & MEMBER_NAME)))
                odd(n, next + 1, "a call to something that is not a function of this file");
            if (of_template)
                odd(n, next + 1, "a member template with its arguments");
            if (call && !parse_arguments(n, open))
                return NULL;
        } else if (doubled(next, "+") || doubled(next, "-")) {
            n = over(STEP, n, next + 1, n->type);
            n->sign = next;
            n->sign_length = 2;
        } else if (begins_launch(next)) {
            n = parse_launch(n);
        } else if (is(next, "(")) {
            n = over(CALL_OF, n, next, &unknown_type);
            odd(n, next, "a call to something that is not the name of a function");
            if (!parse_arguments(n, next))
                return NULL;
        } else {
            return n;
        }
    }
    return NULL;
}

// (T)x at token i: NULL, and no failure, if it is none.
static struct node *parse_cast(size_t i) {
    struct type type;
    bool is_odd = false, reference = false;
    size_t after = parse_type_name(i + 1, &type, &reference, &is_odd);
    if (after && is(after, "(") && is(after + 1, "*") && is(after + 2, ")") &&
        is(after + 3, "[")) { // to an array
        type = *pointer_to((struct type){.shape = ARRAY, .of = copy_type(type)});
        for (after += 3; is(after, "["); after = closing(after) + 1)
            ;
    }
    if (!after || after != closing(i))
        return NULL;
    struct node *const n = with(new_node(CAST, i, i), parse_unary(after + 1));
    if (!n)
        return fail(i, "a cast that is not understood");
    note_cast(n, &type, reference, is_odd, i + 1);
    return n;
}

struct node *parse_unary(size_t i) {
    if (i < token_count && is(i, "(")) {
        const bool before = has_failed();
        struct node *n = parse_cast(i);
        if (n || has_failed() != before)
            return n;
        return parse_postfix(i);
    }
    const bool step = doubled(i, "+") || doubled(i, "-");
    const bool sign = is(i, "+") || is(i, "-") || is(i, "!") || is(i, "~");
    if (!step && !sign && !is(i, "*") && !is(i, "&"))
        return parse_postfix(i);
    if (is(i, "&") && is(i + 1, "&") && joins(i) && tokens[i + 2].kind == WORD)
        return odd_node(LABEL_ADDRESS, i, i + 2, "the address of a label");
    struct node *of = parse_unary(i + (step ? 2 : 1));
    if (!of || (is(i, "&") && is(i + 1, "&")))
        return fail(i, "an operand that is not understood");
    const struct type *const type = of->type;
    const bool plain = is_plain(type);
    struct node *n = new_node(step         ? STEP
                              : sign       ? SIGN
                              : is(i, "*") ? DEREFERENCE
                                           : ADDRESS_OF,
                              i, i);
    n->sign = i;
    n->sign_length = step ? 2 : 1;
    if (step)
        n->type = type;
    else if (is(i, "!"))
        n->type = plain ? &bool_type : &unknown_type;
    else if (sign && type->shape == NUMBER_TYPE)
        n->type = common_type(type, &int_type);
    else if (sign)
        n->type = plain || type->shape == VECTOR ? type : &unknown_type;
    else if (n->kind == DEREFERENCE)
        n->type = pointee(type);
    else
        n->type = pointer_to(*type);
    return with(n, of);
}

static const struct type distance_type = {.shape = NUMBER_TYPE, .integer = true, .bytes = 8};

static const struct type *type_of(const struct node *a, const struct node *b, int precedence) {
    const struct type *left = a->type, *right = b->type;
    const bool known =
        (is_plain(left) || left->shape == ARRAY) && (is_plain(right) || right->shape == ARRAY);
    if (left->shape == VECTOR || right->shape == VECTOR)
        return precedence >= 9 ? copy_type((struct type){.shape = VECTOR}) : &unknown_type;
    if (!known)
        return &unknown_type;
    if (precedence <= 2 || precedence == 6 || precedence == 7)
        return &bool_type;
    if (left->shape == NUMBER_TYPE && right->shape == NUMBER_TYPE)
        return common_type(left, precedence == 8 ? &int_type : right);
    if (left->shape != NUMBER_TYPE && right->shape != NUMBER_TYPE)
        return &distance_type;
    const struct type *pointer = left->shape != NUMBER_TYPE ? left : right;
    return pointer->shape == ARRAY ? pointer_to(*pointer->of) : pointer;
}

static struct node *parse_binary(size_t i, int least) {
    struct node *left = parse_unary(i);
    while (left) {
        const struct operator* sign = operator_at(left->last + 1);
        if (!sign || sign->precedence < least || sign->precedence == 0)
            return left;
        const size_t at = left->last + 1, after = at + strlen(sign->sign);
        struct node *right = parse_binary(after, sign->precedence + 1);
        if (!right)
            return fail(at, "an operand that is not understood");
        const struct type *const type = type_of(left, right, sign->precedence);
        left = with(over(BINARY, left, at, type), right);
        left->sign = at;
        left->sign_length = (unsigned)strlen(sign->sign);
    }
    return NULL;
}

static bool same_number(const struct type *a, const struct type *b) {
    return a->bytes == b->bytes && a->floating == b->floating && a->natural == b->natural;
}

struct node *parse_assignment(size_t i) {
    if (is(i, "throw"))
        return parse_throw(i);
    struct node *n = parse_binary(i, 1);
    if (!n)
        return NULL;
    const size_t next = n->last + 1;
    if (is(next, "?")) {
        struct node *yes = parse_expression(next + 1);
        if (!yes || !is(yes->last + 1, ":"))
            return fail(next, "a condition that is not understood");
        struct node *no = parse_assignment(yes->last + 2);
        if (!no)
            return NULL;
        struct node *choice = over(CONDITIONAL, n, no->last, &unknown_type);
        if (is_plain(yes->type) && is_plain(no->type))
            choice->type = yes->type->shape == POINTER        ? yes->type
                           : no->type->shape == POINTER       ? no->type
                           : same_number(yes->type, no->type) ? yes->type
                                                              : common_type(yes->type, no->type);
        else if (yes->type->shape == VECTOR && no->type->shape == VECTOR)
            choice->type = yes->type;
        return with(with(choice, yes), no);
    }
    const struct operator* sign = operator_at(next);
    if (!sign || sign->precedence > 0)
        return n;
    struct node *const assign =
        with(over(ASSIGN, n, next, n->type), parse_item(next + strlen(sign->sign)));
    if (!assign)
        return NULL;
    assign->sign = next;
    assign->sign_length = (unsigned)strlen(sign->sign);
    return assign;
}

struct node *parse_expression(size_t i) {
    struct node *n = parse_assignment(i);
    if (!n || !is(n->last + 1, ","))
        return n;
    struct node *list = over(COMMA, n, n->last, n->type);
    while (list && is(list->last + 1, ",")) {
        n = parse_assignment(list->last + 2);
        list = with(list, n);
        if (list)
            list->type = n->type;
    }
    return list;
}
