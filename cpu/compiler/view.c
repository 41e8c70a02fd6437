// SPDX-License-Identifier: MIT
// The program as the compiler is shown it when it is asked who calls whom (question.c): rewritten,
// with marks on what is the host's or the device's alone, and line numbers of its own, by which
// tokens of the user's are found again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "names.h"
#include "refuse.h"

struct seen { // where a token of the user's stands in the view
    long line, column;
    size_t token;
};

static struct seen *view;
static size_t view_count, view_room;

struct view_writer {
    FILE *out;
    long line, column;
};

static void put(struct view_writer *w, const char *what, size_t n) {
    fwrite(what, 1, n, w->out);
    for (size_t k = 0; k < n; k++) {
        w->column++;
        if (what[k] == '\n') {
            w->line++;
            w->column = 1;
        }
    }
}

// What was inserted: on lines of its own, where no token of the user's is, and without its line
// markers.
static void put_apart(struct view_writer *w, const char *what) {
    put(w, "\n", 1);
    while (*what) {
        const size_t n = strcspn(what, "\n");
        if (!(what[0] == '#' && what[1] == ' '))
            put(w, what, n);
        put(w, "\n", 1);
        what += n + (what[n] == '\n');
    }
}

// Is it the name in (*name)(...) or (*name[])(...)? GCC 12 takes constinit in front of such for its
// result's.
static bool points_to_function(size_t name) {
    size_t t = name + 1;
    while (is(t, "["))
        t = closing(t) + 1;
    return is(t, ")") && is(t + 1, "(");
}

static bool *dynamic; // per token: a variable of the device is declared from here on

static bool is_dynamic(size_t i) {
    return dynamic && dynamic[i];
}

// Statics of device code alone, in the tree.
static void note_statics(const struct node *n, unsigned code) {
    if (n->kind == DECLARATION && code & (DEVICE | GLOBAL) && !(code & HOST))
        dynamic[n->first] = n->is_static && !n->is_constexpr && n->declared_count > 0 &&
                            !points_to_function(n->declared[0]->name);
    for (const struct node *c = n->child; c; c = c->next)
        note_statics(c, code_below(n, c, code));
}

// Notes where variables of the device begin whose values have to be known when the program is
// compiled.
static void note_values(void) {
    dynamic = (bool *)calloc(token_count + 1, sizeof *dynamic);
    for (size_t k = 0; dynamic && k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (owner_of(d->name) != USER)
            continue;
        if (d->what == VARIABLE && d->spaces & VARIABLE_SPACES && !d->is_constexpr &&
            !points_to_function(d->name) && !d->is_template && (!d->is_extern || d->open) &&
            (!in_class(d) || d->open))
            dynamic[d->start] = in_class(d) ? d->is_static : !is_left_alone(d);
        if (d->what == FUNCTION && d->body)
            note_statics(read_function(d)->body, spaces_of(d));
    }
}

static char **around; // per token: what is printed behind it, or in front of a ;

// The class that function d returns, if the host alone can make one of something else; NULL: it
// returns nothing of the kind.
static const char *made_by_host(const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    for (size_t k = 0;
         s->is_known && !s->refers && s->result.shape == OBJECT && k < declaration_count; k++) {
        const struct declaration *const c = &declarations[k];
        if (c->what == FUNCTION && c->special == CONSTRUCTOR && in_class(c) && !c->given &&
            same_word(declarations[c->scope].name, s->result.name) && !(spaces_of(c) & DEVICE))
            return name_of(s->result.name);
    }
    return NULL;
}

// Returns of a lambda are none of its function's.
static void note_returns_in(const struct node *n, const char *made) {
    if (n->kind == RETURN && n->child && n->child->kind != LIST) {
        around[n->first] = text(" (%s)(", made);
        around[n->last] = text(")");
    }
    for (const struct node *c = n->child; c && n->kind != LAMBDA; c = c->next)
        note_returns_in(c, made);
}

