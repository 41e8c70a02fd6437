// SPDX-License-Identifier: MIT
// A kernel's tree as steps between barriers: what the passes share that take it apart.
#ifndef FISSION_H
#define FISSION_H

#include "split.h"
#include "names/names.h"

enum step_kind {
    PLAIN,
    DECLARED,
    STRIDED,
    MASK,
    BRING,
    FOLD,
    HOISTED,
    MEET,
    HEAD,
    ENTER,
    EXIT,
    FRAME
};

// The kernel as a flat list. PLAIN to FOLD are done by a loop over threads: MASK is a condition,
// and threads that it does not hold for are left out from there on (mask.c); BRING is what a thread
// brings to its warp, FOLD what the warp makes of it (warp_exchange.c).
struct step {
    enum step_kind kind;
    size_t first, last; // tokens
    struct node *node;
    unsigned loop, depth; // depth: in so many loops and conditions with barriers
    const char *text;     // of a FRAME; of a MEET under a mask: what is said of those it leaves out
    unsigned mask;        // it is for the threads that stay under that one (mask.c); 0: for all
    bool common;          // PLAIN, and done once for all threads: is_uniform_change() of its node
    bool meets;           // a FRAME at which the lanes of warps meet, or MEET
    const struct node *tile; // ... of tiles of that size
    bool probed, reached;    // probe.c's
};

// The steps that one loop over threads does.
struct part {
    const struct step *first, *last;
};

struct guard {
    const struct node *upper, *lower; // threads pass whose index is below a limit, and above one
    bool leaves;                      // if (x >= n) return; and not if (x < n)
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
    bool whole_warps;  // it is split for blocks alone whose rows are whole warps
    bool interchanged; // has loops that go around those over threads
};

// Text in the place of tokens.
struct substitute {
    size_t first, last;
    const char *text;
};

// A kernel while it is taken apart, and written. It begins with its form alone.
struct fission {
    struct kernel_form *form; // what becomes of it
    bool careful;    // no loop is STRIDED, gets a loop over threads of its own, or goes around one
    bool tried;      // ... one did
    bool may_stride; // by its parameters a loop may be STRIDED
    struct node *body;
    struct step *steps;
    size_t step_count, step_room;
    bool leaves;                    // threads return in front of a barrier, or masks leave them out
    bool masked;                    // ... masks
    unsigned warp_masks, warp_mask; // so many masks of warps it has; that of steps that are added
    const struct node **exchanges;
    size_t exchange_count, exchange_room;
    struct guard guard;
    // As it is written:
    struct output printed;
    struct substitute *substitutes;
    size_t substitute_count, substitute_room;
    struct part part;        // the loop over threads at hand
    struct access *accesses; // probe.c's
    size_t access_count, access_room;
    bool probes;  // there are loops that are written in a second form, which notes accesses
    bool probing; // that is written
};

// ---- the passes ---------------------------------------------------------------------------------

// DROPPED: the value of a call that is not used.
enum use { NOTHING, DROPPED, VALUE, PART, WRITTEN, CHANGED, LENT, OPEN };

// variable_uses.c: notes of all variables in the tree how they are used, and of all nodes what they
// may do.
void note_uses(struct node *n, enum use use);

// Is it of an object, or may it be?
bool is_class(const struct type *type);

// uniform.c: is the expression the same for all threads? unchanging: and each time it is asked?
bool is_uniform(const struct node *n, bool unchanging);
// ... or worked out from that and threadIdx, without memory, and nothing that can fail.
bool can_rematerialise(const struct node *n);
// Do only statements that name the variable change it, and no pointer or reference?
bool changes_by_name(const struct variable *v);
// Does it have the value for good that it is declared with? Is it a parameter that is still what
// the kernel was given?
bool keeps_initial(const struct variable *v);
bool is_given(const struct variable *v);
// Does it divide by what may be zero, or a part of it?
bool can_fail(const struct node *n);
// Changes uniform variables in the same way for all threads, and does nothing else.
bool is_uniform_change(const struct fission *f, const struct node *n);
void decide_uniform(const struct fission *f);
// A condition or loop with a barrier in it that threads may not all agree on.
bool needs_mask(const struct node *n);

// index.c
struct index {
    bool wide;              // worked out as a size_t
    struct variable *x, *y; // if it is x + y * blockDim.x * gridDim.x
};
bool is_index(const struct node *n, struct index *index);
bool names_index(const struct node *n, bool *wide, bool narrow);
bool is_flat(struct fission *f);

