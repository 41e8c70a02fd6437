// SPDX-License-Identifier: MIT
// How a function uses its variables, in the order of its text.
#ifndef USAGE_H
#define USAGE_H

#include "declare.h"
#include "tree.h"

struct usage {
    const struct variable *variable;
    bool declared;                  // as the function's own, in code that nvcc counts uses in
    bool acts;                      // giving it its first value may do something else
    bool mentioned;                 // by any name of it
    bool used;                      // its value, or its address, is asked for
    bool set;                       // it is given one
    bool may_be_set;                // it has one, perhaps, where the text is at
    bool unknown;                   // something may be done with it that nobody knows
    size_t unset_at;                // where its value is asked for before it has any; 0: nowhere
    size_t names;                   // so many have been met
    bool generic;                   // in a lambda whose calls choose the types of what it takes
    unsigned loops, lambda, labels; // that it is declared in, or behind
};

// All of the function's variables.
struct usage *usages_of(const struct declaration *d, size_t *count);

#endif
