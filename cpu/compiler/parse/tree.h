// SPDX-License-Identifier: MIT
// A function as a tree of statements and expressions. README.md says how a new kind of statement is
// added.
#ifndef TREE_H
#define TREE_H

#include "intern.h"

// ---- types --------------------------------------------------------------------------------------

// VECTOR: float4 and its kin, dim3: their members are numbers. UNKNOWN is also what a template's
// parameter stands for: anything.
enum shape { UNKNOWN, NUMBER_TYPE, POINTER, ARRAY, VECTOR, OBJECT };

struct type {
    enum shape shape;
    bool integer;          // of a NUMBER_TYPE: surely no floating point
    bool constant;         // it cannot be assigned to
    bool ordered;          // volatile
    size_t name;           // of a OBJECT or VECTOR: its last word
    const struct type *of; // what a POINTER points to, what an ARRAY has
    struct node *size;     // of an ARRAY; NULL: it says none
    unsigned bytes;        // of a NUMBER_TYPE: so many; 0: nobody knows
    bool floating;         // ... and it is no integer
    bool natural;          // ... and it has no sign
    bool has_sign;         // ... or surely one, if it is a character's
    bool twice;            // ... and it is a long long
    struct node *asked;    // decltype(...); a SIZE_OF of what its <...> ask; or NULL
    // How it is written: from that token on; by a local type, or a parameter of a template, which
    // its first word means; with those arguments in <...>. NULL: by none, with none.
    size_t from;
    const struct variable *means;
    const struct arguments *arguments;
};

// What a template is given: a type that is understood, or something else.
struct argument {
    size_t first, end; // its tokens
    bool is_type, reference;
    struct type type;
};

struct arguments {
    size_t open, close; // the < and the >
    size_t count;
    struct argument *all;
};

extern const struct type unknown_type, number_type, integer_type, int_type, bool_type, size_type;
// A word, or words, that begin a type at token i: the token behind it, and the type. 0 where none
// does. `reference` and `odd` are set, never cleared: it may be a reference, it is not understood.
size_t parse_type(size_t i, struct type *type, bool *odd);
extern const char *const lasting_words[]; // that say where a variable is, and how long; NULL
// The stars and references behind it: the token behind them.
size_t parse_stars(size_t i, struct type *type, bool *reference);
// Behind (*)(...), at token i, if it is there: the type is a function's address.
size_t behind_function(size_t i, struct type *type);
// The type of a member of that name; UNKNOWN where nobody knows. NULL: it is no plain member.
const struct type *member_type(const struct type *of, size_t name);
const struct type *pointer_to(struct type of);
const struct type *copy_type(struct type type);
// The type of the numbers in a VECTOR.
const struct type *axis_type(const struct type *of);
// Numbers and pointers: nothing is called where they are read, copied or compared.
bool is_plain(const struct type *type);
bool is_void(const struct type *type);
// Is it volatile, or what it points to or holds, by whatever name?
bool has_volatile(const struct type *type);
// Are they surely the same, but for const?
bool same_type(const struct type *a, const struct type *b);
// arguments.c: <...>, from token `open` to token `close`.
const struct arguments *parse_arguments_of_template(size_t open, size_t close);
// Without pointers to it, and arrays of it.
const struct type *innermost(const struct type *type);
// Is it that local type or parameter, by its name alone?
bool is_just(const struct type *type, const struct variable *v);
// The parameter of a template that it names, in what its templates are given, too; NULL: none.
const struct variable *made_of(const struct type *type);
// What arithmetic on two numbers gives.
const struct type *common_type(const struct type *a, const struct type *b);
// Of the number or character at token i.
const struct type *literal_type(size_t i);
// Is it a type that the kernel's template is given?
bool is_template_type(const struct type *type);

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
    bool rvalue;          // T &&
    bool reference, odd;  // a reference; declared in a way that cannot be written elsewhere
    bool parenthesised;   // T name(initial)
    bool stays;           // static or extern: there once, whoever calls the function
    bool constant;
    bool deduced;         // `auto`: its type is its initial value's
    bool assigned;        // by statements that are understood
    unsigned assignments; // so many
    bool ordered;         // a volatile PARAMETER
    size_t last;          // of its declarator, initial value included
    bool open;            // its address is known, or it may change otherwise
    bool passed;          // to a function that does not keep its address
    bool given;           // a TEMPLATE_TYPE of the kernel's template
    bool number;          // ... which is one of numbers: lanes hand such over
    size_t place;         // ... among the function's own, from 1; 0: its class's
    bool own;             // a PARAMETER that each thread changes for itself
    enum role role;
    unsigned loop; // the loop over threads that declares it
    bool nested;   // in a block of that loop, and not at its top
    bool boxed;    // a flag, of which a box tells who has it (boxes.c)
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
    TYPE_ID, // decltype, noexcept, typeid
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
    ASSERTION, // static_assert: what it names are its children
    TRY,
    ASSEMBLY,
    PROTOTYPE, // of a kernel
    JUMP,
    OPAQUE
};

