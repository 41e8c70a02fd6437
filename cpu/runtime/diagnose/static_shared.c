// SPDX-License-Identifier: MIT
// How much shared memory a kernel's own __shared__ arrays need. They are thread_local variables in
// it, whose names and sizes stand in the symbol table of the program, or of the library that has
// the kernel: _ZZ4sumsPfE3box is box of sums(float *).
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "symbols.h"

#if __has_include(<link.h>)
// What the names of a function's own variables begin with.
static bool find_prefix(const struct cuda_cpu_symbols *s, uintptr_t address, char *prefix,
                        size_t room) {
    for (size_t i = 0; i < s->count; i++) {
        const char *const name = s->names + s->first[i].st_name;
        if (cuda_cpu_symbol_kind(&s->first[i]) != STT_FUNC || s->first[i].st_value != address)
            continue;
        if (strncmp(name, "_Z", 2) == 0)
            snprintf(prefix, room, "_ZZ%sE", name + 2);
        else
            snprintf(prefix, room, "_ZZ%zu%sE", strlen(name), name);
        return true;
    }
    return false;
}

// Those that are to lie at multiples of more come first, so that there are no gaps.
static size_t add_variables(const struct cuda_cpu_symbols *s, const char *prefix) {
    enum { MOST_ALIGNED = 16 };
    const size_t length = strlen(prefix);
    size_t sum = 0;
    for (size_t aligned = MOST_ALIGNED; aligned > 0; aligned /= 2)
        for (size_t i = 0; i < s->count; i++) {
            const char *const name = s->names + s->first[i].st_name;
            const size_t size = (size_t)s->first[i].st_size, lowest = size & -size;
            if (cuda_cpu_symbol_kind(&s->first[i]) == STT_TLS &&
                strncmp(name, prefix, length) == 0 && !strstr(name, "cuda_cpu_") &&
                (lowest < MOST_ALIGNED ? lowest : MOST_ALIGNED) == aligned)
                sum += size;
        }
    return sum;
}

size_t cuda_cpu_static_shared(const void *function) {
    struct cuda_cpu_symbols s;
    char prefix[4096];
    size_t sum = 0;
    if (!cuda_cpu_open_symbols(function, &s))
        return 0;
    if (find_prefix(&s, (uintptr_t)function - s.base, prefix, sizeof prefix))
        sum = add_variables(&s, prefix);
    cuda_cpu_close_symbols(&s);
    return sum;
}
#else
size_t cuda_cpu_static_shared(const void *function) {
    (void)function;
    return 0;
}
#endif
