// SPDX-License-Identifier: MIT
// What names.c, signature.c and effects.c say of a file's declarations.
#ifndef NAMES_H
#define NAMES_H

#include "declare.h"
#include "words.h"

extern unsigned member_effects;

// names.c: is the declaration called without being named: an operator, a conversion, a constructor
// or destructor, what gives a member its value?
bool is_unnamed_call(const struct declaration *d);
// The first token of a variable's declaration, or the one behind the class that is defined in it.
size_t first_declarator(const struct declaration *d);
// Can kernels call what is declared from token `first` to `last`?
bool of_device(size_t first, size_t last);

// signature.c
bool is_number_type(size_t i);
// Do the parameters in the parentheses at token `open` all take numbers, vectors or pointers by
// value? Tokens from `first` on are the declaration's template parameters.
bool by_value(size_t first, size_t open, bool trusted, bool own);
extern bool takes_class, takes_generic; // one of the parameters last looked at
// What the function whose name stands at token `name` returns.
unsigned result_of(size_t first, size_t name);

// effects.c: of all declarations, and of the words that they declare.
void note_effects(void);

#endif
