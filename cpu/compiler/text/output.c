// SPDX-License-Identifier: MIT
// Files: a source is read, and printed again as its tokens have been edited.
#include "text.h"

static void print_blank(FILE *out, size_t from, size_t to) {
    for (; from < to; from++)
        fputc(source[from] == '\n' ? '\n' : ' ', out);
}

// The user's tokens keep their columns, under which messages put their carets: what is inserted
// between two of a line ends with a line marker and blanks up to the second one's column.
void print_program(FILE *out) {
    size_t at = 0;
    bool shifted = false;
    for (size_t i = 0; i < token_count; i++) {
        const struct token *const t = &tokens[i];
        if (!shifted && !t->before && !t->after && !t->guard && !t->instead)
            continue; // it goes out with what is before the next change
        const bool same_line = !memchr(source + at, '\n', t->start - at);
        if (!same_line)
            shifted = false;
        fwrite(source + at, 1, t->start - at, out);
        if (t->before)
            fputs(t->before, out);
        shifted = shifted || (t->before && *t->before);
        if (shifted && !(t->instead && !*t->instead) && owner_of(i) == USER) {
            fputs(placed(i), out);
            shifted = false;
        }
        if (t->instead && !*t->instead && !shifted)
            print_blank(out, t->start, t->end);
        else if (t->instead)
            fputs(t->instead, out);
        else
            fwrite(source + t->start, 1, t->end - t->start, out);
        shifted = shifted || (t->instead && *t->instead) || (t->after && *t->after) || t->guard;
        if (t->guard)
            fputs(t->guard, out);
        if (t->after)
            fputs(t->after, out);
        at = t->end;
    }
    fwrite(source + at, 1, source_length - at, out);
}

void append(struct output *to, const char *what, size_t length) {
    to->text = grow(to->text, &to->room, to->length + length + 1, 1);
    memcpy(to->text + to->length, what, length);
    to->length += length;
    to->text[to->length] = '\0';
}

void append_printed(struct output *to, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const size_t length = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    to->text = grow(to->text, &to->room, to->length + length + 1, 1);
    vsnprintf(to->text + to->length, length + 1, format, arguments);
    to->length += length;
}

char *read_file(FILE *file, size_t *length) {
    char *read = NULL;
    size_t room = 0, got;
    *length = 0;
    do {
        read = grow(read, &room, *length + 65536, 1);
        got = fread(read + *length, 1, room - *length - 1, file);
        *length += got;
    } while (got > 0);
    read[*length] = '\0';
    return read;
}
