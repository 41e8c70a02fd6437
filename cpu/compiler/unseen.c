// SPDX-License-Identifier: MIT
// Code that nvcc does not show the host's compiler, which so warns of nothing in it: the bodies of
// functions of the device alone.
#include "declare.h"
#include "rewrite.h"
#include "words.h"

static bool are_of_one_line(size_t i, size_t j) {
    const struct place a = place_of(i), b = place_of(j);
    return a.file == b.file && a.line == b.line;
}

void print_unseen(FILE *out) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        const unsigned spaces = d->what == FUNCTION ? spaces_of(d) : HOST;
        if (!d->body || owner_of(d->name) != USER || spaces & HOST || !(spaces & (DEVICE | GLOBAL)))
            continue;
        // lines that it shares with others count as theirs
        const struct place from = place_of(d->first), to = place_of(d->end);
        const long first = from.line + (d->first > 0 && are_of_one_line(d->first - 1, d->first)),
                   last =
                       to.line - (d->end + 1 < token_count && are_of_one_line(d->end, d->end + 1));
        if (from.file == to.file && first <= last)
            fprintf(out, "// unseen %ld %ld %s\n", first, last, file_name(from.file));
    }
}
