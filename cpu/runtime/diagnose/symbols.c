// SPDX-License-Identifier: MIT
// The symbol table of the program's file, or of a library's.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "symbols.h"

#if __has_include(<link.h>)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
    uintptr_t address; // in it
    uintptr_t base;    // where it is loaded
    char name[4096];
};

static int has_address(struct dl_phdr_info *info, size_t size, void *data) {
    struct file *const f = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && f->address - info->dlpi_addr - p->p_vaddr < p->p_memsz) {
            f->base = info->dlpi_addr;
            snprintf(f->name, sizeof f->name, "%s",
                     *info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
            return 1;
        }
    }
    return 0;
}

static bool find_table(struct cuda_cpu_symbols *s) {
    const char *const bytes = s->file;
    const ElfW(Ehdr) *const head = s->file;
    if (s->bytes < sizeof *head || head->e_shoff + head->e_shnum * sizeof(ElfW(Shdr)) > s->bytes)
        return false;
    const ElfW(Shdr) *const section = (const void *)(bytes + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++)
        if (section[i].sh_type == SHT_SYMTAB && section[i].sh_link < head->e_shnum) {
            s->first = (const void *)(bytes + section[i].sh_offset);
            s->count = section[i].sh_size / sizeof *s->first;
            s->names = bytes + section[section[i].sh_link].sh_offset;
            return true;
        }
    return false;
}

bool cuda_cpu_open_symbols(const void *address, struct cuda_cpu_symbols *s) {
    struct file f = {.address = (uintptr_t)address};
    struct stat status;
    const int fd = dl_iterate_phdr(has_address, &f) ? open(f.name, O_RDONLY | O_CLOEXEC) : -1;
    *s = (struct cuda_cpu_symbols){.base = f.base, .file = MAP_FAILED};
    if (fd >= 0 && fstat(fd, &status) == 0) {
        s->bytes = (size_t)status.st_size;
        s->file = mmap(NULL, s->bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    if (fd >= 0)
        close(fd);
    if (s->file == MAP_FAILED)
        return false;
    if (find_table(s))
        return true;
    cuda_cpu_close_symbols(s);
    return false;
}

void cuda_cpu_close_symbols(const struct cuda_cpu_symbols *s) {
    munmap((void *)(uintptr_t)s->file, s->bytes);
}
#endif
