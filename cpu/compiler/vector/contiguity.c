// SPDX-License-Identifier: MIT
// Elements side by side: how the compiler is told that the threads of a row name neighbouring ones.
// In a[k * n + i], with i = blockIdx.x * blockDim.x + threadIdx.x, sums of 32 bits could wrap
// around from one thread to the next, for all that it knows. Whether one does is asked of the row's
// first thread, in front of the loop over threads (fits() in loops.h); where none does, the next
// thread's element is the next. So are conditions asked that hold for some threads of a row
// (span.h).
#include "split/fission.h"

// An operator that means what it means in C++, and cannot fail: divisions and shifts are written
// otherwise (arithmetic.c).
static bool is_plain_sign(const struct node *n) {
    return !has_sign(n, "/") && !has_sign(n, "%") && !has_sign(n, "<<") && !has_sign(n, ">>") &&
           !can_fail(n);
}

// Those tokens, to be printed elsewhere in the kernel; NULL: a name of the program's in them may
// mean a variable of the kernel's there.
static const char *printed_elsewhere(struct fission *f, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        const bool free = tokens[i].kind == WORD && !meaning(i) && !is_one(i, ARITHMETIC) &&
                          !is(i - 1, ".") && !is(i - 1, "->");
        for (size_t v = 0; free && v < variable_count; v++)
            if (same_word(variables[v]->name, i))
                return NULL;
    }
    return printed_tokens(f, first, last);
}

// How a comparison cuts the threads of a row (span.h), with what is beside on its left,
// and on its right.
static const struct cut {
    const char *sign, *left, *right;
} cuts[] = {{"<", "below", "above"},
            {"<=", "up_to", "from_on"},
            {">", "above", "below"},
            {">=", "from_on", "up_to"},
            {"==", "equal", "equal"}};

static const struct cut *cut_of(const struct node *n) {
    for (size_t k = 0; k < sizeof cuts / sizeof *cuts; k++)
        if (has_sign(n, cuts[k].sign))
            return &cuts[k];
    return NULL;
}

static const char *first_of_row(struct fission *f, struct row *row, const struct node *n) {
    n = bare(n);
    if (is_uniform(n, false)) { // a division by nothing may have been out of the threads' way
        const char *const printed = can_fail(n) ? NULL : printed_elsewhere(f, n->first, n->last);
        return printed ? text("(%s)", printed) : NULL;
    }
    const char *value = NULL;
    if (n->kind == MEMBER && n->child->kind == BUILT_IN && is(n->child->name, "threadIdx") &&
        length(n->name) == 1) // ::threadIdx.y, too
        return is(n->name, "x") ? "0u" : text("threadIdx.%s", name_of(n->name));
    if (n->kind == LOCAL_NAME && is_initial_still(row, n->variable)) {
        const struct variable *const v = n->variable;
        const char *const initial = first_of_row(f, row, v->initial);
        for (size_t i = v->type_first; i < v->type_end; i++)
            if (is(i, "constexpr"))
                return NULL;
        const char *const type = v->declarator == v->name && !v->deduced
                                     ? printed_elsewhere(f, v->type_first, v->type_end - 1)
                                     : NULL;
        value = initial && type ? text("std::remove_cv_t<%s>(%s)", type, initial) : NULL;
    } else if (n->kind == CAST && is(n->first, "(")) {
        const char *const of = first_of_row(f, row, n->child);
        const char *const type = printed_elsewhere(f, n->first, closing(n->first));
        value = of && type ? text("(%s%s)", type, of) : NULL;
    } else if (n->kind == BINARY && (has_sign(n, "+") || has_sign(n, "-") || has_sign(n, "*") ||
                                     (is_plain_sign(n) && place_in_row(row, n) == INVARIANT))) {
        const char *const a = first_of_row(f, row, child(n, 0)), *const b = first_of_row(
                                                                     f, row, child(n, 1));
        value =
            a && b ? text("(%s %.*s %s)", a, (int)n->sign_length, source + tokens[n->sign].start, b)
                   : NULL;
    }
    if (value && place_in_row(row, n) == BESIDE)
        row->checks = text("%s && ::cuda_cpu::fits(%s)", row->checks, value);
    return value;
}

