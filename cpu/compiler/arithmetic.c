// SPDX-License-Identifier: MIT
// Arithmetic in device code, where a GPU and this processor part: shifts by as many bits as a
// number has and more, and integer divisions by zero. Tokens have no types, so each such operator
// is handed to C++, which knows them (cpu/include/cuda_cpu/arithmetic.h):
//
//   a / b     a / ::cuda_cpu::at(threadIdx) / b       so do %, << and >>
//   a /= b    a /= ::cuda_cpu::at(threadIdx) = b      and %=, <<= and >>=
//
// Precedence and order stay what they were. What is no pair of integers falls back to the plain
// operator. A number as divisor or count, and the sizes of block and grid, stay as they are; and so
// do operators of whose sign the program has one whose right operand may be anything: it would be
// taken for what stands in between.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"

// Two tokens with nothing between them.
static bool joined_to_next(size_t i) {
    return i + 1 < token_count && tokens[i].end == tokens[i + 1].start;
}

static bool doubled(size_t i, const char *sign) {
    return is(i, sign) && is(i + 1, sign) && joined_to_next(i);
}

// ---- >> or two ends of template arguments -------------------------------------------------------

// Whether the expression in front of >> at token i has two < that nothing has closed, each behind a
// name: then these close them.
static bool ends_templates(size_t i) {
    static const char *const ends[] = {";", "{", "}", "=", "?", "return", NULL};
    int open = 0, closed = 0;
    for (size_t t = i; t-- > 0 && !is_any(t, ends);) {
        if (nesting(t) < 0) {
            t = opening(t);
            if (t == token_count)
                return false;
        } else if (nesting(t) > 0) {
            return false;
        } else if (is(t, ">")) {
            closed++;
        } else if (is(t, "<") && t > 0 && tokens[t - 1].kind == WORD) {
            if (closed > 0)
                closed--;
            else if (++open == 2)
                return true;
        }
    }
    return false;
}

// ---- what stays as it is ------------------------------------------------------------------------

// Of an expression, the operand at token i, if it is a number, or never zero: the token behind it,
// else 0.
static size_t plain_operand(size_t i) {
    static const char *const sizes[] = {"blockDim", "gridDim", "warpSize",
                                        "sizeof",   "alignof", NULL};
    if (is(i, "(")) {
        const size_t end = closing(i);
        for (size_t t = i + 1; t < end; t++)
            if (tokens[t].kind == WORD || tokens[t].kind == STRING)
                return 0;
        return end < token_count ? end + 1 : 0;
    }
    if (i >= token_count)
        return 0;
    if (is_any(i, sizes))
        return is(i + 1, ".") ? i + 3 : is(i + 1, "(") ? closing(i + 1) + 1 : i + 1;
    return tokens[i].kind == NUMBER || tokens[i].kind == STRING ? i + 1 : 0;
}

// Whether a divisor or a count at token i is plain. A divisor ends in front of the next operator,
// the count of a shift behind all that binds stronger (x << 32 - n), and what assigns takes the
// rest of the expression.
static bool is_plain(size_t i, bool shifts, bool assigns) {
    static const char *const stronger[] = {"+", "-", "*", "/", "%", NULL};
    static const char *const ends[] = {";", ",", ")", "]", "}", ":", NULL};
    size_t next = plain_operand(i);
    while (next && (assigns ? !is_any(next, ends) : shifts && is_any(next, stronger)))
        next = plain_operand(next + 1);
    return next;
}

// << at token i writes to a stream, somewhere in its statement.
static bool writes_to_stream(size_t i) {
    static const char *const ends[] = {";", "{", "}", NULL};
    static const char *const streams[] = {"cout", "cerr", "clog", "endl", "flush", NULL};
    size_t first = i, last = i;
    while (first > 0 && !is_any(first, ends))
        first--;
    for (; last < token_count && !is_any(last, ends); last++)
        ;
    for (size_t t = first; t < last; t++)
        if (is_any(t, streams) || (tokens[t].kind == STRING && doubled(t - 2, "<")))
            return true;
    return false;
}

// The member in front of token i is a bit-field, which no reference can be bound to.
static bool is_bit_field(size_t i) {
    if (i < 2 || tokens[i - 1].kind != WORD || !(is(i - 2, ".") || is(i - 2, "->")))
        return false;
    const size_t length = tokens[i - 1].end - tokens[i - 1].start;
    for (size_t t = 1; t + 2 < token_count; t++)
        if (is(t, ":") && tokens[t + 1].kind == NUMBER && tokens[t - 1].kind == WORD &&
            (is(t + 2, ";") || is(t + 2, ",")) &&
            tokens[t - 1].end - tokens[t - 1].start == length &&
            memcmp(source + tokens[t - 1].start, source + tokens[i - 1].start, length) == 0)
            return true;
    return false;
}

