// SPDX-License-Identifier: MIT
// Texts of kernels with the functions that wait written out (expand.c).
#ifndef EXPAND_H
#define EXPAND_H

#include "cuda2cpp.h"

struct expanded {
    size_t kernel, name; // the kernel's name; that of its text behind the source
};

// Puts such texts behind the source, before its words are read. Tokens keep their numbers.
void expand_kernels(void);
// The text of the kernel whose name stands at that token; NULL: it has none.
const struct expanded *expanded_form(size_t name);
// They have been read: the source ends where the program's does.
void drop_expanded(void);

#endif
