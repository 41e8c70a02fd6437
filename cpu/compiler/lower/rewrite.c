// SPDX-License-Identifier: MIT
// The edits to tokens, in the order in which they are made: what C++ cannot parse goes away, and
// what the runtime has to know is put in.
#include <ctype.h>

#include "split/split.h"
#include "rewrite.h"

// Is it a statement that drops the answer of the call whose name is token i?
static bool drops_answer(const struct node *n, size_t i) {
    return n->kind == EXPRESSION && n->child->kind == CALL && n->child->name == i;
}

// A runtime function at token i, called as a statement: its answer is dropped.
static void rewrite_call(size_t i) {
    const struct node *const statement =
        is_listed(i, "cudaGetLastError cudaPeekAtLastError") ? NULL : find_around(i, drops_answer);
    if (statement)
        insert_before(statement->first, text("::cuda_cpu::dropped{\"%s\"}, ", name_of(i)));
}

// What a kernel knows of its index; and threads of one that may wait say so when they come to its
// end (cpu/runtime/threads/barrier.c).
static void mark_kernels(void) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->what != FUNCTION || !(d->spaces & GLOBAL) || !d->body)
            continue;
        insert_after(d->body, text(" ::cuda_cpu::checked(::threadIdx);"));
        if (!split_form_of(name_of(d->name)).exists && may_wait(d)) {
            // after the end of its objects, which may wait
            insert_after(d->body, text(" {"));
            insert_before(closing(d->body), text("} ::cuda_cpu::at_end(); "));
        }
    }
}

// [[...]] after a function's first word, which C++ has before that alone, when __device__ and its
// kin are gone; and `inline __forceinline__`, which is inline twice.
static void tidy_heads(void) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++)
        for (size_t t = d->start; d->what == FUNCTION && t < d->name; t++)
            if (d->spaces && is(t, "[") && is(t + 1, "["))
                erase(t, closing(t));
            else if (t < d->inlined && is_listed(t, "inline __inline__ __inline"))
                erase(t, t);
}

// Does token i stand in a function's body, or in a value outside functions?
static bool in_code(size_t i) {
    const struct declaration *const d = declaration_at(i);
    const size_t from = !d ? 0 : d->what == FUNCTION ? d->body : d->what == VARIABLE ? d->open : 0;
    return d && ((from && i > from) || d->what == OTHER || in_function(d));
}

// Does __shared__ at token i say where a variable lies? With parameters and members it does not
// apply.
static bool places_variable(size_t i) {
    const struct declaration *const d = declaration_at(i);
    const bool head = d && (d->what == VARIABLE || d->what == OTHER) && i < d->name;
    return head ? !in_class(d) : in_code(i);
}

void rewrite_program(const struct lowering *options) {
    rewrite_variables(options->shared_between_files);
    own_functions(options->unit);
    rewrite_removed_cxx(options->old_standard);
    tidy_heads();
    mark_kernels();
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++)
        if (d->what == FUNCTION && d->body) {
            if (options->watch_arrays)
                watch_function(d);
            add_missing_return(d);
            rewrite_builtins(d, options->relaxed_constexpr);
        }
    for (size_t i = 0; i < token_count; i++) {
        if (tokens[i].kind == WORD && is(i + 1, "(") &&
            strncmp(source + tokens[i].start, "cuda", 4) == 0 &&
            isupper((unsigned char)source[tokens[i].start + 4]) && in_code(i))
            rewrite_call(i);
        // of two such calls in a line each is a place of its own, where lanes meet
        if (is(i + 1, "(") && is(i + 2, ")") && is_listed(i, "__activemask coalesced_threads") &&
            !(flags(i) & USERS) && in_code(i))
            insert_before(i + 2, text("__builtin_FILE(), %zu", i));
        if (is_listed(i, "cudaLaunchKernel cudaLaunchCooperativeKernel")
                ? is(i + 1, "(") && in_code(i)
                : is(i, "func") && is(i + 1, "="))
            rewrite_launch_by_call(i);
        rewrite_cast(i);
        if (tokens[i].kind == PRAGMA) {
            rewrite_unroll(i, options->rolled);
        } else if (is(i, "<") && is(i + 1, "<") && is(i + 2, "<") && joins(i) && // << < is one, too
                   !is(i - 1, "operator")) {
            if (rewrite_launch(i))
                i += 2;
        } else if (tokens[i].kind == WORD && source[tokens[i].start] == '_') {
            if (is(i, "__shared__") && !places_variable(i)) {
                erase(i, i);
            } else if (is(i, "__shared__")) {
                rewrite_shared(i, in_code(i), options);
            } else if (is_listed(i, "__launch_bounds__ __cluster_dims__ __maxnreg__") &&
                       is(i + 1, "(")) {
                erase(i, closing(i + 1));
            } else if ((is(i, "__asm__") || is(i, "__asm")) && in_code(i)) {
                rewrite_asm(i);
            } else if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
                tokens[i].instead = "__attribute__((noinline))";
            } else if (is_listed(i, "__global__ __device__ __host__ __constant__ __managed__ "
                                    "__grid_constant__")) {
                tokens[i].instead = tokens[i].instead ? tokens[i].instead : "";
            }
        } else if (is(i, ":") && is(i + 1, "}") && in_code(i)) {
            insert_after(i, text(";")); // a label in front of nothing, which C++ has from 23 on
        } else if (is(i, "using")) {
            rewrite_using(i);
        } else if (is(i, "asm") && in_code(i)) {
            rewrite_asm(i);
        }
    }
}
