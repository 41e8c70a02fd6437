// SPDX-License-Identifier: MIT
// Where each token stands in the source's files, whose text it is, and what is said of it.
#include <stdlib.h>

#include "text.h"

static struct line { // of the source
    size_t start, file;
    long number; // in that file; 0 before the first line marker
} * lines;
static size_t line_count, line_room;
static struct file {
    char *name;
    bool system; // its first line is not the user's; later markers say so of a system's macro, too
    enum owner owner;
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
    files[file_count] = (struct file){text("%.*s", (int)length, name), system, USER};
    static const char header[] = "cuda_cpu/launch.h"; // it is in every program
    if (length > strlen(header) &&
        strcmp(files[file_count].name + length - strlen(header), header) == 0)
        ours = text("%.*s", (int)(length - strlen(header)), name);
    return file_count++;
}

// What follows the line marker that begins at byte `start`, `# 12 "file.cu" 2 3`, if it is one.
static void read_marker(size_t start, size_t end, struct line *next) {
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
    next->file = file_index(name, (size_t)(close - name), system);
    next->number = line;
}

static void find_owners(void) {
    for (struct file *f = files; f < files + file_count; f++)
        f->owner = ours && strncmp(f->name, ours, strlen(ours)) == 0 ? OURS
                   : f->system || f->name[0] == '<'                  ? SYSTEM
                                                                     : USER;
}

void read_places(void) {
    struct line next = {0, file_index("", 0, true), 0};
    line_count = 0;
    while (next.start < source_length) {
        const size_t start = next.start;
        const char *const newline = memchr(source + start, '\n', source_length - start);
        const size_t end = newline ? (size_t)(newline - source) : source_length;
        lines = grow(lines, &line_room, line_count + 1, sizeof *lines);
        lines[line_count++] = next;
        next.number += next.number > 0;
        if (source[start] == '#' && source[start + 1] == ' ')
            read_marker(start, end, &next);
        next.start = end + 1;
    }
    find_owners();
    unsigned line = 0;
    for (size_t i = 0; i < token_count; i++) {
        while (line + 1 < line_count && lines[line + 1].start <= tokens[i].start)
            line++;
        tokens[i].line = line;
    }
}

static const struct line *line_of(size_t i) {
    return &lines[tokens[i].line];
}

struct place place_of(size_t i) {
    const struct line *const line = line_of(i);
    return (struct place){line->file, line->number,
                          line->number ? (long)(tokens[i].start - line->start) + 1 : 0};
}

const char *file_name(size_t file) {
    return files[file].name;
}

char *placed(size_t i) {
    const struct place place = place_of(i);
    return place.line == 0 ? text("%s", "")
                           : text("\n# %ld \"%s\"%s\n%*s", place.line, files[place.file].name,
                                  owner_of(i) == SYSTEM ? " 3" : "", (int)place.column - 1, "");
}

enum owner owner_of(size_t i) {
    return files[line_of(i)->file].owner;
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