struct node {
    enum kind_of_node kind;
    size_t first, last; // its tokens
    size_t name, sign;  // of a name, member or call; of an operator: its first token
    unsigned sign_length;
    struct node *child, *next;         // operands or statements; the next one of the same parent
    struct variable *variable;         // of a LOCAL_NAME
    const struct arguments *arguments; // of a GLOBAL_NAME, CALL or CONSTRUCT; NULL: no <...>
    struct variable **declared;        // of a declaration or loop
    size_t declared_count;
    const struct type *type;
    const char *why;                // what fission does not understand of it; NULL: nothing
    size_t why_at;                  // ... and where
    unsigned effects;               // of it and all in it
    bool early;                     // if constexpr
    bool barrier, returns, escapes; // holds a BARRIER; a return; a break or continue out of it
    bool is_static, is_extern, is_constexpr, per_thread; // a declaration that says so
    size_t placed;             // ... the word __device__ or its kin in it, 0: there is none
    bool around, interchanged; // a loop that goes around one over threads; holds one
    bool parts;                // a block that is taken apart for a loop in it
};

struct node *new_node(enum kind_of_node kind, size_t first, size_t last);
void add_child(struct node *parent, struct node *child);
struct node *child(const struct node *n, unsigned k);
// Without the parentheses around it.
const struct node *bare(const struct node *n);
// former.c: bool, by whatever name? ++ of one?
bool is_bool(const struct type *type);
bool steps_bool(const struct node *n);
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
// Variables that are named where only constants may be, in tokens [first, last], become children.
bool name_constants(struct node *n, size_t first, size_t last);
// The first of them: names in template arguments are children, too.
const struct node *first_argument(const struct node *call);
// May a value of that type, written at token i, be a reference? Void is none; the kernel's own
// template is asked by the compiler (write.c).
bool may_be_reference(const struct type *type, size_t i);
extern const char *failure;
extern size_t failed_at;
extern size_t operators_end; // none from that token on: what stands there is >>>
// asked.c
struct node *parse_size(size_t i);
// decltype(...), noexcept(...) and their kin at token i: what is in the parentheses is its child,
// where that is understood.
extern const char *const asking[]; // decltype and its other names
struct node *parse_asked(size_t i);
// All that tokens [first, last] ask so, and by sizeof, becomes children: SIZE_OFs without any.
void add_asked(struct node *n, size_t first, size_t last);
// foreign.c
struct node *odd_node(enum kind_of_node kind, size_t first, size_t last, const char *why);
// A lambda's sign_length: its spaces; whether its parameters are not understood; whether it
// captures a variable by reference, or all that it names. Its sign is the ( of its parameters, or
// its body.
enum { LAMBDA_DEVICE = 1, LAMBDA_HOST = 2, ODD_HEAD = 4, REFERS = 8, REFERS_TO_ALL = 16 };
struct node *parse_lambda(size_t i);
bool begins_launch(size_t i); // <<< at that token
struct node *parse_launch(struct node *callee);
struct node *parse_throw(size_t i);
struct node *parse_try(size_t i);
struct node *parse_asm(size_t i);
struct node *parse_prototype(size_t i);
struct node *parse_jump(size_t i);
struct node *fail(size_t i, const char *why);

// exchange.c
// A call that is a shuffle among all lanes of a warp becomes an EXCHANGE.
void note_exchange(struct node *call);
// Do tokens [first, last] name a function that becomes one?
bool names_exchange(size_t first, size_t last);
// Is it the name of one among the lanes of a tile?
bool is_of_tile(size_t name);

// statement.c
struct node *parse_block(size_t i);

