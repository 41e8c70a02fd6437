// SPDX-License-Identifier: MIT
// Accesses that the C library makes for the program, for check-race and check-init: the driver
// redirects memcpy, malloc and their kin, so that they come here (driver/checks.c). And what the
// runtime says of its copies and fills.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "math_results.h"

#define HERE __builtin_return_address(0)

// ---- copies and fills of the runtime -----------------------------------------------------------

static void watch_copied(void *to, const void *from, size_t bytes) {
    if (cuda_cpu_checks & CUDA_CPU_RACE)
        cuda_cpu_race_copied(to, from, bytes);
    if (cuda_cpu_checks & CUDA_CPU_INIT) {
        cuda_cpu_copy_undefined(to, from, bytes);
        cuda_cpu_note_copy(to, bytes);
    }
}

static void watch_filled(void *to, size_t bytes) {
    if (cuda_cpu_checks & CUDA_CPU_RACE)
        cuda_cpu_race_copied(to, NULL, bytes);
    if (cuda_cpu_checks & CUDA_CPU_INIT)
        cuda_cpu_set_undefined(to, bytes, false);
}

void cuda_cpu_undefine(void *start, size_t bytes) {
    if (!(cuda_cpu_checks & CUDA_CPU_INIT))
        return;
    cudaStreamSynchronize(NULL); // the fill comes first
    cuda_cpu_fill_undefined(start, bytes);
    cuda_cpu_mark_undefined(start, bytes);
}

void cuda_cpu_watch_constant(void *start, size_t bytes) {
    if (cuda_cpu_checking(CUDA_CPU_INIT))
        cuda_cpu_mark_undefined(start, bytes);
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.copied = watch_copied;
    cuda_cpu_hooks.filled = watch_filled;
}

// ---- memcpy and its kin ------------------------------------------------------------------------

void *cuda_cpu_checked_memcpy(void *to, const void *from, size_t bytes);
void *cuda_cpu_checked_memmove(void *to, const void *from, size_t bytes);
void *cuda_cpu_checked_memset(void *to, int value, size_t bytes);

// A copy carries definedness along and reads nothing that matters.
static void note_copy(void *to, const void *from, size_t bytes, const void *pc) {
    if (cuda_cpu_running.busy)
        return;
    if (cuda_cpu_checks & CUDA_CPU_RACE) {
        const struct access a = {(uintptr_t)from, bytes, ACCESS_COPY, pc};
        const struct access b = {(uintptr_t)to, bytes, ACCESS_WRITE, pc};
        cuda_cpu_race_access(&a);
        cuda_cpu_race_access(&b);
    }
    if (cuda_cpu_checks & CUDA_CPU_INIT) {
        cuda_cpu_note_store((uintptr_t)to, bytes, false);
        cuda_cpu_copy_undefined(to, from, bytes);
    }
}

void *cuda_cpu_checked_memcpy(void *to, const void *from, size_t bytes) {
    note_copy(to, from, bytes, HERE);
    return memcpy(to, from, bytes);
}

void *cuda_cpu_checked_memmove(void *to, const void *from, size_t bytes) {
    note_copy(to, from, bytes, HERE);
    return memmove(to, from, bytes);
}

void *cuda_cpu_checked_memset(void *to, int value, size_t bytes) {
    cuda_cpu_note_access(to, bytes, ACCESS_WRITE, HERE);
    return memset(to, value, bytes);
}

#define WRITE_RESULT(type, name, parameters, arguments)                                            \
    type cuda_cpu_checked_##name parameters;                                                       \
    type cuda_cpu_checked_##name parameters {                                                      \
        cuda_cpu_note_access(to, sizeof *to, ACCESS_WRITE, HERE);                                  \
        return name arguments;                                                                     \
    }
MATH_RESULTS(WRITE_RESULT)

// ---- what kernels print ------------------------------------------------------------------------

int cuda_cpu_checked_vprintf(const char *format, va_list arguments);
int cuda_cpu_checked_printf(const char *format, ...);
int cuda_cpu_checked___printf_chk(int level, const char *format, ...);
int cuda_cpu_checked_puts(const char *text);
int cuda_cpu_checked_putchar(int character);

int cuda_cpu_checked_vprintf(const char *format, va_list arguments) {
    char *text;
    if (!cuda_cpu_running.grid)
        return vprintf(format, arguments);
    int length = vasprintf(&text, format, arguments);
    if (length < 0)
        return length;
    if (cuda_cpu_first_run())
        fwrite(text, 1, (size_t)length, stdout);
    cuda_cpu_note_printed(text, (size_t)length);
    free(text);
    return length;
}

#define PRINT(format, last)                                                                        \
    va_list arguments;                                                                             \
    va_start(arguments, last);                                                                     \
    int length = cuda_cpu_checked_vprintf(format, arguments);                                      \
    va_end(arguments);                                                                             \
    return length

