// SPDX-License-Identifier: MIT
// Launches. Each kernel gets a function beside it, its stub, that takes the same parameters and
// queues the launch, as nvcc's does: so a launch is a plain call of it, and C++ itself decides
// about overloads, template arguments, conversions, default arguments and what does not fit.
//
// clang-format off
//   __global__ void name(T *a, int n = 5)    static inline void cuda_cpu_launch_name(T *a, int n = 5)
//   name<T><<<grid, block>>>(arguments)      (::cuda_cpu::configure("name<T>", grid, block),
//                                             cuda_cpu_launch_name<T>(arguments))
// clang-format on
//
// The stub hands over a lambda that calls the kernel, so the launch loop can inline its body. For a
// kernel that fission.c could split at its barriers it hands over another, which calls the split
// form. Anything else before <<< is an expression that yields a function pointer.
#include "rewrite.h"

// Is the word at token i the name of a kernel, declared there or before?
static bool names_kernel(size_t i) {
    for (const struct declaration *o = first_named(i); o; o = next_named(o))
        if (o->what == FUNCTION && o->spaces & GLOBAL)
            return o->name <= i;
    return false;
}

// The first token of the postfix expression that ends at token `last`, before a launch.
static size_t start_of_callee(size_t last) {
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

bool is_declared_in_front(const struct declaration *d) {
    if (!d->body || d->is_constrained || is(d->name - 1, "::"))
        return false;
    for (size_t t = d->first; t < d->start; t++) // a template's default is given once
        if (is(t, "="))
            return false;
    for (size_t t = closing(d->open); t < d->end; t++)
        if (tokens[t].kind == WORD && same_word(t, d->name))
            return true;
    return false;
}

// Does the tree declare the kernel of that name, before token i? Then it has no stub in sight.
static bool declares_kernel(const struct node *n, size_t name, size_t i) {
    if (n->kind == PROTOTYPE && n->first < i && same_word(n->name, name))
        return true;
    return ANY_CHILD(c, n, declares_kernel(c, name, i));
}

// Does the expression name a kernel, and not a member or a variable with the name of one?
static bool means_kernel(const struct node *n) {
    return n->kind == GLOBAL_NAME && names_kernel(n->name) && !variable_meant(n->name) &&
           !(n->name == n->first && is_declared_inside(n->name, function_around(n->name)));
}

// ... whose stub is in sight at token i?
static bool has_stub(const struct node *n, size_t i) {
    const struct declaration *const around = function_around(i);
    if (!means_kernel(n))
        return false;
    if (around && around->spaces & GLOBAL && same_word(around->name, n->name) &&
        !is_declared_in_front(around))
        return false; // a kernel that launches itself: its stub stands after it
    return !(around && around->body && declares_kernel(read_function(around)->body, n->name, i));
}

static bool launches_at(const struct node *n, size_t i) {
    return n->kind == LAUNCH && n->sign == i;
}

// A launch in the text, its <<< at a token.
struct launch {
    size_t first, arguments, end; // its first token; the ( and the ) of its arguments
    const struct node *callee;    // NULL: it is not understood
};

// In a statement that is not understood its callee is read by itself.
static struct launch launch_at(size_t i) {
    const struct node *const n = find_around(i, launches_at);
    struct launch launch = {token_count, 0, token_count, NULL};
    if (n && is(n->last, ")"))
        return (struct launch){n->first, opening(n->last), n->last, n->child};
    launch.arguments = end_of_configuration(i + 3) + 3;
    launch.end = is(launch.arguments, "(") ? closing(launch.arguments) : token_count;
    launch.first = i > 0 ? start_of_callee(i - 1) : token_count;
    if (launch.first < token_count && launch.end < token_count) {
        launch.callee = read_value(launch.first, parse_primary);
        if (launch.callee && launch.callee->last + 1 != i)
            launch.callee = NULL;
    }
    return launch;
}

bool rewrite_launch(size_t i) {
    const struct launch launch = launch_at(i);
    if (launch.first == token_count || launch.end == token_count)
        return false;
    const struct node *const callee = launch.callee ? bare(launch.callee) : NULL;
    const size_t first = launch.first, arguments = launch.arguments;
    if (callee && has_stub(callee, i)) {
        char *const stub =
            text("%s" STUB_PREFIX "%s",
                 callee->name > callee->first ? joined(callee->first, callee->name - 1, false) : "",
                 joined(callee->name, callee->last, false));
        insert_before(first, text("(::cuda_cpu::configure(\"%s\", ",
                                  joined(callee->first, callee->last, true)));
        erase(first, i + 2);
        erase(arguments - 3, arguments - 1);
        // What does not fit is missed where the kernel is named, in whichever line its ( stands.
        const bool below = place_of(arguments).line != place_of(callee->first).line;
        insert_before(arguments - 3, text("), %s%s(", placed(callee->first), stub));
        insert_before(arguments, below ? text("%s ", placed(arguments)) : "");
        erase(arguments, arguments);
        insert_after(launch.end, text(")"));
    } else {
        insert_before(first, text("::cuda_cpu::kernel(\"%s\", ", joined(first, i - 1, true)));
        insert_after(i - 1, text(")"));
        erase(i, i + 2);
        insert_after(i + 2, text(".config("));
        erase(arguments - 3, arguments - 1);
        insert_before(arguments - 3, text(")"));
    }
    return true;
}

void rewrite_using(size_t i) {
    for (size_t end = i; is(end, ",") || end == i;) {
        const size_t first = end + 1;
        for (end = first; end < token_count && (tokens[end].kind == WORD || is(end, "::")); end++)
            ;
        if ((is(end, ";") || is(end, ",")) && end > first + 1 && !is(first, "namespace") &&
            is(end - 2, "::") && names_kernel(end - 1))
            insert_before(end, text(", %s" STUB_PREFIX "%s", joined(first, end - 2, false),
                                    joined(end - 1, end - 1, false)));
    }
}

// Is it a cast to a pointer of no type?
static bool is_untyped(const struct node *n) {
    const struct type *const of = n->kind == CAST && n->type->shape == POINTER ? n->type->of : NULL;
    return of && is_void(of);
}

// The kernel is made known before its type is lost.
static void make_known(const struct node *cast) {
    insert_before(cast->child->first, text("::cuda_cpu::launchable("));
    insert_after(cast->child->last, text(")"));
}

// Does it cast the kernel that token i names to a pointer of no type?
static bool casts_kernel(const struct node *n, size_t i) {
    const struct node *const of = is_untyped(n) ? bare(n->child) : n, *const named =
                                                                          of->kind == ADDRESS_OF
                                                                              ? bare(of->child)
                                                                              : of;
    return of != n && named->kind == GLOBAL_NAME && named->name == i && means_kernel(named);
}

void rewrite_cast(size_t i) {
    const struct node *const cast =
        flags(i) & KERNEL && names_kernel(i) ? find_around(i, casts_kernel) : NULL;
    if (cast)
        make_known(cast);
}

void rewrite_launch_by_call(size_t i) {
    const struct node *const n = read_value(i + 2, parse_assignment);
    if (n && is_untyped(bare(n)))
        make_known(bare(n));
}
