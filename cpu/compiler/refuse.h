// SPDX-License-Identifier: MIT
// What nvcc refuses and warns of: what refuse.c and judge.c share.
#ifndef REFUSE_H
#define REFUSE_H

#include <stdio.h>

#include "declare.h"

struct node;
struct variable;
struct type;

// question.c: the compiler's command and first options, for the question who calls whom; NULL: it
// is not asked.
extern const char *judge_command;
extern bool relaxed_constexpr; // nvcc's --expt-relaxed-constexpr
// Our headers' functions that __sinf and its kin, macros, stand for: fast_sinf.
#define FAST "fast_"
// When all is rewritten: asks it, and tells what is wrong.
void ask_the_compiler(void);
// What it has named: at token i a use of what mark `word` is on.
struct use {
    size_t i, declaration;
    char word[32], *quoted;
    bool made; // in a template, of which its parameters are known there
};
extern struct use *uses;
extern size_t use_count;
void judge_uses(void); // judge.c: tells what nvcc says of them
const char *name_of_function(const struct declaration *d);
// context.c: is it a name that `auto [a, b]` declares?
bool is_bound(size_t i);
// context.c: is the innermost expression at token i, a call, given what only a kernel knows?
bool asks_for_index(size_t i);
// context.c: the `for` of the loop over a range that calls what has that name, begin or end,
// without a word, as the compiler says at token i; 0: none does.
size_t range_at(size_t i, const char *name);
// context.c: the token by which the tree means something of that name where token i stands, or in
// front of it in its statement; i where there is none.
size_t back_to_word(size_t i, const char *name);
// The declaration that token i stands in, the innermost; NULL: in none.
const struct declaration *declaration_at(size_t i);
// The nodes that token i stands in, the whole tree first; no more of them than that.
enum { DEEPEST = 200 };
size_t path_to(size_t i, const struct node *path[DEEPEST]);
// Whether token i stands in an operand that is never evaluated: that of sizeof, decltype and their
// kin.
bool is_asked(size_t i);
// Whether token i stands in such an operand, or in what nobody has read.
bool is_unevaluated(size_t i);
// Whether token i stands where the compiler needs a value itself: in what gives a constexpr
// variable its value, a static_assert, a condition of `if constexpr`, the size of an array that is
// declared, what a template is given; or where nobody knows.
bool is_needed_early(size_t i);
// element.c: what an expression in function `in` is; and, of a known element, by which operator.
// `type`: its own, or that of what it points to. Of an address: which of how many elements of an
// array it points to; -1: nobody knows how many.
struct element {
    enum { NO_ELEMENT, ELEMENT, ELEMENTS_ADDRESS } what;
    const struct type *type;
    const struct node *initial; // of the array itself
    int last;                   // a kind_of_node; GLOBAL_NAME: all of the array
    long long at, length;
};
// constants: indices may be made of constants, too.
struct element element_of(const struct node *n, const struct declaration *in, bool constants);
bool is_known_element(const struct node *n, const struct declaration *in);
bool is_known_number(const struct node *n, const struct declaration *in);
// refer.c: whether it is a reference; whose that is to which it is one, outside functions. NOBODYS:
// that is not known when the program is compiled, or here.
bool is_reference(const struct declaration *d);
struct referent {
    enum {
        NOBODYS,
        HOSTS,
        CONSTANTS,
        DEVICES
    } whose;     // CONSTANTS: the host's, whose value is known
    size_t name; // the variable; 0: of a temporary, or unknown
};
struct referent referent_of(const struct declaration *d);
void check_reference(const struct declaration *d); // of the device
// Token i, in function `around`, in code of those spaces, reads d, a reference of the host's.
void judge_reference(size_t i, const struct declaration *d, unsigned from,
                     const struct declaration *around);
