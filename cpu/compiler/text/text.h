// SPDX-License-Identifier: MIT
// The source as tokens: what they are, where each stands, which words are the same, and the edits
// to them.
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// ---- lexer.c: tokens ----------------------------------------------------------------------------

enum kind { WORD, NUMBER, STRING, PUNCTUATION, PRAGMA };

struct token {
    enum kind kind;
    unsigned line;       // of the source, counted from 0 (location.c)
    size_t start, end;   // byte range in the source
    char *before;        // text to insert before it, or NULL
    char *after;         // text to insert after it, or NULL
    char *guard;         // ... before that, except in the compiler's view (crossing/view.c)
    const char *instead; // text to print in its place, or NULL
};

extern char *source;
extern size_t source_length;
extern struct token *tokens;
extern size_t token_count;

// Makes `read` the source, which stays the caller's: its tokens, their brackets, its lines.
void read_source(char *read, size_t length);

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
// Is it one of the words in a list that blanks separate? Is the word one, which has so many
// letters?
bool is_listed(size_t i, const char *words);
bool has_word(const char *words, const char *word, size_t letters);
bool in_list(const char *word, const char *words);
// +1 on an opening bracket, -1 on a closing one, else 0; angle brackets do not count.
int nesting(size_t i);
// The partner of the opening, or closing, bracket at token i, token_count if it has none; i if that
// is no such bracket.
size_t closing(size_t i);
size_t opening(size_t i);
// The first token from token i on, outside the brackets that open after it, which is one of a list;
// `end` if there is none before that.
size_t first_of(size_t i, size_t end, const char *any);
// The < that opens the template arguments whose > is at token i; token_count if there is none.
size_t opening_angle(size_t i);
// The > that closes the < at token i, anywhere in a declaration or in an expression, where it may
// be an operator; token_count if it closes nothing.
size_t closing_angle(size_t i);
bool begins_with(size_t i, const char *start);
size_t length(size_t i);
bool same_word(size_t a, size_t b);       // are they spelled the same, and is neither past the end?
bool joins(size_t i);                     // no space between tokens i and i + 1
bool doubled(size_t i, const char *sign); // ++, <<: the sign twice, with no space
// Tokens [first, last] as they are written, and what stands between them; a token.
char *written(size_t first, size_t last);
char *name_of(size_t i);

// Edits.
void insert_before(size_t i, char *what);
void insert_after(size_t i, char *what);
void erase(size_t first, size_t last);
// The source text of tokens [first, last] on one line, without what is erased; its quotes escaped
// if asked.
char *joined(size_t first, size_t last, bool escape);

// Text that grows; `length` more bytes, or what printf would print.
struct output {
    char *text; // or NULL
    size_t length, room;
};
void append(struct output *to, const char *what, size_t length);
void append_printed(struct output *to, const char *format, va_list arguments);

// An array that has room for `needed` items; it moves, and doubles, if it had none.
void *grow(void *array, size_t *room, size_t needed, size_t item);
// So many items, all of them zero.
void *allocate(size_t count, size_t item);
// A new string made as printf would print it.
__attribute__((format(printf, 1, 2))) char *text(const char *format, ...);

// ---- output.c -----------------------------------------------------------------------------------

// All of a file, with a 0 after it; *length: so many bytes without that.
char *read_file(FILE *file, size_t *length);
// The source as its tokens have been edited.
void print_program(FILE *out);

// ---- location.c: files and lines, by the source's line markers ----------------------------------

// Whose text a token is: the program's, our headers', the system's.
enum owner { USER, OURS, SYSTEM };

// Where a token stands; file: a number for file_name().
struct place {
    size_t file;
    long line, column;
};
void read_places(void); // the source's line markers and lines
struct place place_of(size_t i);
const char *file_name(size_t file);
// A line marker and blanks: what follows them has the line and the column of token i.
char *placed(size_t i);
enum owner owner_of(size_t i);

// Prints FILE:LINE:COLUMN: error: and the sentence with the line, once for each place and sentence,
// on stderr, and counts it in `errors`; complain_softly(): warning:, and is not counted.
__attribute__((format(printf, 2, 3))) void complain(size_t i, const char *format, ...);
__attribute__((format(printf, 2, 3))) void complain_softly(size_t i, const char *format, ...);
size_t error_count(void);

// ---- intern.c: words, numbered, with what the whole file says of each ---------------------------

