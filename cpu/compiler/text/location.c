// SPDX-License-Identifier: MIT
// Where each token stands in the source's files, whose text it is, and what is said of it.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static struct marker {
    size_t start; // the byte at which its line ends, and what it speaks of begins
    size_t file;
    long line; // of the line that begins there
} * markers;
static size_t marker_count, marker_room;
static size_t *lines; // the byte at which each line of the source begins
static size_t line_count, line_room;
static struct file {
    char *name;
    bool system; // its first line is not the user's; later markers say so of a system's macro, too
} * files;
static size_t file_count, file_room;
static char *ours; // the folder of our own headers, with its last /
static char **said;
static size_t said_count, said_room;
static size_t errors;

static size_t file_index(const char *name, size_t length, bool system) {
    for (size_t f = file_count; f-- > 0;)
        if (strlen(files[f].name) == length && memcmp(files[f].name, name, length) == 0)
            return f;
    files = grow(files, &file_room, file_count + 1, sizeof *files);
    files[file_count] = (struct file){text("%.*s", (int)length, name), system};
    static const char header[] = "cuda_cpu/launch.h"; // it is in every program
    if (length > strlen(header) &&
        strcmp(files[file_count].name + length - strlen(header), header) == 0)
        ours = text("%.*s", (int)(length - strlen(header)), name);
    return file_count++;
}

// The line marker that begins at byte `start`, `# 12 "file.cu" 2 3`, if it is one.
static void read_marker(size_t start, size_t end) {
    char *after;
    const long line = strtol(source + start + 1, &after, 10);
    if (after == source + start + 1 || *after != ' ' || after[1] != '"')
        return;
    const char *const name = after + 2, *close = name;
    while (close < source + end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    bool system = false;
    for (const char *c = close; c < source + end; c++)
        system = system || *c == '3';
    markers = grow(markers, &marker_room, marker_count + 1, sizeof *markers);
    markers[marker_count++] =
        (struct marker){end < source_length ? end + 1 : end,
                        file_index(name, (size_t)(close - name), system), line};
}

void read_places(void) {
    marker_count = line_count = 0;
    for (size_t i = 0; i < source_length;) {
        const char *const newline = memchr(source + i, '\n', source_length - i);
        const size_t end = newline ? (size_t)(newline - source) : source_length;
        lines = grow(lines, &line_room, line_count + 1, sizeof *lines);
        lines[line_count++] = i;
        if (source[i] == '#' && source[i + 1] == ' ')
            read_marker(i, end);
        i = end + 1;
    }
}

static const struct marker *marker_before(size_t byte) {
    size_t low = 0, high = marker_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (markers[middle].start <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &markers[low - 1] : NULL;
}

// The number of the line of the source that holds the byte, from 0.
static size_t line_with(size_t byte) {
    size_t low = 0, high = line_count;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (lines[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct place place_of(size_t i) {
    const size_t byte = tokens[i].start;
    const struct marker *const marker = marker_before(byte);
    if (!marker)
        return (struct place){file_index("", 0, true), 0, 0};
    const size_t line = line_with(byte);
    return (struct place){marker->file, marker->line + (long)(line - line_with(marker->start)),
                          (long)(byte - lines[line]) + 1};
}

const char *file_name(size_t file) {
    return files[file].name;
}

char *placed(size_t i) {
    const struct place place = place_of(i);
    return place.line == 0 ? text("%s", "")
                           : text("\n# %ld \"%s\"\n%*s", place.line, files[place.file].name,
                                  (int)place.column - 1, "");
}

enum owner owner_of(size_t i) {
    const struct marker *const marker = marker_before(tokens[i].start);
    if (!marker || files[marker->file].name[0] == '<')
        return SYSTEM;
    if (ours && strncmp(files[marker->file].name, ours, strlen(ours)) == 0)
        return OURS;
    return files[marker->file].system ? SYSTEM : USER;
}

// The line that token i stands in, and a mark under its column.
static void show_line(size_t i, const struct place *place) {
    const char *const first = source + tokens[i].start - (place->column - 1);
    const char *const end = memchr(first, '\n', (size_t)(source + source_length - first));
    fprintf(stderr, "%5ld | %.*s\n      | ", place->line,
            (int)((end ? end : source + source_length) - first), first);
    for (long k = 0; k < place->column - 1; k++)
        fputc(first[k] == '\t' ? '\t' : ' ', stderr);
    fprintf(stderr, "^\n");
}

// Prints the sentence, once for each place; false: it has been said.
static bool tell(size_t i, const char *kind, const char *format, va_list arguments) {
    const struct place place = place_of(i);
    char sentence[1000];
    vsnprintf(sentence, sizeof sentence, format, arguments);
    char *const line = text("%s:%ld:%ld: %s: %s", files[place.file].name, place.line, place.column,
                            kind, sentence);
    for (size_t k = 0; k < said_count; k++)
        if (strcmp(said[k], line) == 0)
            return false;
    said = grow(said, &said_room, said_count + 1, sizeof *said);
    said[said_count++] = line;
    fprintf(stderr, "%s\n", line);
    show_line(i, &place);
    return true;
}

void complain(size_t i, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    errors += tell(i, "error", format, arguments);
    va_end(arguments);
}

void complain_softly(size_t i, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(i, "warning", format, arguments);
    va_end(arguments);
}

size_t error_count(void) {
    return errors;
}
