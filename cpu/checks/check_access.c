// SPDX-License-Identifier: MIT
// Every access that a program makes, for check-race and check-init. g++ -fsanitize=thread puts a
// call in front of each load and store; this file answers the calls, in the place of
// ThreadSanitizer's library, which knows nothing of blocks and warps. Atomics become calls whole,
// fences too; the driver redirects memcpy and its kin in the program, so that they come here.
//
// What does not come here: variables that no pointer leads to and no other thread can see, what
// libraries do by themselves, and the runtime.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <malloc.h>
#include <string.h>

#include "check.h"

// ---- pages -------------------------------------------------------------------------------------

// 48 bits of address: 18 choose a table, 18 a page in it. A page of device memory that nobody has
// touched is only a mark.
enum { TABLE = 1 << 18 };
static struct page **tables[TABLE];
static char untouched[2]; // defined, undefined
#define UNTOUCHED(undefined) ((struct page *)(void *)&untouched[undefined])

static struct page **entry(uintptr_t address, bool make) {
    size_t number = address / PAGE, table = number / TABLE;
    if (table >= TABLE)
        return NULL;
    if (!tables[table] && make) {
        struct page **new = calloc(TABLE, sizeof *new);
        if (!new)
            abort();
        __atomic_store_n(&tables[table], new, __ATOMIC_RELEASE);
    }
    return tables[table] ? &tables[table][number % TABLE] : NULL;
}

static struct page *new_page(enum memory_kind kind, bool undefined) {
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        abort();
    memset(page->kind, kind, sizeof page->kind);
    if (undefined) {
        memset(page->undefined, 0xff, sizeof page->undefined);
        page->undefined_count = PAGE;
    }
    return page;
}

// Makes a page of what was only a mark.
static struct page *touch(struct page **e) {
    if (*e == UNTOUCHED(false) || *e == UNTOUCHED(true))
        *e = new_page(GLOBAL, *e == UNTOUCHED(true));
    return *e;
}

struct page *cuda_cpu_find_page(uintptr_t address) {
    struct page **e = entry(address, false);
    return e && *e ? touch(e) : NULL;
}

struct page *cuda_cpu_make_page(uintptr_t address) {
    struct page **e = entry(address, true);
    if (!e)
        abort();
    if (!*e)
        *e = new_page(NOT_WATCHED, false);
    return touch(e);
}

static void drop_page(struct page **e) {
    if (*e && *e != UNTOUCHED(false) && *e != UNTOUCHED(true)) {
        free((*e)->cells);
        free(*e);
    }
    *e = NULL;
}

// Whole pages get only a mark, or, where NOT_WATCHED, nothing.
static void set_kind(uintptr_t address, size_t bytes, enum memory_kind kind, bool undefined) {
    while (bytes > 0) {
        size_t part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        struct page **e = entry(address, true);
        if (!e)
            abort();
        if (part == PAGE && kind != SHARED) {
            drop_page(e);
            *e = kind == GLOBAL ? UNTOUCHED(undefined) : NULL;
        } else {
            struct page *page = cuda_cpu_make_page(address);
            unsigned first = address % PAGE, last = first + (unsigned)part - 1;
            memset(page->kind + first / WORD, kind, last / WORD - first / WORD + 1);
            cuda_cpu_set_undefined((void *)address, part, undefined);
        }
        address += part;
        bytes -= part;
    }
}

// ---- what memory there is ----------------------------------------------------------------------

// Room on both sides: an index that nothing wrote is -1 there.
enum { ASIDE = 4096 };

static void *allocate(size_t bytes, enum cudaMemoryType type) {
    void *memory;
    (void)type;
    return posix_memalign(&memory, 512, bytes + 2 * ASIDE) == 0 ? (char *)memory + ASIDE : NULL;
}

static void release(void *memory) {
    free((char *)memory - ASIDE);
}

