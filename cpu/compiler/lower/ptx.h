// SPDX-License-Identifier: MIT
// Inline PTX: ptx_table.c has the instructions that are known, ptx.c writes them as C++.
#ifndef PTX_H
#define PTX_H

// An instruction whose C++ is one expression of its operands.
struct ptx_row {
    const char *name;      // "mul.wide"; what follows it are modifiers and the type
    const char *modifiers; // that may follow it, in any order
    const char *types;     // one of which comes last; "": it has none
    const char *operands; // 'd': what it computes; 'v': a value; 'b': a number of 32 bits; 'r': any
                          // register; 'a': an address in brackets; 'p': a predicate; 'P': one that
                          // it sets; 's': a size
    // $1 is the first operand that is not 'd', and so on; $T the C++ type; $R how it is rounded;
    // :name a function of namespace cuda_cpu::ptx
    const char *code;
};
extern const struct ptx_row ptx_rows[];

// What %name holds, as C++; NULL: it is not known.
const char *ptx_special_register(const char *name);

#endif
