// SPDX-License-Identifier: MIT
// What a file declares: its functions, variables and classes, outside the bodies of functions.
#ifndef DECLARE_H
#define DECLARE_H

#include <stdbool.h>
#include <stddef.h>

// Where a thing lives or runs: its __qualifiers__.
#include "location.h"

enum space {
    HOST = 1,
    DEVICE = 2,
    GLOBAL = 4,
    SHARED = 8,
    CONSTANT = 16,
    MANAGED = 32,
    OF_BOTH = 64, // of code of the device: it is what a function of both sides does there
    VARIABLE_SPACES = DEVICE | SHARED | CONSTANT | MANAGED,
};

// ALIAS: using and typedef. NAMED: a class or enumeration by its name alone. INSTANTIATION: of a
// template, template T name<T>(...). SPACE_ALIAS: namespace a = b. OTHER: what is not understood.
enum declared {
    FUNCTION,
    VARIABLE,
    CLASS,
    ENUMERATION,
    NAMESPACE,
    ALIAS,
    NAMED,
    INSTANTIATION,
    SPACE_ALIAS,
    OTHER
};

enum special { ORDINARY, CONSTRUCTOR, DESTRUCTOR, CONVERSION, OPERATOR };

// = default, = delete, = 0
enum given { NOT_GIVEN, DEFAULTED, DELETED, PURE_VIRTUAL };

// Words with parentheses that bound launches: __launch_bounds__, __cluster_dims__, __maxnreg__.
enum { LAUNCH_BOUNDS, CLUSTER_DIMS, MAX_REGISTERS, BOUNDS };

enum { OBJECT_CONST = 1, OBJECT_VOLATILE = 2, OBJECT_LVALUE = 4, OBJECT_RVALUE = 8 };

struct declaration {
    enum declared what;
    enum special special;
    unsigned spaces;     // as written in this declaration
    size_t first, start; // tokens: its first; its first behind template<...> and extern "C"
    size_t name,
        open; // its name (`first` for none); the ( of a function's parameters, the = ( { of a
              // variable's value
    size_t qualifier;           // T in T::name, of a function or variable; 0: its name is plain
    size_t declarator;          // of a variable or typedef behind a comma: the token there; 0
    size_t defines;             // ... that defines a class or enumeration: the { of that; 0
    size_t bases;               // of a class: the : in front of them; 0: it has none
    size_t inlined, per_thread; // the words inline and thread_local in it; 0: there is none
    size_t bounds[BOUNDS];      // ... and __launch_bounds__(...) and its kin, of a function
    size_t behind;              // of a function: the token behind all that follows its parameters:
                                // a ; { = or :
    unsigned of_object;         // ... what is said there of the object of a method
    size_t throws, misplaced;   // the words there: noexcept or throw; __device__ and its kin; 0
    size_t type_end;            // of a variable: the name of the first one of its declaration
    size_t body, end;           // the { of its body, 0 without one; its last token
    size_t scope;               // the class or namespace that it stands in; NO_SCOPE for none
    bool is_template, is_constexpr, is_static, is_extern, is_friend, is_const, is_virtual;
    bool is_consteval;       // a function that only the compiler calls; constexpr, too
    bool is_inline;          // inline by any of its names, consteval; a namespace
    bool is_nested;          // a function: what it returns goes on behind its parameters
    bool tries;              // ...: its body is a try block
    bool is_constrained;     // ... it has a clause `requires ...`
    bool is_specialisation;  // template <>
    bool is_enum, is_scoped; // an enumeration, or the NAME of one; enum class
    bool hides, is_private;  // a class by the word `class`; private or protected in its class
    enum given given;        // without a body of its own
};

#define NO_SCOPE ((size_t)-1)

extern struct declaration *declarations;
extern size_t declaration_count;

// Reads the declarations of all tokens, anew.
void read_declarations(void);
// The function in whose declaration, head or body, token i stands, the innermost; NULL for none.
const struct declaration *function_around(size_t i);
// Whether the name at token i is that of a parameter or variable of function d that is in sight
// there, or declares it.
bool is_declared_inside(size_t i, const struct declaration *d);

