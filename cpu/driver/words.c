// SPDX-License-Identifier: MIT
// Lists of words, texts and files.
#define _GNU_SOURCE
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver.h"

const char BLANKS[] = " \t\n";

static void *checked(void *memory) {
    if (!memory)
        fatal("Out of memory");
    return memory;
}

void add(struct words *w, const char *word) {
    if ((w->count & (w->count + 1)) == 0) // room for a power of two, with the NULL
        w->item = checked(realloc(w->item, 2 * (w->count + 1) * sizeof *w->item));
    w->item[w->count++] = checked(strdup(word));
    w->item[w->count] = NULL;
}

void add_all(struct words *w, const struct words *more) {
    for (size_t i = 0; i < more->count; i++)
        add(w, more->item[i]);
}

void add_each(struct words *w, ...) {
    va_list words;
    va_start(words, w);
    for (const char *word; (word = va_arg(words, const char *));)
        add(w, word);
    va_end(words);
}

bool holds(const struct words *w, const char *word) {
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->item[i], word) == 0)
            return true;
    return false;
}

char *as_lines(const struct words *w) {
    char *lines;
    size_t length;
    FILE *const out = checked(open_memstream(&lines, &length));
    for (size_t i = 0; i < w->count; i++)
        fprintf(out, "%s\n", w->item[i]);
    fclose(out);
    return checked(lines);
}

char *text(const char *format, ...) {
    char *made;
    va_list values;
    va_start(values, format);
    if (vasprintf(&made, format, values) < 0)
        made = NULL;
    va_end(values);
    return checked(made);
}

bool starts_with(const char *word, const char *start) {
    return strncmp(word, start, strlen(start)) == 0;
}

bool ends_with(const char *word, const char *end) {
    const size_t length = strlen(word), tail = strlen(end);
    return length >= tail && strcmp(word + length - tail, end) == 0;
}

const char *base_name(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *stem_of(const char *path) {
    char *const name = text("%s", base_name(path)), *const dot = strrchr(name, '.');
    if (dot)
        *dot = '\0';
    return name;
}

struct words split(const char *separators, const char *whole, bool keep_quotes) {
    struct words words = {NULL, 0};
    char *const word = checked(malloc(strlen(whole) + 1));
    size_t length = 0;
    char quote = '\0';
    bool some = false;
    for (const char *c = whole;; c++) {
        if (!*c || (!quote && strchr(separators, *c))) {
            word[length] = '\0';
            if (some)
                add(&words, word);
            length = 0, some = false;
            if (!*c)
                break;
            continue;
        }
        some = true;
        const bool closes = quote && *c == quote, opens = !quote && (*c == '"' || *c == '\'');
        const bool escapes =
            *c == '\\' && c[1] && (!quote || (quote == '"' && (c[1] == '"' || c[1] == '\\')));
        if (opens || closes) {
            quote = opens ? *c : '\0';
            if (keep_quotes)
                word[length++] = *c;
        } else if (escapes) {
            if (quote && keep_quotes)
                word[length++] = *c;
            word[length++] = *++c;
        } else {
            word[length++] = *c;
        }
    }
    free(word);
    return words;
}

char *read_all(FILE *file, size_t *length) {
    size_t room = 1 << 16, used = 0;
    char *read = checked(malloc(room));
    for (size_t got; (got = fread(read + used, 1, room - used - 1, file)) > 0;) {
        used += got;
        if (room - used < 2)
            read = checked(realloc(read, room *= 2));
    }
    read[used] = '\0';
    if (length)
        *length = used;
    return read;
}

char *read_file(const char *path, size_t *length) {
    FILE *const file = fopen(path, "r");
    if (!file)
        return NULL;
    char *const read = read_all(file, length);
    fclose(file);
    return read;
}

void write_file(const char *path, const char *contents, size_t length) {
    FILE *const file = fopen(path, "w");
    if (!file || fwrite(contents, 1, length, file) != length || fclose(file))
        fatal("'%s' cannot be written", path);
}

bool is_newer(const char *path, const char *than) {
    struct stat a, b;
    if (stat(path, &a) || stat(than, &b))
        return false;
    return a.st_mtim.tv_sec != b.st_mtim.tv_sec ? a.st_mtim.tv_sec > b.st_mtim.tv_sec
                                                : a.st_mtim.tv_nsec > b.st_mtim.tv_nsec;
}

bool same_file(const char *path, const char *other) {
    struct stat a, b;
    return !stat(path, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw) {
    (void)s, (void)type, (void)ftw;
    return remove(path);
}

void remove_folder(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
