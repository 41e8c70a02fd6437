// SPDX-License-Identifier: MIT
// Statements: a function's body from tokens to a tree.
// A statement that is not understood is OPAQUE: it may do anything.
#include "parser.h"

// The last token of the statement at token i, whatever it is, before token close.
static size_t end_of_statement(size_t i, size_t close) {
    for (; i < close; i++) {
        if (tokens[i].kind == PRAGMA)
            continue;
        if (is(i, "{"))
            return closing(i);
        if (is(i, "for") || is(i, "while") || is(i, "switch") || is(i, "if")) {
            const size_t open = is(i + 1, "(") ? i + 1 : i + 2;
            const size_t last = end_of_statement(closing(open) + 1, close);
            return is(i, "if") && is(last + 1, "else") ? end_of_statement(last + 2, close) : last;
        }
        if (is(i, "do")) {
            return first_of(end_of_statement(i + 1, close) + 1, close, ";");
        }
        if (is(i, "try")) {
            i = closing(i + 1);
            while (is(i + 1, "catch") && is(i + 2, "("))
                i = closing(closing(i + 2) + 1);
            return i;
        }
        i = first_of(i, close, ";");
        break;
    }
    return i < close ? i : close - 1;
}

static struct node *parse_statement(size_t i);
static size_t block_end; // where the block ends whose statements are being read

static struct node *opaque(size_t i) {
    const struct failure failure = take_failure();
    struct node *n = odd_node(OPAQUE, i, end_of_statement(i, block_end),
                              failure.why ? failure.why : "a statement that is not understood");
    n->why_at = failure.at ? failure.at : i;
    add_asked(n, i, n->last);
    take_failure();
    return n;
}

struct node *parse_block(size_t i) {
    const size_t close = closing(i), count = count_visible(), outer = block_end;
    struct node *block = new_node(BLOCK, i, close);
    block_end = close;
    for (i++; i < close;) {
        struct node *s = parse_statement(i);
        add_child(block, s);
        block->escapes = block->escapes || s->escapes;
        i = s->last + 1;
    }
    leave_scope(count, close);
    block_end = outer;
    return block;
}

// The body of a loop or condition at token i becomes a child.
static void add_body(struct node *n, size_t i) {
    const size_t count = count_visible(), first = i;
    while (tokens[i].kind == PRAGMA)
        i++;
    struct node *body = parse_statement(i);
    if (!body->barrier) // else it says nothing of a loop that is not over threads
        body->first = body->kind == OPAQUE ? body->first : first;
    leave_scope(count, body->last);
    add_child(n, body);
    n->last = body->last;
    n->escapes = n->escapes || body->escapes;
}

// The condition between tokens `before` and `close`: no declaration.
static struct node *parse_condition(size_t before, size_t close) {
    if (begins_declaration(before + 1)) {
        struct node *d = parse_declaration(before + 1, true);
        if (!d || d->last-- != close)
            return fail(before, "a declaration as a condition");
        return odd(d, before, "a declaration as a condition");
    }
    struct node *condition = parse_expression(before + 1);
    if (condition && condition->last + 1 != close)
        return fail(before, "a condition that is not understood");
    return condition;
}

// The statement at token i, n, with its condition in the parentheses at token `open`, which becomes
// its child. With something before it, `if (int v = f(); v > 0)`, the statement stands in a
// block, after that; else it is its own block. NULL: it is not understood.
static struct node *add_condition(struct node *n, size_t open) {
    struct node *block = n;
    size_t before = first_of(open + 1, closing(open), ";");
    if (is(before, ";")) {
        const size_t end = block_end;
        block_end = closing(open);
        struct node *const first = parse_statement(open + 1);
        block_end = end;
        if (first->last != before || first->kind == OPAQUE)
            return fail(open, "something in front of a condition");
        block = odd(new_node(BLOCK, n->first, n->first), open, "something in front of a condition");
        add_child(block, first);
    } else {
        before = open;
    }
    struct node *const condition = parse_condition(before, closing(open));
    if (!condition)
        return NULL;
    add_child(n, condition);
    return block;
}

// ... whose body has been read.
static struct node *end_condition(struct node *n, struct node *block, size_t scopes) {
    if (block == n)
        return n;
    add_child(block, n);
    block->last = n->last;
    block->escapes = n->escapes;
    leave_scope(scopes, block->last);
    return block;
}