// `return x;` that makes an object is none of the uses that the compiler names: it is shown as
// `return (T)(x);`.
static void note_returns(void) {
    around = (char **)calloc(token_count + 1, sizeof *around);
    for (size_t k = 0; around && k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const char *const made = d->what == FUNCTION && d->body && owner_of(d->name) == USER &&
                                         !d->special && spaces_of(d) & DEVICE
                                     ? made_by_host(d)
                                     : NULL;
        if (made)
            note_returns_in(read_function(d)->body, made);
    }
}

// The word of the mark for declaration d, NULL for none: what the line between host and device
// divides (mark.c), and the functions of both sides, which tell who calls whom.
static const char *mark_for_view(const struct declaration *d) {
    const char *const mark = mark_of(d);
    const bool both = d->what == FUNCTION && owner_of(d->name) == USER && !d->given &&
                      (!d->is_friend || d->body) && spaces_of(d) == (HOST | DEVICE);
    return mark ? mark : both ? "both" : NULL;
}

// Is it one of those that its class would have, too, if nobody wrote them?
static bool is_defaulted(const struct declaration *d) {
    return d->what == FUNCTION && d->given == DEFAULTED && in_class(d) &&
           owner_of(d->name) == USER && d->special &&
           (d->special != OPERATOR || how_of(d) == ASSIGNED);
}

void write_view(FILE *out, bool unwritten) {
    note_values();
    note_returns();
    struct view_writer w = {out, 1, 1};
    char **marks = (char **)calloc(token_count + 1, sizeof *marks);
    view_count = 0;
    if (marks)
        mark_closures(marks);
    for (size_t k = 0; marks && k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const bool defaulted = unwritten && is_defaulted(d);
        const char *const mark = defaulted ? unwritten_words[how_of(d)] : mark_for_view(d);
        if (mark)
            marks[d->start] = text(" __attribute__((deprecated(\"cuda_cpu_%s %zu\"))) ", mark,
                                   defaulted ? d->scope : k);
        if (unwritten && around && d->what == CLASS && d->body && owner_of(d->name) == USER &&
            !has_no_name(d) && !in_function(d))
            around[d->body] = unwritten_of(d);
    }
    enum owner owner = SYSTEM;
    for (size_t i = 0; i < token_count; i++) {
        const enum owner now = owner_of(i) == USER ? USER : SYSTEM;
        const size_t from = i > 0 ? tokens[i - 1].end : 0;
        const bool new_line = memchr(source + from, '\n', tokens[i].start - from) != NULL;
        if (now != owner || i == 0) {
            put(&w, "\n", 1);
            fprintf(out, "# %ld \"view\"%s\n", w.line, now == USER ? "" : " 3");
        } else if (new_line) {
            put(&w, "\n", 1);
        } else if (tokens[i].start > from) {
            put(&w, " ", 1);
        }
        owner = now;
        if (tokens[i].before)
            put_apart(&w, tokens[i].before);
        if (now == USER && is_dynamic(i))
            put(&w, " __constinit ", 13);
        if (marks && marks[i])
            put(&w, marks[i], strlen(marks[i]));
        if (now == USER) {
            view = (struct seen *)grow(view, &view_room, view_count + 1, sizeof *view);
            view[view_count++] = (struct seen){w.line, w.column, i};
        }
        if (around && around[i] && is(i, ";"))
            put(&w, around[i], strlen(around[i]));
        if (tokens[i].instead)
            put(&w, tokens[i].instead, strlen(tokens[i].instead));
        else
            put(&w, source + tokens[i].start, tokens[i].end - tokens[i].start);
        if (around && around[i] && !is(i, ";"))
            put(&w, around[i], strlen(around[i]));
        if (tokens[i].after)
            put_apart(&w, tokens[i].after);
    }
    put(&w, "\n", 1);
    free(marks);
}

size_t token_in_view(long line, long column) {
    size_t low = 0, high = view_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (view[middle].line < line ||
            (view[middle].line == line && view[middle].column <= column))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && view[low - 1].line == line ? view[low - 1].token : token_count;
}