static void note_allocated(void *start, size_t bytes) {
    memset(start, 0xff, bytes);
    if (!cuda_cpu_checking(CUDA_CPU_RACE | CUDA_CPU_INIT) || !cuda_cpu_check_lock())
        return;
    set_kind((uintptr_t)start, bytes, GLOBAL, cuda_cpu_checking(CUDA_CPU_INIT));
    cuda_cpu_check_unlock();
}

static void note_freed(void *start, size_t bytes) {
    if (!cuda_cpu_check_lock())
        return;
    set_kind((uintptr_t)start, bytes, NOT_WATCHED, false);
    cuda_cpu_check_unlock();
}

// __device__ and __constant__ variables lie among the program's own.
extern char __data_start[], _end[];

__attribute__((constructor)) static void watch_variables(void) {
    if (cuda_cpu_checking(CUDA_CPU_RACE | CUDA_CPU_INIT))
        set_kind((uintptr_t)__data_start, (uintptr_t)_end - (uintptr_t)__data_start, GLOBAL, false);
}

// Shared arrays of this OS thread, which lie at the same place in each block, and local arrays.
static __thread struct cuda_cpu_named_array *arrays;

static void add_array(struct cuda_cpu_named_array *a) {
    a->before = NULL;
    a->next = arrays;
    if (arrays)
        arrays->before = a;
    arrays = a;
}

static struct cuda_cpu_named_array *find_array(uintptr_t address) {
    struct cuda_cpu_named_array *a = arrays;
    while (a && address - (uintptr_t)a->start >= a->bytes)
        a = a->next;
    return a;
}

void cuda_cpu_poison_shared(void *start, size_t bytes, const char *name,
                            struct cuda_cpu_shape shape) {
    memset(start, cuda_cpu_fill_byte(), bytes);
    if (!cuda_cpu_checking(CUDA_CPU_RACE | CUDA_CPU_INIT) || !cuda_cpu_check_lock())
        return;
    struct cuda_cpu_named_array *a = arrays;
    while (a && a->start != start)
        a = a->next;
    if (!a) {
        a = calloc(1, sizeof *a);
        if (!a)
            abort();
        a->start = start;
        add_array(a);
    }
    if (a->bytes != bytes)
        set_kind((uintptr_t)start, bytes, SHARED, false);
    a->name = name;
    a->bytes = bytes;
    a->shape = shape;
    if (cuda_cpu_checking(CUDA_CPU_INIT))
        cuda_cpu_set_undefined(start, bytes, true);
    cuda_cpu_check_unlock();
}

void cuda_cpu_watch_dynamic(const char *name, size_t element) {
    struct cuda_cpu_named_array *a = find_array((uintptr_t)cuda_cpu_dynamic_shared());
    if (a && *name) {
        a->name = name;
        a->shape.element = element;
    }
}

void cuda_cpu_watch_local(struct cuda_cpu_named_array *a) {
    if (!cuda_cpu_running.grid || !cuda_cpu_checking(CUDA_CPU_INIT) || !cuda_cpu_check_lock())
        return;
    add_array(a);
    memset(a->start, cuda_cpu_fill_byte(), a->bytes);
    cuda_cpu_set_undefined(a->start, a->bytes, true);
    cuda_cpu_check_unlock();
}

void cuda_cpu_watch_local_end(struct cuda_cpu_named_array *a) {
    if (!cuda_cpu_running.grid || !cuda_cpu_checking(CUDA_CPU_INIT) || !cuda_cpu_check_lock())
        return;
    *(a->before ? &a->before->next : &arrays) = a->next;
    if (a->next)
        a->next->before = a->before;
    cuda_cpu_set_undefined(a->start, a->bytes, false);
    cuda_cpu_check_unlock();
}

