// SPDX-License-Identifier: MIT
// What the C++ compiler says of numbers that narrow, read: where, and from what to what.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "words.h"
#include "refuse.h"

// The last of the user's tokens in a line, up to that column; token_count: there is none.
static size_t token_at(const char *file, size_t length, long line, long column) {
    size_t found = token_count;
    for (size_t i = 0; i < token_count; i++) {
        if (places[i].line != line || owner_of(i) != USER)
            continue;
        const struct place place = place_of(i);
        if (place.column <= column && strlen(file_name(place.file)) == length &&
            memcmp(file_name(place.file), file, length) == 0)
            found = i;
    }
    return found;
}

// ` from "double" to "int"`, of ‘double’ and 'int'.
static char *types_in(const char *message) {
    const char *from = strstr(message, " from ");
    char *const types = text("%s", from ? from : "");
    size_t n = 0;
    for (const char *c = types; *c && strncmp(c, " [-W", 4) != 0; c++)
        if (strncmp(c, "\xe2\x80\x98", 3) == 0 || strncmp(c, "\xe2\x80\x99", 3) == 0) {
            types[n++] = '"';
            c += 2;
        } else {
            types[n++] = *c;
            types[n - 1] = *c == '\'' ? '"' : *c;
        }
    types[n] = '\0';
    return types;
}

bool judge_narrowings(const char *name) {
    FILE *const file = fopen(name, "r");
    if (!file) {
        perror(name);
        return false;
    }
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        const char *const what = strstr(line, ": narrowing conversion of ");
        long at, column;
        char kind[8], *colon = line;
        while (what && (colon = strchr(colon, ':')) &&
               sscanf(colon, ":%ld:%ld: %7[a-z]: ", &at, &column, kind) != 3)
            colon++;
        if (!what || !colon || colon > what || !strstr(what, "[-Wnarrowing]"))
            continue;
        const size_t i = token_at(line, (size_t)(colon - line), at, column);
        if (i < token_count)
            judge_narrowing(i, strcmp(kind, "error") == 0, types_in(what));
    }
    free(line);
    fclose(file);
    return true;
}
