// SPDX-License-Identifier: MIT
// Texts of kernels with the functions that wait written out (inline.c).
#ifndef INLINE_H
#define INLINE_H

#include "names/names.h"

// The kernel's text with functions written out, a function after the source; NULL: it has none.
const struct declaration *expanded_form(const struct declaration *kernel);

// ---- of functions that wait (inlinable.c) -------------------------------------------------------

// The only function of that name, which the program declares outside classes and namespaces, for
// device code; NULL: there is none, or another.
const struct declaration *only_function(size_t i);
// The function with a body that waits and is called by that node, or one of several of its name;
// NULL: none, or unknown. Or one with a loop that threads may go through side by side (stride.c).
const struct declaration *function_to_inline(const struct node *call);
// How many such calls are in the tree, without those in the arguments of others; *call: the last
// one.
unsigned calls_to_inline(const struct node *n, const struct node **call);
// Is the call the value's, whatever happens, and does all beside it just read and work out? So may
// what is beside it be worked out after it.
bool is_always_evaluated(const struct node *value, const struct node *call);
// Is what the program says done in device code where an object ends? An argument's ends after the
// whole expression with the call, in which order is C++'s: nothing is written out then.
bool objects_end(void);
// The return that ends what stands under the condition `if (...)` n without an else; NULL: there is
// none. What follows n is its else then.
const struct node *early_return(const struct node *n);
// May calls of f in the kernel be written out?
bool can_expand(const struct declaration *f, const struct declaration *kernel);
// Is it a number of a function's own that never changes?
bool is_local_constant(const struct variable *v);

// ---- what is written (inline_tokens.c) ----------------------------------------------------------

struct expansion;
// Of the functions of that name, f or others, the one that the call in e's function calls; NULL:
// unknown.
const struct declaration *called_by(const struct expansion *e, const struct node *call,
                                    const struct declaration *f);

#define MOST_GIVEN 8

enum group_kind { BLOCK_GROUP, GRID_GROUP, TILE_GROUP };

// A group of threads that a local of a function stands for (groups.c).
struct group {
    size_t name; // where it is declared
    enum group_kind kind;
    const char *size; // of a TILE_GROUP
};

// A kernel's text, as it is written.
struct inlining {
    bool groups_lost; // what is done with a group is not understood
    bool hoisting;    // shared memory is written, in front of what its sizes are named by
    unsigned expansions;
    struct output body, hoisted, *out; // out: it is written there
    size_t last_put;                   // the token that was written last; 0: not from the source
    struct shared *shared;
    size_t shared_count, shared_room;
};

struct expansion { // a call that is written out, or the kernel
    struct inlining *text;
    const struct declaration *of, *kernel;
    const struct reading *reading;     // of `of`
    const struct expansion *caller;    // NULL: of the kernel
    bool at_top;                       // its statements stand at the kernel's top
    unsigned number, shared;           // in its names; in those of its shared memory
    const char *result;                // the variable that takes what it returns
    size_t given[MOST_GIVEN];          // its template's parameters
    const char *stand_for[MOST_GIVEN]; // ... and what they stand for; NULL: a group
    struct type types[MOST_GIVEN];     // ... as types; UNKNOWN: it is not known
    size_t given_count;
    struct group groups[MOST_GIVEN];
    size_t group_count;
};

// From here on it is written there; what it was before.
struct output *write_to(struct inlining *t, struct output *there);
__attribute__((format(printf, 2, 3))) void put_words(struct inlining *t, const char *format, ...);
// Tokens [first, end) of e's function, its names told apart.
void put_renamed(const struct expansion *e, size_t first, size_t end);
// Is it a parameter T name[n], a pointer?
bool is_array_parameter(const struct variable *v);
// What is written of them, on one line; NULL: there is more between them.
const char *renamed(const struct expansion *e, size_t first, size_t end);
// The type in words, without const and volatile, as it is known in front of e's function as well;
// NULL: there are none.
const char *type_text(const struct expansion *e, const struct type *type);
// Can a variable be declared without a value, and be given one then, that has the type of e's
// function as type_text() writes it?
bool can_be_filled(const struct expansion *e, const struct type *type);
// The variable or parameter of e's function that is declared at that token; NULL: none is.
const struct variable *variable_named(const struct expansion *e, size_t name);
// Finds what the parameters of the template stand for that `of` is made from, in e's function.
bool find_arguments(const struct expansion *e, struct expansion *of, const struct node *call);
// Whether the word at token i follows a . , -> or :: .
bool is_member(size_t i);

// ---- cooperative groups (groups.c) --------------------------------------------------------------

// Whether the program includes cooperative_groups.h; whether the function names what is in it.
bool has_groups(void);
bool names_groups(const struct declaration *d);
// May the node be what is asked of a group? It is written in other words then.
bool may_ask_group(const struct node *n);
// Finds the groups that e's function declares.
void find_groups(struct expansion *e);
// Whether that declaration is one of a group.
bool declares_group(const struct expansion *e, const struct node *n);
// What e's function is given by the call.
void give_groups(struct expansion *e, const struct node *call);
// The group that parameter or variable `name` of e's function stands for; NULL: none.
const struct group *group_named(const struct expansion *e, size_t name);
// Whether that parameter of e's template is known by a group that e's function is given: *stands
// is the size of a tile, or NULL for the type of a group.
bool is_of_group(const struct expansion *e, const struct variable *parameter, const char **stands);
// Is the expression in e's function a group, and which?
bool is_group(const struct expansion *e, const struct node *n, struct group *group);
// Is the type a parameter of e's template, and no more?
bool is_of_template(const struct expansion *e, const struct type *type);
// Of the namespace's words these: whether the node calls one; whether the type is one.
bool calls_in_space(const struct node *n, const char *words);
bool is_type_in_space(const struct type *type, const char *words);
// group_words.c: what is written for tokens [i, *last] of e's function where a group is asked for
// something; NULL: they stay as they are.
const char *group_text(const struct expansion *e, size_t i, size_t *last);

#endif
