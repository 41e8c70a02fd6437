// SPDX-License-Identifier: MIT
// The program as the compiler is shown it when it is asked who calls whom (ask_compiler.c):
// rewritten, with marks on what is the host's or the device's alone, and line numbers of its own,
// by which tokens of the user's are found again.
#include "uses.h"

struct seen { // where a token of the user's stands in the view
    long line, column;
    size_t token;
};

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

// The word of the mark for declaration d, NULL for none: what the line between host and device
// divides (mark.c), and the functions of both sides, which tell who calls whom.
static const char *mark_for_view(const struct declaration *d, bool relaxed_constexpr) {
    const char *const mark = mark_of(d, relaxed_constexpr);
    const bool both = d->what == FUNCTION && owner_of(d->name) == USER && !d->given &&
                      (!d->is_friend || d->body) && spaces_of(d) == (HOST | DEVICE);
    return mark ? mark : both ? "both" : NULL;
}

struct view write_view(FILE *out, bool relaxed_constexpr) {
    struct view_writer w = {out, 1, 1};
    char **const marks = allocate(token_count + 1, sizeof *marks);
    struct view view = {NULL, 0, 0};
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const char *const mark = mark_for_view(d, relaxed_constexpr);
        if (mark)
            marks[d->start] = text(" __attribute__((deprecated(\"cuda_cpu_%s %zu\"))) ", mark, k);
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
        if (marks[i])
            put(&w, marks[i], strlen(marks[i]));
        if (now == USER) {
            view.all = grow(view.all, &view.room, view.count + 1, sizeof *view.all);
            view.all[view.count++] = (struct seen){w.line, w.column, i};
        }
        if (tokens[i].instead)
            put(&w, tokens[i].instead, strlen(tokens[i].instead));
        else
            put(&w, source + tokens[i].start, tokens[i].end - tokens[i].start);
        if (tokens[i].after)
            put_apart(&w, tokens[i].after);
    }
    put(&w, "\n", 1);
    return view;
}

size_t token_in_view(const struct view *view, long line, long column) {
    size_t low = 0, high = view->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (view->all[middle].line < line ||
            (view->all[middle].line == line && view->all[middle].column <= column))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && view->all[low - 1].line == line ? view->all[low - 1].token : token_count;
}
