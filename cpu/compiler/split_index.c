// SPDX-License-Identifier: MIT
// A thread's index in the whole grid, as kernels write it: threadIdx.x + blockIdx.x * blockDim.x.
// The compiler cannot know that this unsigned sum never wraps around, nor that the threads of the
// next block have the next indices.
//
// A kernel without a barrier that asks for threadIdx.x and blockIdx.x in such sums alone is FLAT:
// its blocks side by side are one long row of threads, and run as the loop that one would write by
// hand. (Where indices could wrap around, launch.h runs it thread by thread.)
#include <string.h>

#include "split.h"

static bool is_of(size_t i, const char *name, const char *axis) {
    return is(i, name) && is(i + 1, ".") && is(i + 2, axis);
}

// blockIdx.x * blockDim.x at token i, perhaps in parentheses: its last token, or 0.
static size_t end_of_product(size_t i, const char *axis) {
    const bool wrapped = is(i, "(");
    i += wrapped;
    if (!is(i + 3, "*") || !((is_of(i, "blockIdx", axis) && is_of(i + 4, "blockDim", axis)) ||
                             (is_of(i, "blockDim", axis) && is_of(i + 4, "blockIdx", axis))))
        return 0;
    return !wrapped ? i + 6 : is(i + 7, ")") ? i + 7 : 0;
}

// Are tokens [first, last] an operand of their own, whatever stands around them?
static bool stands_alone(size_t first, size_t last) {
    static const char *const before[] = {"=", "(", "[", "{", ",", "return", NULL};
    static const char *const behind[] = {";", ")", "]", "}", ",", NULL};
    return is_any(first - 1, before) && is_any(last + 1, behind);
}

// The sum at token i: its last token, or 0. wide: it is a size_t.
static size_t end_of_sum(size_t i, const char *axis, bool *wide) {
    const size_t first = i;
    const bool begins = is_of(i, "threadIdx", axis) && is(i + 3, "+");
    i += begins ? 4 : 0;
    *wide = is(i, "(") && is(i + 1, "size_t") && is(i + 2, ")");
    i += *wide ? 3 : 0;
    size_t last = end_of_product(i, axis);
    if (last && !begins)
        last = is(last + 1, "+") && is_of(last + 2, "threadIdx", axis) ? last + 4 : 0;
    return last && stands_alone(first, last) ? last : 0;
}

// Does token i name a variable that is such a sum, of one of the types, and never changes?
static bool is_index(size_t i, const char *axis, const char *const *types) {
    const struct variable *v = find(i);
    if (!v || !v->initial || !v->simple || v->declarator != v->name || changes(v, v->name, v->end))
        return false;
    for (size_t type = v->type; type < v->type_end; type++)
        if (!is_any(type, types))
            return false;
    bool wide;
    return end_of_sum(v->initial, axis, &wide) + 1 == v->initial_end;
}

bool names_index(size_t i, size_t type, size_t type_end, bool *wide) {
    static const char *const types[] = {"int", "unsigned", "size_t", "long", "const", NULL};
    if (!is_index(i, "x", types))
        return false;
    const struct variable *v = find(i);
    end_of_sum(v->initial, "x", wide);
    for (size_t k = v->type; k < v->type_end; k++)
        if (!is(k, "const") && (type == type_end || !same(k, type++)))
            return false;
    return type == type_end;
}

// y * blockDim.x * gridDim.x at token i: its last token, or 0.
static size_t end_of_rows(size_t i, const char *const *types) {
    return is_index(i, "y", types) && is(i + 1, "*") && is(i + 5, "*") &&
                   ((is_of(i + 2, "blockDim", "x") && is_of(i + 6, "gridDim", "x")) ||
                    (is_of(i + 2, "gridDim", "x") && is_of(i + 6, "blockDim", "x")))
               ? i + 8
               : 0;
}

size_t end_of_index(size_t i, struct index *index) {
    static const char *const types[] = {"int", "const", NULL};
    *index = (struct index){false, 0, 0};
    if (tokens[i].kind != WORD && !is(i, "("))
        return 0;
    size_t last = end_of_sum(i, "x", &index->wide);
    if (last || tokens[i].kind != WORD)
        return last;
    if (is_index(i, "x", types) && is(i + 1, "+")) {
        last = end_of_rows(i + 2, types);
        index->x = i;
        index->y = i + 2;
    } else if ((last = end_of_rows(i, types)) != 0 && is(last + 1, "+") &&
               is_index(last + 2, "x", types)) {
        index->y = i;
        last = index->x = last + 2;
    } else {
        return 0;
    }
    return last && stands_alone(i, last) ? last : 0;
}

// ---- what must not be run in another order ------------------------------------------------------

bool asks(size_t first, size_t last) {
    static const char *const itself[] = {"threadIdx", "blockIdx", NULL};
    for (size_t i = first; i <= last; i++)
        if ((flags(i) & PLACED) && !is_any(i, itself))
            return true;
    return anybody_asks;
}