// stride.c
bool counts(const struct type *type); // an integer of 32 bits or more
struct stride {
    struct variable *counter;
    const struct node *limit, *step, *body; // of a `while`: its last statement is left out
    bool before;                            // the counter is declared in front of the loop
};
bool find_stride(const struct node *n, struct stride *stride);
// May the loop be one, as far as can be seen before it is known what threads have in common?
bool begins_at_thread(const struct node *loop);
// at_top: in no other loop or condition; leaving: threads may have returned in front of it.
bool can_stride(const struct node *n, bool at_top, bool leaving);
// `found`, and the arrays whose elements a strided loop names by its counter, each as ", name".
const char *find_arrays(const struct node *n, const struct node *loop,
                        const struct variable *counter, const char *found);

// texture_fetch.c
// Is it a texture that the kernel is given?
bool is_texture(const struct variable *v);
// Is it a fetch whose texel is so many columns from the thread's place in its row?
bool is_fetch_beside(const struct node *n, long *columns);
// What the textures have to be for such fetches; empty: there are none.
const char *fetch_conditions(const struct fission *f);

// atomic.c: is token i the name of an atomic on memory that no other block knows?
bool is_atomic_in_block(const struct fission *f, size_t i);

// shared_flag_stores.c: does the statement store a literal integer through a kernel's pointer?
bool sets_flag(const struct node *statement);

// fission.c
struct step *add_step(struct fission *f, enum step_kind kind, size_t first, size_t last,
                      struct node *n, unsigned depth);
// Is it part of a loop over threads?
bool in_loop(const struct step *s);
// A FRAME with that text; empty: one loop over threads ends there, and another begins.
void add_frame(struct fission *f, const char *what, struct node *n, unsigned depth);
// The body of a loop or condition that holds a barrier.
bool add_inside(struct fission *f, struct node *n, unsigned depth);
bool give_up(struct fission *f, size_t where, const char *why);
bool takes_volatile(void); // has the kernel a volatile parameter?
// Takes the kernel apart, as far as it can be: its form says how. False: it stays whole.
bool take_apart(struct fission *f);

// Is it the same for the lanes of a warp that come to it together (warp_uniform.c)?
bool is_warp_uniform(const struct node *n);

// warp_uniform.c, for blocks whose rows are whole warps: a quotient, bits or a comparison by which
// the lanes of a warp do not differ; do they agree on the condition?
bool drops_lane(const struct node *n);
bool lanes_agree(const struct node *body, const struct node *condition);

// warp_exchange.c
// The constant outside functions of that name; NULL: its value is not known.
const struct variable *constant_of_file(size_t name);
// Do the lanes of a warp that come to it together get the same? Does each of them get what one of
// them brought, which its third operand names?
bool gives_uniform(const struct node *exchange);
bool takes_from_one(const struct node *exchange);
bool holds_exchange(const struct node *n);
// Reads, and works out, without a call but of what is a function of its arguments alone: the same
// whenever it is done before anything is assigned.
bool just_reads(const struct node *n);
// A statement with an EXCHANGE.
bool add_exchange(struct fission *f, struct node *n, unsigned depth);
// The function by which its lanes bring their values (warp.h).
const char *brings_by(const struct node *exchange);
// The EXCHANGE that the value is brought to.
const struct node *exchange_of(const struct fission *f, const struct node *brought);
// The EXCHANGE that begins at token i; NULL: none does.
const struct node *exchange_at(const struct fission *f, size_t i);

// privatise.c
// Marks variables that are worked out anew wherever they are used.
void rematerialise(void);
// Numbers the loops over threads, each step's and each variable's; how many there are.
unsigned number_loops(struct fission *f);
// What lives on after its loop is kept, if it can be.
bool decide_variables(struct fission *f);
// In one loop over threads each name has to mean one thing.
bool check_names(struct fission *f);

// split_reductions.c
// A loop that is better done by a loop over threads of its own.
bool stands_alone(const struct node *n);
// Does the statement touch nothing that another thread of its row writes? It declares plain names,
// touches neighbouring elements alone, or adds up shared memory.
bool is_independent_in_row(const struct node *n);
// Does so all that stands with a loop between the same barriers? To be asked when the steps in
// front of it are known.
bool is_among_neighbours(const struct fission *f, const struct node *n);
// What ends the head of a loop of another number of turns for each thread, none of them more than a
// shared array has elements, which may be few; NULL: it is no such loop.
const char *few_turns_head(const struct node *n);
// The array of which the tree names the element that the counter tells; NULL: none.
const struct node *indexed_by(const struct node *n, const struct variable *counter);

// common_trip_count.c
// Of such a loop: can neighbouring threads do turns side by side, as many as they all have?
bool has_turns_in_common(const struct node *loop);
// ... which is written so, by three functions.
void put_turns(struct fission *f, const struct node *loop);