// named.c: the first declaration of the word at token i, by its index, and the next one of the same
// name; NO_SCOPE: there is none.
void index_names(void);
size_t first_named(size_t i);
size_t next_named(size_t k);
// The class or enumeration whose body opens at token i; NULL: there is none.
const struct declaration *type_with_body(size_t i);
// named.c: is one of all declarations such a one? What is found is known as long as the tokens
// stay.
struct known {
    size_t tokens; // so many, when it was asked
    bool answer;
};
bool any_declared(struct known *known, bool (*is_such)(const struct declaration *));

// Between declare.c and class.c: one more; what tokens [i, end) declare, inside the braces of
// `scope` or outside all.
struct declaration *add_declaration(struct declaration d);
void read_scope(size_t i, size_t end, size_t scope);
// class.c: `class` and its kin.
extern const char *const class_words[];
// A class or an enumeration, the word `class` or its kin at token `word` and its { at token `open`:
// its }.
size_t read_class(struct declaration d, size_t word, size_t open);
// ... up to the ; at token `last`, its name alone: the token behind it.
size_t add_named(struct declaration d, size_t word, size_t last);
// The classes in the body of the function with that index, whose scope it is.
void read_local_classes(size_t function);
// The last word of the name of a base of class c: of the first one where *at is 0, else of the
// next; 0: there is no more.
size_t next_base(const struct declaration *c, size_t *at);
// Is class `of` a base of class c, by its name?
bool is_base(const struct declaration *c, const struct declaration *of);
// Has it, or a class of the name of one of its bases, a virtual one? depth: 0.
bool has_virtual_base(const struct declaration *c, int depth);

// head.c: the > that closes the < at token i; token_count where it closes nothing.
size_t closing_angle(size_t i);
// Words in a declaration's head that own the parentheses behind them, and say nothing of what is
// declared.
extern const char *const annotations[];
// The token behind the clause `requires ...` of a template at token i; i: there is none.
size_t behind_requires(size_t i, size_t end);
// What may stand between a star and a name; the token behind C:: or C<T>:: at token t; in front of
// a star; else t.
extern const char *const behind_star[];
size_t behind_scopes(size_t t);
size_t behind_class(size_t t);
// The name in a declarator in parentheses at token i: (*name), (&name), (C::*name); 0: it is none.
size_t name_in_parentheses(size_t i);
// Is it certainly one, and no parameters: (&name) in front of what that refers to, (C::*name)?
bool is_declarator(size_t i);
// Reads what stands behind a function's parameters, which open at d->open, in front of token `end`.
void read_behind_parameters(struct declaration *d, size_t end);
// Notes the word if it bounds launches.
void note_bounds(struct declaration *d, size_t i);
// The token behind the parameters that close at token i, behind everything that may stand there:
// a ; { = : or ,
size_t behind_parameters(size_t i, size_t end);
// The { of the body behind the : of a constructor's initialisers.
size_t behind_initialisers(size_t i, size_t end);
// The name that `using` or `typedef` at token i declares, its ; at token `last`; token_count: none.
size_t alias_name(size_t i, size_t last);

// value.c: what the words of the tokens at hand were declared as is noted as they are read.
void forget_senses(void);
void note_sense(const struct declaration *d);
// Whether what the parentheses at token i hold are values, so that d, which they follow, is a
// variable.
bool holds_values(size_t i, const struct declaration *d);
// Is the name at token i that of a parameter, a type, of the templates that d is or stands in?
bool is_template_parameter(size_t i, const struct declaration *d);

// The name as it would be called: C::name, operator+.
const char *name_of_function(const struct declaration *d);

// scope.c
bool in_class(const struct declaration *d);
// Are the two one scope: a namespace may be opened again?
bool is_one_scope(size_t a, size_t b);
// A namespace, or a class, that has no name.
bool has_no_name(const struct declaration *d);
// Does it stand in a function's body, as what a local class declares does?
bool in_function(const struct declaration *d);
// Is it a template, or does it stand in one?
bool is_in_template(const struct declaration *d);
// The spaces of a function as all its declarations have them; HOST where none has any.
unsigned spaces_of(const struct declaration *d);

// effects.c: may the function, which has a body, wait for other threads?
bool may_wait(const struct declaration *d);

#endif
