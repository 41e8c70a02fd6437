// SPDX-License-Identifier: MIT
// What the parsers share among themselves.
#ifndef PARSER_H
#define PARSER_H

#include "parse.h"

// What is known of a word: numbers from 1, 0 for none.
struct named {
    size_t first;                      // its first declaration
    size_t body;                       // the { of the class of that name; token_count: of several
    const struct declaration *outside; // a variable outside functions and classes, or several
    struct variable *seen;             // the innermost variable in sight
};
struct named *named(size_t i); // of the word at token i
void forget_names(void);       // the words are others from now on
void index_declarations(void);

// declare.c: what may stand between a star and a name.
extern const char after_star[];
// The token after C:: or C<T>:: at token t; if a star follows; else t.
size_t after_scopes(size_t t);
size_t after_class(size_t t);
// The name in a declarator in parentheses at token i: (*name), (&name), (C::*name); 0: it is none.
size_t name_in_parentheses(size_t i);

// declarator_or_call.c: what the words were declared as so far.
void note_sense(const struct declaration *d);
// Do the parentheses at token i hold values, so that d, which they follow, is a variable?
bool holds_values(size_t i, const struct declaration *d);

// ---- types --------------------------------------------------------------------------------------

extern const struct type size_type;
// <...>, from token `open` to token `close`.
const struct arguments *parse_arguments_of_template(size_t open, size_t close);
// The type of a member of that name; UNKNOWN if it is not known. NULL: it is no plain member.
const struct type *member_type(const struct type *of, size_t name);
// Of the number or character at token i.
const struct type *literal_type(size_t i);
// What is known of a cast, node n, to that type, which is written at token i.
void note_cast(struct node *n, const struct type *to, bool reference, bool is_odd, size_t i);

// ---- expressions --------------------------------------------------------------------------------

// tree.c: why the parser gave up first, and where; NULL: it did not. take_failure() forgets it.
struct failure {
    const char *why;
    size_t at;
};
struct failure take_failure(void);
void put_failure(struct failure back);
bool has_failed(void);
// There are no operators from token `end` on: a launch's >>> stands there. Where they ended before.
size_t end_operators(size_t end);
struct node *parse_expression(size_t i);
struct node *parse_unary(size_t i);
// Node n with one more child, with which it ends; NULL: that is not understood.
struct node *with(struct node *n, struct node *last);
// What the brackets at token i hold, each with a comma after it but for the last, becomes children.
bool parse_arguments(struct node *call, size_t i);
// Variables that are named where only constants may be, in tokens [first, last], become children.
bool name_constants(struct node *n, size_t first, size_t last);
// decltype(...), noexcept(...) and their kin at token i: what is in the parentheses is its child,
// if it is understood.
struct node *parse_asked(size_t i);
// All that tokens [first, last] ask so, and by sizeof, becomes children: SIZE_OFs without any.
void add_asked(struct node *n, size_t first, size_t last);
// foreign.c
struct node *odd_node(enum kind_of_node kind, size_t first, size_t last, const char *why);
struct node *parse_lambda(size_t i);
bool begins_launch(size_t i); // <<< at that token
struct node *parse_launch(struct node *callee);
struct node *parse_throw(size_t i);
struct node *parse_try(size_t i);
struct node *parse_asm(size_t i);
struct node *parse_prototype(size_t i);
struct node *parse_jump(size_t i);

// ---- statements and scopes ----------------------------------------------------------------------

struct node *parse_block(size_t i);
bool begins_declaration(size_t i);
struct node *parse_names(size_t i, size_t close); // using, typedef, enum
// The parameters in the parentheses at token `open`, into the scope. False: not all are understood.
bool parse_parameters(size_t open);
// The comma after the parameter, or template argument, that token i stands in, or token close.
size_t after_parameter(size_t i, size_t close);
// The token after [[...]] and __attribute__((...)) at token i.
size_t after_attributes(size_t i);

// local.c
// No variable is in sight: the words are others from now on.
void forget_scopes(void);
size_t count_visible(void); // so many variables can be seen
// All but the first `visible` that can be seen, and the first `all`, are forgotten.
void forget_variables(size_t visible, size_t all);
// Scopes of all variables but the first `count` end at token i.
void leave_scope(size_t count, size_t i);
struct variable *new_variable(size_t name, enum role role);
void add_variable(struct variable *v); // into the scope
struct reading *take_reading(struct node *body);

#endif
