// SPDX-License-Identifier: MIT
// A kernel as a tree of statements and expressions, and what the passes over it share. README.md
// says who does what, and how a new kind of statement is added.
#ifndef TREE_H
#define TREE_H

#include "words.h"

// ---- types --------------------------------------------------------------------------------------

// VECTOR: float4 and its kin, dim3: their members are numbers. UNKNOWN is also what a template's
// parameter stands for: anything.
enum shape { UNKNOWN, NUMBER_TYPE, POINTER, ARRAY, VECTOR, OBJECT };

struct type {
    enum shape shape;
    bool integer;          // of a NUMBER_TYPE: surely no floating point
    bool constant;         // it cannot be assigned to
    size_t name;           // of a OBJECT or VECTOR: its last word
    const struct type *of; // what a POINTER points to, what an ARRAY has
    unsigned bytes;        // of a NUMBER_TYPE: so many; 0: nobody knows
    bool floating;         // ... and it is no integer
    bool natural;          // ... and it has no sign
};

extern const struct type unknown_type, number_type, integer_type, int_type, bool_type, size_type;
// A word, or words, that begin a type at token i: the token behind it, and the type. 0 where none
// does. `reference` and `odd` are set, never cleared: it may be a reference, it is not understood.
size_t parse_type(size_t i, struct type *type, bool *odd);
// The stars and references behind it: the token behind them.
size_t parse_stars(size_t i, struct type *type, bool *reference);
// The type of a member of that name; UNKNOWN where nobody knows. NULL: it is no plain member.
const struct type *member_type(const struct type *of, size_t name);
const struct type *pointer_to(struct type of);
const struct type *copy_type(struct type type);
// Numbers and pointers: nothing is called where they are read, copied or compared.
bool is_plain(const struct type *type);
// What arithmetic on two numbers gives.
const struct type *common_type(const struct type *a, const struct type *b);
// Of the number or character at token i.
const struct type *literal_type(size_t i);

// ---- variables ----------------------------------------------------------------------------------

enum role {
    LOCAL,          // seen by one loop over threads only
    UNIFORM,        // the same for all threads: one of the block
    REMATERIALISED, // worked out again in each loop from what never changes
    PRIVATISED,     // an array, one element a thread
    PARAMETER,      // of the kernel
    SHARED_MEMORY,
    TEMPLATE_TYPE
};

struct variable {
    size_t name, end; // where it is declared, and where its scope ends
    size_t type_first, type_end, declarator, declarator_end; // its tokens: type, stars and brackets
    struct type type;
    struct node *initial; // or NULL
    bool reference, odd;  // a reference; declared in a way that cannot be written elsewhere
    bool parenthesised;   // T name(initial)
    bool constant;
    bool assigned;        // by statements that are understood
    unsigned assignments; // so many
    bool ordered;         // a volatile PARAMETER
    size_t last;          // of its declarator, initial value included
    bool open;            // its address is known, or it may change otherwise
    bool passed;          // to a function that does not keep its address
    bool given;           // a TEMPLATE_TYPE of the kernel's template
    bool number;          // ... which is one of numbers: lanes hand such over
    bool own;             // a PARAMETER that each thread changes for itself
    enum role role;
    unsigned loop; // the loop over threads that declares it
    bool nested;   // in a block of that loop, and not at its top
    unsigned web;  // part of the life of a variable, by a number (webs.c); 0: all of it
};

// ---- nodes --------------------------------------------------------------------------------------

enum kind_of_node {
    // expressions
    CONSTANT_VALUE,
    LOCAL_NAME,
    GLOBAL_NAME,
    BUILT_IN,
    MEMBER,
    ARROW,
    INDEX,
    CALL,
    METHOD,
    CAST,
    CONSTRUCT,
    NEW,
    DELETE,
    SIGN,
    DEREFERENCE,
    ADDRESS_OF,
    STEP,
    BINARY,
    ASSIGN,
    CONDITIONAL,
    COMMA,
    EXCHANGE, // a shuffle: children as of its CALL
    LIST,
    SIZE_OF,
    LAMBDA, // these are not taken apart (foreign.c)
    LAUNCH,
    CALL_OF, // of what is no function's name
    THROW,
    TYPE_ID,
    LABEL_ADDRESS,
    // statements
    EXPRESSION,
    DECLARATION,
    BLOCK,
    IF,
    FOR,
    FOR_RANGE,
    WHILE,
    DO,
    SWITCH,
    LABEL,
    RETURN,
    LEAVE_LOOP,
    EMPTY,
    BARRIER,
    PRAGMA_LINE,
    SHARED_VARIABLE,
    NAMES,
    TRY,
    ASSEMBLY,
    JUMP,
    OPAQUE
};

