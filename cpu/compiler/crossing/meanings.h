// SPDX-License-Identifier: MIT
// What names may mean to the two sides, host and device, by all that declares them.
#ifndef MEANINGS_H
#define MEANINGS_H

#include "parse/parse.h"

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
    LIBRARY_FUNCTION = 256,
    LIBRARY_STD = 512, // in a namespace
    LIBRARY_METHOD = 1024,
    LIBRARY_VARIABLE = 2048,
    HOST_MADE = 4096,  // a class whose constructor or destructor is the host's
    HOST_CLASS = 8192, // or an operator or conversion of which is
    DEVICE_CLASS = 16384,
    LIBRARY_SPACE = 32768, // a namespace of the library's
    LIBRARY_CLASS =
        65536, // a class there, or by whatever name: of which nobody knows what it calls
    LIBRARY_MATHEMATICS =
        131072, // a function of which device code has forms for some types (mark.c)
};

// Of all names; and what they make of the program.
void note_meanings(bool relaxed_constexpr);
void forget_meanings(void);
extern bool kernels_are_templates; // one of the user's is
extern bool names_library_class; // the user's text does, or may: its functions may be meant unseen
// What the name at token i is declared as, somewhere.
unsigned meaning_of(size_t i);
// Does the word at token i name something of the library's that may call functions of the host?
bool names_library(size_t i);

#endif