// access_stride.c: where what the threads of a row name lies: all name one, each the next one, what
// memory says, anything else. In that loop or statement; or in the row at hand.
enum spread { INVARIANT, BESIDE, LOADED, APART };
enum spread spread_in_row(const struct node *n, const struct node *in);
// A row of threads in a loop or statement.
struct row {
    const struct node *in;
    unsigned patience;  // so many more names are followed; 0: nothing that was found holds
    const char *checks; // that no sum wraps around (contiguity.c)
};
struct row row_in(const struct node *n);
enum spread place_in_row(struct row *row, const struct node *n);
// Does the variable stand for its initial value, which would be that again if it were worked out in
// front of the loop over threads at hand? A counter of the block's, say, may have gone on since
// another loop over threads declared it.
bool is_initial_still(struct row *row, const struct variable *v);
// Is all that the statement touches in memory elements that neighbouring threads name side by side?
// One that another thread touches, too, would be a race.
bool touches_just_beside(const struct node *n);
// contiguity.c
// The elements in the statement by which threads name neighbouring ones of a pointer's.
struct beside {
    const struct node *index;
    const char *first;  // that index, of the row's first thread
    const char *checks; // what is to be asked in front of the loop, each after an &&
    struct beside *next;
};
const struct beside *find_beside(struct fission *f, const struct node *n);

// Of a condition without an else: what cuts the threads of a row to those that it holds for; NULL:
// unknown.
const char *find_span(struct fission *f, const struct node *n);
// interchange.c: decide_uniform(), with loops that go around those over threads as if they held
// barriers; whether there are such.
bool interchange(struct fission *f);

// mask.c
// A condition or loop that needs_mask().
bool add_mask(struct fission *f, struct node *n, unsigned depth);
// Is it a barrier with a mask, or of a tile with a size, that is no name or number?
bool is_odd_mask(const struct node *n);

// probe.c: which steps, and so loops, are to be written in a second form, too, which notes accesses
// to shared memory; the text around a token there.
void find_probes(struct fission *f);
// What is said after a step where threads meet.
const char *probed_behind(const struct step *s);
void put_probe(struct fission *f, size_t i, bool after);

// bind_privatised.c: the names of variables that outlive a loop are bound to what the thread has of
// them: those that the loop at hand needs, but for its counter; those in tokens [first, last].
void put_bindings(struct fission *f, const struct variable *counter);
void put_bindings_of(struct fission *f, size_t first, size_t last);
// That of a PRIVATISED one, to the thread's element.
void put_element(struct fission *f, const struct variable *v);
// A truth value that each thread keeps, as an int.
bool is_flag(const struct variable *v);

// emit_kernel.c: the split form of a kernel that has been taken apart.
void write_split(struct fission *f);

// emit_loop.c: a loop over threads.
void put_loop(struct fission *f, struct part part);
// After a statement that was part of a loop's head (mask.c).
void put_end(struct fission *f, const struct step *s);

// vector_guards.c: what is asked in front of a loop over threads.
// Is the step of a loop over threads that is told which indices do not wrap around (contiguity.c)?
bool can_fit(const struct step *s);
// Does the declaration nothing but name values for its loop, or such as threads keep?
bool just_names(const struct node *d, bool or_keeps);
// Is the condition all that its loop over threads does? Then that goes over those it holds for.
bool is_cut(struct fission *f, const struct step *s);
// What keeps indices of the loop from wrapping around; NULL: there are none that are told so.
const char *find_fitting(struct fission *f, struct part part);
// The head of the loop's body, and what is asked of each row in front of it.
void put_fitting(struct fission *f, const char *checks, struct part part);

// scatter.c: the assignment that is all a condition of data is asked for; NULL: it is no such one.
const struct node *scattered_store(const struct node *n);

// emit_tokens.c: text, and tokens as they have been rewritten, printed one after the other.
__attribute__((format(printf, 2, 3))) void put(struct fission *f, const char *format, ...);
// The next line is the one that token i stands in; ours: no warnings for it.
void put_place(struct fission *f, size_t i, bool ours);
void put_tokens(struct fission *f, size_t first, size_t last);
// What put_tokens() prints of them; NULL: not on one line.
const char *text_of(struct fission *f, size_t first, size_t last);
const char *printed_tokens(struct fission *f, size_t first, size_t last);
// A variable's type, if `assigned` without the const of numbers; its declaration.
const char *type_words(struct fission *f, const struct variable *v, bool assigned);
void put_declaration(struct fission *f, const struct variable *v);
// In a flat kernel (index.c): what is printed in the place of parts of the tree, in the order of
// their tokens; guarding: of the guard itself; chosen: under a condition, or in a loop.
void find_substitutes(struct fission *f, const struct node *n, bool guarding, bool chosen);
// In others: of elements side by side, conditions, stores.
void substitute_in_loops(struct fission *f);

#endif