// local.c: the function whose parameters' ( is at token `open`, and its body's { at token `body`;
// template <...>: tokens [from, from_end).
// No variable is in sight, nor known.
void begin_scope(void);
struct node *parse_function(size_t open, size_t body, size_t from, size_t from_end);
struct variable *find_variable(size_t i); // by the scopes at hand
extern size_t scope_count;                // so many variables can be seen
// Scopes of all variables but the first `count` end at token i.
void leave_scope(size_t count, size_t i);
bool begins_declaration(size_t i);
// Declarators of the declaration at token i, whose type is behind it, up to the ; : or ) that ends
// them: a DECLARATION, or NULL. Into no scope where `scoped` is false.
struct node *parse_declaration(size_t i, bool scoped);
// declared.c: a variable outside functions, with its value; NULL: it is not understood.
struct declaration;
const struct variable *declared_as(const struct declaration *d);
// ... and the whole of its declaration.
const struct node *declared_tree(const struct declaration *d);
struct variable *new_variable(size_t name, enum role role);
void add_variable(struct variable *v); // into the scope
// A parameter as its function declares it.
struct formal {
    size_t first, end;      // its tokens, without a default
    size_t type_first;      // the first of its type
    size_t name;            // 0: it has none
    size_t place;           // where a name stands, or would
    size_t behind;          // the comma behind it, or the ) of all
    struct type type;       // of a reference: what that refers to
    bool reference, rvalue; // T & or T &&; the latter
    bool pack, ordered;     // T...; volatile
    bool odd;               // its type is not understood
    bool understood;        // the whole of it, and not at most its name
    size_t grid_constant;   // the word __grid_constant__; 0
    bool generic;           // calls choose its type: the function's own template has it
    bool is_type;           // of a template: class T, typename T, template <...> class T
};
struct formals {
    struct formal *all;
    size_t count, room;
};
// parameters.c: of template <...> in tokens [from, from_end), and of the parentheses at token
// `open`, into the scope; the former into a list as well, if there is one. False: they are not
// understood; not all their names are known.
bool parse_template(size_t from, size_t from_end, bool of_numbers, struct formals *list);
bool parse_parameters(size_t open, bool *named);
// The one of a template at token i, likewise: understood if it is a type or a number with a name.
size_t parse_template_parameter(size_t i, size_t close, struct formal *p);
// The one at token i, of those that end in front of token close: the comma behind it, or close.
size_t parse_formal(size_t i, size_t close, struct formal *p);
// The comma behind the parameter, or template argument, that token i stands in, or token close.
size_t behind_parameter(size_t i, size_t close);
// The token behind [[...]] and __attribute__((...)) at token i.
size_t behind_attributes(size_t i);
struct node *parse_names(size_t i, size_t close); // using, typedef, enum
// [a][b] at token i: the token behind them; the type becomes an array, the sizes children.
size_t parse_dimensions(size_t i, struct type *type, struct node *of);
// Does the function name it in its body in front of token i?
bool is_met_before(size_t name, size_t i);
// shared.c
struct node *parse_shared(size_t i); // __shared__
// members.c: a class, at token i, which is not looked into; a variable of it may be declared behind
// its body.
struct node *parse_class(size_t i);
// What the constructor whose parameters end at token `close`, and whose body opens at token `body`,
// gives members and bases: a LIST of CONSTRUCTs, by the names of those.
struct node *parse_initialisers(size_t close, size_t body);
extern struct variable **variables;
extern size_t variable_count;
// One more, in no scope.
void keep_variable(struct variable *v);
// The variable of the function that token i names, by the tree; NULL where it names none.
struct variable *meaning(size_t i);
void set_meaning(size_t i, struct variable *v);

// A function that has been read, for good: those above are the next one's then.
struct reading {
    struct node *body;         // its `why`: its head is not understood
    bool names_known;          // what its head declares is known by its names, if not by types
    struct node *initialisers; // a constructor's
    struct variable **variables;
    size_t variable_count;
    struct variable **meanings; // of its tokens, from `first` on
    size_t first, meaning_count;
};
struct reading *take_reading(struct node *body);

// reading.c: the function with a body, read once.
const struct reading *read_function(const struct declaration *d);
// The expression at token i by itself, where no variables of a function are known; NULL: it is not
// understood.
struct node *read_value(size_t i, struct node *(*parse)(size_t));
// The tokens are others from now on.
void forget_functions(void);
struct variable *meaning_in(const struct reading *r, size_t i);
// The first node of that kind in the tree, NULL: there is none.
const struct node *find_kind(const struct node *n, enum kind_of_node kind);
// Does it name a place, or a value, and nothing else? Then it may be written twice.
bool names_place(const struct node *n);
// The first that fission does not understand.
const struct node *find_odd(const struct node *n);

// statement.c: the last token of the statement at token i, whatever it is, in front of token close.
size_t end_of_statement(size_t i, size_t close);

#endif
