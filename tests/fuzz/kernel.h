// SPDX-License-Identifier: MIT
// The kernel that is being written: what kernel.c, statements.c and values.c share.
#ifndef KERNEL_H
#define KERNEL_H

#include "fuzz.h"

struct variable {
    const struct object *form;
    char *name, *unique;
    bool uniform; // the same for all threads of a block, whatever the compiler can see of it
    int locked;   // in so many loops that count on it
};

// A change that is bound to a variable, and may be used as long as both are in scope.
struct bond {
    const struct change *form;
    char *name, *unique;
    int variable;
};

enum kind { BLOCK, FLAT, STRIDED };

struct kernel {
    enum kind kind;
    const char *thread; // of a BLOCK: t, as an unsigned
    unsigned number;
    char *name;
    struct text outside, body, after; // the kernel's own text is its body
    struct variable variables[256];
    int variable_count;
    struct bond bonds[256];
    int bond_count;
    int indent;
    int together; // all threads that are left come here: a barrier may stand here
    int loops;    // around this place
    bool breakable;
    bool left; // threads may have returned
    bool met;  // at a barrier
    bool one_dimension;
    bool plain; // of statements that can all be split
    unsigned statement, budget, uniques;
    const unsigned *dropped;
};

extern struct kernel kernel;

// Blanks of a pattern filled in. uniform: expressions are the same for all threads.
struct blanks {
    const char *name, *unique, *variable, *hidden;
    bool uniform;
};
char *fill(const char *pattern, const struct blanks *blanks);
char *unique(void);
// A text that goes with the kernel.
char *keep(char *text);
// Everything of a kernel follows from the seed of its unit and its number. Is it a plain one?
bool begin_random(uint64_t seed, unsigned number);

// An unsigned expression without side effects.
char *expression(bool uniform, int depth);
// A row of a table that the unit is made of, none of whose flags are among `without`.
const struct object *pick_object(const struct object *table, size_t count, unsigned without);
char *condition(bool uniform);
// A call that leads to `hidden` by a detour.
char *detour(const char *hidden);
void line(const char *text);

void statements(int count);
void write_masked(void);
// Of a BLOCK: what few of a row's threads do (edges.c).
void write_edges(void);
// Warp functions that all threads of a block come to; those to which lanes come at several lines
// (lanes.c).
void meet_lanes(void);
void meet_at_lines(void);
// Of a BLOCK: sums in place (sums.c).
void add_in_place(void);
// A function with a loop of the threads, and a call of it (calls.c).
void write_call(void);
void declare(void);
// Changes some variable; false: there is none that may change here.
bool change_something(void);
// Reads what reading changes; false: there is none.
bool draw(void);
int open_scope(void);
void close_scope(int mark);

#endif
