// SPDX-License-Identifier: MIT
// What declarations of kernels, variables and shared memory show by themselves to be wrong.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"

// ---- kernels ------------------------------------------------------------------------------------

void check_kernel(const struct declaration *d) {
    static const char *const no_type[] = {"static",
                                          "inline",
                                          "extern",
                                          "__global__",
                                          "__launch_bounds__",
                                          "__cluster_dims__",
                                          "__attribute__",
                                          "__forceinline__",
                                          "__noinline__",
                                          "friend",
                                          "constexpr",
                                          "__device__",
                                          "__host__",
                                          "__maxnreg__",
                                          "__block_size__",
                                          "virtual",
                                          "typename",
                                          NULL};
    const char *const name = name_of_function(d);
    if (in_class(d) && !d->is_friend)
        complain(d->name, "error", "a __global__ function(\"%s\") cannot be a member function",
                 name);
    if (d->is_friend && d->body)
        complain(d->name, "error",
                 "a __global__ function(\"%s\") cannot be defined in a friend declaration", name);
    if (d->spaces & (DEVICE | HOST))
        complain(d->name, "error", "__global__ cannot stand beside %s",
                 d->spaces & DEVICE ? "__device__" : "__host__");
    if (d->is_constexpr)
        complain(d->name, "error", "a __global__ function(\"%s\") cannot be constexpr", name);
    if (d->special == OPERATOR)
        complain(d->name, "error", "an operator function cannot be a __global__ function");
    if (is(d->name, "main")) {
        complain(d->name, "error", "function \"main\" cannot be a __global__ function");
        return;
    }
    size_t type = token_count;
    bool is_void = false;
    for (size_t t = d->start; t < d->name && !d->special; t++) {
        if (is(t + 1, "(") && is_any(t, no_type))
            t = closing(t + 1);
        else if (is(t, "[") && is(t + 1, "["))
            t = closing(t);
        else if (type == token_count && !is_any(t, no_type) && tokens[t].kind == WORD)
            is_void = is(type = t, "void") && !is(t + 1, "*") && !is(t + 1, "&");
    }
    const size_t after = closing(d->open) + 1;
    bool is_trailing = is(after, "->") && is(after + 1, "void");
    for (size_t t = after; d->is_template && type < token_count && t == after;
         t++) // T, nobody asked for it
        is_trailing = is_trailing || (!is(type, "auto") && !is(type, "int") && !is(type, "float") &&
                                      !is(type, "double") && !is(type, "bool") && !is_void);
    if (!is_void && !is_trailing && !d->special)
        complain(d->name, "error", "a __global__ function(\"%s\") must have a void return type",
                 name);
    const size_t close = closing(d->open);
    for (size_t t = d->open + 1; t < close; t++) {
        if (is(t, ".") && is(t + 1, ".") && is(t + 2, ".") && (is(t - 1, ",") || t == d->open + 1))
            complain(d->name, "error", "a __global__ function(\"%s\") cannot have an ellipsis",
                     name);
        if (is(t, "&") && is(t + 1, "&") && tokens[t + 1].start == tokens[t].end)
            complain(d->name, "error",
                     "a __global__ function(\"%s\") cannot have a parameter that is an "
                     "rvalue reference",
                     name);
        if (is(t, "initializer_list"))
            complain(d->name, "error",
                     "a __global__ function(\"%s\") cannot have a parameter with type "
                     "\"std::initializer_list\"",
                     name);
    }
    for (size_t t = d->start; t < d->name; t++)
        if (is(t, "inline"))
            complain(t, "warning", "inline qualifier ignored for \"__global__\" function");
}

// Does the word at token i name a variable of the file, which is no constant?
static bool is_changeable(size_t i) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == VARIABLE && declarations[k].scope == NO_SCOPE &&
            same_word(declarations[k].name, i))
            return !declarations[k].is_const && !declarations[k].is_constexpr;
    return false;
}

