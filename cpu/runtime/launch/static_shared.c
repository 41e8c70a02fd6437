// SPDX-License-Identifier: MIT
// How much shared memory a kernel's own __shared__ arrays need. They are thread_local variables in
// it, whose names and sizes stand in the symbol table of the program, or of the library that has
// the kernel: _ZZ4sumsPfE3box is box of sums(float *).
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "launch/launch.h"

#if __has_include(<link.h>)
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The file that has the code at an address, as it is mapped here for a moment.
struct file {
    uintptr_t address; // in the file's own counting, in the end
    char name[4096];
    const char *bytes;
    size_t size;
};

static int has_code(struct dl_phdr_info *info, size_t size, void *data) {
    struct file *const f = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && p->p_flags & PF_X &&
            f->address - info->dlpi_addr - p->p_vaddr < p->p_memsz) {
            f->address -= info->dlpi_addr;
            snprintf(f->name, sizeof f->name, "%s",
                     *info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
            return 1;
        }
    }
    return 0;
}

static bool open_file(struct file *f) {
    struct stat status;
    const int fd = dl_iterate_phdr(has_code, f) ? open(f->name, O_RDONLY | O_CLOEXEC) : -1;
    f->bytes = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &status) == 0) {
        f->size = (size_t)status.st_size;
        f->bytes = mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    if (fd >= 0)
        close(fd);
    return f->bytes != MAP_FAILED;
}

struct symbols {
    const ElfW(Sym) * first;
    size_t count;
    const char *names;
};

// False: the file was stripped of them.
static bool find_symbols(const struct file *f, struct symbols *s) {
    const ElfW(Ehdr) *const head = (const void *)f->bytes;
    if (f->size < sizeof *head || head->e_shoff + head->e_shnum * sizeof(ElfW(Shdr)) > f->size)
        return false;
    const ElfW(Shdr) *const section = (const void *)(f->bytes + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++)
        if (section[i].sh_type == SHT_SYMTAB && section[i].sh_link < head->e_shnum) {
            s->first = (const void *)(f->bytes + section[i].sh_offset);
            s->count = section[i].sh_size / sizeof *s->first;
            s->names = f->bytes + section[section[i].sh_link].sh_offset;
            return true;
        }
    return false;
}

static unsigned kind_of(const ElfW(Sym) * symbol) {
    return symbol->st_info & 0xf; // ELF32_ST_TYPE and ELF64_ST_TYPE are that, too
}

// What the names of a function's own variables begin with.
static bool find_prefix(const struct symbols *s, uintptr_t address, char *prefix, size_t room) {
    for (size_t i = 0; i < s->count; i++) {
        const char *const name = s->names + s->first[i].st_name;
        if (kind_of(&s->first[i]) != STT_FUNC || s->first[i].st_value != address)
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
static size_t add_variables(const struct symbols *s, const char *prefix) {
    enum { MOST_ALIGNED = 16 };
    const size_t length = strlen(prefix);
    size_t sum = 0;
    for (size_t aligned = MOST_ALIGNED; aligned > 0; aligned /= 2)
        for (size_t i = 0; i < s->count; i++) {
            const char *const name = s->names + s->first[i].st_name;
            const size_t size = (size_t)s->first[i].st_size, lowest = size & -size;
            if (kind_of(&s->first[i]) == STT_TLS && strncmp(name, prefix, length) == 0 &&
                !strstr(name, "cuda_cpu_") &&
                (lowest < MOST_ALIGNED ? lowest : MOST_ALIGNED) == aligned)
                sum += size;
        }
    return sum;
}

size_t cuda_cpu_static_shared(const void *function) {
    struct file f = {.address = (uintptr_t)function};
    struct symbols s;
    char prefix[4096];
    size_t sum = 0;
    if (!open_file(&f))
        return 0;
    if (find_symbols(&f, &s) && find_prefix(&s, f.address, prefix, sizeof prefix))
        sum = add_variables(&s, prefix);
    munmap((void *)(uintptr_t)f.bytes, f.size);
    return sum;
}
#else
size_t cuda_cpu_static_shared(const void *function) {
    (void)function;
    return 0;
}
#endif
