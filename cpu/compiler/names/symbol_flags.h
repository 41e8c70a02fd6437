// SPDX-License-Identifier: MIT
// What names.c, signature.c and effects.c say of a file's declarations.
#ifndef NAMES_H
#define NAMES_H

#include "declare.h"
#include "tree.h"

extern unsigned member_effects;

// names.c
// Is the declaration called without being named: an operator, a conversion, a constructor
// or destructor, what gives a member its value?
bool is_unnamed_call(const struct declaration *d);
// Can kernels call the function, by what this declaration says?
bool of_device(const struct declaration *d);

// declared.c
// The token behind words of a head that say nothing of a type.
size_t behind_specifiers(size_t i);
// The type of a variable, whose value is not looked at; that which is given another name. False: it
// is not understood, or a reference.
bool type_of_variable(const struct declaration *d, struct type *type);
bool type_of_alias(const struct declaration *d, struct type *type);
// The enumerator behind token i, another one or the {, of an enumeration whose } is at token close;
// 0: there is none.
size_t next_enumerator(size_t i, size_t close);

// signature.c
struct signature {
    struct formal *formals;
    size_t count;
    struct formals of_template;
    bool by_value;                   // all get numbers, vectors, pointers or objects by value
    bool takes_class, takes_generic; // one gets an object; what calls choose the type of
    struct type result;              // of a reference: what that refers to; an ALIAS: its type
    bool is_known, is_void, refers;  // the result's type is understood; void; a reference
};
// Of all functions that are declared; of one of them.
void read_signatures(void);
const struct signature *signature_of(const struct declaration *d);
// Does each call choose the type of the parameter, as of `auto x`?
bool is_placeholder(const struct formal *p);
// What the function returns: GIVES_NUMBER and its kin.
unsigned result_of(const struct declaration *d);

// alike.c: do two functions of one name take the same? UNSURE: nobody knows.
enum likeness { DIFFERENT, UNSURE, THE_SAME };
enum likeness take_alike(const struct declaration *a, const struct declaration *b);
// The type that another name stands for; the type itself where it is written by no such name.
struct type type_behind(struct type type);
// The class that the name at token i means, outside functions, by whatever name; NULL: none, or
// nobody knows.
const struct declaration *class_meant(size_t i);

// effects.c: of all declarations, and of the words that they declare.
void note_effects(void);
// Is the word at token i an atomic's name, of ours?
bool is_atomic(size_t i);

// Learns from the whole file what its words are; which types it declares, and what its functions
// take.
void read_words(void);
void read_types(void);

#endif