// Adds those in the tree to the list that ends there; where it ends then.
static struct beside **add_beside(struct fission *f, const struct node *n, const struct node *in,
                                  struct beside **end) {
    const bool indexed =
        n->kind == INDEX && (n->child->type->shape == POINTER || n->child->type->shape == ARRAY);
    const struct node *const e = indexed ? child(n, 1) : NULL;
    struct row row = row_in(in);
    if (e && place_in_row(&row, e) == BESIDE && is(e->first - 1, "[")) {
        const char *const first =
            find_kind(in, NAMES) ? NULL : first_of_row(f, &row, e); // of its own?
        if (first && row.patience > 0 && *row.checks) {             // not threadIdx.x itself
            *end = allocate(1, sizeof **end);
            **end = (struct beside){e, first, row.checks, NULL};
            end = &(*end)->next;
        }
    }
    for (const struct node *c = n->child; c; c = c->next)
        end = add_beside(f, c, in, end);
    return end;
}

const struct beside *find_beside(struct fission *f, const struct node *n) {
    struct beside *all = NULL;
    add_beside(f, n, n, &all);
    return all;
}

// 0 or 1, of whatever type a variable is that it initialises.
static bool is_truth(const struct node *n) {
    static const char *const signs[] = {"<", ">", "<=", ">=", "==", "!=", "&&", "||"};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (n->kind == BINARY && has_sign(n, signs[k]))
            return true;
    return false;
}

// a % by == rest: all of a row have it, or every so many of its threads do. False: it is no such
// term.
static bool add_remainder(struct fission *f, struct row *row, const struct node *n,
                          const char **all) {
    for (unsigned k = 0; k < 2 && n->kind == BINARY && has_sign(n, "=="); k++) {
        const struct node *const division = bare(child(n, k)), *const rest = child(n, 1 - k);
        if (division->kind != BINARY || !has_sign(division, "%") ||
            place_in_row(row, rest) != INVARIANT || can_fail(rest))
            continue;
        const struct node *const of = child(division, 0), *const by = child(division, 1);
        const enum spread spread = place_in_row(row, of);
        if (can_fail(of) || can_fail(by) || place_in_row(row, by) != INVARIANT || spread > BESIDE)
            return false;
        const char *const first = first_of_row(f, row, of), *const every = first_of_row(f, row, by),
                          *const left = first_of_row(f, row, rest);
        if (first && every && left)
            *all = text("%s && cuda_cpu_span.%s(%s, %s, %s)", *all,
                        spread == BESIDE ? "every" : "if_every", first, every, left);
        return first && every && left;
    }
    return false;
}

// Adds what the terms between && ask to *all; false: one of them is unknown.
static bool add_terms(struct fission *f, struct row *row, const struct node *n, const char **all) {
    n = bare(n);
    if (n->kind == BINARY && has_sign(n, "&&"))
        return add_terms(f, row, child(n, 0), all) && add_terms(f, row, child(n, 1), all);
    if (n->kind == LOCAL_NAME && !is_uniform(n, false) && is_initial_still(row, n->variable) &&
        is_truth(bare(n->variable->initial)))
        return add_terms(f, row, n->variable->initial, all);
    if (add_remainder(f, row, n, all))
        return true;
    if (can_fail(n))
        return false;
    if (place_in_row(row, n) == INVARIANT) {
        const char *const value = first_of_row(f, row, n);
        *all = value ? text("%s && cuda_cpu_span.keep(%s)", *all, value) : *all;
        return value;
    }
    const struct cut *const cut = n->kind == BINARY ? cut_of(n) : NULL;
    for (unsigned k = 0; cut && k < 2; k++) {
        const struct node *const side = child(n, k), *const other = child(n, 1 - k);
        if (place_in_row(row, side) != BESIDE || place_in_row(row, other) != INVARIANT)
            continue;
        const char *const beside = first_of_row(f, row, side), *const to =
                                                                   first_of_row(f, row, other);
        if (beside && to)
            *all = text("%s && cuda_cpu_span.%s(%s, %s)", *all, k ? cut->right : cut->left, beside,
                        to);
        return beside && to;
    }
    return false;
}

const char *find_span(struct fission *f, const struct node *n) {
    const char *all = "";
    if (n->kind != IF || !is(n->first, "if") || child(n, 1)->next || n->returns || n->escapes ||
        n->early)
        return NULL;
    struct row row = row_in(n); // those at an edge may be among them, or not
    return add_terms(f, &row, n->child, &all) && row.patience > 0 ? text("%s%s", row.checks, all)
                                                                  : NULL;
}
