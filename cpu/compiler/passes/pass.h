// SPDX-License-Identifier: MIT
// nvcc's two passes over a file as one source, each in a namespace of its own: the host's, then the
// device's. merge_passes.c makes one program of them.
#ifndef PASS_H
#define PASS_H

#include "names/names.h"

enum { HOST_PASS, DEVICE_PASS, PASSES };
extern size_t pass_scopes[PASSES]; // their namespaces
int pass_of(size_t i);             // which pass token i is of

struct item { // a declaration, or what stands between two
    size_t first, last;
    const struct declaration *d; // NULL: it is none
    size_t block;                // the innermost one that it stands in; NO_SCOPE for none
    size_t hash;                 // of its block and its tokens
    size_t key;                  // ... of its block and what it declares, whatever that holds
    size_t side_key; // of a function for one side alone: ... of its head, whose it is left out; 0
    size_t match;    // the item of the other pass that corresponds to it; NO_SCOPE for none
};

struct items {
    struct item *all;
    size_t count, room;
};

enum { DEEPEST_BLOCK = 64 }; // what stands deeper is an item

extern struct block { // a namespace, or extern "C" { }
    size_t first, open, close;
    size_t outer;  // the one that it stands in; NO_SCOPE for none
    size_t depth;  // how many these are
    size_t hash;   // of its head, and of all that it stands in
    size_t spaces; // ... of namespaces alone
} * blocks;

struct entry { // of a table: what has that hash
    size_t hash, index;
    bool of_device;
};

struct table { // its entries in the order of their hashes, when it is sorted
    struct entry *all;
    size_t count, room;
};

// The items in tokens [first, end), which are the inside of `scope`. Blocks are gone into.
struct items read_items(size_t first, size_t end, size_t scope);
// Whose the function is, by all its declarations; 0 for a header's that does not say.
unsigned spaces_in(const struct declaration *d);
// Of the types of the function's parameters as they are written, whatever their names are.
size_t hash_parameters(const struct declaration *d);

// The hash, with that of token i in it.
size_t hash_token(size_t hash, size_t i);
#define NOTHING 14695981039346656037u

// Finds the items of the two passes that correspond.
void match_items(struct items *h, struct items *d);
// The word that an item declares, for its other name; token_count if it declares none.
size_t declared_name(const struct item *i);
// Where the { of an enumeration is whose enumerators are names of the scope that it stands in; 0:
// item i is none.
size_t open_enumeration(const struct item *i);
// What an item's word is looked up by: among those of its block, names apart from enumerators.
size_t hash_of_name(const struct item *i, size_t name, bool enumerator);

// The names and enumerators that items without a match declare.
struct table names_alone(const struct items *of);
// The next declaration of a pass with the name, or an enumerator, of that number; *k: the first one
// for 0. NULL: there is no more.
const struct declaration *next_declared(int pass, size_t name, size_t *k);
// The first entry with that hash; t->count: there is none.
size_t first_entry(const struct table *t, size_t hash);

// ---- namesakes.c --------------------------------------------------------------------------------

// Token i declares a name that the device's pass has under another one.
void note_namesake(size_t i);
bool any_namesakes(void);
// Is token i such a word? And is it certainly the name of none of them?
bool has_namesake(size_t i);
bool means_another(size_t i);

#endif
