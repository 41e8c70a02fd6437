// SPDX-License-Identifier: MIT
// A kernel taken apart: what words.c, split.c and split_write.c share.
#ifndef SPLIT_H
#define SPLIT_H

#include "cuda2cpp.h"

// ---- words.c -----------------------------------------------------------------------------------

enum {
    FUNCTION = 1,     // declared somewhere, or a type: may be called
    BY_REFERENCE = 2, // takes an argument by reference: may change it
    WAITS = 4,        // holds a barrier, or calls something that does
    CONSTANT = 8,     // a number that a kernel cannot change
    VARIABLE = 16,    // or that name belongs to one that it can
    PURE = 32,        // a function of its arguments alone
    KERNEL = 64       // nobody calls it
};

struct place {
    size_t file, file_length; // in the source, with its quotes
    long line;
};

extern struct place *places; // of each token

// Kinds of words, each list with a NULL behind it.
extern const char *const control[], *const arithmetic[], *const number_types[];
extern const char *const vector_types[], *const qualifiers[];

// What is known of the word at token i.
unsigned flags(size_t i);
size_t length(size_t i);
bool same(size_t a, size_t b);

// ---- split.c -----------------------------------------------------------------------------------

enum role { LOCAL, AGAIN, KEPT, UNIFORM, PARAMETER, SHARED, TYPE };

struct variable {
    size_t name, end;        // where it is declared, and where its scope ends
    size_t type, declarator; // its type is [type, type_end), its stars [declarator, name)
    size_t type_end;
    size_t initial, initial_end; // [initial, initial_end): empty where it starts with nothing
    bool simple;                 // a number, vector or pointer whose declaration is understood
    bool scalar;                 // a number or a pointer
    bool constant;               // cannot be changed
    enum role role;
    unsigned loop; // the loop (over threads) that declares it
};

enum what { PLAIN, DECLARATION, HOISTED, BARRIER, HEAD, OPEN, CLOSE };

// The kernel as a flat list.
struct step {
    enum what what;
    size_t first, last;            // tokens
    size_t variable, variable_end; // of a DECLARATION
    unsigned loop, depth;          // depth: in so many barrier loops and conditions
};

struct split {
    size_t name, open, close; // of its parameters: name + 1; of its body
    size_t from, from_end;    // template <...>: tokens [from, from_end)
};

extern struct variable *variables;
extern size_t variable_count;
extern struct step *steps;
extern size_t step_count;
extern bool leaves; // threads return in front of a barrier
extern struct split *splits;
extern size_t split_count;

// Fills the above; false: the kernel can't be split.
bool take_apart(const struct split *kernel);
// The variable of the kernel that token i names, or NULL.
struct variable *find(size_t i);
// The statement does nothing but change a UNIFORM variable, for all threads the same way.
bool is_uniform_statement(const struct step *s);

#endif
