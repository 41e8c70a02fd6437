// SPDX-License-Identifier: MIT
// Inline PTX: ptx_table.c has the instructions that are known, ptx.c writes them as C++.
#ifndef PTX_H
#define PTX_H

// An instruction, and the expression of C++ that does it.
struct ptx_row {
    // The words that its name has in this order, with modifiers between them: "mul.wide"; of
    // "add sub" one of both.
    const char *name;
    const char *modifiers;
    const char *types; // one of which comes last; "": it has none
    // A letter each. 'd': what it computes, first if at all; 'v': a value of that type; 'b': a
    // number of 32 bits; 'r': any register; 'l': a list of them; 'a': an address in brackets; 'g':
    // one that is in no shared memory; 'p': a predicate; 'P': one that it sets, which may be
    // missing in the second place; 'j': where it jumps
    const char *operands;
    // $1 is the first operand that is not 'd', and so on; $W the word of several that the name has,
    // $A with a capital letter, $V the one before it; $T the type; $R how it is rounded; $S whether
    // it saturates; $C whether it gives a carry; $B the suffix of an atomic or fence; :name a
    // function or type of namespace cuda_cpu::ptx
    const char *code;
};
extern const struct ptx_row ptx_rows[];

// All types but predicates and halves; of each that namespace has a type of its name.
#define PTX_TYPES "u8 s8 b8 u16 s16 b16 u32 s32 b32 u64 s64 b64 f32 f64"

// What %name holds, as C++; NULL: it is not known.
char *ptx_special_register(const char *name);

#endif