struct node {
    enum kind_of_node kind;
    size_t first, last; // its tokens
    size_t name, sign;  // of a name, member or call; of an operator: its first token
    unsigned sign_length;
    struct node *child, *next;  // operands or statements; the next one of the same parent
    struct variable *variable;  // of a LOCAL_NAME
    struct variable **declared; // of a declaration or loop
    size_t declared_count;
    const struct type *type;
    const char *why;                // what fission does not understand of it; NULL: nothing
    size_t why_at;                  // ... and where
    unsigned effects;               // of it and all in it
    bool barrier, returns, escapes; // holds a BARRIER; a return; a break or continue out of it
    bool around, interchanged;      // a loop that goes around one over threads; holds one
};

struct node *new_node(enum kind_of_node kind, size_t first, size_t last);
void add_child(struct node *parent, struct node *child);
struct node *child(const struct node *n, unsigned k);
// Without the parentheses around it.
const struct node *bare(const struct node *n);
// The sign of an operator, as it is written.
bool has_sign(const struct node *n, const char *sign);
// fission does not understand it, but the parser does.
struct node *odd(struct node *n, size_t at, const char *why);
// Whether its value follows from those of its children, and it changes nothing itself.
bool just_combines(const struct node *n);
bool is_literal_zero(const struct node *n);

// The value of a literal that is an integer; false: it is none.
bool literal_value(const struct node *n, unsigned long long *value);

// ---- parsing ------------------------------------------------------------------------------------

// expression.c: the expression at token i, which ends in front of a comma or not; NULL where it is
// not understood: `failure` says why, `failed_at` where.
struct node *parse_expression(size_t i);
struct node *parse_assignment(size_t i);
struct node *parse_unary(size_t i);
struct node *parse_list(size_t i); // { ... }
// operand.c
struct node *parse_primary(size_t i);
// The arguments behind the ( at token i become children.
bool parse_arguments(struct node *call, size_t i);
// The first of them: names in template arguments are children, too.
const struct node *first_argument(const struct node *call);
// May a value of that type, written at token i, be a reference? Void is none; the kernel's own
// template is asked by the compiler (write.c).
bool may_be_reference(const struct type *type, size_t i);
extern const char *failure;
extern size_t failed_at;
extern size_t operators_end; // none from that token on: what stands there is >>>
// foreign.c
struct node *odd_node(enum kind_of_node kind, size_t first, size_t last, const char *why);
// A lambda's sign_length: its spaces, and whether its parameters are not understood.
enum { LAMBDA_DEVICE = 1, LAMBDA_HOST = 2, ODD_HEAD = 4 };
struct node *parse_lambda(size_t i);
bool begins_launch(size_t i); // <<< at that token
struct node *parse_launch(struct node *callee);
struct node *parse_throw(size_t i);
struct node *parse_try(size_t i);
struct node *parse_asm(size_t i);
struct node *parse_jump(size_t i);
struct node *fail(size_t i, const char *why);

// statement.c
struct node *parse_block(size_t i);

// local.c: the function whose parameters' ( is at token `open`, and its body's { at token `body`;
// template <...>: tokens [from, from_end).
struct node *parse_function(size_t open, size_t body, size_t from, size_t from_end);
struct variable *find_variable(size_t i); // by the scopes at hand
extern size_t scope_count;                // so many variables can be seen
// Scopes of all variables but the first `count` end at token i.
void leave_scope(size_t count, size_t i);
bool begins_declaration(size_t i);
// Declarators of the declaration at token i, whose type is behind it, up to the ; : or ) that ends
// them: a DECLARATION, or NULL. Into no scope where `scoped` is false.
struct node *parse_declaration(size_t i, bool scoped);
struct variable *new_variable(size_t name, enum role role);
void add_variable(struct variable *v); // into the scope
// parameters.c: of template <...> in tokens [from, from_end), and of the parentheses at token
// `open`, into the scope. False: they are not understood; not all their names are known.
bool parse_template(size_t from, size_t from_end, bool of_numbers);
bool parse_parameters(size_t open);
struct node *parse_names(size_t i, size_t close); // using, typedef, enum
struct node *parse_shared(size_t i);              // __shared__
extern struct variable **variables;
extern size_t variable_count;
// One more, in no scope.
void keep_variable(struct variable *v);
// The variable of the function that token i names, by the tree; NULL where it names none.
struct variable *meaning(size_t i);
void set_meaning(size_t i, struct variable *v);

// A function that has been read, for good: those above are the next one's then.
struct reading {
    struct node *body; // its `why`: its head is not understood
    struct variable **variables;
    size_t variable_count;
    struct variable **meanings; // of its tokens, from `first` on
    size_t first, meaning_count;
};
struct reading *take_reading(struct node *body);