static bool takes_all[128]; // operators of the program, by their first sign

// Is the last parameter of the function template a plain T, or a reference to one?
static bool takes_anything(const struct declaration *d) {
    const size_t close = closing(d->open);
    size_t first = close;
    while (first > d->open + 1 && !is(first - 1, ",") && nesting(first - 1) <= 0)
        first--;
    size_t type = is(first, "const") ? first + 1 : first, behind = type + 1;
    while (is(behind, "&") || is(behind, "const"))
        behind++;
    if (behind != close && behind + 1 != close)
        return false;
    for (size_t t = d->first + 1; t < d->start; t++)
        if (same_word(t, type) && (is(t - 1, "class") || is(t - 1, "typename")))
            return true;
    return is(type, "auto");
}

static void find_operators(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || d->special != OPERATOR || owner_of(d->name) != USER)
            continue;
        size_t sign = d->first;
        while (sign < d->open && !is(sign, "operator"))
            sign++;
        const char first = source[tokens[sign + 1].start];
        if (sign < d->open && !(first & 0x80) && takes_anything(d))
            takes_all[(int)first] = true;
    }
}

// ---- the operators ------------------------------------------------------------------------------

// An operator at token i of a body: how many tokens it has; 0 where it is none of these.
static size_t operator_length(size_t i) {
    if (is(i - 1, "operator") || tokens[i].kind != PUNCTUATION)
        return 0;
    if (is(i, "/") || is(i, "%"))
        return 1;
    if (!doubled(i, "<") && !doubled(i, ">"))
        return 0;
    const bool left = is(i, "<");
    const char *const sign = left ? "<" : ">";
    if (doubled(i + 1, sign) || doubled(i - 1, sign)) // a launch
        return 0;
    return left ? (writes_to_stream(i) ? 0 : 2) : (ends_templates(i) ? 0 : 2);
}

// The operator at token i; `where` holds the thread's index. Returns its last token.
static size_t guard(size_t i, const char *where) {
    const size_t length = operator_length(i);
    if (length == 0 || takes_all[(int)source[tokens[i].start]])
        return i;
    size_t last = i + length - 1;
    const bool assigns = joined_to_next(last) && is(last + 1, "=") && !is(last + 2, "=");
    last += assigns;
    if (is_plain(last + 1, !is(i, "/") && !is(i, "%"), assigns) || (assigns && is_bit_field(i)))
        return last;
    const char *const sign = assigns      ? "="
                             : is(i, "/") ? "/"
                             : is(i, "%") ? "%"
                             : is(i, "<") ? "<<"
                                          : ">>";
    insert_after(last, text(" ::cuda_cpu::at(%s) %s", where, sign));
    return last;
}

// Whether the [ at token i begins a lambda: it is no subscript.
static bool begins_lambda(size_t i) {
    return is(i, "[") && i > 0 && tokens[i - 1].kind == PUNCTUATION && !is(i - 1, ")") &&
           !is(i - 1, "]") && !is(i - 1, "[") && !is(i + 1, "[");
}

// The body that opens at token `open`. In it lambdas see no thread's index but the runtime's.
static void guard_body(size_t open) {
    static const char *const member[] = {".", "->", NULL};
    const size_t close = closing(open);
    size_t lambda = 0; // up to here
    for (size_t i = open + 1; i < close && close < token_count; i++) {
        if (begins_lambda(i)) {
            size_t body = closing(i) + 1;
            while (body < close && !is(body, "{") && !is(body, ";"))
                body = is(body, "(") ? closing(body) + 1 : body + 1;
            if (is(body, "{") && closing(body) > lambda)
                lambda = closing(body);
        }
        if (is(i, "clock") && is(i + 1, "(") && is(i + 2, ")") && !is_any(i - 1, member))
            tokens[i].instead = is(i - 1, "::") ? "cuda_cpu::clock_here" : "::cuda_cpu::clock_here";
        i = guard(i, i < lambda ? "::threadIdx" : "threadIdx");
    }
}

void guard_arithmetic(void) {
    static const char *const device[] = {"__global__", "__device__", NULL};
    size_t done = 0;
    find_operators();
    for (size_t i = 0; i < token_count; i++) {
        if (i < done || !is_any(i, device))
            continue;
        size_t body = i + 1;
        while (body < token_count && !is(body, "{") && !is(body, ";") &&
               (!is(body, "=") || is(body - 1, "operator")))
            body = is(body, "(") || is(body, "[") ? closing(body) + 1 : body + 1;
        if (is(body, "{") && closing(body) < token_count) {
            guard_body(body);
            done = closing(body);
        }
    }
}
