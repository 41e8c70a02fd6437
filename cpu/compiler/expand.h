// SPDX-License-Identifier: MIT
// Texts of kernels with the functions that wait written out (expand.c).
#ifndef EXPAND_H
#define EXPAND_H

#include "cuda2cpp.h"

struct declaration;

struct expanded {
    size_t kernel, name; // the kernel's name; that of its text behind the source
};

// Puts such texts behind the source, before its words are read. Tokens keep their numbers.
void expand_kernels(void);
// The text of the kernel whose name stands at that token; NULL: it has none.
const struct expanded *expanded_form(size_t name);
// They have been read: the source ends where the program's does.
void drop_expanded(void);

// ---- of functions that wait (waiting.c) ---------------------------------------------------------

// Whether the word at token i follows a . , -> or :: .
bool is_member(size_t i);
// The ( of the call at token i; 0: it is none.
size_t call_at(size_t i);
// The only function of that name, which the program declares outside classes and namespaces.
const struct declaration *only_function(size_t i);
// The function that waits which is called at token i, seen `depth` calls deep; NULL: none is.
const struct declaration *waiting_call(size_t i, unsigned depth);
// Whether the word at token i is declared inside the function.
bool is_local(size_t i, const struct declaration *d);
// Whether calls of f in the kernel may be written out.
bool can_expand(const struct declaration *f, const struct declaration *kernel);

#endif