enum {
    FUNCTION_NAME = 1 << 0,  // declared as one
    BY_REFERENCE = 1 << 1,   // a declaration of it takes an argument by reference, perhaps
    WAITS = 1 << 2,          // meets a barrier, perhaps
    PLACED = 1 << 3,         // asks which thread runs it, perhaps
    ORDERED = 1 << 4,        // does what is seen in the order of threads, perhaps
    TYPE_NAME = 1 << 5,      // declared as a type
    CLASS_NAME = 1 << 6,     // a class, structure or union
    PLAIN_NAME = 1 << 7,     // another name of an arithmetic type, or an enumeration
    OTHER_NAME = 1 << 8,     // a type that is neither, or a parameter of a template
    CONSTANT_NAME = 1 << 9,  // a number that a kernel cannot change
    VARIABLE_NAME = 1 << 10, // a variable that is no such number
    PURE = 1 << 11,          // a function of its arguments alone
    USERS = 1 << 12,         // the program declares it, and not only a header of the system
    GIVES_NUMBER = 1 << 13,  // a function that returns an arithmetic type
    GIVES_VECTOR = 1 << 14,  // ... a vector type
    GIVES_OTHER = 1 << 15,   // ... something else
    KERNEL = 1 << 16,
    ROOT = 1 << 17,          // has its effects by itself, wherever it stands
    ON_DEVICE = 1 << 18,     // a function that kernels may call
    MEMBER_NAME = 1 << 19,   // a class has a member of that name, which is no constant
    TAKES_CLASS = 1 << 20,   // a declaration of it takes an object by value
    TAKES_GENERIC = 1 << 21, // ... something of a type that explicit template arguments choose
    HAS_BODY = 1 << 22,      // a function that is defined in this file
    MADE_DEVICE = 1 << 23,   // ... that the program itself gives to kernels
    GIVES_ADDRESS = 1 << 24, // what it returns may refer to what it was given
    COSTLY = 1 << 25,        // PURE, and takes long
    ELSEWHERE = 1 << 26,     // `extern` or `friend` declares it somewhere
    VOLATILE = 1 << 27,      // a variable, a member or another name of a type, volatile perhaps
    REACHES = 1 << 28,       // reaches for the shared memory of other blocks, perhaps
    KEEPS_INDEX = 1 << 29,   // of nodes: hands on the address of threadIdx
    EFFECTS = WAITS | PLACED | ORDERED | REACHES
};

// What the languages have a word for; intern.c lists them.
enum {
    ARITHMETIC = 1 << 0,  // int and its kin
    NUMBER_NAME = 1 << 1, // another name of such a type, and of a vector, as long as the program
    VECTOR_NAME = 1 << 2, // declares no other of that name
    KEYWORD = 1 << 3,     // no name of anything
    FIXED = 1 << 4,       // const and constexpr
    CLASS_WORD = 1 << 5,  // struct, enum
    SPACE = 1 << 6,       // __device__ and its kin
    LASTING = 1 << 7,     // says where a variable is, and how long: static
    SPECIFIER = 1 << 8,   // says nothing of a type, as virtual
    ATTRIBUTE = 1 << 9,   // owns the parentheses after it: __attribute__
    ANNOTATION = 1 << 10, // ... and is none: noexcept
    ASKING = 1 << 11,     // decltype and its other names
    ASSEMBLER = 1 << 12,
    AS_TYPE = 1 << 13,  // declared as a type so far, in any scope (declarator_or_call.c)
    AS_VALUE = 1 << 14, // ... as a function or variable
    OWNS_PARENTHESES = ATTRIBUTE | ANNOTATION | ASKING | ASSEMBLER
};
// Is the word at token i of one of these kinds?
bool is_one(size_t i, unsigned kinds);
void note_kind(size_t i, unsigned kind);

void number_words(void);
// The number of the word at token i, from 0; SIZE_MAX if it is none.
size_t word(size_t i);
size_t word_total(void);
// Where the word at token i stands first, and where the one there stands next; SIZE_MAX: nowhere.
size_t first_same(size_t i);
size_t next_same(size_t i);
// What is known of the word at token i.
unsigned flags(size_t i);
void flag(size_t i, unsigned more);
// nesting.c: room for brackets as deep as memory lets them be. To be called before all else.
void make_room_for_nesting(char **argv);

#endif
