// SPDX-License-Identifier: MIT
// Host memory as large as the user asks: where --size is more than the machine holds, one line says
// so and the program ends with status 2, as for every other bad option. Plain C too.
#ifndef HOST_MEMORY_H
#define HOST_MEMORY_H

#include <stdlib.h>
#include <unistd.h>

#include "options.h"

static inline void host_memory_refuse(const struct options *options, size_t count,
                                      size_t bytes_each) {
    options_refuse(options, "--size %zu: this machine has no memory for %zu x %zu bytes",
                   options->size, count, bytes_each);
}

// malloc may promise more than there is, so the sum is held against the machine's own memory.
static inline void *host_alloc(const struct options *options, size_t count, size_t bytes_each) {
    static size_t given = 0; // bytes, by all calls so far
    const size_t machine = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    if (count > (machine - given) / bytes_each)
        host_memory_refuse(options, count, bytes_each);
    void *memory = malloc(count * bytes_each);
    if (memory == NULL)
        host_memory_refuse(options, count, bytes_each);
    given += count * bytes_each;
    return memory;
}

#endif