// discard.c: the value of a constant expression, as far as literals, constants and few operators
// say.
bool constant_value(const struct node *n, long long *value);
// put_in.c: is what path[leaf] is a part of dropped, by (void) or a statement?
bool is_dropped(const struct node *const path[], size_t leaf);
// Whether nvcc puts its value in the place of what token i names, an element of array d,
// which is the host's and constexpr.
bool is_put_in(size_t i, const struct declaration *d);
// ... or the address that d is, which is the host's, and constexpr or no address at all.
bool is_address_put_in(size_t i, const struct declaration *d);
// held.c: may the variable's value name functions, whose address device code may get from it?
bool may_hold_function(const struct declaration *d);
// ... and has nvcc its value there, whatever it is, and not only elements that it knows?
bool is_function_put_in(const struct declaration *d);
// The variable in whose value, outside functions, token i stands; NULL: in none's.
const struct declaration *variable_at(size_t i);
// There the compiler has named a use of d: of a function of the host's, which has that name, or,
// without a name, of a variable.
void note_held(size_t i, const struct declaration *d, const char *name);
// When all is noted: the host's function that what is read of variable d at token i names, or NULL.
const char *held_at(size_t i, const struct declaration *d, int depth);
// Is what is read at token i only compared?
bool is_only_compared(size_t i);
// closure.c: is the variable's value a lambda of the host's?
bool is_lambda_of_host(const struct declaration *d);
// Marks all such in front of their parameters; per token.
void mark_closures(char **marks);
// A function whose lambda a template of the device's may be given; NULL: there is none.
const struct declaration *closure_for_template(void);
// At token i a lambda is called that variable or function `of` has.
void judge_closure(size_t i, const struct declaration *of);
// How nvcc tells that such code calls what the other side alone has: an "error", or a "warning".
const char *kind_of_call(unsigned from);
// Tells that code of spaces `from`, in function `caller`, calls `callee`, which is `whose`.
void call_across(size_t i, const char *kind, const char *whose, const char *callee, unsigned from,
                 const char *caller);
// unwritten.c: what a class has without anybody's writing it.
enum unwritten { MADE, COPIED, ASSIGNED, ENDED };
extern const char *const unwritten_words[]; // of the marks
// Which of them the function is, or which calls it.
enum unwritten how_of(const struct declaration *d);
// They declared, with marks.
char *unwritten_of(const struct declaration *class);
// Is token i, at which something is called, in such a one, or outside functions?
bool is_unwritten(size_t i);
// Does token i, where nobody wrote a call, call function d, which the host alone has, as the word
// of its mark says?
bool calls_unwritten(const char *word, size_t i, const struct declaration *d);
// At token i the class's is called.
void note_unwritten(size_t i, const struct declaration *class, enum unwritten how);
// What the class that token i stands in has so calls d there, which is the host's. It is __device__
// if device code calls it, and __host__ as well, if the host does.
void judge_unwritten(size_t i, const struct declaration *d);
// Is token i in the value that a member gets in its class?
bool is_in_members_value(size_t i);
// The value of a member at token i reads d, a variable of the host's.
void judge_members_value(size_t i, const struct declaration *d);
// At token i, in code of those spaces, a container of the library's is made, copied, assigned or
// ended by d, which is = default.
void judge_defaulted(size_t i, const struct declaration *d, unsigned from);
// ... a stack or a queue is made, by the constructor d: where it ends its container does.
void judge_adaptor(size_t i, const struct declaration *d, unsigned from);
// Where the object ends that is declared in the statement of token i: at its block's }, or, of a
// function's whole body, at what is done last there; and at what leaves the block before. One that
// is not declared there ends at i.
enum { MOST_ENDS = 16 };
size_t ends_of_life(size_t i, size_t ends[MOST_ENDS]);
// subobject.c: is it a call by which a written constructor or destructor makes or ends a member or
// a base without a word of it, as the compiler names them at token i? It is told, then.
bool judge_subobject(size_t i, const char *word, const struct declaration *d,
                     const struct declaration *around, unsigned from);
