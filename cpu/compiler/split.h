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
    KERNEL = 64,      // nobody calls it
    HOLDER = 128,     // a type that may hold a reference
    ARRAY = 256,      // a structure has an array of that name
    ARRAYS = 512,     // one of two dimensions or more
    PLACED = 1024,    // asks which thread runs it
    ORDERED = 2048    // does what is seen in the order of threads
};

struct place {
    size_t file, file_length; // in the source, with its quotes
    long line;
    bool system; // in a header that is not the program's
};

extern struct place *places; // of each token
extern bool anybody_asks;    // functions that no name tells of are PLACED

// Kinds of words, each list with a NULL behind it.
extern const char *const control[], *const arithmetic[], *const number_types[];
extern const char *const vector_types[], *const qualifiers[];

// What is known of the word at token i.
unsigned flags(size_t i);
size_t length(size_t i);
bool same(size_t a, size_t b);
// Operators or constructors wait, or operators change what stands behind them: no expression tells
// that it does so.
extern bool odd_operators;

// ---- split.c -----------------------------------------------------------------------------------

enum role { LOCAL, AGAIN, KEPT, UNIFORM, PARAMETER, SHARED, TYPE };

struct variable {
    size_t name, end;        // where it is declared, and where its scope ends
    size_t type, declarator; // its type is [type, type_end), its stars [declarator, name)
    size_t type_end;
    size_t initial, initial_end; // [initial, initial_end): empty where it starts with nothing
    bool simple;                 // a number, vector or pointer whose declaration is understood
    bool scalar;                 // a number or a pointer
    bool pointer;                // surely that: its elements lie elsewhere
    bool constant;               // cannot be changed
    enum role role;
    unsigned loop; // the loop (over threads) that declares it
};

enum what { PLAIN, DECLARATION, STRIDED, HOISTED, BARRIER, HEAD, OPEN, CLOSE };

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
    bool flat;                // see split_index.c
};

extern struct variable *variables;
extern size_t variable_count;
extern struct step *steps;
extern size_t step_count;
extern bool leaves; // threads return in front of a barrier
extern bool flat;   // see split_index.c
extern struct split *splits;
extern size_t split_count;

// Fills the above; false: the kernel can't be split.
bool take_apart(const struct split *kernel);
bool has_return(size_t first, size_t last);
// The variable of the kernel that token i names, or NULL.
struct variable *find(size_t i);
// The statement does nothing but change a UNIFORM variable, for all threads the same way.
bool is_uniform_statement(const struct step *s);
// The last token of the statement at token i.
size_t end_of_statement(size_t i);
// May the kernel change the variable where token i names it, or in tokens [first, last]?
bool may_change(const struct variable *v, size_t i);
bool changes(const struct variable *v, size_t first, size_t last);
// Do tokens [first, last) say the same for all threads, whenever they are asked?
bool is_lasting(size_t first, size_t last);
// Is it the variable that step s, a STRIDED loop, counts with?
bool is_strided_by(const struct step *s, const struct variable *v);

// ---- split_index.c -----------------------------------------------------------------------------

struct index {
    bool wide;   // a size_t
    size_t x, y; // if it is x + y * blockDim.x * gridDim.x: the tokens that name both
};

// The first condition of a flat kernel: only threads pass it whose index is within a limit, with
// which tokens [first, last] compare it. first is 0 where there is none.
struct guard {
    size_t first, last;
    bool leaves; // if (x >= n) return; and not if (x < n)
};

extern struct guard guard;

// The index of a thread in the grid at token i: its last token, or 0.
size_t end_of_index(size_t i, struct index *index);
// Does token i name a variable that is such an index, along x, of the type in tokens [type,
// type_end)? wide: it was worked out as a size_t.
bool names_index(size_t i, size_t type, size_t type_end, bool *wide);
// Do tokens [first, last] call what asks which thread runs it?
bool asks(size_t first, size_t last);
// Do they do what is seen in the order in which threads do it?
bool ordered(size_t first, size_t last);
// Are tokens [first, last) what an index may be compared with: lasting, and one operand?
bool is_limit(size_t first, size_t last);
// Is the kernel at hand flat? Tokens [first, last] are its body.
bool is_flat(size_t first, size_t last);

// ---- split_stride.c ----------------------------------------------------------------------------

struct stride {
    size_t type, type_end, name; // of the variable that counts
    size_t limit, limit_end, step, step_end;
    size_t body, body_end; // its last token, but for the brace that a `while` ends with
    const char *start;     // of the block's first thread
};

// Are tokens [first, last] a loop that looks so?
bool find_stride(size_t first, size_t last, struct stride *stride);
// And may its threads go side by side?
bool keeps_stride(size_t first, size_t last);

#endif
