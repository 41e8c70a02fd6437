// SPDX-License-Identifier: MIT
// Edits to the source itself, whose tokens are read anew after them: for what the passes that
// follow are to see as if the program had said it.
#include <stdlib.h>

#include "rewrite.h"

void add_edit(struct edits *edits, size_t start, size_t end, const char *text) {
    edits->all = grow(edits->all, &edits->room, edits->count + 1, sizeof *edits->all);
    edits->all[edits->count] = (struct edit){start, end, edits->count, text};
    edits->count++;
}

static int in_order(const void *a, const void *b) {
    const struct edit *const x = (const struct edit *)a, *const y = (const struct edit *)b;
    return x->start != y->start ? (x->start > y->start) - (x->start < y->start)
                                : (x->number > y->number) - (x->number < y->number);
}

bool edit_device_code(void (*find_edits)(struct edits *edits, const struct node *n)) {
    struct edits edits = {NULL, 0, 0};
    struct output edited = {NULL, 0, 0};
    size_t copied = 0;
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++)
        if (d->what == FUNCTION && d->body && owner_of(d->name) == USER && !d->is_constexpr &&
            spaces_of(d) & (DEVICE | GLOBAL))
            find_edits(&edits, read_function(d)->body);
    if (edits.count == 0)
        return false;
    qsort(edits.all, edits.count, sizeof *edits.all, in_order);
    for (const struct edit *e = edits.all; e < edits.all + edits.count; e++) {
        append(&edited, source + copied, e->start - copied);
        append(&edited, e->text, strlen(e->text));
        copied = e->end;
    }
    append(&edited, source + copied, source_length - copied);
    forget_functions();
    read_source(edited.text, edited.length);
    return true;
}