void check_bounds(const struct declaration *d) {
    for (size_t i = d->start; i < (d->body ? d->body : d->end); i++) {
        if (!is(i, "__launch_bounds__") || !is(i + 1, "("))
            continue;
        if (!(d->spaces & GLOBAL))
            complain(i, "error", "__launch_bounds__ is only allowed on a __global__ function");
        for (size_t t = i + 2; t < closing(i + 1); t++) {
            if (tokens[t].kind == STRING ||
                (tokens[t].kind == NUMBER && t == i + 2 && strchr(name_of(t), '.')))
                complain(i, "error", "the argument of __launch_bounds__ has to be an integer");
            if (tokens[t].kind == WORD && is_changeable(t))
                complain(
                    i, "error",
                    "expression must have a constant value: the argument of __launch_bounds__");
        }
    }
}

static bool is_declared_by_user(size_t name) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].name < token_count && same_word(declarations[k].name, name) &&
            owner_of(declarations[k].name) == USER)
            return true;
    return false;
}

// constexpr T x = sqrtf(2); which g++ works out, and C++ does not.
void check_constants(void) {
    static const char *const calls[] = {
        "sqrt",   "sqrtf", "cbrt",  "cbrtf", "exp",    "expf",  "exp2",  "exp2f",  "log",
        "logf",   "log2",  "log2f", "log10", "log10f", "pow",   "powf",  "sin",    "sinf",
        "cos",    "cosf",  "tan",   "tanf",  "atan",   "atanf", "atan2", "atan2f", "floor",
        "floorf", "ceil",  "ceilf", "round", "roundf", "fabs",  "fabsf", NULL};
    for (size_t i = 0; i + 1 < token_count; i++) {
        if (!is(i, "constexpr") || owner_of(i) != USER)
            continue;
        size_t t = i + 1;
        while (tokens[t].kind == WORD)
            t++;
        if (!is(t, "="))
            continue;
        for (; t + 1 < token_count && !is(t, ";"); t++)
            if (is_any(t, calls) && is(t + 1, "(") && !is_declared_by_user(t))
                complain(t, "error",
                         "expression must have a constant value: %s is no constexpr "
                         "function",
                         name_of(t));
        i = t;
    }
}

// ---- variables ----------------------------------------------------------------------------------

// __host__ int n; __device__ struct { ... };
void warn_of_attribute(const struct declaration *d) {
    if (d->what == VARIABLE && d->spaces & (GLOBAL | HOST))
        complain(d->name, "warning", "attribute \"%s\" does not apply here",
                 d->spaces & GLOBAL ? "__global__" : "__host__");
    if (d->what == CLASS && d->body && is(closing(d->body) + 1, ";") &&
        (is(d->start, "__device__") || is(d->start, "__host__") || is(d->start, "__global__")))
        complain(d->name, "warning", "attribute does not apply to any entity");
}

void check_variable(const struct declaration *d) {
    const unsigned memories = d->spaces & (SHARED | CONSTANT | MANAGED);
    const char *const name = name_of(d->name);
    if (memories & (memories - 1))
        complain(d->name, "error", "\"%s\" cannot be in two memories at once", name);
    if (in_class(d) && !d->is_static) {
        complain(d->name, "warning", "attribute \"%s\" does not apply here",
                 d->spaces & SHARED     ? "__shared__"
                 : d->spaces & CONSTANT ? "__constant__"
                                        : "__device__");
        return;
    }
    if (in_class(d)) {
        complain(d->name, "error", "memory qualifier on data member is not allowed");
        return;
    }
    check_size(d->name);
    if (d->spaces & SHARED && d->is_extern)
        warn_of_definition(d->name);
    if (d->spaces & SHARED && d->open && !d->is_extern)
        complain(d->name, "error", "initializer not allowed for __shared__ variable");
    for (size_t t = d->start; t < d->type_end; t++)
        if (is(t, "&"))
            complain(d->name, "error", "a reference (\"%s\") cannot be a variable of the device",
                     name);
}

bool same_tokens(size_t a, size_t a_end, size_t b, size_t b_end) {
    if (a_end - a != b_end - b)
        return false;
    for (; a < a_end; a++, b++)
        if (!same_word(a, b))
            return false;
    return true;
}
