// SPDX-License-Identifier: MIT
// Where each token stands in the source's files, whose text it is, and what is said of it.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"
#include "warn.h"

struct marker {
    size_t start; // the byte at which its line ends, and what it speaks of begins
    size_t file;
    long line;   // of the line that begins there
    bool system; // what stands there is no text of the file's: a macro of the system's made it
};

static struct places now;
static struct file {
    char *name;
    bool system; // its first line is not the user's; later markers say so of a system's macro, too
} * files;
static size_t file_count, file_room;
static char *ours; // the folder of our own headers, with its last /
static char **said;
static size_t said_count, said_room;
size_t errors;

static size_t file_index(const char *name, size_t length, bool system) {
    for (size_t f = file_count; f-- > 0;)
        if (strlen(files[f].name) == length && memcmp(files[f].name, name, length) == 0)
            return f;
    files = (struct file *)grow(files, &file_room, file_count + 1, sizeof *files);
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
    now.markers = (struct marker *)grow(now.markers, &now.room, now.count + 1, sizeof *now.markers);
    now.markers[now.count++] =
        (struct marker){end < source_length ? end + 1 : end,
                        file_index(name, (size_t)(close - name), system), line, system};
}

struct places read_places(void) {
    now = (struct places){NULL, 0, 0};
    for (size_t i = 0; i < source_length;) {
        const char *const newline = memchr(source + i, '\n', source_length - i);
        const size_t end = newline ? (size_t)(newline - source) : source_length;
        if (source[i] == '#' && source[i + 1] == ' ')
            read_marker(i, end);
        i = end + 1;
    }
    return now;
}

void use_places(struct places read) {
    now = read;
}

static const struct marker *marker_before(size_t byte) {
    size_t low = 0, high = now.count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (now.markers[middle].start <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &now.markers[low - 1] : NULL;
}

struct place place_of(size_t i) {
    const size_t byte = tokens[i].start;
    const struct marker *const marker = marker_before(byte);
    if (!marker)
        return (struct place){file_index("", 0, true), 0, 0};
    struct place place = {marker->file, marker->line, 1};
    for (size_t k = marker->start; k < byte; k++) {
        place.column++;
        if (source[k] == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
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

bool is_in_systems_macro(size_t i) {
    const struct marker *const marker = marker_before(tokens[i].start);
    return marker && marker->system;
}

// The line that token i stands in, a mark under its column, and an empty line.
static void show_line(size_t i, long column) {
    const char *const first = source + tokens[i].start - (column - 1);
    const char *const end = memchr(first, '\n', (size_t)(source + source_length - first));
    fprintf(stderr, "  %.*s\n  ", (int)((end ? end : source + source_length) - first), first);
    for (long k = 0; k < column - 1; k++)
        fputc(first[k] == '\t' ? '\t' : ' ', stderr);
    fprintf(stderr, "^\n\n");
}

// Prints the sentence, once for each place.
static void tell(size_t i, const char *kind, const char *sentence) {
    const struct place place = place_of(i);
    char *const line = text("%s(%ld): %s: %s", files[place.file].name, place.line, kind, sentence);
    for (size_t k = 0; k < said_count; k++)
        if (strcmp(said[k], line) == 0)
            return;
    said = (char **)grow(said, &said_room, said_count + 1, sizeof *said);
    said[said_count++] = line;
    fprintf(stderr, "%s\n", line);
    show_line(i, place.column);
    errors += strncmp(kind, "error", strlen("error")) == 0;
}

// When it is told: at once; behind the whole file, where nothing is wrong; where nothing is even
// then; where nothing is at all.
enum stage { AT_ONCE, BEHIND, LATE, LAST };

static struct late {
    enum stage stage;
    size_t i;
    const char *kind;
    char *sentence;
    struct moment moment;
} * late;

static size_t late_count, late_room;

static void complain_of(size_t i, const char *kind, enum stage stage, const char *format,
                        va_list arguments) {
    static const char warning[] = "warning";
    va_list again;
    if (no_warnings && strncmp(kind, warning, strlen(warning)) == 0)
        return;
    if (warnings_are_errors && strncmp(kind, warning, strlen(warning)) == 0)
        kind = text("error%s", kind + strlen(warning));
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *const sentence = (char *)allocate((size_t)length + 1, 1);
    vsnprintf(sentence, (size_t)length + 1, format, arguments);
    if (stage == AT_ONCE) {
        tell(i, kind, sentence);
        free(sentence);
        return;
    }
    late = (struct late *)grow(late, &late_room, late_count + 1, sizeof *late);
    late[late_count++] = (struct late){.stage = stage, .i = i, .kind = kind, .sentence = sentence};
}

void complain(size_t i, const char *kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain_of(i, kind, AT_ONCE, format, arguments);
    va_end(arguments);
}

void complain_behind(size_t i, const char *kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain_of(i, kind, BEHIND, format, arguments);
    va_end(arguments);
}

void complain_late(size_t i, const char *kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain_of(i, kind, LATE, format, arguments);
    va_end(arguments);
}

void complain_last(size_t i, const char *kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain_of(i, kind, LAST, format, arguments);
    va_end(arguments);
}

static int by_moment(const void *a, const void *b) {
    const struct late *const x = (const struct late *)a, *const y = (const struct late *)b;
    const struct moment m = x->moment, n = y->moment;
    return m.turn != n.turn ? (m.turn > n.turn) - (m.turn < n.turn)
           : m.at != n.at   ? (m.at > n.at) - (m.at < n.at)
                            : (x->i > y->i) - (x->i < y->i);
}

bool tell_late(void) {
    const bool clean = errors == 0;
    for (size_t k = 0; k < late_count; k++)
        late[k].moment = late[k].stage == LATE ? moment_of(late[k].i) : (struct moment){0, k};
    if (late_count > 1)
        qsort(late, late_count, sizeof *late, by_moment);
    for (int stage = BEHIND; stage <= LAST; stage++) {
        const size_t before = errors;
        for (size_t k = 0; before == 0 && k < late_count; k++)
            if (late[k].stage == (enum stage)stage)
                tell(late[k].i, late[k].kind, late[k].sentence);
    }
    return clean && errors > 0;
}
