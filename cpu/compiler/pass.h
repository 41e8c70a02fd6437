// SPDX-License-Identifier: MIT
// A pass of nvcc's over a file, as pass.c reads it and passes.c makes one program of two.
#ifndef PASS_H
#define PASS_H

#include "cuda2cpp.h"
#include "declare.h"

struct item { // a declaration, or what stands between two
    size_t first, last;
    size_t declaration; // its index; NO_SCOPE for none
    size_t hash;
};

struct pass {
    char *source;
    size_t length, token_count, declaration_count;
    struct token *tokens;
    struct declaration *declarations;
    struct places places;
    unsigned *spaces;   // of each function, by all its declarations
    size_t *parameters; // ... the hash of its parameters' types
};

// Reads a pass's text.
struct pass read_pass(char *text_of_pass, size_t length);
// Its tokens and declarations become those that all functions ask for; NULL: whose they are is
// forgotten.
void use_pass(const struct pass *p);
// The items of pass p in tokens [first, end), which are the inside of `scope`.
struct item *read_items(const struct pass *p, size_t first, size_t end, size_t scope,
                        size_t *count);
bool equal_tokens(const struct pass *a, size_t x, const struct pass *b, size_t y);

#endif