void cuda_cpu_undefine(void *start, size_t bytes) {
    if (!cuda_cpu_checking(CUDA_CPU_INIT))
        return;
    cudaStreamSynchronize(NULL); // the fill comes first
    if (cuda_cpu_check_lock()) {
        memset(start, 0xff, bytes);
        cuda_cpu_set_undefined(start, bytes, true);
        cuda_cpu_check_unlock();
    }
}

void cuda_cpu_watch_copied(void *to, const void *from, size_t bytes) {
    if (!cuda_cpu_checking(CUDA_CPU_INIT) || !cuda_cpu_check_lock())
        return;
    if (cuda_cpu_copy_undefined(to, from, bytes))
        cuda_cpu_note_copy(to, bytes);
    cuda_cpu_check_unlock();
}

void cuda_cpu_watch_filled(void *to, size_t bytes) {
    if (!cuda_cpu_checking(CUDA_CPU_INIT) || !cuda_cpu_check_lock())
        return;
    cuda_cpu_set_undefined(to, bytes, false);
    cuda_cpu_check_unlock();
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.allocate = allocate;
    cuda_cpu_hooks.release = release;
    cuda_cpu_hooks.allocated = note_allocated;
    cuda_cpu_hooks.freed = note_freed;
    cuda_cpu_hooks.copied = cuda_cpu_watch_copied;
    cuda_cpu_hooks.filled = cuda_cpu_watch_filled;
}

// ---- an address in words -----------------------------------------------------------------------

static void describe_array(const struct cuda_cpu_named_array *a, uintptr_t address, char *text,
                           size_t size) {
    enum { DIMENSIONS = 3 };
    const size_t *length = a->shape.length;
    size_t byte = address - (uintptr_t)a->start, rest = byte / a->shape.element, cells = 1;
    const char *where =
        cuda_cpu_find_page(address)->kind[address % PAGE / WORD] == SHARED ? "shared" : "local";
    if (!*a->name) {
        snprintf(text, size, "byte %zu of the dynamic shared memory", byte);
        return;
    }
    int used = snprintf(text, size, "%s", a->name);
    for (int i = 1; i < DIMENSIONS; i++)
        cells *= length[i] ? length[i] : 1;
    for (int i = 0; i < DIMENSIONS && a->bytes > a->shape.element; i++) {
        used += snprintf(text + used, size - (size_t)used, "[%zu]", rest / cells);
        rest %= cells;
        if (i + 1 == DIMENSIONS || length[i + 1] == 0)
            break;
        cells /= length[i + 1];
    }
    snprintf(text + used, size - (size_t)used, " in %s memory", where);
}

void cuda_cpu_describe(uintptr_t address, char *text, size_t size) {
    const struct cuda_cpu_named_array *a = find_array(address);
    if (a)
        describe_array(a, address, text, size);
    else if (!cuda_cpu_describe_byte((const void *)address, text, size))
        snprintf(text, size, "a variable of the program");
}

// ---- accesses ----------------------------------------------------------------------------------

// Nothing to remember of it: on a thread's stack, mostly.
static bool of_no_interest(struct page *const *entry, uintptr_t address) {
    if (!entry || !*entry)
        return true;
    return *entry != UNTOUCHED(false) && *entry != UNTOUCHED(true) &&
           (*entry)->undefined_count == 0 && (*entry)->kind[address % PAGE / WORD] == NOT_WATCHED;
}

static void note(const volatile void *start, size_t bytes, unsigned flags, const void *pc) {
    struct cuda_cpu_running *r = &cuda_cpu_running;
    r->accesses++;
    if (!r->grid && !cuda_cpu_checking(CUDA_CPU_INIT))
        return;
    struct access a = {(uintptr_t)start, bytes, flags, pc};
    uintptr_t end = a.address + bytes - 1;
    if (bytes == 0 ||
        (of_no_interest(entry(a.address, false), a.address) &&
         of_no_interest(entry(end, false), end) && bytes <= 16) ||
        !cuda_cpu_check_lock())
        return;
    if (cuda_cpu_checking(CUDA_CPU_INIT) && !(flags & ACCESS_COPY))
        cuda_cpu_init_access(&a);
    if (r->grid && cuda_cpu_checking(CUDA_CPU_RACE) && cuda_cpu_first_run())
        while (bytes > 0) {
            a.bytes = PAGE - a.address % PAGE;
            a.bytes = a.bytes < bytes ? a.bytes : bytes;
            struct page *page = cuda_cpu_find_page(a.address);
            if (page)
                cuda_cpu_race_access(&a, page);
            a.address += a.bytes;
            bytes -= a.bytes;
        }
    cuda_cpu_check_unlock();
}

