// SPDX-License-Identifier: MIT
// A file's declarations, and the functions among them as trees of statements and expressions.
#ifndef PARSE_H
#define PARSE_H

#include "text/text.h"

// ---- declarations -------------------------------------------------------------------------------

// Where a variable lives or a function runs: its __qualifiers__.
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

enum { OBJECT_CONST = 4 };

struct declaration {
    enum declared what;
    enum special special;
    unsigned spaces;     // as written in this declaration
    size_t first, start; // tokens: its first; its first after template<...> and extern "C"
    size_t name,
        open; // its name (`first` for none); the ( of a function's parameters, the = ( { of a
              // variable's value
    size_t qualifier;  // T in T::name, of a function or variable; 0: its name is plain
    size_t declarator; // of a variable or typedef after a comma: the token there; 0
    size_t defines;    // ... that defines a class or enumeration: the { of that; 0
    size_t bases;      // of a class: the : before them; 0: it has none
    size_t inlined;    // the word inline in it; 0: there is none
    size_t after;      // of a function: the token after all that follows its parameters:
                       // a ; { = or :
    size_t body, end;  // the { of its body, 0 without one; its last token
    size_t scope;      // the class or namespace that it stands in; NO_SCOPE for none
    bool is_template, is_constexpr, is_static, is_extern, is_friend, is_const, is_virtual;
    bool is_consteval;       // a function that only the compiler calls; constexpr, too
    bool is_inline;          // inline by any of its names, consteval; a namespace
    unsigned of_object;      // a method: how many & stand after its parameters, and OBJECT_CONST
    bool is_nested;          // a function: what it returns goes on after its parameters
    bool tries;              // ...: its body is a try block
    bool is_constrained;     // ... it has a clause `requires ...`
    bool is_specialisation;  // template <>
    bool is_enum, is_scoped; // an enumeration, or the NAME of one; enum class
    enum given given;        // without a body of its own
};

#define NO_SCOPE ((size_t)-1)

extern struct declaration *declarations;
extern size_t declaration_count;

// Reads the declarations of all tokens, anew.
void read_declarations(void);

// declaration_index.c: the first declaration of the word at token i, and the next one of the same
// name; NULL: there is none.
const struct declaration *first_named(size_t i);
const struct declaration *next_named(const struct declaration *d);
// Is it so of any x in a chain of structures; of any declaration d of the word at token i?
#define ANY(kind, x, first, following, so)                                                         \
    ({                                                                                             \
        const struct kind *x = first;                                                              \
        while (x && !(so))                                                                         \
            x = following;                                                                         \
        x != NULL;                                                                                 \
    })
#define ANY_NAMED(d, i, so) ANY(declaration, d, first_named(i), next_named(d), so)
// The class or enumeration whose body opens at token i; NULL: there is none.
const struct declaration *type_with_body(size_t i);
// The innermost declaration, or function, that token i stands in; NULL: in none.
const struct declaration *declaration_at(size_t i);
const struct declaration *function_around(size_t i);
// Is one of all declarations such a one? The answer is known as long as the tokens stay.
struct known {
    size_t tokens; // so many, when it was asked
    bool answer;
};
bool any_declared(struct known *known, bool (*is_such)(const struct declaration *));
// Does a class have it; does it stand in a function's body, as the members of a local class do?
bool in_class(const struct declaration *d);
bool in_function(const struct declaration *d);
// Is it a class's deduction guide? That has no type before its name, nor `auto`.
bool is_guide(const struct declaration *d);
bool has_no_name(const struct declaration *d); // a namespace, or a class
// Are the two one scope: a namespace may be opened again?
bool is_one_scope(size_t a, size_t b);
// Is it a template, or does it stand in one?
bool is_in_template(const struct declaration *d);
// The class that a function or variable is a member of, as its name: where the class stands, or
// before the ::; 0: of none.
size_t class_name(const struct declaration *d);
// Are the two, variables of one name outside functions, one: T C::name; and what its class or
// namespace declares, too?
bool declare_one(const struct declaration *a, const struct declaration *b);
// declare.c: the token after the parameters that close at token i, and after all that may follow
// them: a ; { = : or ,
size_t after_parameters(size_t i, size_t end);

// ---- types --------------------------------------------------------------------------------------

// VECTOR: float4 and its kin, dim3: their members are numbers. UNKNOWN may be anything; a
// template's parameter is.
enum shape { UNKNOWN, NUMBER_TYPE, POINTER, ARRAY, VECTOR, OBJECT };