// reading.c: the function with a body, read once.
struct declaration;
const struct reading *read_function(const struct declaration *d);
struct variable *meaning_in(const struct reading *r, size_t i);
// The first node of that kind in the tree, NULL: there is none.
const struct node *find_kind(const struct node *n, enum kind_of_node kind);
// The first that fission does not understand.
const struct node *find_odd(const struct node *n);

// ---- passes -------------------------------------------------------------------------------------

// DROPPED: the value of a call, which nobody takes.
enum use { NOTHING, DROPPED, VALUE, PART, WRITTEN, CHANGED, LENT, OPEN };

// uses.c: notes of all variables in the tree how they are used, and of all nodes what they may do.
void note_uses(struct node *n, enum use use);
extern bool index_kept; // the address of threadIdx is known to somebody

// webs.c: renames variables where they are given new values; whether there are such. Uses have been
// noted, and are noted again.
bool separate_webs(struct node *body);
// May its type be written again, for a variable that can be assigned to?
bool can_repeat_type(const struct variable *v);
// The variable's name in the split form; the text in the place of token i, if it names a web.
const char *called(const struct variable *v);
const char *web_at(size_t i);

// uniform.c: is the expression the same for all threads? unchanging: and each time it is asked?
bool is_uniform(const struct node *n, bool unchanging);
// ... or worked out from that and threadIdx, without memory, and nothing that can fail.
bool can_rematerialise(const struct node *n);
bool can_fail(const struct node *n); // divides by what may be 0
// Changes uniform variables in the same way for all threads, and does nothing else.
bool is_uniform_change(const struct node *n);
// Is the same for all threads, but for changes of that kind?
bool changes_alike(const struct node *n);
void decide_uniform(struct node *body);
// A condition or loop with a barrier in it that threads may not all agree on.
bool needs_mask(const struct node *n);

// index.c
struct index {
    bool wide;              // worked out as a size_t
    struct variable *x, *y; // if it is x + y * blockDim.x * gridDim.x
};
bool is_index(const struct node *n, char axis, struct index *index);
bool names_index(const struct node *n, bool *wide, bool narrow);
bool is_flat(struct node *body);

struct guard {
    const struct node *first; // threads pass it whose index is within a limit
    bool leaves;              // if (x >= n) return; and not if (x < n)
};
extern struct guard guard;

// stride.c
bool counts(const struct type *type); // an integer of 32 bits or more
struct stride {
    struct variable *counter;
    size_t type, type_end;
    const struct node *limit, *step, *body; // of a `while`: its last statement is left out
    bool closed;                            // i <= limit
    bool rows;                              // the threads of all rows have neighbouring values
    bool before;                            // the counter is declared in front of the loop
    bool kept;                              // ... and what each thread has there is its start
};
bool find_stride(const struct node *n, struct stride *stride);
// at_top: in no other loop or condition; leaving: threads may have returned in front of it.
bool can_stride(const struct node *n, bool at_top, bool leaving);

// fetch.c
// Is it a fetch whose texel is so many columns from the thread's place in its row?
bool is_fetch_beside(const struct node *n, long *columns);
// What the textures have to be for such fetches; empty: there are none.
const char *fetch_conditions(void);

// atomic.c: is token i the name of an atomic on memory that nobody else knows?
bool is_atomic_in_block(size_t i);

// fission.c
enum what { PLAIN, DECLARED, STRIDED, MASK, BRING, FOLD, HOISTED, MEET, HEAD, ENTER, EXIT, FRAME };

// The kernel as a flat list. PLAIN to FOLD are done by a loop over
// threads: MASK is a condition, and threads that it does not hold for are left out from there on
// (mask.c); BRING is what a thread brings to its warp, FOLD what the warp makes of it (exchange.c).
struct step {
    enum what what;
    size_t first, last; // tokens
    struct node *node;
    unsigned loop, depth; // depth: in so many loops and conditions with barriers
    const char *text;     // of a FRAME; of a MEET under a mask: where those are that it leaves out
    unsigned mask;        // it is for the threads that stay under that one (mask.c); 0: for all
    bool meets;           // a FRAME at which the lanes of warps meet, or MEET
    const struct node *tile; // ... of tiles of that size
};

struct kernel_form {
    size_t kernel, end;       // its name, and the } of its body
    size_t name, open, close; // of the text that is taken apart; of its parameters: name + 1
    size_t from, from_end;    // template <...>: tokens [from, from_end)
    enum form { WHOLE, SPLIT, ROWS } form;
    bool asks;       // functions that it calls ask for threadIdx
    const char *why; // it stays whole
    size_t where;
    bool strided;      // has STRIDED loops
    bool single;       // is one loop over threads
    bool interchanged; // has loops that go around those over threads
};

