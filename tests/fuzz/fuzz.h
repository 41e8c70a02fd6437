// SPDX-License-Identifier: MIT
// Random kernels: what the files of the generator share.
//
// A kernel is put together from rows of tables. A row is a pattern of source text with blanks:
//   $e an unsigned expression   $v the variable that changes   $n the name that is declared
//   $b a name of the row's own  $x what a detour hides         $u a number that nothing else has
//   $k the kernel's name
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *start; // ends with a 0
    size_t length, room;
};

// ---- tables ------------------------------------------------------------------------------------

enum {
    DRAWS = 1,     // reading it changes it
    DIFFERS = 2,   // not the same for all threads
    ONCE = 4,      // of one scope: its names stand alone
    CONSTANT = 8,  // nothing changes it
    IN_BLOCK = 16, // asks for t, the thread's number in its block
    BY_ORDER = 32  // not in a kernel that runs as rows: would be no candidate
};

// Variables of a kernel: how one is declared, read, and changed.
struct object {
    const char *outside, *declare, *read;
    const char *lvalue; // an unsigned that others may change, or NULL
    const char *change; // a statement of its own, or NULL
    unsigned flags;
};

// Detours to an expression $x: what stands outside of the kernel, and the call.
struct detour {
    const char *outside, *call;
    const char *after; // the kernel, or NULL
};

// Ways to change the unsigned $v: outside; bind, which may be long before; use.
struct change {
    const char *outside, *bind, *use;
    unsigned flags;
};

extern const struct object objects[], parameters[], threads[];
extern const struct detour detours[];
extern const struct change changes[];
extern const size_t object_count, parameter_count, thread_count, detour_count, change_count;

// ---- generator.c -------------------------------------------------------------------------------

// The next random number, below `limit`.
unsigned below(unsigned limit);
bool chance(unsigned percent);
// A new string made as printf would print it; all of a kernel's go with the kernel.
__attribute__((format(printf, 1, 2))) char *say(const char *format, ...);
__attribute__((format(printf, 2, 3))) void put(struct text *text, const char *format, ...);

// Writes kernel `number` of the unit whose seed it is, and what calls it. label: what its names are
// made of. dropped: numbers of statements to leave out, up to a 0.
void write_kernel(struct text *to, uint64_t seed, unsigned number, unsigned label, const unsigned *dropped);
// How many statements the last kernel had.
unsigned count_statements(void);

// Are a unit's kernels made of that row of a table, too? outside: what stands outside of the
// kernel.
bool is_chosen(const void *table, size_t row, const char *outside);

#endif