struct type {
    enum shape shape;
    bool integer;          // of a NUMBER_TYPE: surely no floating point
    bool constant;         // it cannot be assigned to
    bool ordered;          // volatile
    size_t name;           // of a OBJECT or VECTOR: its last word
    const struct type *of; // what a POINTER points to, what an ARRAY has
    struct node *size;     // of an ARRAY; NULL: it says none
    unsigned bytes;        // of a NUMBER_TYPE: so many; 0: not known
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

extern const struct type unknown_type, number_type, integer_type, int_type, bool_type;
const struct type *copy_type(struct type type);
const struct type *pointer_to(struct type of);
// Numbers and pointers: nothing is called where they are read, copied or compared.
bool is_plain(const struct type *type);
bool is_void(const struct type *type);
// Is it volatile, or what it points to or holds, by whatever name?
bool has_volatile(const struct type *type);
// What an array, of arrays perhaps, has; other types themselves.
const struct type *element_type(const struct type *type);
// Is it that local type or parameter, by its name alone?
bool is_just(const struct type *type, const struct variable *v);
// What arithmetic on two numbers gives.
const struct type *common_type(const struct type *a, const struct type *b);
// Is it a type that the kernel's template is given?
bool is_template_type(const struct type *type);
// types.c: the type of a variable, whose value is not looked at; that of another name for a
// type. False: it is not understood, or a reference.
bool type_of_variable(const struct declaration *d, struct type *type);
bool type_of_alias(const struct declaration *d, struct type *type);
// The enumerator after token i, another one or the {, of an enumeration whose } is at token close;
// 0: there is none.
size_t next_enumerator(size_t i, size_t close);
// The token after words of a head that say nothing of a type.
size_t after_specifiers(size_t i);

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
    size_t name, end;       // where it is declared, and where its scope ends
    struct variable *hides; // the one of its name that was in sight before
    size_t type_first, type_end, declarator, declarator_end; // its tokens: type, stars and brackets
    struct type type;
    struct node *initial; // or NULL
    bool rvalue;          // T &&
    bool reference, odd;  // a reference; declared in a way that cannot be written elsewhere
    bool parenthesised;   // T name(initial)
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
    bool own;             // a PARAMETER that each thread changes for itself
    enum role role;
    unsigned loop; // the loop over threads that declares it
    bool nested;   // in a block of that loop, and not at its top
    bool apart;    // lanes of a warp may have different values of it (split/warp_uniform.c)
};

// types.c: a variable outside functions, with its value; NULL: it is not understood. The tree of
// its declaration.
const struct variable *declared_as(const struct declaration *d);
const struct node *declared_tree(const struct declaration *d);
// declaration_index.c: the only declaration of the variable that the word at token i names, outside
// functions and classes; NULL if there is none, or more.
const struct declaration *variable_declared(size_t i);
// Does the word, with no scope before it, mean a variable of the program's, outside all, and none
// of the types and functions that headers have by that name in scopes of their own?
bool hides_headers(size_t i);
// The { of the only body of the class whose name stands at token i; 0: not known.
size_t class_body(size_t i);
// What names/ notes of words for the parser.
void note_body(size_t name, size_t open);
void note_outside(const struct declaration *d);
extern bool enums_have_operators; // an operator of the program takes an enumeration

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
    CALL_OF, // of anything but a function's name
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
    struct node *newest;               // the child that was added last
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
    unsigned loop;             // the loop over threads that does it as one of its steps
};

// Is it of one of those kinds: KIND(FOR) | KIND(DO)?
#define KIND(kind) (1ull << (kind))
static inline bool has_kind(const struct node *n, unsigned long long kinds) {
    return kinds >> n->kind & 1;
}
struct node *new_node(enum kind_of_node kind, size_t first, size_t last);
void add_child(struct node *parent, struct node *child); // NULL: none
struct node *child(const struct node *n, unsigned k);
// Without the parentheses around it.
const struct node *bare(const struct node *n);
bool is_loop(const struct node *n); // of any kind
// Is it a declaration in front of a label of its switch (lower/removed_cxx.c)?
bool is_jumped_over(const struct node *n);
// The condition of a condition or loop, and what is done under it.
struct node *condition_of(const struct node *n);
struct node *body_of(const struct node *n);
// Is it threadIdx.x or its kin: of that variable one of these components, "x y z"?
bool is_component(const struct node *n, const char *of, const char *axes);
// Is the operator written so?
bool has_sign(const struct node *n, const char *sign);
// Marks a node that fission does not understand, but the parser does.
struct node *odd(struct node *n, size_t at, const char *why);
// Does its value follow from those of its children, and does it change nothing itself?
bool just_combines(const struct node *n);
bool is_literal_zero(const struct node *n);
// The value of a literal that is an integer; false: it is none.
bool literal_value(const struct node *n, unsigned long long *value);
// Does it name a place, or a value, and nothing else? Then it may be written twice.
bool names_place(const struct node *n);
// The first node in the tree that is such a one; of the nodes in it that token i stands in, the
// outermost that is, with that token. NULL: there is none.
const struct node *find_node(const struct node *n, bool (*is_such)(const struct node *));
const struct node *find_down(const struct node *n, size_t i,
                             bool (*is_such)(const struct node *, size_t));
