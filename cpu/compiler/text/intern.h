// SPDX-License-Identifier: MIT
// What the whole file says of a word: words.c numbers them, names.c learns what they stand for.
#ifndef WORDS_H
#define WORDS_H

#include "tokens.h"

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
    EFFECTS = WAITS | PLACED | ORDERED | REACHES
};

struct spot {
    size_t file, file_length; // in the source, with its quotes
    long line;
    enum owner owner; // of the file
};

extern struct spot *places; // of each token

// Kinds of words, each list with a NULL behind it.
extern const char *const arithmetic[], *const number_types[], *const vector_types[];
extern const char *const qualifiers[], *const keywords[];

// ---- words.c ------------------------------------------------------------------------------------

void number_words(void);
void find_places(void);
// The number of the word at token i, from 0; SIZE_MAX where it is none.
size_t word(size_t i);
size_t word_total(void);
// Where the word at token i stands first, and where the one there stands next; SIZE_MAX: nowhere.
size_t first_same(size_t i);
size_t next_same(size_t i);
// What is known of the word at token i.
unsigned flags(size_t i);
void flag(size_t i, unsigned more);
size_t length(size_t i);
bool same(size_t a, size_t b);
bool joins(size_t i); // no space between tokens i and i + 1

// ---- names.c ------------------------------------------------------------------------------------

// What operators, conversions, constructors and destructors of the program may do: they are called
// without being named.
extern unsigned unnamed_effects;
// ... and all members of its classes, which a function of the system may call.
extern unsigned member_effects;
// The program declares this operator (its first sign), and it may change what it is given.
bool odd_operator(char sign);
// ... or one that takes an enumeration.
bool enums_have_operators(void);
// Constructors may change what they are given; conversions, what they convert.
extern bool odd_constructors, odd_conversions;
// The > that closes template arguments opened at token i; token_count where they are none.
size_t angle_partner(size_t i);
// The { of the only body of the class whose name stands at token i; 0 where it is not known.
size_t class_body(size_t i);
// The only declaration of the variable that the word at token i names, outside functions and
// classes; NULL where there is none, or more.
struct declaration;
const struct declaration *variable_declared(size_t i);
// Does the word, with no scope in front of it, mean a variable of the program's, outside all, and
// none of the types and functions that headers have by that name in scopes of their own?
bool hides_headers(size_t i);

#endif