static struct node *parse_if(size_t i) {
    const size_t open = is(i + 1, "constexpr") ? i + 2 : i + 1, count = count_visible();
    struct node *n = new_node(IF, i, i), *block = is(open, "(") ? add_condition(n, open) : NULL;
    if (!block)
        return NULL;
    n->early = open > i + 1;
    add_body(n, closing(open) + 1);
    if (is(n->last + 1, "else"))
        add_body(n, n->last + 2);
    return end_condition(n, block, count);
}

static struct node *parse_while(size_t i) {
    struct node *n = new_node(WHILE, i, i), *condition = parse_condition(i + 1, closing(i + 1));
    if (!condition)
        return NULL;
    add_child(n, condition);
    add_body(n, closing(i + 1) + 1);
    n->escapes = false;
    return n;
}

static struct node *parse_do(size_t i) {
    struct node *n = new_node(DO, i, i);
    add_body(n, i + 1);
    const size_t tail = n->last + 1;
    struct node *condition =
        is(tail, "while") ? parse_condition(tail + 1, closing(tail + 1)) : NULL;
    if (!condition || !is(closing(tail + 1) + 1, ";"))
        return fail(tail, "a loop that is not understood");
    add_child(n, condition);
    n->last = closing(tail + 1) + 1;
    n->escapes = false;
    return n;
}

static struct node *empty(size_t i) {
    return new_node(EMPTY, i, i);
}

// An expression between tokens i and `stop`, or nothing.
static struct node *parse_part(size_t i, size_t stop) {
    struct node *const part = i == stop ? empty(i) : parse_expression(i);
    return part && (i == stop || part->last + 1 == stop) ? part
                                                         : fail(i, "a loop that is not understood");
}

static struct node *parse_for(size_t i) {
    const size_t open = i + 1, end = closing(open), count = count_visible();
    const size_t after = first_of(open + 1, end, ";"), step = first_of(after + 1, end, ";") + 1;
    if (!is(open, "("))
        return fail(i, "a loop that is not understood");
    struct node *n = new_node(FOR, i, i), *first = begins_declaration(open + 1)
                                                       ? parse_declaration(open + 1, true)
                                                       : parse_part(open + 1, after);
    if (!first)
        return NULL;
    add_child(n, first);
    n->declared = first->declared;
    n->declared_count = first->declared_count;
    if (first->kind == DECLARATION && is(first->last, ":")) {
        struct node *const range = is(first->last + 1, "{") ? parse_list(first->last + 1)
                                                            : parse_expression(first->last + 1);
        if (!range || range->last + 1 != end || first->declared_count != 1)
            return fail(first->last, "a loop that is not understood");
        if (range->type->shape != ARRAY)
            odd(n, first->last, "a loop over something that is not an array");
        n->kind = FOR_RANGE;
        add_child(n, range);
    } else {
        struct node *const condition = parse_part(after + 1, step - 1);
        struct node *const next = condition ? parse_part(step, end) : NULL;
        if (!next || (first->kind == DECLARATION && first->last != after))
            return fail(i, "a loop that is not understood");
        add_child(n, condition);
        add_child(n, next);
    }
    add_body(n, end + 1);
    leave_scope(count, n->last);
    n->escapes = false;
    return n;
}

static bool has_continue(const struct node *n) {
    if (n->kind == LEAVE_LOOP)
        return is(n->first, "continue");
    if (is_loop(n))
        return false;
    return ANY_CHILD(c, n, has_continue(c));
}

static struct node *parse_switch(size_t i) {
    const size_t count = count_visible();
    struct node *n = new_node(SWITCH, i, i), *block = add_condition(n, i + 1);
    if (!block || !is(closing(i + 1) + 1, "{"))
        return fail(i, "a switch that is not understood");
    add_body(n, closing(i + 1) + 1);
    for (struct node *c = child(n, 1)->child; c; c = c->next)
        if (c->child && is_jumped_over(c))
            odd(c, c->first, "a jump over a variable's value");
    n->escapes = has_continue(child(n, 1));
    return end_condition(n, block, count);
}

static struct node *parse_label(size_t i) {
    struct node *n = new_node(LABEL, i, i);
    if (is(i, "case"))
        n = with(n, parse_expression(i + 1));
    return n && is(++n->last, ":") ? n : fail(i, "a label that is not understood");
}

