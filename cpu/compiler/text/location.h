// SPDX-License-Identifier: MIT
// Where tokens stand in the source's files, as its line markers say, whose text that is, and what
// is said of it.
#ifndef LOCATION_H
#define LOCATION_H

#include <stdbool.h>
#include <stddef.h>

#include "tokens.h"

// Where a token stands; file: a number for file_name().
struct place {
    size_t file;
    long line, column;
};
// The line markers of a source. They are read once; of several sources, use_places() says which
// one's are asked.
struct places {
    struct marker *markers;
    size_t count, room;
    size_t *lines; // the byte at which each line of the source begins
    size_t line_count;
};
struct places read_places(void);
void use_places(struct places read);
struct place place_of(size_t i);
const char *file_name(size_t file);
// A line marker and blanks: what follows them has the line and the column of token i.
char *placed(size_t i);
enum owner owner_of(size_t i);
// Did a macro of the system's write the token, INT_MIN in the user's line?
bool is_in_systems_macro(size_t i);

// Prints FILE:LINE:COLUMN: error: and the sentence with the line, once for each place and sentence,
// on stderr, and counts it in `errors`; complain_softly(): warning:, and is not counted.
__attribute__((format(printf, 2, 3))) void complain(size_t i, const char *format, ...);
__attribute__((format(printf, 2, 3))) void complain_softly(size_t i, const char *format, ...);
extern size_t errors;

#endif