#define HERE __builtin_return_address(0)
#define ACCESS(name, bytes, flags)                                                                 \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address) {                                                            \
        note(address, bytes, flags, HERE);                                                         \
    }
#define ACCESSES(bytes)                                                                            \
    ACCESS(read##bytes, bytes, 0)                                                                  \
    ACCESS(write##bytes, bytes, ACCESS_WRITE)                                                      \
    ACCESS(unaligned_read##bytes, bytes, 0)                                                        \
    ACCESS(unaligned_write##bytes, bytes, ACCESS_WRITE)                                            \
    ACCESS(volatile_read##bytes, bytes, ACCESS_VOLATILE)                                           \
    ACCESS(volatile_write##bytes, bytes, ACCESS_WRITE | ACCESS_VOLATILE)                           \
    ACCESS(unaligned_volatile_read##bytes, bytes, ACCESS_VOLATILE)                                 \
    ACCESS(unaligned_volatile_write##bytes, bytes, ACCESS_WRITE | ACCESS_VOLATILE)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *start, size_t bytes);
void __tsan_read_range(void *start, size_t bytes) {
    note(start, bytes, 0, HERE);
}
void __tsan_write_range(void *start, size_t bytes);
void __tsan_write_range(void *start, size_t bytes) {
    note(start, bytes, ACCESS_WRITE, HERE);
}

// What the compiler calls besides, and is of no interest here.
void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    (void)caller;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **vptr, void *value);
void __tsan_vptr_update(void **vptr, void *value) {
    (void)vptr, (void)value;
}
void __tsan_vptr_read(void **vptr);
void __tsan_vptr_read(void **vptr) {
    (void)vptr;
}

// ---- atomics -----------------------------------------------------------------------------------

// atomicCAS is a strong exchange, and the weak ones are part of other atomics (cuda_cpu/atomic.h).

#define RMW(bits, type, name, builtin)                                                             \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order);                    \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order) {                   \
        (void)order;                                                                               \
        note(p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC, HERE);                                    \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                                \
    }
#define EXCHANGE(bits, type, name, swap)                                                           \
    int __tsan_atomic##bits##_##name(volatile type *p, type *expected, type value, int order,      \
                                     int failed);                                                  \
    int __tsan_atomic##bits##_##name(volatile type *p, type *expected, type value, int order,      \
                                     int failed) {                                                 \
        (void)order, (void)failed;                                                                 \
        note(p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC | (swap), HERE);                           \
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,            \
                                           __ATOMIC_SEQ_CST);                                      \
    }
#define ATOMICS(bits, type)                                                                        \
    type __tsan_atomic##bits##_load(const volatile type *p, int order);                            \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) {                           \
        (void)order;                                                                               \
        note(p, sizeof *p, ACCESS_ATOMIC, HERE);                                                   \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order);                     \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order) {                    \
        (void)order;                                                                               \
        note(p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC, HERE);                                    \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    RMW(bits, type, exchange, __atomic_exchange_n)                                                 \
    RMW(bits, type, fetch_add, __atomic_fetch_add)                                                 \
    RMW(bits, type, fetch_sub, __atomic_fetch_sub)                                                 \
    RMW(bits, type, fetch_and, __atomic_fetch_and)                                                 \
    RMW(bits, type, fetch_or, __atomic_fetch_or)                                                   \
    RMW(bits, type, fetch_xor, __atomic_fetch_xor)                                                 \
    RMW(bits, type, fetch_nand, __atomic_fetch_nand)                                               \
    EXCHANGE(bits, type, compare_exchange_strong, ACCESS_SWAP)                                     \
    EXCHANGE(bits, type, compare_exchange_weak, 0)
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long)

#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16 // the one that cuda_cpu/atomic.h makes the others of
typedef unsigned __int128 wide;
int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *expected, wide value,
                                             int order, int failed);