extern struct step *steps;
extern size_t step_count;
extern bool leaves; // threads return in front of a barrier, or masks leave them out
extern bool masked; // ... masks
void add_step(enum what what, size_t first, size_t last, struct node *n, unsigned depth);
// The body of a loop or condition that holds a barrier.
bool add_inside(struct node *n, unsigned depth);
bool give_up(size_t where, const char *why);

// exchange.c
// A call that is a shuffle among all lanes of a warp becomes an EXCHANGE.
void note_exchange(struct node *call);
bool holds_exchange(const struct node *n);
// A call of a function of the system from numbers to a number.
bool computes(const struct node *call);
// Do tokens [first, last] name a function that becomes one?
bool names_exchange(size_t first, size_t last);
// Is it the name of one among the lanes of a tile?
bool is_of_tile(size_t name);
// A statement with an EXCHANGE, or a condition with one, and none in what stands under it.
bool add_exchange(struct node *n, unsigned depth);
// All that the expression `asking` takes from other lanes, in front of it; n: its statement.
bool bring_exchanges(struct node *asking, struct node *n, unsigned depth);
// The function by which its lanes bring their values (warp.h).
const char *brings_by(const struct node *exchange);
// The EXCHANGE that the value is brought to.
const struct node *exchange_of(const struct node *brought);
// The EXCHANGE that begins at token i; NULL: none does.
const struct node *exchange_at(size_t i);
extern const struct node **exchanges; // of the kernel at hand
extern size_t exchange_count;

// keep.c
// Marks variables that are worked out anew wherever they are used.
void rematerialise(void);
// Numbers the loops over threads, each step's and each variable's; how many there are.
unsigned number_loops(void);
// What lives on behind its loop is kept, if it can be.
bool decide_variables(void);
// In one loop over threads each name has to mean one thing.
bool check_names(void);

// alone.c
// A loop that is better done by a loop over threads of its own.
bool stands_alone(const struct node *n);

// beside.c: where what the threads of a row name lies: all name one, each the next one, what memory
// says, anything else. In that loop or statement.
enum spread { ALIKE, BESIDE, LOADED, APART };
enum spread spread_in_row(const struct node *n, const struct node *in);
// The index of tex1Dfetch(texture, index); NULL: it is none.
const struct node *fetched_texel(const struct node *n);
// Calls found() for elements and their indices in the tree by which threads name neighbouring
// elements of a pointer's, with that of the row's first thread; " && ..." of what is to be asked in
// front of the loop.
const char *find_beside(const struct node *n, const struct node *in,
                        void (*found)(const struct node *element, const struct node *index,
                                      const char *first));

// interchange.c: decide_uniform(), with loops that go around those over threads as if they held
// barriers; whether there are such.
bool interchange(struct node *body);

// mask.c
// A condition or loop that needs_mask(), in the kernel whose body is given.
bool add_mask(struct node *n, const struct node *body, unsigned depth);
extern unsigned warp_masks; // so many masks of warps has the kernel
extern unsigned warp_mask;  // of steps that are added
bool in_loop(const struct step *s);
// Is it a type that the kernel's template is given?
bool is_template_type(const struct type *type);
bool take_apart(struct kernel_form *k);

// probe.c: of the kernel that has just been taken apart, whether loops are to be written in a
// second form, which notes accesses to shared memory; which steps have such; the text around a
// token there.
bool find_probes(void);
bool is_probed(size_t step);
void put_probe(size_t i, bool behind, void (*put)(const char *));

// threads.c: the loop over threads that does steps [first, last] of the kernel; probed: some of it
// is written in two forms.
void put_loop(const struct kernel_form *kernel, bool probed, size_t first, size_t last);
// Is the step of a loop over threads that is told which indices do not wrap around (beside.c)?
bool can_fit(const struct step *s);
// Behind a statement that was part of a loop's head (mask.c).
void put_end(const struct step *s);

// print.c: text, and tokens as they have been rewritten, printed one behind the other.
void put(const char *what);
// The next line is the one that token i stands in; ours: no warnings for it.
void put_place(size_t i, bool ours);
void put_tokens(size_t first, size_t last);
// Those tokens as put_tokens() prints them; NULL: not on one line.
const char *printed_tokens(size_t first, size_t last);
// A variable's type, if `assigned` without the const of numbers; its declaration.
void put_type(const struct variable *v, bool assigned);
void put_declaration(const struct variable *v);
// All that has been printed; what comes then is a new text.
char *take_printed(void);
// In a flat kernel (index.c): what is printed in the place of parts of the tree, in the order of
// their tokens; guarding: of the guard itself.
void find_substitutes(const struct node *n, bool guarding);
void drop_substitutes(void);
// In others: of remainders and quotients that are compared, of unsigned sums that are indices.
void substitute_in_loops(void);
extern bool probing; // accesses are noted (probe.c)

// forms.c: the kernels of the file.
extern struct kernel_form *forms;
extern size_t form_count;

#endif