// Is token i what a constructor's list says of a member or a base, and no part of that?
bool is_in_list(size_t i, const struct declaration *around);
// Is what constructor d makes at token i a part of an array, and no expression of its own?
bool is_of_array(size_t i, const struct declaration *d);
// Does nvcc not look at how what token i is a part of, an array of that class, ends?
bool is_ended_unseen(size_t i, const struct declaration *class);
// Where nvcc names that an object is made or ended at token i, by a constructor or destructor: the
// variable's name, the expression that makes it, or what is deleted; i where nobody knows.
size_t object_at(size_t i);
// Does what ends at token i, an object of the class in the host's code, have a name, or is it
// deleted or ended by a call? At the end of what has no name nvcc does not look.
bool ends_by_name(size_t i, const struct declaration *class);
// unwritten.c: the spaces of all code by which objects of the class are made, copied, assigned or
// ended, code that nothing calls among it. *live: some of it is called.
unsigned code_that(enum unwritten how, const struct declaration *class, bool *live, int depth);
// initial.c: those of all code that gives member m of the class the value which stands there, or by
// inherited constructors m.
unsigned code_of_value(const struct declaration *class, const struct declaration *m, bool inherits,
                       int depth);
// Is it a constructor of the class that is not = default?
bool is_constructor_of(const struct declaration *f, const struct declaration *class);
// Does the constructor, one that somebody wrote and nvcc compiles, give member m that value?
bool takes_default(const struct declaration *f, const struct declaration *m);
// unwritten.c: are objects of the type, or the elements of such arrays, of the class?
bool is_of(const struct type *type, const struct declaration *class);
// The sign of the operator whose operands token i is among; i where there is none.
size_t sign_at(size_t i);
// Where nvcc names what it writes itself, of that class: where the function ends that is compiled
// last before.
size_t end_of_functions(const struct declaration *class, size_t i);
// Where nvcc names what it writes itself, instead of at token i: the } of the last kernel that is
// no template.
size_t end_of_kernels(size_t i);
// compiled.c: is it a function of this file or class alone that nothing in the program names? nvcc
// leaves it out, and does not look at it.
bool is_left_out(const struct declaration *d);
// ... or a template that nothing asks for?
bool is_in_vain(const struct declaration *d);
// Is the function its file's own, or one that a linker keeps once: static, inline, constexpr?
bool is_own(const struct declaration *d);
// Does nothing in the program name it, nor what may call it unnamed?
bool is_unnamed(const struct declaration *d);
// The compiler has named a use of function d, in code that runs, at token i.
void note_call(size_t i, const struct declaration *d);
// Has any such use of it been noted?
bool is_called_somewhere(const struct declaration *d);
// The class of a method; NULL: of none, or nobody knows.
const struct declaration *class_of_method(const struct declaration *d);
// Is the constructor surely none that is called, among others of its class?
bool is_never_called(const struct declaration *d);
// Is it there only where something calls it: a template, a method in its class, a function of this
// file alone, or one that other files define as well?
bool waits_for_calls(const struct declaration *d);
// When all uses are noted: does nvcc not look at function d, which is code of the device?
bool is_skipped(const struct declaration *d);
// Does nvcc look at it for the device, and a call of it is known?
bool is_known_to_run(const struct declaration *d);
// Whether what the host alone has is surely refused at token i, in function `around`, in code of
// those spaces.
bool is_refused(size_t i, unsigned from, const struct declaration *around);
// discard.c: whether token i stands in a branch of an `if constexpr` that may be discarded.
bool is_discardable(size_t i);
// view.c: the program as the compiler is shown it, as file "view". unwritten: with what nobody
// wrote of its classes.
void write_view(FILE *out, bool unwritten);
// The token that stands at a place of the view, or the last one before it in its line; token_count:
// none does.
size_t token_in_view(long line, long column);

// refuse.c: looks at declarations and bodies, before anything is rewritten.
void check_declarations(void);
// ask.c: whether the compiler has to be asked: whether names alone do not show that nothing crosses
// the line.
bool has_to_be_asked(void);
extern bool
    report_questions; // says on stderr why the compiler is asked, and what it does not understand
