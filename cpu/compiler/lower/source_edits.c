// SPDX-License-Identifier: MIT
// Edits to the source itself, whose tokens are read anew after them: for what the passes that
// follow are to see as if the program had said it.
#define _POSIX_C_SOURCE 200809L
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

static void make_edits(struct edits *edits) {
    qsort(edits->all, edits->count, sizeof *edits->all, in_order);
    size_t length, copied = 0;
    char *result;
    FILE *const out = open_memstream(&result, &length);
    for (size_t k = 0; k < edits->count; k++) {
        fwrite(source + copied, 1, edits->all[k].start - copied, out);
        fputs(edits->all[k].text, out);
        copied = edits->all[k].end;
    }
    fputs(source + copied, out);
    fclose(out);
    forget_functions();
    read_source(result, length);
}

bool edit_device_code(void (*find_edits)(struct edits *edits, const struct node *n)) {
    struct edits edits = {NULL, 0, 0};
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++)
        if (d->what == FUNCTION && d->body && owner_of(d->name) == USER && !d->is_constexpr &&
            spaces_of(d) & (DEVICE | GLOBAL))
            find_edits(&edits, read_function(d)->body);
    if (edits.count > 0)
        make_edits(&edits);
    return edits.count > 0;
}
