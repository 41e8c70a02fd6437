// SPDX-License-Identifier: MIT
// Tokens printed as cuda2cpp.c has rewritten them, each line with the place in the .cu file that it
// came from, for the split form of a kernel (emit_kernel.c). What stands in the place of some of
// them there is found first.
#include <stdlib.h>
#include <string.h>

#include "fission.h"

static char *written;
static size_t written_length, written_room;
bool probing;

void put(const char *what) {
    size_t n = strlen(what);
    written = (char *)grow(written, &written_room, written_length + n + 1, 1);
    memcpy(written + written_length, what, n + 1);
    written_length += n;
}

char *take_printed(void) {
    char *all = text("%s", written);
    written_length = 0;
    return all;
}

// The next line is the one that token i stands in. Generated code gets no warnings: 3 is
// what the preprocessor says of system headers.
void put_place(size_t i, bool ours) {
    const struct place place = place_of(i);
    if (place.line)
        put(text("\n# %ld \"%s\"%s\n", place.line, file_name(place.file), ours ? " 3" : ""));
    else
        put("\n");
}

// ---- what stands in the place of others ---------------------------------------------------------

// Text in the place of tokens.
struct substitute {
    size_t first, last;
    const char *text;
};

static struct substitute *substitutes;
static size_t substitute_count, substitute_room;

static void substitute(const struct node *n, const char *with) {
    substitutes = (struct substitute *)grow(substitutes, &substitute_room, substitute_count + 1,
                                            sizeof *substitutes);
    substitutes[substitute_count++] = (struct substitute){n->first, n->last, with};
}

static void substitute_token(size_t i, const char *with) {
    substitute(&(struct node){.first = i, .last = i}, with);
}

// tex2D<T>(
static void substitute_fetch(const struct node *n, long columns) {
    const struct node name = {.first = n->name, .last = n->arguments->close + 1};
    substitute(&name, text("::cuda_cpu::tex2D_beside<%s>(cuda_cpu_x + (%ld), ",
                           name_of(n->arguments->all[0].first), columns));
}

void drop_substitutes(void) {
    substitute_count = 0;
}

static int by_token(const void *a, const void *b) {
    const size_t x = ((const struct substitute *)a)->first,
                 y = ((const struct substitute *)b)->first;
    return (x > y) - (x < y);
}

// What find_beside() found.
static void substitute_beside(const struct node *element, const struct node *e, const char *first) {
    const struct node open = {.first = e->first - 1, .last = e->first - 1},
                      close = {.first = e->last + 1, .last = e->last + 1};
    if (element->kind == CALL) {
        const char *const call = printed_tokens(element->first, element->last),
                          *const texture =
                              printed_tokens(element->child->first, element->child->last);
        if (call)
            substitute(element,
                       text("::cuda_cpu::fetch_beside(cuda_cpu_fitting, %s, %s, threadIdx.x, [&] { "
                            "return %s; })",
                            texture, first, call));
        return;
    }
    substitute(&open, "[::cuda_cpu::index_beside(cuda_cpu_fitting, ");
    substitute(&close, text(", %s, threadIdx.x)]", first));
}

// A condition that holds for all threads of a loop which is cut to them.
static void substitute_condition(const struct node *n) {
    const size_t at = n->first + 1;
    const struct node open = {.first = at, .last = at},
                      close = {.first = closing(at), .last = closing(at)};
    substitute(&open, "(::cuda_cpu::holds(cuda_cpu_fitting) || (");
    substitute(&close, "))");
}

// A comparison that all but one of the threads have alike.
static void substitute_term(const struct node *n, bool usual) {
    const char *const printed = printed_tokens(n->first, n->last);
    if (printed)
        substitute(n, text("(::cuda_cpu::holds(cuda_cpu_fitting) ? %s : (%s))",
                           usual ? "true" : "false", printed));
}

// if (condition) array[index] = value; token by token, so that lines stay where they are.
static void substitute_store(const struct node *n, const struct node *store) {
    const struct node *const index = child(child(store, 0), 1);
    const size_t close = closing(n->first + 1), end = store->last + 1;
    substitute_token(n->first, "::cuda_cpu::store_if");
    substitute_token(close, ", ");
    if (is(close + 1, "{"))
        substitute_token(close + 1, "");
    substitute_token(index->first - 1, ", ");
    substitute_token(index->last + 1, ", ");
    substitute_token(index->last + 2, "");
    substitute_token(end, ");");
    if (is(close + 1, "{"))
        substitute_token(end + 1, "");
}

// array[index] = value; of which some lanes do not store (speculate.c).
static void substitute_speculation(const struct node *assignment) {
    const size_t array = assignment->child->first;
    const char *const name = name_of(array);
    substitute_token(array,
                     text("::cuda_cpu::stored_element(cuda_cpu_fitting, %s, %s", name, name));
    substitute_token(assignment->sign, ") =");
}

// ... and an element that it reads, with those beside it at once.
static void substitute_reading(const struct node *element) {
    const size_t array = element->first, behind = element->last + 1;
    substitute_token(array,
                     text("::cuda_cpu::loaded_element(cuda_cpu_fitting, %s", name_of(array)));
    substitute_token(behind, text(") %s", name_of(behind)));
}

static void substitute_readings(const struct node *assignment) {
    find_row_elements(child(assignment, 1), substitute_reading);
}