static struct node *parse_return(size_t i) {
    struct node *n = new_node(RETURN, i, i);
    n->returns = true;
    if (!is(i + 1, ";"))
        n = with(n, is(i + 1, "{") ? parse_list(i + 1) : parse_expression(i + 1));
    return n && is(++n->last, ";") ? n : fail(i, "a return of something");
}

static struct node *parse_leave(size_t i) {
    struct node *n = new_node(LEAVE_LOOP, i, i + 1);
    n->escapes = true;
    return n;
}

// Is that a word of what is declared at token i?
static bool is_declared(const char *as, size_t i) {
    for (; i < block_end && !is(i, ";") && !is(i, "{") && !is(i, "="); i++)
        if (is(i, as))
            return true;
    return false;
}

static struct node *parse_barrier(size_t i) {
    const size_t close = closing(i + 1);
    struct node *n = new_node(BARRIER, i, close + 1);
    if (!is(close + 1, ";"))
        return fail(i, "a barrier that is not understood");
    if (flags(i) & USERS)
        odd(n, i, "a barrier that is not understood");
    if (close > i + 2) { // the mask, which does not matter
        struct node *mask = parse_expression(i + 2);
        if (!mask || mask->last + 1 != close)
            return fail(i, "a barrier that is not understood");
        add_child(n, mask);
    }
    n->barrier = true;
    return n;
}

// static_assert(condition, "what it says"); at token i: nothing that is done.
static struct node *parse_assertion(size_t i) {
    const size_t close = closing(i + 1);
    struct node *n = new_node(ASSERTION, i, close + 1);
    if (!is(i + 1, "(") || !is(close + 1, ";"))
        return fail(i, "a static_assert that is not understood");
    return name_constants(n, i + 2, close - 1) ? n : NULL;
}

static struct node *parse_simple(size_t i) {
    if (is(i, ";"))
        return empty(i);
    if (is_listed(i, "using typedef enum") ||
        (is_one(i, CLASS_WORD) && (is(i + 2, "{") || is(i + 1, "{"))))
        return parse_names(i, block_end);
    if (is_declared("__shared__", i))
        return parse_shared(i);
    if (is_declared("__global__", i)) {
        struct node *const prototype = parse_prototype(i);
        if (prototype)
            return prototype;
        take_failure();
    }
    if (is(i, "[") && is(i + 1, "[") && is(closing(i) + 1, ";"))
        return new_node(EMPTY, i, closing(i) + 1); // [[fallthrough]];
    if (begins_declaration(i)) {
        struct node *d = parse_declaration(i, true);
        return d && !is(d->last, ";") ? fail(d->last, "a declaration that is not understood") : d;
    }
    struct node *e = parse_expression(i);
    if (!e || !is(e->last + 1, ";"))
        return fail(e ? e->last + 1 : i, "a statement that is not understood");
    struct node *n = new_node(EXPRESSION, i, e->last + 1);
    add_child(n, e);
    return n;
}

// Statements by the words that they begin with. A new kind: its row here, and in variable_uses.c,
// and how it is split in fission.c.
static const struct {
    const char *words;
    struct node *(*parse)(size_t i);
} kinds[] = {
    {"if", parse_if},
    {"while", parse_while},
    {"do", parse_do},
    {"for", parse_for},
    {"switch", parse_switch},
    {"case default", parse_label},
    {"return", parse_return},
    {"break continue", parse_leave},
    {"try", parse_try},
    {"asm __asm__ __asm", parse_asm},
    {"goto", parse_jump},
    {"__syncthreads __syncwarp __tile_sync", parse_barrier},
    {"static_assert _Static_assert", parse_assertion},
    {"", parse_simple}, // any other
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct node *parse_statement(size_t i) {
    const size_t count = count_visible(), all = variable_count;
    take_failure();
    if (tokens[i].kind == PRAGMA)
        return new_node(PRAGMA_LINE, i, i);
    if (is(i, "{"))
        return parse_block(i);
    size_t k = 0;
    while (k < KINDS - 1 && !is_listed(i, kinds[k].words))
        k++;
    const bool label = tokens[i].kind == WORD && is(i + 1, ":") && !is(i, "default");
    struct node *const n = label ? parse_jump(i) : kinds[k].parse(i);
    if (n)
        return n;
    forget_variables(count, all);
    return opaque(i);
}
