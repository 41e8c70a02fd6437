// SPDX-License-Identifier: MIT
// Launches. Each kernel gets a function beside it, its stub, that takes the same parameters and
// queues the launch, as nvcc's does: so a launch is a plain call of it, and C++ itself decides
// about overloads, template arguments, conversions, default arguments and what does not fit.
//
//   __global__ void name(T *a, int n = 5)    static inline void cuda_cpu_launch_name(T *a, int n =
//   5) name<T><<<grid, block>>>(arguments)      (::cuda_cpu::configure("name<T>", grid, block),
//                                                cuda_cpu_launch_name<T>(arguments))
//
// The stub hands over a lambda that calls the kernel, so the launch loop can inline its body; of a
// kernel that fission.c could split at its barriers, another one that calls its second form.
// Anything else before
// <<< is an expression that yields a function pointer.
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "launch.h"
#include "tree.h"

static struct kernel *kernels;
static size_t kernel_count, kernel_room;

struct kernel *find_kernel(size_t word) {
    for (size_t k = 0; k < kernel_count; k++)
        if (kernels[k].declared <= word && same_word(kernels[k].declared, word))
            return &kernels[k];
    return NULL;
}

static void note_kernel(const struct declaration *d) {
    struct kernel *known = find_kernel(d->name);
    if (!known) {
        kernels = (struct kernel *)grow(kernels, &kernel_room, kernel_count + 1, sizeof *kernels);
        known = &kernels[kernel_count++];
        *known = (struct kernel){d->name, NULL};
    }
    for (size_t t = d->start; t < d->name && !known->cluster; t++)
        if (is(t, "__cluster_dims__"))
            known->cluster = joined(t + 1, closing(t + 1), false);
}

void note_kernels(void) {
    for (size_t k = 0; k < declaration_count; k++)
        if (declarations[k].what == FUNCTION && declarations[k].spaces & GLOBAL)
            note_kernel(&declarations[k]);
}

// ---- launches -----------------------------------------------------------------------------------

// The first token of the postfix expression that ends at token `last`, in front of a launch.
size_t start_of_callee(size_t last) {
    size_t i = last;
    for (;;) {
        if (is(i, ">"))
            i = opening_angle(i); // template arguments; the name stands before them
        else if (is(i, ")") || is(i, "]"))
            i = opening(i);
        else if (tokens[i].kind != WORD)
            return token_count;
        if (i == token_count || i == 0)
            return i;
        bool bracket = tokens[i].kind != WORD;
        if (is(i - 1, "::") || is(i - 1, ".") || is(i - 1, "->")) {
            i--;
            if (i == 0 || (tokens[i - 1].kind != WORD && !is(i - 1, ">") && !is(i - 1, ")") &&
                           !is(i - 1, "]")))
                return i; // a leading ::
            i--;
        } else if (bracket && (tokens[i - 1].kind == WORD || is(i - 1, "]") || is(i - 1, ")")) &&
                   !is(i - 1, "return")) {
            i--;
        } else {
            return i;
        }
    }
}

// The ) that ends the launch whose configuration begins at token i; its ( in *arguments.
size_t launch_end(size_t i, size_t *arguments) {
    int depth = 0;
    for (; i + 3 < token_count; i++) {
        depth += nesting(i);
        if (depth < 0 || (depth == 0 && is(i, ";")))
            return token_count;
        if (depth == 0 && is(i, ">") && is(i + 1, ">") && is(i + 2, ">") && is(i + 3, "(")) {
            *arguments = i + 3;
            return closing(i + 3);
        }
    }
    return token_count;
}

// Does the tree declare the kernel of that name, in front of token i? Then it has no stub in sight.
static bool declares_kernel(const struct node *n, size_t name, size_t i) {
    if (n->kind == PROTOTYPE && n->first < i && same_word(n->name, name))
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (declares_kernel(c, name, i))
            return true;
    return false;
}