// atomicAdd(&a[i], 1); adds up to the same in any order, and nothing else is seen of it.
static bool just_counts(size_t i) {
    static const char *const before[] = {";", "{", "}", ")", "else", NULL};
    const size_t close = is(i + 1, "(") ? closing(i + 1) : token_count;
    return is(i, "atomicAdd") && is_any(i - 1, before) && is(close + 1, ";") &&
           is(close - 2, ",") && tokens[close - 1].kind == NUMBER &&
           !memchr(source + tokens[close - 1].start, '.', length(close - 1));
}

bool ordered(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if ((flags(i) & ORDERED) && !just_counts(i))
            return true;
    return false;
}

// ---- guards -------------------------------------------------------------------------------------

struct guard guard;

bool is_limit(size_t first, size_t last) {
    static const char *const looser[] = {"<", ">", "=", "!", "&", "|", "^", "?", ",", NULL};
    for (size_t i = first; i < last; i++)
        if (is_any(i, looser))
            return false;
    return is_lasting(first, last);
}

// Do the terms in tokens [first, last) do nothing but compare?
static bool only_compare(size_t first, size_t last) {
    static const char *const signs[] = {"<", ">", "=", "!", "&", "|", ".", NULL};
    for (size_t i = first; i < last; i++) {
        const bool equal = is(i, "=") && is_any(i - 1, signs);
        if (tokens[i].kind == PUNCTUATION && !equal &&
            (!is_any(i, signs) || (is(i, "=") && !is(i + 1, "=")) ||
             (is(i, "<") && is(i + 1, "<")) || (is(i, ">") && is(i + 1, ">"))))
            return false;
    }
    return true;
}

// A division, by what may be 0.
static bool divides(size_t first, size_t last) {
    for (size_t i = first; i < last; i++)
        if ((is(i, "/") || is(i, "%")) && tokens[i + 1].kind != NUMBER)
            return true;
    return false;
}

// The end of the term at token i: what stands behind it there, or `last` + 1.
static size_t end_of_term(size_t i, size_t last) {
    static const char *const looser[] = {"?", ",", ";", NULL};
    while (i <= last && !is_any(i, looser) && !(is(i, "&") && is(i + 1, "&")) &&
           !(is(i, "|") && is(i + 1, "|")))
        i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
    return i;
}

// Of the terms in tokens [first, last], with `sign` twice between all of them: does one compare the
// index? Those in front of it no longer keep its limit from being worked out.
static void find_term(size_t first, size_t last, char sign, char comparison) {
    static const char *const types[] = {"int", "unsigned", "size_t", "long", "const", NULL};
    const char joint[] = {sign, '\0'}, compares[] = {comparison, '\0'};
    for (size_t end = end_of_term(first, last); end <= last; end = end_of_term(end + 2, last))
        if (!is(end, joint))
            return;
    for (size_t i = first, end; i <= last; i = end + 2) {
        end = end_of_term(i, last);
        const size_t limit = is(i + 2, "=") ? i + 3 : i + 2;
        if (is_index(i, "x", types) && is(i + 1, compares) && (sign == '&' || limit == i + 3) &&
            is_limit(limit, end) && only_compare(first, i) &&
            (i == first || !divides(limit, end))) {
            guard = (struct guard){i, end - 1, sign == '|'};
            return;
        }
    }
}

// A kernel that begins with declarations of indices, and then has all the rest behind
// `if (x < n && ...)`, or has `if (x >= n || ...) return;`. Those threads do nothing.
static void find_guard(void) {
    guard = (struct guard){0, 0, false};
    size_t s = 0;
    for (; s < step_count && steps[s].what != PLAIN; s++)
        for (size_t v = steps[s].variable; v < steps[s].variable_end; v++)
            if (variables[v].role != AGAIN && variables[v].role != UNIFORM)
                return;
    if (s == step_count || !is(steps[s].first, "if") || !is(steps[s].first + 1, "("))
        return;
    const size_t open = steps[s].first + 1, close = closing(open);
    const bool brace = is(close + 1, "{");
    const size_t then = close + 1 + brace;
    if (is(then, "return") && is(then + 1, ";") && then + 1 + brace == steps[s].last)
        find_term(open + 1, close - 1, '|', '>');
    else if (s + 1 == step_count && end_of_statement(close + 1) == steps[s].last)
        find_term(open + 1, close - 1, '&', '<');
}

bool is_flat(size_t first, size_t last) {
    bool any = false;
    find_guard();
    for (size_t v = 0; v < variable_count; v++)
        if (variables[v].role == SHARED)
            return false;
    for (size_t s = 0; s < step_count; s++)
        if ((steps[s].what != PLAIN && steps[s].what != DECLARATION && steps[s].what != HOISTED) ||
            steps[s].loop != steps[0].loop || is_uniform_statement(&steps[s]))
            return false;
    for (size_t i = first; i <= last; i++) {
        struct index index;
        const size_t end = end_of_index(i, &index);
        if (end) {
            any = true;
            i = end;
        } else if ((is(i, "threadIdx") || is(i, "blockIdx")) &&
                   (!is(i + 1, ".") || is(i + 2, "x"))) {
            return false;
        }
    }
    return any && !leaves && !asks(first, last) && !ordered(first, last);
}
