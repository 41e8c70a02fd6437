// SPDX-License-Identifier: MIT
// The pieces that a file is cut into, for names.c, signature.c and effects.c.
#ifndef NAMES_H
#define NAMES_H

#include "words.h"

struct piece {
    size_t first, last;
    size_t name, name_count; // what it declares: in `piece_names`
    bool unnamed;            // may be called without being named
    bool variable;           // and no function
    bool member;             // of a class
    unsigned effects;
};

extern struct piece *pieces;
extern size_t piece_count;
extern size_t *piece_names; // tokens
extern unsigned member_effects;

extern const char *const classes[]; // struct and its kin
extern const char
    *const annotations[]; // words with parentheses that say nothing of what is declared

// pieces.c: cuts tokens [i, last) into pieces.
void cut(size_t i, size_t last, bool in_class);
// The piece declares the name at token i, too.
void add_name(struct piece *d, size_t i);

// names.c: notes what the name at token i stands for, each kind of declaration for itself.
void note_type(size_t i, unsigned more);
void note_class(size_t name, size_t open, bool simple); // its body's {; simple: it is no template
void note_operator(size_t first, size_t i);
void note_function(struct piece *d, size_t i, size_t open); // its parameters' (
void note_alias(size_t i, size_t last);                     // typedef and using
void note_enum(size_t i, size_t last);
// The variables or members in tokens [i, last), behind their type.
void note_declarators(struct piece *d, size_t i, size_t last, bool member);
// Is it a literal, with which no parameter begins?
bool is_value(size_t i);
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

// effects.c: of all pieces, and of the words that they declare.
void note_effects(void);

#endif
