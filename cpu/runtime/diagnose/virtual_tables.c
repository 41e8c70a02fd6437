// SPDX-License-Identifier: MIT
// Objects with virtual functions. Each begins with the address of its class's table of them. On a
// GPU host and device have tables of their own, and an object has the one of the side that made it,
// wherever its bytes are copied: a virtual call by the other side is an illegal access. Here there
// is one table for both. So an address of a table that crosses over becomes one of a range that
// nothing can be read from, the mirror, and turns back on its way home.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "hooks.h"
#include "symbols.h"

#if __has_include(<link.h>)
#include <sys/mman.h>

struct table {
    struct table *next;
    uintptr_t start, end;
    uintptr_t image; // where that of its start is, in the mirror
    char *name;      // of its symbol, as _ZTV6Square
};

enum { MIRROR = 1 << 20, MOST_FILES = 64 };
static struct table *tables; // only ever added to, in front
static uintptr_t lowest = UINTPTR_MAX, highest, mirror, mirror_end;

// An address in each file of the program that has virtual functions of the device's.
static const void *files[MOST_FILES];
static unsigned file_count, files_read;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void cuda_cpu_note_virtual_functions(const void *address) {
    pthread_mutex_lock(&lock);
    if (file_count < MOST_FILES)
        __atomic_store_n(&files[file_count++], address, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

static void add_table(uintptr_t start, size_t bytes, const char *name) {
    struct table *const t = malloc(sizeof *t);
    char *const copy = strdup(name);
    if (!t || !copy)
        abort();
    *t = (struct table){tables, start, start + bytes, mirror_end, copy};
    mirror_end += bytes;
    lowest = start < lowest ? start : lowest;
    highest = t->end > highest ? t->end : highest;
    tables = t;
}

static void read_tables(const struct cuda_cpu_symbols *s) {
    for (size_t i = 0; i < s->count; i++) {
        const ElfW(Sym) *const symbol = &s->first[i];
        const char *const name = s->names + symbol->st_name;
        const uintptr_t start = s->base + symbol->st_value;
        if (strncmp(name, "_ZTV", 4) != 0 || symbol->st_shndx == SHN_UNDEF ||
            symbol->st_size > mirror + MIRROR - mirror_end)
            continue;
        const struct table *t = tables; // two files of one program
        while (t && t->start != start)
            t = t->next;
        if (!t)
            add_table(start, symbol->st_size, name);
    }
}

bool cuda_cpu_know_tables(void) {
    if (__atomic_load_n(&file_count, __ATOMIC_ACQUIRE) == 0)
        return false;
    pthread_mutex_lock(&lock);
    if (!mirror) {
        void *const range = mmap(NULL, MIRROR, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        mirror = mirror_end = range == MAP_FAILED ? 0 : (uintptr_t)range;
    }
    for (struct cuda_cpu_symbols s; mirror && files_read < file_count; files_read++)
        if (cuda_cpu_open_symbols(files[files_read], &s)) {
            read_tables(&s);
            cuda_cpu_close_symbols(&s);
        }
    pthread_mutex_unlock(&lock);
    return tables != NULL;
}

static const struct table *with_image(uintptr_t address) {
    const struct table *t = address - mirror < MIRROR ? tables : NULL;
    while (t && address - t->image >= t->end - t->start)
        t = t->next;
    return t;
}

static const struct table *with(uintptr_t address) {
    const struct table *t = address - lowest < highest - lowest ? tables : NULL;
    while (t && address - t->start >= t->end - t->start)
        t = t->next;
    return t;
}

void cuda_cpu_translate_tables(void *bytes, size_t size, bool only_home) {
    if (!cuda_cpu_know_tables())
        return;
    uintptr_t *const first = (uintptr_t *)(((uintptr_t)bytes + sizeof *first - 1) & -sizeof *first),
                     *const end = (uintptr_t *)(((uintptr_t)bytes + size) & -sizeof *first);
    const struct table *t;
    for (uintptr_t *word = first; word < end; word++)
        if ((t = with_image(*word)))
            *word += t->start - t->image;
        else if (!only_home && (t = with(*word)))
            *word += t->image - t->start;
}

static void name_class(const struct table *t, char *name, size_t room) {
    char symbol[512];
    snprintf(symbol, sizeof symbol, "_Z%s", t->name + 4);
    cuda_cpu_demangle(symbol, name, room);
}

bool cuda_cpu_is_table(uintptr_t address, char *name, size_t room) {
    const struct table *const t = cuda_cpu_know_tables() ? with(address) : NULL;
    if (t)
        name_class(t, name, room);
    return t != NULL;
}

bool cuda_cpu_is_foreign_table(uintptr_t address, char *name, size_t room) {
    const struct table *const t = mirror ? with_image(address) : NULL;
    if (t)
        name_class(t, name, room);
    return t != NULL;
}
#else
void cuda_cpu_note_virtual_functions(const void *address) {
    (void)address;
}
bool cuda_cpu_know_tables(void) {
    return false;
}
void cuda_cpu_translate_tables(void *bytes, size_t size, bool only_home) {
    (void)bytes, (void)size, (void)only_home;
}
bool cuda_cpu_is_table(uintptr_t address, char *name, size_t room) {
    (void)address, (void)name, (void)room;
    return false;
}
bool cuda_cpu_is_foreign_table(uintptr_t address, char *name, size_t room) {
    (void)address, (void)name, (void)room;
    return false;
}
#endif