void substitute_in_loops(void) {
    for (size_t s = 0; s < step_count; s++) {
        if (steps[s].what == PLAIN || steps[s].what == STRIDED)
            find_sums_in_memory(steps[s].node, substitute_token, substitute);
        if (can_fit(&steps[s])) {
            if (is_cut(&steps[s]))
                substitute_condition(steps[s].node);
            if (steps[s].what == PLAIN && speculates(&steps[s])) {
                find_stores(child(steps[s].node, 1), substitute_speculation);
                if (lanes_in_vector(&steps[s]))
                    find_stores(child(steps[s].node, 1), substitute_readings);
            }
            if (steps[s].what == PLAIN)
                find_exceptions(steps[s].node, steps[s].node, substitute_term);
            find_beside(steps[s].node, steps[s].node, substitute_beside);
            if (steps[s].what == PLAIN) {
                const char *const few = few_turns(steps[s].node);
                if (few)
                    substitute_token(closing(steps[s].node->first + 1), few);
                if (scattered_store(steps[s].node) && !is_cut(&steps[s]))
                    substitute_store(steps[s].node, scattered_store(steps[s].node));
            }
        }
    }
    if (substitute_count > 1)
        qsort(substitutes, substitute_count, sizeof *substitutes, by_token);
}

static void substitute_flag(const struct node *n) {
    const struct node *to = child(n, 0), *value = child(n, 1);
    const char *const place = printed_tokens(to->first, to->last), *const printed = printed_tokens(
                                                                       value->first, value->last);
    if (place && printed)
        substitute(n, text("::cuda_cpu::set_flag(%s, %s)", place, printed));
}

// chosen: under a condition, or in a loop.
static void find_in(const struct node *n, bool guarding, bool chosen) {
    struct index index;
    long columns;
    if (!guarding && is_fetch_beside(n, &columns))
        substitute_fetch(n, columns);
    if (guard.first && n == guard.first && !guarding) {
        substitute(n, text(guard.leaves ? "false" : "true")); // no other threads are there
        return;
    }
    if (n->kind == BINARY && is_index(n, 'x', &index)) {
        substitute(n, index.x
                          ? text("((unsigned)(%s + %s * (int)blockDim.x * (int)gridDim.x))",
                                 called(index.x), called(index.y))
                          : text(index.wide ? "((size_t)cuda_cpu_x)" : "((unsigned)cuda_cpu_x)"));
        return;
    }
    if (chosen && !guarding && sets_flag(n)) {
        substitute_flag(n->child);
        return;
    }
    chosen =
        chosen || (n->kind == IF && child(n, 0) != guard.first) || is_loop(n) || n->kind == SWITCH;
    for (const struct node *c = n->child; c; c = c->next)
        find_in(c, guarding, chosen);
}

// All of them, in the order of their tokens.
void find_substitutes(const struct node *n, bool guarding) {
    find_in(n, guarding, false);
}

static const struct substitute *substitute_at(size_t i) {
    size_t low = 0, high = substitute_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (substitutes[middle].first < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low < substitute_count && substitutes[low].first == i ? &substitutes[low] : NULL;
}

// ---- tokens -------------------------------------------------------------------------------------

// Tokens [first, last] as they have been rewritten, line breaks included.
void put_tokens(size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        if (i > first) {
            const char *gap = source + tokens[i - 1].end;
            size_t n = tokens[i].start - tokens[i - 1].end;
            if (memchr(gap, '#', n))
                put_place(i, true);
            else
                put(text("%.*s", (int)n, gap));
        }
        const struct node *exchange = exchange_at(i);
        if (exchange && child(exchange, 1)->last <= last) {
            const struct node *value = child(exchange, 1);
            put(text("::cuda_cpu::side_by_side::%s<std::decay_t<decltype(",
                     name_of(exchange->name)));
            put_tokens(value->first, value->last);
            put(text(")>>(cuda_cpu_brought_%zu, cuda_cpu_thread, cuda_cpu_threads",
                     exchange->first));
            if (is_of_tile(exchange->name)) {
                put(", ");
                put_tokens(exchange->child->first, exchange->child->last);
            }
            i = value->last;
            continue;
        }
        const struct substitute *instead = substitute_at(i);
        if (instead && instead->last <= last && !probing) {
            put(instead->text);
            i = instead->last;
            continue;
        }
        if (probing)
            put_probe(i, false, put);
        if (tokens[i].before)
            put(tokens[i].before);
        if (is_atomic_in_block(i))
            put("::cuda_cpu::in_block::");
        if (leaves && is(i, "return"))
            put("return (void)(cuda_cpu_left[cuda_cpu_thread] = true)");
        else if (web_at(i))
            put(web_at(i));
        else if (tokens[i].instead)
            put(tokens[i].instead);
        else
            put(text("%.*s", (int)length(i), source + tokens[i].start));
        if (tokens[i].guard)
            put(tokens[i].guard);
        if (tokens[i].after)
            put(tokens[i].after);
        if (probing)
            put_probe(i, true, put);
    }
}

const char *printed_tokens(size_t first, size_t last) {
    const size_t before = written_length;
    put_tokens(first, last);
    const char *const printed = text("%s", written + before);
    written_length = before;
    written[before] = '\0';
    return strpbrk(printed, "#\n") ? NULL : printed;
}

// Its type, with the const of numbers that will be assigned to left out.
void put_type(const struct variable *v, bool assigned) {
    const bool pointer = v->declarator < v->name;
    for (size_t i = v->type_first; i < v->type_end; i++)
        if (!(assigned && !pointer && is_any(i, qualifiers))) {
            put_tokens(i, i);
            put(joins(i) ? "" : " "); // == is two tokens
        }
    for (size_t i = v->declarator; i < v->name; i++)
        if (!(assigned && !is(i, "*") && !is(i, "&")))
            put_tokens(i, i);
    put(" ");
}

void put_declaration(const struct variable *v) {
    put_type(v, false);
    put_tokens(v->name, v->last);
    put("; ");
}
