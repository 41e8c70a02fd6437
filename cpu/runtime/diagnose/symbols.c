// SPDX-License-Identifier: MIT
// The symbol table of the program's file, or of a library's.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
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

// In a program of C++.
__attribute__((weak)) char *__cxa_demangle(const char *name, char *text, size_t *room, int *status);

void cuda_cpu_demangle(const char *symbol, char *text, size_t room) {
    char *const plain = __cxa_demangle ? __cxa_demangle(symbol, NULL, NULL, NULL) : NULL;
    snprintf(text, room, "%s", plain ? plain : symbol);
    free(plain);
}

// Of the names in a symbol, _ZN1m5scaleIfEEvPT_i, the last that is no argument: scale.
static void last_name(const char *symbol, char *name, size_t room) {
    const char *c = strncmp(symbol, "_Z", 2) == 0 ? symbol + 2 : "";
    snprintf(name, room, "%s", *c ? "" : symbol);
    c += *c == 'N';
    while (*c == 'L' || (*c >= '0' && *c <= '9')) {
        c += *c == 'L'; // of this file alone
        char *start;
        const size_t length = strtoul(c, &start, 10);
        if (length > strlen(start))
            return;
        snprintf(name, room, "%.*s", (int)length, start);
        c = start + length;
    }
}

bool cuda_cpu_name_function(const void *address, char *name, size_t room) {
    struct cuda_cpu_symbols s;
    *name = '\0';
    if (!cuda_cpu_open_symbols(address, &s))
        return false;
    for (size_t i = 0; i < s.count && !*name; i++)
        if (cuda_cpu_symbol_kind(&s.first[i]) == STT_FUNC &&
            s.first[i].st_value == (uintptr_t)address - s.base)
            last_name(s.names + s.first[i].st_name, name, room);
    cuda_cpu_close_symbols(&s);
    return *name;
}
#else
bool cuda_cpu_name_function(const void *address, char *name, size_t room) {
    (void)address, (void)name, (void)room;
    return false;
}
#endif
