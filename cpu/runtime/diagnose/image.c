// SPDX-License-Identifier: MIT
// Which addresses are the program's own, or a loaded library's: of its code, or of variables
// outside functions. All others are stacks and memory that was asked for.
#define _GNU_SOURCE
#include <stdint.h>

#include "diagnose/diagnose.h"

#if __has_include(<link.h>)
#include <link.h>

struct sought {
    uintptr_t address;
    bool code;
};

static int look(struct dl_phdr_info *info, size_t size, void *data) {
    const struct sought *const s = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD &&
            s->address - info->dlpi_addr - segment->p_vaddr < segment->p_memsz)
            return !s->code || segment->p_flags & PF_X;
    }
    return 0;
}

bool cuda_cpu_in_image(const void *address, bool code) {
    struct sought s = {(uintptr_t)address, code};
    return dl_iterate_phdr(look, &s) != 0;
}
#else
bool cuda_cpu_in_image(const void *address, bool code) {
    (void)code;
    return address != NULL;
}
#endif
