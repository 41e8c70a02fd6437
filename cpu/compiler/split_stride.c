// SPDX-License-Identifier: MIT
// STRIDED loops, in which each thread takes every so-manieth element:
//
//     for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
//
// or the same with `while`, or from threadIdx.x on. One thread after the other would go through all
// of the memory, and use of each line an element. So the threads of a block go side by side, as on
// a GPU: a loop over the elements of its first thread, and in it one over threads.
#include <string.h>

#include "split.h"

// Are tokens [first, last) the type of an index?
static bool counts(size_t first, size_t last) {
    static const char *const types[] = {"int", "unsigned", "size_t", "long", NULL};
    size_t i = first;
    while (i < last && is_any(i, types))
        i++;
    return first < last && i == last;
}

// Tokens [first, last) are the index of a thread: what is it of the block's first?
static bool find_start(size_t first, size_t last, struct stride *s) {
    struct index index;
    bool wide;
    if (end_of_index(first, &index) + 1 == last && !index.x)
        s->start = index.wide ? "(size_t)blockIdx.x * blockDim.x" : "blockIdx.x * blockDim.x";
    else if (last == first + 1 && names_index(first, s->type, s->type_end, &wide))
        s->start = wide ? "(size_t)blockIdx.x * blockDim.x" : "blockIdx.x * blockDim.x";
    else if (last == first + 3 && is(first, "threadIdx") && is(first + 1, ".") &&
             is(first + 2, "x"))
        s->start = "0";
    return s->start;
}

// i += stride in tokens [first, last)
static bool find_increment(size_t first, size_t last, struct stride *s) {
    if (!(first + 3 < last && same(first, s->name) && is(first + 1, "+") && is(first + 2, "=")))
        return false;
    s->step = first + 3;
    s->step_end = last;
    return true;
}

// i < limit in tokens [first, last)
static bool find_limit(size_t first, size_t last, struct stride *s) {
    if (!(first + 2 < last && same(first, s->name) && is(first + 1, "<") && !is(first + 2, "<") &&
          !is(first + 2, "=")))
        return false;
    s->limit = first + 2;
    s->limit_end = last;
    return true;
}

static size_t semicolon(size_t i, size_t close) {
    while (i < close && !is(i, ";"))
        i = nesting(i) > 0 ? closing(i) + 1 : i + 1;
    return i;
}

bool find_stride(size_t first, size_t last, struct stride *s) {
    memset(s, 0, sizeof *s);
    if (!is(first + 1, "("))
        return false;
    const size_t open = first + 1, close = closing(open);
    if (is(first, "for")) {
        const size_t initial = semicolon(open + 1, close), test = semicolon(initial + 1, close);
        s->type = open + 1;
        for (s->name = s->type; s->name < initial && !is(s->name + 1, "="); s->name++)
            ;
        s->type_end = s->name;
        s->body = close + 1;
        s->body_end = last;
        return test < close && counts(s->type, s->name) && find_start(s->name + 2, initial, s) &&
               find_limit(initial + 1, test, s) && find_increment(test + 1, close, s);
    }
    const struct variable *v = find(open + 1);
    if (!is(first, "while") || !is(close + 1, "{") || closing(close + 1) != last || !v ||
        !v->initial || v->declarator != v->name)
        return false;
    s->type = v->type;
    s->type_end = v->type_end;
    s->name = v->name;
    s->body = close + 1;
    size_t statement = close + 2; // the last one
    for (size_t i = statement; i < last; i = end_of_statement(i) + 1)
        statement = i;
    s->body_end = statement - 1;
    return counts(s->type, s->type_end) && find_start(v->initial, v->initial_end, s) &&
           find_limit(open + 1, close, s) && find_increment(statement, last - 1, s) &&
           is(last - 1, ";");
}

bool keeps_stride(size_t first, size_t last) {
    struct stride s;
    if (!find_stride(first, last, &s) || !is_limit(s.limit, s.limit_end) ||
        !is_lasting(s.step, s.step_end))
        return false;
    const struct variable *v = find(s.name);
    if (!v || changes(v, s.body, s.body_end) || ordered(s.body, s.body_end))
        return false;
    for (size_t i = v->name; i <= v->end && is(first, "while"); i++)
        if (find(i) == v && (i > last || (i < first && may_change(v, i))))
            return false; // it begins elsewhere, or what it ends with is used
    return true;
}
