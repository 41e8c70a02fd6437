// SPDX-License-Identifier: MIT
// What names.c, signature.c and effects.c say of a file's declarations.
#ifndef NAMES_H
#define NAMES_H

#include "declare.h"
#include "tree.h"

extern unsigned member_effects;

// names.c
bool is_number_type(size_t i);
// Is the declaration called without being named: an operator, a conversion, a constructor
// or destructor, what gives a member its value?
bool is_unnamed_call(const struct declaration *d);
// The first token of a variable's declaration, or the one behind the class that is defined in it.
size_t first_declarator(const struct declaration *d);
// Can kernels call what is declared from token `first` to `last`?
bool of_device(size_t first, size_t last);

// signature.c
struct signature {
    struct formal *formals;
    size_t count;
    bool by_value;                   // all get numbers, vectors, pointers or objects by value
    bool takes_class, takes_generic; // one gets an object; what calls choose the type of
    struct type result;              // of a reference: what that refers to
    bool is_known, is_void, refers;  // the result's type is understood; void; a reference
};
// Of all functions that are declared; of one of them.
void read_signatures(void);
const struct signature *signature_of(const struct declaration *d);
// What the function returns: GIVES_NUMBER and its kin.
unsigned result_of(const struct declaration *d);

// effects.c: of all declarations, and of the words that they declare.
void note_effects(void);

#endif