int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *expected, wide value,
                                             int order, int failed) {
    (void)order, (void)failed;
    note(p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC | ACCESS_SWAP, HERE);
    wide seen = __sync_val_compare_and_swap(p, *expected, value);
    bool done = seen == *expected;
    *expected = seen;
    return done;
}
#endif

static void fence(int order) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (cuda_cpu_running.grid)
        cuda_cpu_race_fence(order == __ATOMIC_SEQ_CST); // __threadfence_block() has a weaker one
}
void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    fence(order);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}

// ---- memcpy and its kin ------------------------------------------------------------------------

void *cuda_cpu_checked_memcpy(void *to, const void *from, size_t bytes);
void *cuda_cpu_checked_memmove(void *to, const void *from, size_t bytes);
void *cuda_cpu_checked_memset(void *to, int value, size_t bytes);
void cuda_cpu_checked_free(void *pointer);
void cuda_cpu_checked__ZdlPv(void *pointer);
void cuda_cpu_checked__ZdlPvm(void *pointer, size_t bytes);

// A copy carries definedness along and reads nothing that matters.
static void note_copy(void *to, const void *from, size_t bytes, const void *pc) {
    if (cuda_cpu_running.grid && cuda_cpu_checking(CUDA_CPU_RACE)) {
        note(from, bytes, ACCESS_COPY, pc);
        note(to, bytes, ACCESS_WRITE, pc);
    }
    if (cuda_cpu_checking(CUDA_CPU_INIT) && cuda_cpu_check_lock()) {
        cuda_cpu_note_store((uintptr_t)to, bytes, false);
        cuda_cpu_copy_undefined(to, from, bytes);
        cuda_cpu_check_unlock();
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
    note(to, bytes, ACCESS_WRITE, HERE);
    return memset(to, value, bytes);
}

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
    if (cuda_cpu_checking(CUDA_CPU_INIT))
        for (size_t i = 0; i < bytes; i += PIECE)
            note((const char *)start + i, bytes - i < PIECE ? bytes - i : PIECE, 0, pc);
}

size_t cuda_cpu_checked_fwrite(const void *start, size_t bytes, size_t count, FILE *file) {
    note_read(start, bytes * count, HERE);
    return fwrite(start, bytes, count, file);
}

int cuda_cpu_checked_memcmp(const void *a, const void *b, size_t bytes) {
    note_read(a, bytes, HERE);
    note_read(b, bytes, HERE);
    return memcmp(a, b, bytes);
}

// What lies in freed memory is no value at all.
static void forget(void *pointer) {
    if (pointer && cuda_cpu_checking(CUDA_CPU_INIT) && cuda_cpu_check_lock()) {
        cuda_cpu_set_undefined(pointer, malloc_usable_size(pointer), false);
        cuda_cpu_check_unlock();
    }
}

void cuda_cpu_checked_free(void *pointer) {
    forget(pointer);
    free(pointer);
}

// The two forms of C++'s delete, by the names that the linker knows.
void _ZdlPv(void *pointer);
void cuda_cpu_checked__ZdlPv(void *pointer) {
    forget(pointer);
    _ZdlPv(pointer);
}

void cuda_cpu_checked__ZdlPvm(void *pointer, size_t bytes) {
    (void)bytes;
    forget(pointer);
    _ZdlPv(pointer);
}
