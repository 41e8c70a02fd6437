// SPDX-License-Identifier: MIT
// Tokens printed as lower/ has rewritten them, each line with the place in the .cu file that it
// came from, for the split form of a kernel (emit_kernel.c). What stands in the place of some of
// them there is found first.
#include <stdlib.h>

#include "fission.h"

void put(struct fission *f, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append_printed(&f->printed, format, arguments);
    va_end(arguments);
}

// Generated code gets no warnings: 3 is what the preprocessor says of system headers.
void put_place(struct fission *f, size_t i, bool ours) {
    const struct place place = place_of(i);
    if (place.line)
        put(f, "\n# %ld \"%s\"%s\n", place.line, file_name(place.file), ours ? " 3" : "");
    else
        put(f, "\n");
}

// ---- what stands in the place of others ---------------------------------------------------------

// The text is printed in the place of that part, or token.
static void substitute(struct fission *f, const struct node *n, const char *with) {
    f->substitutes =
        grow(f->substitutes, &f->substitute_room, f->substitute_count + 1, sizeof *f->substitutes);
    f->substitutes[f->substitute_count++] = (struct substitute){n->first, n->last, with};
}

static void substitute_token(struct fission *f, size_t i, const char *with) {
    substitute(f, &(struct node){.first = i, .last = i}, with);
}

// tex2D<T>(
static void substitute_fetch(struct fission *f, const struct node *n, long columns) {
    const struct node name = {.first = n->name, .last = n->arguments->close + 1};
    substitute(f, &name,
               text("::cuda_cpu::tex2D_beside<%s>(cuda_cpu_x + (%ld), ",
                    name_of(n->arguments->all[0].first), columns));
}

static int by_token(const void *a, const void *b) {
    const size_t x = ((const struct substitute *)a)->first,
                 y = ((const struct substitute *)b)->first;
    return (x > y) - (x < y);
}

// if (condition) array[index] = value; token by token, so that lines stay where they are.
static void substitute_store(struct fission *f, const struct node *n, const struct node *store) {
    const struct node *const index = child(child(store, 0), 1);
    const size_t close = closing(n->first + 1), end = store->last + 1;
    substitute_token(f, n->first, "::cuda_cpu::store_if");
    substitute_token(f, close, ", ");
    if (is(close + 1, "{"))
        substitute_token(f, close + 1, "");
    substitute_token(f, index->first - 1, ", ");
    substitute_token(f, index->last + 1, ", ");
    substitute_token(f, index->last + 2, "");
    substitute_token(f, end, ");");
    if (is(close + 1, "{"))
        substitute_token(f, end + 1, "");
}

void substitute_in_loops(struct fission *f) {
    for (const struct step *s = f->steps; s < f->steps + f->step_count; s++) {
        struct node *const n = s->node;
        if (!can_fit(s))
            continue;
        if (is_cut(f, s)) { // its condition holds for all threads
            substitute_token(f, n->first + 1, "(::cuda_cpu::holds(cuda_cpu_fitting) || (");
            substitute_token(f, closing(n->first + 1), "))");
        }
        for (const struct beside *b = find_beside(f, n); b; b = b->next) {
            substitute_token(f, b->index->first - 1,
                             "[::cuda_cpu::index_beside(cuda_cpu_fitting, ");
            substitute_token(f, b->index->last + 1, text(", %s, threadIdx.x)]", b->first));
        }
        const char *const few = s->kind == PLAIN ? few_turns_head(n) : NULL;
        if (few)
            substitute_token(f, closing(n->first + 1), few);
        if (s->kind == PLAIN && scattered_store(n) && !is_cut(f, s))
            substitute_store(f, n, scattered_store(n));
    }
    if (f->substitute_count > 1)
        qsort(f->substitutes, f->substitute_count, sizeof *f->substitutes, by_token);
}

static void substitute_flag(struct fission *f, const struct node *n) {
    const struct node *to = child(n, 0), *value = child(n, 1);
    const char *const place = printed_tokens(f, to->first, to->last);
    const char *const printed = printed_tokens(f, value->first, value->last);
    if (place && printed)
        substitute(f, n, text("::cuda_cpu::set_flag(%s, %s)", place, printed));
}