// The first node of that kind in the tree; the first that fission does not understand; NULL: there
// is none.
const struct node *find_kind(const struct node *n, enum kind_of_node kind);
const struct node *find_odd(const struct node *n);
// Is it so of any child c of the node; of all of them?
#define ANY_CHILD(c, of, so) ANY(node, c, (of)->child, c->next, so)
#define ALL_CHILDREN(c, of, so) (!ANY_CHILD(c, of, !(so)))
// Is the variable assigned to in the tree? Does the tree name one that `by` assigns to?
bool assigns(const struct node *n, const struct variable *v);
bool reads_assigned(const struct node *n, const struct node *by);
// Do both name the same, by the same kind of name?
bool name_one(const struct node *a, const struct node *b);
// The first of a call's arguments: names in template arguments are children, too.
const struct node *first_argument(const struct node *call);
// A lambda's sign_length: its spaces; whether its parameters are not understood; whether it
// captures a variable by reference, or all that it names. Its sign is the ( of its parameters, or
// its body.
enum { LAMBDA_DEVICE = 1, LAMBDA_HOST = 2, ODD_HEAD = 4, REFERS = 8, REFERS_TO_ALL = 16 };

// ---- parsing ------------------------------------------------------------------------------------

// A parameter as its function declares it.
struct formal {
    size_t first, end;      // its tokens, without a default
    size_t type_first;      // the first of its type
    size_t name;            // 0: it has none
    size_t place;           // where a name stands, or would
    size_t after;           // the comma after it, or the ) of all
    struct type type;       // of a reference: what that refers to
    bool reference, rvalue; // T & or T &&; the latter
    bool pack, ordered;     // T...; volatile
    bool odd;               // its type is not understood
    bool understood;        // the whole of it, and not at most its name
    bool generic;           // calls choose its type: the function's own template has it
    bool is_type;           // of a template: class T, typename T, template <...> class T
};
// parameters.c: those of template <...> in tokens [from, from_end), into the scope. False: not all
// are understood.
bool parse_template(size_t from, size_t from_end, bool of_numbers);
// The one of a template, or of a function, at token i, of those that end before token close: the
// comma after it, or close.
size_t parse_template_parameter(size_t i, size_t close, struct formal *p);
size_t parse_formal(size_t i, size_t close, struct formal *p);
// types.c: a type at token i: the token after it, 0 if there is none. *odd is set, never cleared:
// it is not understood. The stars and references after it: the token after them.
size_t parse_type(size_t i, struct type *type, bool *odd);
size_t parse_stars(size_t i, struct type *type, bool *reference);
// Both, and what makes it a function's address, as in a cast: T *, T &, T (*)(...).
size_t parse_type_name(size_t i, struct type *type, bool *reference, bool *odd);
// The expression at token i, and others that read_value() reads.
struct node *parse_primary(size_t i);
struct node *parse_assignment(size_t i);
struct node *parse_list(size_t i); // { ... }
struct node *parse_item(size_t i); // either
struct node *parse_shared(size_t i);
// The >>> that ends the configuration which begins at token i; token_count: there is none.
size_t end_of_configuration(size_t i);
// Declarators of the declaration at token i, up to the ; : or ) that ends them: a DECLARATION, or
// NULL. Into no scope if `scoped` is false.
struct node *parse_declaration(size_t i, bool scoped);
struct node *fail(size_t i, const char *why);

// A function that has been read, for good: the variables at hand are the next one's then.
struct reading {
    struct node *body;         // its `why`: its head is not understood
    struct node *initialisers; // a constructor's
    struct variable **variables;
    size_t variable_count;
    struct variable **meanings; // of its tokens, from `first` on
    size_t first, meaning_count;
};

// tree.c: the function with a body, read once.
const struct reading *read_function(const struct declaration *d);
// Forgets them: the tokens are others from now on.
void forget_functions(void);
// The variable that token i of the function names; NULL: none.
struct variable *meaning_in(const struct reading *r, size_t i);
// What `parse` makes of tokens that stand in no function; NULL: it is not understood.
struct node *read_value(size_t i, struct node *(*parse)(size_t));

// local.c: the function that is being read; no variable of it is in sight, nor known.
void begin_scope(void);
struct node *parse_function(size_t open, size_t body, size_t from, size_t from_end);
extern struct variable **variables; // of it, all
extern size_t variable_count;
struct variable *find_variable(size_t i); // by the scopes at hand
// The variable that token i of it names, by the tree; NULL: none.
struct variable *meaning(size_t i);
void set_meaning(size_t i, struct variable *v);

// ---- split/warp_exchange.c ----------------------------------------------------------------------

// A call that is a shuffle among all lanes of a warp becomes an EXCHANGE.
void note_exchange(struct node *call);
// Do tokens [first, last] name a function that becomes one?
bool names_exchange(size_t first, size_t last);
// Is it the name of one among the lanes of a tile?
bool is_of_tile(size_t name);

#endif
