// SPDX-License-Identifier: MIT
// symbols.c: the symbol table of the program's file, or of a library's, mapped for a moment.
#ifndef CUDA_CPU_SYMBOLS_H
#define CUDA_CPU_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if __has_include(<link.h>)
#include <link.h>

struct cuda_cpu_symbols {
    uintptr_t base; // a symbol's st_value is counted from here
    const ElfW(Sym) * first;
    size_t count;
    const char *names; // a symbol's st_name is counted from here
    const void *file;
    size_t bytes;
};

// Of the file that is loaded at the address; false: there is none, or it was stripped of them.
bool cuda_cpu_open_symbols(const void *address, struct cuda_cpu_symbols *s);
void cuda_cpu_close_symbols(const struct cuda_cpu_symbols *s);
// A symbol as C++ has it, or as it is.
void cuda_cpu_demangle(const char *symbol, char *text, size_t room);
static inline unsigned cuda_cpu_symbol_kind(const ElfW(Sym) * symbol) {
    return symbol->st_info & 0xf; // ELF32_ST_TYPE and ELF64_ST_TYPE are that, too
}
#endif

#endif