bool rewrite_launch(size_t i) {
    size_t arguments = 0, end = launch_end(i + 3, &arguments);
    size_t first = i > 0 ? start_of_callee(i - 1) : token_count;
    if (first == token_count || end == token_count)
        return false;

    // The name is the last word that stands outside template arguments.
    const size_t angle = is(i - 1, ">") ? opening_angle(i - 1) : i;
    if (angle == 0 || angle == token_count)
        return false;
    const size_t name = angle - 1;
    const struct kernel *kernel = tokens[name].kind == WORD ? find_kernel(name) : NULL;
    const struct declaration *const around = function_around(i);
    if (kernel && name > 0 &&
        (is(name - 1, ".") || is(name - 1, "->") ||
         (name == first && is_declared_inside(name, around))))
        kernel = NULL; // a member or a variable that happens to be called as a kernel is
    if (kernel && around && around->spaces & GLOBAL && same_word(around->name, name))
        kernel = NULL; // a kernel that launches itself: its stub stands behind it
    if (kernel && around && around->body && declares_kernel(read_function(around)->body, name, i))
        kernel = NULL;
    char *shown = joined(first, i - 1, true);
    if (kernel) {
        char *const callee =
            text("%s" STUB_PREFIX "%s", name > first ? joined(first, name - 1, false) : "",
                 joined(name, i - 1, false));
        erase(first, i + 2);
        insert_before(first, text("(::cuda_cpu::configure(\"%s\", ", shown));
        erase(arguments - 3, arguments - 1);
        insert_before(arguments - 3, text("), %s%s", placed(first), callee));
        insert_after(end, text(")"));
    } else {
        insert_before(first, text("::cuda_cpu::kernel(\"%s\", ", shown));
        insert_after(i - 1, text(")"));
        erase(i, i + 2);
        insert_after(i + 2, text(".config("));
        erase(arguments - 3, arguments - 1);
        insert_before(arguments - 3, text(")"));
    }
    return true;
}

// using space::kernel; at token i: its stub comes along.
void rewrite_using(size_t i) {
    size_t end = i + 1;
    while (end < token_count && (tokens[end].kind == WORD || is(end, "::")))
        end++;
    if (is(end, ";") && end > i + 2 && !is(i + 1, "namespace") && is(end - 2, "::") &&
        find_kernel(end - 1))
        insert_before(end, text(", %s" STUB_PREFIX "%s", joined(i + 1, end - 2, false),
                                joined(end - 1, end - 1, false)));
}

// ---- kernels by their address -------------------------------------------------------------------

// A kernel's name at token i, behind a cast to a pointer of no type.
void rewrite_cast(size_t i) {
    size_t first = i, last = i;
    if (!find_kernel(i))
        return;
    if (first > 0 && is(first - 1, "&"))
        first--;
    bool cast = first > 3 && is(first - 1, ")") && is(first - 2, "*") && is(first - 3, "void");
    bool named = first > 4 && is(first - 1, "(") && is(first - 2, ">") && is(first - 3, "*") &&
                 is(first - 4, "void"); // reinterpret_cast<void *>(name)
    if (!cast && !named)
        return;
    if (is(i + 1, "<")) // of a template, with its arguments
        for (int depth = 0; ++last < token_count;)
            if ((depth += is(last, "<") ? 1 : is(last, ">") ? -1 : 0) == 0)
                break;
    if (last + 1 >= token_count || is(last + 1, "<") || is(last + 1, "("))
        return; // a launch, or a call
    insert_before(first, text("::cuda_cpu::launchable("));
    insert_after(last, text(")"));
}

// The argument or value at token i, up to `last`, from which a launch takes its kernel: where it is
// an expression cast to a pointer of no type, the kernel is made known before its type is lost.
static void rewrite_function(size_t i, size_t last) {
    static const char *const casts[] = {"reinterpret_cast", "static_cast", NULL};
    if (is_any(i, casts)) {
        while (i < last && !is(i, "("))
            i++;
        if (closing(i) != last)
            return;
        last--;
    } else if (is(i, "(") && is(closing(i) - 1, "*") && is(closing(i) - 2, "void")) {
        i = closing(i);
    } else {
        return;
    }
    if (i < last) {
        insert_after(i, text("::cuda_cpu::launchable("));
        insert_after(last, text(")"));
    }
}

// cudaLaunchKernel( or its kin at token i, or `func =`, the member of a graph's kernel node.
void rewrite_launch_by_call(size_t i) {
    size_t first = i + 2, end = first;
    while (end < token_count && !is(end, ",") && !is(end, ";") && nesting(end) >= 0)
        end = nesting(end) > 0 ? closing(end) + 1 : end + 1;
    if (end > first && end < token_count)
        rewrite_function(first, end - 1);
}