// refuse_kernel.c
void check_kernel(const struct declaration *d);
void check_grid_constants(const struct declaration *d);
void check_redeclaration(const struct declaration *d); // of a function, as the other side's
void check_bounds(const struct declaration *d);        // a function's __launch_bounds__ and its kin
// refuse_size.c: is the parameter T && of a template, which may be an lvalue reference?
struct formal;
bool is_forwarding(const struct declaration *d, const struct formal *p);
// refuse_declaration.c: does it call mathematics that nvcc does not work out beforehand?
bool has_no_early_value(const struct node *n);
void check_constexpr(const struct variable *v); // the value of a constexpr one
void check_variable(const struct declaration *d);
void check_redefinition(const struct declaration *d);
// extern __constant__ T name; which -rdc=false makes a definition, if there is no other.
bool is_defined_here(const struct declaration *d);
bool same_tokens(size_t a, size_t a_end, size_t b, size_t b_end);
// refuse_shared.c: a declaration of shared memory in function `in`, in code of those spaces; one of
// other variables.
void check_shared(const struct node *n, unsigned code, const struct declaration *in);
void check_placed(const struct node *n, unsigned code, const struct declaration *in);
// ... of those that `extern` declares in the function.
void check_externs(const struct declaration *d);
// The variable of the device is no array of nothing.
void check_size(const struct variable *v);
// extern __shared__ T name[n], and not name[]: memory that the launch gives no size, of which
// -rdc=false makes a definition.
void warn_of_definition(const struct variable *v);
// ... outside functions, of what is declared once more there.
void check_shared_again(const struct declaration *d);
// making.c: does an object of the type begin with a constructor that does something, or with
// virtual functions, or end so, in all that a class of the program's has?
bool is_made(const struct type *of, int depth);
// Can the compiler do what is done where it begins?
bool is_made_early(const struct type *of, int depth);
// Is nothing at all done with the variable, by constructors that do nothing?
bool is_left_alone(const struct declaration *d);
// refuse_asm.c: assembly, in function `in`, in code of those spaces.
void check_asm(const struct node *n, unsigned code, const struct declaration *in);
// returns.c: each `return;` of a function of the device that returns something.
void check_returns(const struct declaration *d);
// jumps.c: jumps over what gives a variable of a function of the device its value.
void check_jumps(const struct declaration *d);
// override.c: the method d, if it is one that overrides another, or hides it.
void check_override(const struct declaration *d);
// unroll.c: each #pragma unroll.
void check_unroll(void);
// pragma.c: those that nvcc does not know.
void check_pragmas(void);
// refuse_body.c
void check_body(const struct declaration *d);
// recover.c: functions that are defined in function d; conditions in it that never close; launches
// in none.
void check_nested(const struct declaration *d);
void check_conditions(const struct declaration *d);
void check_outside_launches(void);
// refuse_call.c: the call of a function of the library's, in a function of the device.
void check_call(const struct node *n);
// shared_size.c: asserts that the kernel does not use too much shared memory.
void assert_shared_memory(const struct declaration *kernel);
// refuse_name.c: a name outside all scopes that CUDA's headers have.
void check_name(const struct declaration *d);
// refuse_narrow.c: at token i something narrows, a constant of which C++ does not take that, or
// not: tells what nvcc makes of it. `types`: from what to what, in words.
void judge_narrowing(size_t i, bool refused, const char *types);
// narrowed.c: ... all of which the C++ compiler speaks in that file; false: it cannot be read.
bool judge_narrowings(const char *name);
// refuse_store.c: something is stored in what the expression names, or at the address that it is
// (by an atomic), in a function of the device.
void check_store(const struct node *to, bool address, const struct declaration *in);
const struct node *inside_parentheses(const struct node *n);
// The name that a path of members and indices begins with.
const struct node *root_of(const struct node *n);
// So many times the expression can be indexed and stays in the object that it names.
int times_indexed(const struct node *n);
// order.c: when nvcc tells what it finds at token i as it makes device code.
struct moment {
    int turn;  // of the function's kind
    size_t at; // a token in front of or behind those of others
};
struct moment moment_of(size_t i);
// dependent.c: whether the call of the name at token i in function `around`, a template of the
// host, means one thing or another only when the template's parameters are known.
bool takes_anything(const struct declaration *f); // as by `auto`: a call chooses the type
bool is_dependent_call(const struct use *use, size_t i, const struct declaration *around);
// context.c: where the call of the method or operator at token i begins: with its object.
size_t call_begins(size_t i);
// scope.c: the class that a function is a member of, as its name: where it stands, or in front of
// its
// ::; 0: of none.
size_t class_name(const struct declaration *d);
// mark.c: is the word a function of the mathematics that device code has, with f or l behind it?
bool is_mathematics(size_t i);
// Is it one of the C++ library's own forms of that, which device code has none of: a template, for
// numbers that are no floating-point ones or not of one type, what C has as a macro, or hypot() of
// three?
bool is_own_mathematics(const struct declaration *d);
bool is_macro_of_c(size_t i);
// mark.c: is it strlen("literal"), at token i, whose value nvcc puts in its place?
bool is_length_of_literal(size_t i);
// mark.c: the word of the mark that a declaration gets; NULL if it needs none.
const char *mark_of(const struct declaration *d);
// scope.c: the spaces of the code that token i is in: of its function, or of a lambda with spaces
// of its own.
unsigned code_at(size_t i);
// Is it the condition of a function with a body for each of nvcc's passes (passes.c)?
bool asks_for_device(const struct node *n);
unsigned code_below(const struct node *n, const struct node *c, unsigned code);
// The variable outside functions, or the member of a class, that the name at token i means; NULL
// for a local, for what another object's member is, and where none is in sight.
const struct declaration *variable_meant(size_t i);
// builtin.c: does it mean one of the user's: a member that is named as a built-in one?
bool is_users_variable(size_t i);
// named.c: are the two, variables of one name outside functions, one: T C::name; and what its class
// or namespace declares, too?
bool declare_one(const struct declaration *a, const struct declaration *b);
// ... the declaration in the class, with the value, of const T C::name; which has none. Else d.
const struct declaration *in_its_class(const struct declaration *d);
// The class, enumeration or other name of a type that the name at token i means, outside functions;
// NULL: none is in sight, or nobody knows.
const struct declaration *type_meant(size_t i);
// refuse_launch.c: the launches in a function's body.
void check_launches(const struct declaration *d);
extern bool separate_compilation; // nvcc's -rdc=true: kernels may launch kernels
// scope.c: whether the function, or what it is, whose name is token i is called there: f(x),
// f<T>(x) or (f)(x).
bool is_called(size_t i);
// refuse_lambda.c: nvcc's --extended-lambda: lambdas may be __device__.
extern bool extended_lambda;
// The head of a lambda in a function, and in a lambda that is `around` it there, or NULL; those in
// the value of a variable outside functions; a call, in the host's code of function `in`.
void check_lambda(const struct node *n, const struct declaration *in, const struct node *around);
void check_lambdas(const struct node *value);
void check_captured_packs(const struct declaration *d); // captured in the host's function
// Does token i stand in a lambda of the device's that has a name, by which nobody calls it, nor
// hands it on? nvcc does not look at what it does.
bool is_lambda_in_vain(size_t i);
void check_call_of_lambda(const struct node *call, const struct declaration *in);
// refuse_object.c: a call, an indexing or a loop over an object, in code of those spaces, in
// function `in`.
void check_object(const struct node *n, unsigned code, const struct declaration *in);
// refuse_store.c: host code at token i names d, a variable of the device.
void warn_of_placed(size_t i, const struct declaration *d);
// ... a variable that a function declares with extern __shared__.
void warn_of_shared(size_t i);

#endif
