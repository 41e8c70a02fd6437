// SPDX-License-Identifier: MIT
// What names mean: of the whole file, as flags of each word, and where one stands; and what
// functions take and do.
#ifndef NAMES_H
#define NAMES_H

#include "parse/parse.h"

// symbol_flags.c: learns what the tokens at hand say, at first and when a pass has changed the
// source; which types they declare.
void read_program(void);
void read_types(void);
// Is the declaration called without being named: an operator, a conversion, a constructor or
// destructor, what gives a member its value?
bool is_unnamed_call(const struct declaration *d);
// Can kernels call the function, by what this declaration says?
bool of_device(const struct declaration *d);
// The program declares this operator (its first sign), and it may change what it is given.
bool odd_operator(char sign);
// Constructors may change what they are given; conversions, what they convert.
bool odd_constructors(void);
bool odd_conversions(void);

// signature.c
struct signature {
    struct formal *formals;
    size_t count;
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

// Are the tokens [a, a_end) the same words as [b, b_end)?
bool same_tokens(size_t a, size_t a_end, size_t b, size_t b_end);
// Do two functions of one name take the same?
enum likeness { DIFFERENT, UNSURE, THE_SAME };
enum likeness compare_parameters(const struct declaration *a, const struct declaration *b);

// effects.c: of all declarations, and of the words that they declare.
void note_effects(void);
// What operators, conversions, constructors and destructors of the program may do: they are called
// without being named; and all members of its classes, which a function of the system may call.
unsigned unnamed_effects(void);
unsigned member_effects(void);
// May the function, which has a body, wait for other threads?
bool may_wait(const struct declaration *d);
// Is the word at token i an atomic's name, of ours?
bool is_atomic(size_t i);

// scope.c: the name as it would be called: C::name, operator+.
const char *name_of_function(const struct declaration *d);
// Is the name at token i that of a parameter or variable of function d that is in sight there?
bool is_declared_inside(size_t i, const struct declaration *d);
// The spaces of a function as all its declarations have them; HOST if none has any.
unsigned spaces_of(const struct declaration *d);
// The spaces of the code that token i is in: of its function, or of a lambda with spaces of its
// own.
unsigned code_at(size_t i);
// The spaces of the code in child c of node n, which is itself code of those spaces.
unsigned code_below(const struct node *n, const struct node *c, unsigned code);
// The variable outside functions, or the member of a class, that the name at token i means; NULL
// for a local, for another object's member, and where none is in sight.
const struct declaration *variable_meant(size_t i);
// Is the function, or whatever it is, whose name is token i called there: f(x), f<T>(x) or (f)(x)?
bool is_called(size_t i);
// Does it mean one of the user's: a member that is named as a built-in one?
bool is_users_variable(size_t i);

// context.c: the nodes that token i stands in, the whole tree first; no more of them than that.
enum { DEEPEST = 200 };
size_t path_to(size_t i, const struct node *path[DEEPEST]);
// The outermost of them that is such a one, with that token; NULL: none is.
const struct node *find_around(size_t i, bool (*is_such)(const struct node *, size_t));
// Does token i stand in the operand of sizeof, decltype and their kin, which is never evaluated?
bool is_asked(size_t i);
// Does it stand in such an operand, or in what has not been read as a tree?
bool is_unevaluated(size_t i);
// The token by which the tree means something of that name where token i stands, or before it
// in its statement; i where there is none.
size_t back_to_word(size_t i, const char *name);
// Does the compiler need the value at token i itself: a constexpr variable's, a static_assert's,
// the size of an array, a template's argument; or is that unknown?
bool is_needed_early(size_t i);

#endif