int cuda_cpu_checked_printf(const char *format, ...) {
    PRINT(format, format);
}

int cuda_cpu_checked___printf_chk(int level, const char *format, ...) {
    (void)level;
    PRINT(format, format);
}

int cuda_cpu_checked_puts(const char *text) {
    return cuda_cpu_checked_printf("%s\n", text);
}

int cuda_cpu_checked_putchar(int character) {
    cuda_cpu_checked_printf("%c", character);
    return (unsigned char)character;
}

// ---- what goes out in other ways ---------------------------------------------------------------

size_t cuda_cpu_checked_fwrite(const void *start, size_t bytes, size_t count, FILE *file);
int cuda_cpu_checked_memcmp(const void *a, const void *b, size_t bytes);

// A range that the C library reads, in pieces that are longer than any padding.
static void note_read(const void *start, size_t bytes, const void *pc) {
    enum { PIECE = 16 };
    for (size_t i = 0; i < bytes; i += PIECE)
        cuda_cpu_note_access((const char *)start + i, bytes - i < PIECE ? bytes - i : PIECE, 0, pc);
}

size_t cuda_cpu_checked_fwrite(const void *start, size_t bytes, size_t count, FILE *file) {
    note_read(start, bytes * count, HERE);
    return fwrite(start, bytes, count, file);
}

int cuda_cpu_checked_memcmp(const void *a, const void *b, size_t bytes) {
    note_read(a, bytes, HERE);
    note_read(b, bytes, HERE);
    const unsigned char *const x = a, *const y = b;
    size_t i = 0;
    while (i < bytes && x[i] == y[i])
        i++;
    if (i < bytes && !cuda_cpu_running.grid && cuda_cpu_checks & CUDA_CPU_INIT) {
        cuda_cpu_init_compared((uintptr_t)(x + i), HERE); // padding, perhaps
        cuda_cpu_init_compared((uintptr_t)(y + i), HERE);
    }
    return memcmp(a, b, bytes);
}

size_t cuda_cpu_checked_fread(void *start, size_t bytes, size_t count, FILE *file);
size_t cuda_cpu_checked_fread(void *start, size_t bytes, size_t count, FILE *file) {
    const size_t there = fread(start, bytes, count, file);
    cuda_cpu_note_access(start, there * bytes, ACCESS_WRITE, HERE);
    return there;
}

// ---- the host's own memory ---------------------------------------------------------------------

void *cuda_cpu_checked_malloc(size_t bytes);
void *cuda_cpu_checked__Znam(size_t bytes);
void cuda_cpu_checked_free(void *pointer);
void cuda_cpu_checked__ZdlPv(void *pointer);
void cuda_cpu_checked__ZdlPvm(void *pointer, size_t bytes);
void cuda_cpu_checked__ZdaPv(void *pointer);
void cuda_cpu_checked__ZdaPvm(void *pointer, size_t bytes);

// Memory that the host allocates is as undefined as device memory: this finds copies that bring
// too little, and code that reads before the copy.
static void *undefined(void *memory, size_t bytes) {
    if (memory && cuda_cpu_checks & CUDA_CPU_INIT && !cuda_cpu_running.grid &&
        !cuda_cpu_running.busy) {
        cuda_cpu_fill_undefined(memory, bytes);
        cuda_cpu_mark_undefined(memory, bytes);
    }
    return memory;
}

void cuda_cpu_watch_host(void *start, size_t bytes) {
    undefined(start, bytes);
}

void *cuda_cpu_checked_malloc(size_t bytes) {
    return undefined(malloc(bytes), bytes);
}

// The forms of C++'s new and delete, by the names that the linker knows.
void *_Znam(size_t bytes);
void *cuda_cpu_checked__Znam(size_t bytes) {
    return undefined(_Znam(bytes), bytes);
}

// Freed memory holds no value.
static void forget(void *pointer) {
    if (pointer && cuda_cpu_checks & CUDA_CPU_INIT)
        cuda_cpu_set_undefined(pointer, malloc_usable_size(pointer), false);
}

void cuda_cpu_checked_free(void *pointer) {
    forget(pointer);
    free(pointer);
}

void _ZdlPv(void *pointer);
void cuda_cpu_checked__ZdlPv(void *pointer) {
    forget(pointer);
    _ZdlPv(pointer);
}

void cuda_cpu_checked__ZdlPvm(void *pointer, size_t bytes) {
    (void)bytes;
    cuda_cpu_checked__ZdlPv(pointer);
}

void _ZdaPv(void *pointer);
void cuda_cpu_checked__ZdaPv(void *pointer) {
    forget(pointer);
    _ZdaPv(pointer);
}

void cuda_cpu_checked__ZdaPvm(void *pointer, size_t bytes) {
    (void)bytes;
    cuda_cpu_checked__ZdaPv(pointer);
}
