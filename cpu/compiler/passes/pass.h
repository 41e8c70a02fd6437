// SPDX-License-Identifier: MIT
// A pass of nvcc's over a file, as pass.c reads it and merge_passes.c makes one program of two.
#ifndef PASS_H
#define PASS_H

#include "names/names.h"

struct item { // a declaration, or what stands between two
    size_t first, last;
    size_t declaration; // its index; NO_SCOPE for none
    size_t block;       // the innermost one that it stands in; NO_SCOPE for none
    size_t hash;        // of its block and its tokens
    size_t key;         // ... of its block and what it declares, whatever that holds
    size_t side_key; // of a function for one side alone: ... of its head, whose it is left out; 0
    size_t match;    // the item of the other pass that corresponds to it; NO_SCOPE for none
};

struct items {
    struct item *all;
    size_t count, room;
};

enum { DEEPEST_BLOCK = 64 }; // what stands deeper is an item

struct block { // a namespace, or extern "C" { }
    size_t first, open, close;
    size_t outer; // the one that it stands in; NO_SCOPE for none
    size_t depth; // how many these are
    size_t hash;  // of its head, and of all that it stands in
};

struct entry { // of a table: what has that hash
    size_t hash, index;
    bool of_device;
};

struct table { // its entries in the order of their hashes, when it is sorted
    struct entry *all;
    size_t count, room;
};

struct using {
    size_t path; // of the scope that it stands in, see namesakes.c
    size_t word; // where it is; 0: it brings a whole namespace
};

struct pass {
    char *source;
    size_t length, token_count, declaration_count;
    struct token *tokens;
    struct declaration *declarations;
    struct places places;
    struct block *blocks;
    size_t block_count, block_room;
    const struct signature *signatures; // of each declaration
    size_t *begins;                     // of each token: the declaration that it begins; NO_SCOPE
    unsigned *spaces;                   // of each function, by all its declarations
    size_t *parameters;                 // ... the hash of its parameters' types
    size_t *scopes;                     // namesakes.c: of each token; NULL: not known yet
    struct table names;                 // ... of its declarations
    struct using *usings;               // ... all that are no other names of types
    size_t using_count, using_room;
};

// Reads a pass's text.
struct pass read_pass(char *text_of_pass, size_t length);
// Its tokens and declarations become those that all functions ask for; NULL: whose they are is
// forgotten.
void use_pass(const struct pass *p);
// The items of pass p in tokens [first, end), which are the inside of `scope`. Blocks are gone
// into.
struct items read_items(struct pass *p, size_t first, size_t end, size_t scope);

// The hash, with that of token i of the pass in use in it.
size_t hash_token(size_t hash, size_t i);
size_t mix(size_t hash, size_t more);
#define NOTHING 14695981039346656037u

// ---- match_passes.c -----------------------------------------------------------------------------

// Finds the twins of the items of the two passes.
void match_items(struct items *h, struct items *d);
// The word that an item declares, for its other name; token_count if it declares none.
size_t declared_name(const struct pass *p, const struct item *i);
// Where the { of an enumeration is whose enumerators are names of the scope that it stands in; 0:
// item i is none.
size_t open_enumeration(const struct pass *p, const struct item *i);
// The next enumerator after token i of an enumeration that ends at `last`: after { or a comma.
size_t enumerator_after(size_t i, size_t last);
// What an item's word is looked up by: among those of its block, names apart from enumerators.
size_t hash_of_name(const struct pass *p, const struct item *i, size_t name, bool enumerator);

// A pass's declarations, by the hashes of their names; enumerations by their enumerators', too.
struct table names_declared(const struct pass *p);
// The names and enumerators that items without a match declare.
struct table names_alone(const struct pass *p, const struct items *of);
// The first entry with that hash; t->count: there is none.
size_t first_entry(const struct table *t, size_t hash);

// ---- namesakes.c --------------------------------------------------------------------------------

struct namesake {      // a declaration of the device's that gets another name
    size_t word, path; // hashes: of its name, of its scope's path
    bool has_types;    // types are declared beside it: it is found by an argument of theirs
};

struct namesakes {
    struct namesake *all;
    size_t count, room;
    bool words[1 << 12]; // by the last bits of their hashes: is there one, perhaps?
};

// Token i of pass p declares one.
void note_namesake(struct namesakes *n, struct pass *p, size_t i);
bool has_namesake(const struct namesakes *n, size_t word);
// Is token i, one of these words, certainly the name of none of them?
bool means_another(const struct namesakes *n, struct pass *p, size_t i);

#endif
