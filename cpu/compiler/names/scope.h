// SPDX-License-Identifier: MIT
// What a name means where it stands, and whose code that is.
#ifndef SCOPE_H
#define SCOPE_H

#include "declare.h"

struct node;

// The class that a function is a member of, as its name: where the class stands, or in front of the
// function's ::; 0: of none.
size_t class_name(const struct declaration *d);
// The class of a method; NULL: of none, or it is not in sight.
const struct declaration *class_of_method(const struct declaration *d);
// The spaces of the code that token i is in: of its function, or of a lambda with spaces of its
// own.
unsigned code_at(size_t i);
// The spaces of the code in child c of node n, which is itself code of those spaces.
unsigned code_below(const struct node *n, const struct node *c, unsigned code);
// Is it the condition of a function with a body for each of nvcc's passes (merge_passes.c)?
bool asks_for_device(const struct node *n);
// The variable outside functions, or the member of a class, that the name at token i means; NULL
// for a local, for another object's member, and where none is in sight.
const struct declaration *variable_meant(size_t i);
// The class, enumeration or other name of a type that the name at token i means, outside functions;
// NULL: none is in sight.
const struct declaration *type_meant(size_t i);
// Is the function, or whatever it is, whose name is token i called there: f(x), f<T>(x) or (f)(x)?
bool is_called(size_t i);
// builtin.c: does it mean one of the user's: a member that is named as a built-in one?
bool is_users_variable(size_t i);
// symbol_index.c: are the two, variables of one name outside functions, one: T C::name; and what
// its class or namespace declares, too?
bool declare_one(const struct declaration *a, const struct declaration *b);
// The declaration in the class, with the value, of const T C::name; which has none. Else d.
const struct declaration *in_its_class(const struct declaration *d);

// symbol_index.c: the declaration that token i stands in, the innermost; NULL: in none. The
// innermost class or namespace in whose braces it stands; NO_SCOPE: in none.
const struct declaration *declaration_at(size_t i);
size_t scope_around(size_t i);
// The nodes that token i stands in, the whole tree first; no more of them than that.
enum { DEEPEST = 200 };
size_t path_to(size_t i, const struct node *path[DEEPEST]);
// Does token i stand in the operand of sizeof, decltype and their kin, which is never evaluated?
bool is_asked(size_t i);
// Does it stand in such an operand, or in what has not been read as a tree?
bool is_unevaluated(size_t i);
// The token by which the tree means something of that name where token i stands, or in front of it
// in its statement; i where there is none.
size_t back_to_word(size_t i, const char *name);
// Does the compiler need the value at token i itself: a constexpr variable's, a static_assert's,
// the size of an array, a template's argument; or is that unknown?
bool is_needed_early(size_t i);

#endif
