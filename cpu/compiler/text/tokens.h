// SPDX-License-Identifier: MIT
// The source as tokens, and the edits to them: what all files of the compiler share.
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum kind { WORD, NUMBER, STRING, PUNCTUATION, PRAGMA };

struct token {
    enum kind kind;
    size_t start, end;   // byte range in the source
    char *before;        // text to insert in front of it, or NULL
    char *after;         // text to insert behind it, or NULL
    char *guard;         // ... in front of that, unless the compiler is asked who calls whom
    const char *instead; // text to print in its place, or NULL
};

// Whose text a token is: the program's, our headers', the system's.
enum owner { USER, OURS, SYSTEM };

extern char *source;
extern size_t source_length;
extern struct token *tokens;
extern size_t token_count;

// The source is `read` from now on, which stays the caller's; its tokens are read.
void read_source(char *read, size_t length);
void match_brackets(void);

// An array that has room for `needed` items; it moves, and gets twice that room, where it had none.
void *grow(void *array, size_t *room, size_t needed, size_t item);
// So many items, all of them zero.
void *allocate(size_t count, size_t item);
// A new string made as printf would print it.
__attribute__((format(printf, 1, 2))) char *text(const char *format, ...);
// Is the token that word? Asked of every token all the time, so most are told by their first
// letter.
static inline bool is(size_t i, const char *word) {
    if (i >= token_count)
        return false;
    const struct token *const t = &tokens[i];
    const char *const start = source + t->start;
    return *start == *word && t->kind != STRING && strncmp(start, word, t->end - t->start) == 0 &&
           word[t->end - t->start] == '\0';
}
// Is it one of the words in a list that NULL ends?
static inline bool is_any(size_t i, const char *const *words) {
    for (; *words; words++)
        if (is(i, *words))
            return true;
    return false;
}
// +1 on an opening bracket, -1 on a closing one, else 0; angle brackets do not count.
int nesting(size_t i);
// The partner of the bracket at token i; token_count where there is none.
size_t closing(size_t i);
size_t opening(size_t i);
// The < that opens the template arguments whose > is at token i; token_count where there is none.
size_t opening_angle(size_t i);
void insert_before(size_t i, char *what);
void insert_after(size_t i, char *what);
void erase(size_t first, size_t last);
// The source text of tokens [first, last] on one line, without what is erased; its quotes escaped
// if asked.
char *joined(size_t first, size_t last, bool escape);
bool same_word(size_t a, size_t b);
// The token as it is written.
char *name_of(size_t i);

// output.c: all of a file, with a 0 after it; *length: so many bytes without that.
char *read_file(FILE *file, size_t *length);
// The source as its tokens have been edited.
void print_program(FILE *out);

#endif