void find_substitutes(struct fission *f, const struct node *n, bool guarding, bool chosen) {
    struct index index;
    long columns;
    if (!guarding && is_fetch_beside(n, &columns))
        substitute_fetch(f, n, columns);
    if ((n == f->guard.upper || n == f->guard.lower) && !guarding) {
        substitute(f, n, text(f->guard.leaves ? "false" : "true")); // no other threads are there
        return;
    }
    if (n->kind == BINARY && is_index(n, &index)) {
        substitute(f, n,
                   index.x ? text("((unsigned)(%s + %s * (int)blockDim.x * (int)gridDim.x))",
                                  name_of(index.x->name), name_of(index.y->name))
                           : text(index.wide ? "((size_t)cuda_cpu_x)" : "((unsigned)cuda_cpu_x)"));
        return;
    }
    if (chosen && !guarding && sets_flag(n)) {
        substitute_flag(f, n->child);
        return;
    }
    chosen = chosen ||
             (n->kind == IF && child(n, 0) != f->guard.upper && child(n, 0) != f->guard.lower) ||
             is_loop(n) || n->kind == SWITCH;
    for (const struct node *c = n->child; c; c = c->next)
        find_substitutes(f, c, guarding, chosen);
}

static const struct substitute *substitute_at(const struct fission *f, size_t i) {
    size_t low = 0, high = f->substitute_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (f->substitutes[middle].first < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->substitute_count && f->substitutes[low].first == i ? &f->substitutes[low]
                                                                       : NULL;
}

// ---- tokens -------------------------------------------------------------------------------------

void put_tokens(struct fission *f, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        if (i > first) {
            const char *gap = source + tokens[i - 1].end;
            size_t n = tokens[i].start - tokens[i - 1].end;
            if (memchr(gap, '#', n))
                put_place(f, i, true);
            else
                put(f, "%.*s", (int)n, gap);
        }
        const struct node *exchange = exchange_at(f, i);
        if (exchange && child(exchange, 1)->last <= last) {
            const struct node *const value = child(exchange, 1), *const size = exchange->child;
            const bool of_tile = is_of_tile(exchange->name);
            put(f,
                "::cuda_cpu::side_by_side::%s<std::decay_t<decltype(%s)>>(cuda_cpu_brought_%zu, "
                "cuda_cpu_thread, cuda_cpu_threads%s%s",
                name_of(exchange->name), text_of(f, value->first, value->last), exchange->first,
                of_tile ? ", " : "", of_tile ? text_of(f, size->first, size->last) : "");
            i = value->last;
            continue;
        }
        const struct substitute *instead = substitute_at(f, i);
        if (instead && instead->last <= last && !f->probing) {
            put(f, "%s", instead->text);
            i = instead->last;
            continue;
        }
        if (f->probing)
            put_probe(f, i, false);
        if (tokens[i].before)
            put(f, "%s", tokens[i].before);
        if (is_atomic_in_block(f, i))
            put(f, "::cuda_cpu::in_block::");
        if (f->leaves && is(i, "return"))
            put(f, "return (void)(cuda_cpu_left[cuda_cpu_thread] = true)");
        else if (tokens[i].instead)
            put(f, "%s", tokens[i].instead);
        else
            put(f, "%.*s", (int)length(i), source + tokens[i].start);
        if (tokens[i].guard)
            put(f, "%s", tokens[i].guard);
        if (tokens[i].after)
            put(f, "%s", tokens[i].after);
        if (f->probing)
            put_probe(f, i, true);
    }
}

const char *text_of(struct fission *f, size_t first, size_t last) {
    const size_t before = f->printed.length;
    append(&f->printed, "", 0);
    put_tokens(f, first, last);
    const char *const printed = text("%s", f->printed.text + before);
    f->printed.length = before;
    f->printed.text[before] = '\0';
    return printed;
}

const char *printed_tokens(struct fission *f, size_t first, size_t last) {
    const char *const printed = text_of(f, first, last);
    return strpbrk(printed, "#\n") ? NULL : printed;
}

const char *type_words(struct fission *f, const struct variable *v, bool assigned) {
    const bool pointer = v->declarator < v->name;
    const char *type = "";
    for (size_t i = v->type_first; i < v->type_end; i++)
        if (!(assigned && !pointer && is_one(i, FIXED))) // == is two tokens
            type = text("%s%s%s", type, text_of(f, i, i), joins(i) ? "" : " ");
    for (size_t i = v->declarator; i < v->name; i++)
        if (!(assigned && !is(i, "*") && !is(i, "&")))
            type = text("%s%s", type, text_of(f, i, i));
    return type;
}

void put_declaration(struct fission *f, const struct variable *v) {
    put(f, "%s %s; ", type_words(f, v, false), text_of(f, v->name, v->last));
}
