// SPDX-License-Identifier: MIT
// In which order nvcc tells what it finds when it makes device code: functions of the device first,
// a template where the function ends that asks for it, then kernels, kernels' templates, methods
// with lambdas, and what stands in namespaces.
#include "cuda2cpp.h"
#include "declare.h"
#include "names.h"
#include "refuse.h"
#include "tree.h"

enum turn { FUNCTIONS, KERNELS, KERNEL_TEMPLATES, METHODS, IN_NAMESPACES };

static bool is_in_lambda(size_t i) {
    const struct node *path[DEEPEST];
    bool found = false;
    for (size_t k = path_to(i, path); k > 0 && !found; k--)
        found = path[k - 1]->kind == LAMBDA;
    return found;
}

static enum turn turn_of(size_t i, const struct declaration *f) {
    const struct declaration *const in = f ? f : declaration_at(i);
    if (!in)
        return FUNCTIONS;
    if (in_class(in) || (f && (class_of_method(f) || is_in_lambda(i))))
        return METHODS;
    if (in->scope != NO_SCOPE)
        return IN_NAMESPACES;
    if (f && f->spaces & GLOBAL)
        return f->is_template ? KERNEL_TEMPLATES : KERNELS;
    return FUNCTIONS;
}

// The end of the first function behind template f that names it; its own: none does.
static size_t asked_at(const struct declaration *f) {
    for (size_t t = first_same(f->name); t < token_count; t = next_same(t)) {
        const struct declaration *const by = t > f->end ? function_around(t) : NULL;
        if (by && by->body)
            return by->end;
    }
    return f->end;
}

struct moment moment_of(size_t i) {
    const struct declaration *const f = function_around(i);
    const enum turn turn = turn_of(i, f);
    return (struct moment){turn, turn == FUNCTIONS && f && f->is_template ? asked_at(f) : i};
}
