// SPDX-License-Identifier: MIT
// What names may mean to the two sides, host and device, by all that declares them.
#ifndef MEANINGS_H
#define MEANINGS_H

#include <stdbool.h>
#include <stddef.h>

// What a name is declared as, somewhere.
enum meaning {
    HOST_FUNCTION = 1,
    HOST_METHOD = 2,
    DEVICE_FUNCTION = 4,
    DEVICE_METHOD = 8,
    KERNEL_FUNCTION = 16,
    HOST_VARIABLE = 32,
    HOST_MEMBER = 64, // static
    PLACED_VARIABLE = 128,
    LIBRARY_FUNCTION = 256, // outside namespaces and classes
    LIBRARY_INSIDE = 512,   // in one
    LIBRARY_VARIABLE = 1024,
    LIBRARY_SPACE = 2048, // a namespace of the library's
    LIBRARY_TYPE = 4096,  // a type in one, and not another name of a number's
    HOST_MADE = 8192,     // a class whose constructor or destructor is the host's
    HOST_CLASS = 16384,   // ... or an operator or conversion of which is
    DEVICE_CLASS = 32768,
};

struct meanings {
    unsigned *of_word;
    bool templates;        // a kernel or another function of the device is one
    bool standard_library; // the user's text names the library: functions of it may be meant unseen
    bool outside;          // ... outside functions: in classes, aliases, variables
    bool using_all;        // `using namespace`, of one of its namespaces
};

struct meanings find_meanings(bool relaxed_constexpr);
// Is it the namespace of a library for both sides, which says of each function whose it is (Thrust,
// libcu++)? A name of it is no reason to ask.
bool says_whose(size_t i);
// What the name at token i is declared as, somewhere.
unsigned meaning_of(const struct meanings *m, size_t i);
// Does the word at token i name something of the library's that may call functions of the host?
bool names_library(const struct meanings *m, size_t i);

#endif
