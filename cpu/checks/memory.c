// SPDX-License-Identifier: MIT
// check-memory: is this access one that a GPU, or the host, would be allowed?
//
// The compiler puts a call before every access of the program (-fsanitize=address, each check a
// call); the driver renames those calls, so that they come here and not to AddressSanitizer. What
// is known by address is judged here: device and shared memory (arena.c), and what else
// kernels may touch (host_visible.c). Local arrays and the program's variables have
// AddressSanitizer's marks around them, and its library says whether an address is marked.
//
// An access that was reported still happens: it goes into a gap, or where it would have gone
// anyway.
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sanitizer/asan_interface.h>

#include "arena.h"
#include "math_results.h"
#include "memory_report.h"

size_t cuda_cpu_marks_scale, cuda_cpu_marks_offset;

// Ranges that accesses of this OS thread were found good in, for the launch that it runs, by the
// pages where those were. `room`: at so many addresses from the start on 16 bytes are good.
enum { RECENT = 256, WIDEST = 16 };
static __thread struct {
    struct {
        uintptr_t start;
        size_t room;
    } wide[RECENT];
    struct range range[RECENT];
    unsigned changes;
} recent;

static inline size_t near(uintptr_t address) {
    return address / PAGE * 0x9e3779b97f4a7c15u >> 56; // 0 to RECENT - 1
}

static void remember(uintptr_t start, size_t bytes, uintptr_t address) {
    recent.range[near(address)] = (struct range){start, bytes};
    recent.wide[near(address)].start = start;
    recent.wide[near(address)].room = bytes < WIDEST ? 0 : bytes - (WIDEST - 1);
}

void cuda_cpu_memory_forget(void) {
    recent.changes = cuda_cpu_memory_changes() - 1;
}

// The line of an access; in a function of the host's library (std::sort), of the call that led
// there.
static void find_place(char place[CUDA_CPU_PLACE], const void *pc, bool device) {
    struct cuda_cpu_call call;
    char name[256], caller[CUDA_CPU_PLACE];
    cuda_cpu_check_place(place, pc);
    if (device || strncmp(place, "code at", strlen("code at")) != 0)
        return;
    cuda_cpu_note_call(&call);
    if (cuda_cpu_find_call(&call, name, sizeof name, caller, sizeof caller))
        snprintf(place, CUDA_CPU_PLACE, "%s", caller);
}

// Of an access that was not found good at once.
static __attribute__((noinline)) void judge_in_full(uintptr_t address, size_t bytes, bool write,
                                                    const void *pc) {
    struct verdict v;
    struct cuda_cpu_who who;
    char does[64], place[CUDA_CPU_PLACE];
    cuda_cpu_running.busy = true;
    v.kind = NULL;
    v.good.bytes = 0;
    cuda_cpu_find_fault(&v, "", address, bytes);
    if (v.good.bytes)
        remember(v.good.start, v.good.bytes, address);
    if (v.kind) { // for once, in words
        snprintf(does, sizeof does, "%s %zu byte%s", write ? "writes" : "reads", bytes,
                 plural(bytes));
        v.kind = NULL;
        cuda_cpu_find_fault(&v, does, address, bytes);
        const bool device = cuda_cpu_check_who(&who);
        find_place(place, pc, device);
        // A launch that asks for too little: once, however many lines of the kernel miss the rest.
        const bool asked = strcmp(v.kind, "dynamic") == 0;
        if (cuda_cpu_check_new(v.kind, asked ? who.kernel : place, ""))
            cuda_cpu_check_tell(device ? &who : NULL, "%s\n  %s", v.text, place);
    }
    cuda_cpu_running.busy = false;
}

// Most other accesses: to the current stack, or the host's to its own memory.
static inline bool is_plain(uintptr_t address, size_t bytes) {
    enum { NEAR = 16 << 10 };
    return (address - (uintptr_t)__builtin_frame_address(0) < NEAR ||
            (!cuda_cpu_running.grid && address - cuda_cpu_arena >= ARENA &&
             address >= NULL_PAGE)) &&
           bytes - 1 < WIDEST && !is_marked(address, bytes);
}

static int thread_bytes(struct dl_phdr_info *info, size_t size, void *bytes) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)bytes = info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
    return 1; // the program itself comes first
}

// The program's variables of this OS thread, next to its pointer: threadIdx and its kin, for shared
// arrays lie apart. Every one may be touched, and most threads begin with that.
static bool is_threads_own(uintptr_t address) {
    static __thread struct range own;
    if (!own.start) {
        size_t bytes = 0;
        dl_iterate_phdr(thread_bytes, &bytes);
        own = (struct range){(uintptr_t)__builtin_thread_pointer() - bytes, 2 * bytes};
    }
    if (address - own.start >= own.bytes)
        return false;
    remember(own.start, own.bytes, address);
    return true;
}

// Of an access that is in none of the recent ranges.
static __attribute__((noinline)) void judge_further(uintptr_t address, size_t bytes, bool write,
                                                    const void *pc) {
    const struct cuda_cpu_running *const r = &cuda_cpu_running;
    const unsigned now = cuda_cpu_memory_changes();
    unsigned owner;
    if (recent.changes != now) {
        memset(&recent, 0, sizeof recent);
        recent.changes = now;
    }
    if (bytes == 0 || r->busy || (r->grid && is_threads_own(address)) ||
        (address - cuda_cpu_arena >= ARENA && address >= NULL_PAGE && !is_marked(address, bytes) &&
         (!r->grid || (cuda_cpu_on_stack((const void *)address) &&
                       !cuda_cpu_others_stack((const void *)address, &owner)))))
        return;
    judge_in_full(address, bytes, write, pc);
}

// Of any size; here and below no register is saved before it is known that one is needed.
static __attribute__((noinline)) void judge_any(uintptr_t address, size_t bytes, bool write,
                                                const void *pc) {
    if (!(inside(&recent.range[near(address)], address, bytes) &&
          recent.changes == cuda_cpu_memory_changes()) &&
        !is_plain(address, bytes))
        judge_further(address, bytes, write, pc);
}

// Called before an access of the program, of 16 bytes or fewer.
static inline __attribute__((always_inline)) void judge(uintptr_t address, size_t bytes, bool write,
                                                        const void *pc) {
    if (address - recent.wide[near(address)].start >= recent.wide[near(address)].room ||
        recent.changes != cuda_cpu_memory_changes())
        judge_any(address, bytes, write, pc);
}

// The host's side of a copy.
static void watch_host_side(const void *start, size_t bytes, bool write) {
    char does[64], place[700];
    struct verdict v = {.kind = NULL};
    struct cuda_cpu_call call;
    snprintf(does, sizeof does, "%s %zu byte%s", write ? "writes" : "reads", bytes, plural(bytes));
    cuda_cpu_judge_marks(&v, does, (uintptr_t)start, bytes);
    if (!v.kind)
        return;
    cuda_cpu_note_call(&call);
    cuda_cpu_describe_call(&call, "a copy", place, sizeof place);
    if (cuda_cpu_check_new(v.kind, place, ""))
        cuda_cpu_check_tell(NULL, "%s\n  %s", v.text, place);
}

// The first of a copy's or fill's rows that goes into the padding of pitched memory by mistake;
// height if none does. Whole rows with their padding are right: so memory is cleared, or copied to
// memory of the same pitch. A piece of many rows is wrong only where it has the length of whole
// rows without padding; the last of rows with it may end before its own.
static size_t find_padding(const struct piece *p, size_t from, size_t pitch, size_t width,
                           size_t height) {
    const size_t at = from % p->pitch;
    if (height > 1) {
        size_t row = 0;
        while (row < height && ((pitch % p->pitch == 0 && width > p->row) ||
                                (from + row * pitch) % p->pitch + width <= p->row))
            row++;
        return row;
    }
    if (at + width <= p->row)
        return height;
    if (width <= p->row || width == p->bytes / p->pitch * p->row)
        return 0;
    return at == 0 && width % p->row == 0 && width % p->pitch != 0 && width % p->pitch != p->row
               ? 0
               : height;
}

static void watch_rows(const void *start, size_t pitch, size_t width, size_t height, bool write) {
    char made[600], place[700];
    struct cuda_cpu_call call;
    const struct piece p = cuda_cpu_piece_below((uintptr_t)start);
    const size_t from = (uintptr_t)start - p.start;
    if (p.pitch == p.row || from >= p.bytes)
        return;
    const size_t row = find_padding(&p, from, pitch, width, height);
    if (row == height)
        return;
    cuda_cpu_note_call(&call);
    cuda_cpu_describe_call(&call, "a copy", place, sizeof place);
    cuda_cpu_describe_call(&p.made, "an unknown call", made, sizeof made);
    if (cuda_cpu_check_new("pitch", place, ""))
        cuda_cpu_check_tell(NULL,
                            "%s %zu byte%s, row padding of row %zu among them (%s): its rows "
                            "have %zu byte%s, and begin every %zu\n  %s",
                            write ? "writes" : "reads", width * height, plural(width * height),
                            (from + row * pitch) / p.pitch, made, p.row, plural(p.row), p.pitch,
                            place);
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.host_side = watch_host_side;
    cuda_cpu_hooks.rows = watch_rows;
    cuda_cpu_hooks.complaint = cuda_cpu_check_new;
}

// ---- called by the program ---------------------------------------------------------------------

#define HERE __builtin_return_address(0)
#define ACCESS(size)                                                                               \
    void cuda_cpu_checked___asan_load##size(uintptr_t address);                                    \
    void cuda_cpu_checked___asan_load##size(uintptr_t address) {                                   \
        judge(address, size, false, HERE);                                                         \
    }                                                                                              \
    void cuda_cpu_checked___asan_store##size(uintptr_t address);                                   \
    void cuda_cpu_checked___asan_store##size(uintptr_t address) {                                  \
        judge(address, size, true, HERE);                                                          \
    }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void cuda_cpu_checked___asan_loadN(uintptr_t address, size_t bytes);
void cuda_cpu_checked___asan_loadN(uintptr_t address, size_t bytes) {
    judge_any(address, bytes, false, HERE);
}

void cuda_cpu_checked___asan_storeN(uintptr_t address, size_t bytes);
void cuda_cpu_checked___asan_storeN(uintptr_t address, size_t bytes) {
    judge_any(address, bytes, true, HERE);
}

void *cuda_cpu_checked_memcpy(void *to, const void *from, size_t bytes);
void *cuda_cpu_checked_memcpy(void *to, const void *from, size_t bytes) {
    judge_any((uintptr_t)from, bytes, false, HERE);
    judge_any((uintptr_t)to, bytes, true, HERE);
    return memcpy(to, from, bytes);
}

void *cuda_cpu_checked_memmove(void *to, const void *from, size_t bytes);
void *cuda_cpu_checked_memmove(void *to, const void *from, size_t bytes) {
    judge_any((uintptr_t)from, bytes, false, HERE);
    judge_any((uintptr_t)to, bytes, true, HERE);
    return memmove(to, from, bytes);
}

void *cuda_cpu_checked_memset(void *to, int value, size_t bytes);
void *cuda_cpu_checked_memset(void *to, int value, size_t bytes) {
    judge_any((uintptr_t)to, bytes, true, HERE);
    return memset(to, value, bytes);
}

#define WRITE_RESULT(type, name, parameters, arguments)                                            \
    type cuda_cpu_checked_##name parameters;                                                       \
    type cuda_cpu_checked_##name parameters {                                                      \
        judge_any((uintptr_t)to, sizeof *to, true, HERE);                                          \
        return name arguments;                                                                     \
    }
MATH_RESULTS(WRITE_RESULT)

// free() and delete of memory that the runtime gave; AddressSanitizer sees to the others.
static bool is_runtimes(void *memory, const char *does, const void *pc) {
    char what[700], place[CUDA_CPU_PLACE];
    if (!cuda_cpu_arena || (uintptr_t)memory - cuda_cpu_arena >= ARENA)
        return false;
    const struct piece p = cuda_cpu_piece_below((uintptr_t)memory);
    cuda_cpu_describe_piece(&p, what, sizeof what);
    find_place(place, pc, false);
    if (cuda_cpu_check_new("free", place, ""))
        cuda_cpu_check_tell(NULL, "%s frees %s, which only %s may\n  %s", does, what,
                            p.type == cudaMemoryTypeHost ? "cudaFreeHost" : "cudaFree", place);
    return true;
}

// Weak, as a program may have its own.
#define FREES(name, does, parameters, ...)                                                         \
    void name parameters;                                                                          \
    __attribute__((weak)) void cuda_cpu_checked_##name parameters;                                 \
    void cuda_cpu_checked_##name parameters {                                                      \
        if (!is_runtimes(memory, does, HERE))                                                      \
            name(__VA_ARGS__);                                                                     \
    }
FREES(free, "free()", (void *memory), memory)
FREES(_ZdlPv, "delete", (void *memory), memory)
FREES(_ZdaPv, "delete[]", (void *memory), memory)
FREES(_ZdlPvm, "delete", (void *memory, size_t bytes), memory, bytes)
FREES(_ZdaPvm, "delete[]", (void *memory, size_t bytes), memory, bytes)

// ---- alignment ---------------------------------------------------------------------------------

// Called by the compiler (-fsanitize=alignment) if an address is not aligned for its type.
struct type_name {
    uint16_t kind, info;
    char name[]; // in quotes
};
struct mismatch {
    struct {
        const char *file;
        uint32_t line, column;
    } at;
    const struct type_name *type;
    unsigned char log_alignment, use;
};
enum { LOADS = 0, STORES = 1 };

// `byte 4 of ...`
static void describe_address(uintptr_t address, char *text, size_t room) {
    char what[700];
    const struct piece p = cuda_cpu_piece_below(address);
    if (address - p.start < p.bytes) {
        cuda_cpu_describe_piece(&p, what, sizeof what);
        snprintf(text, room, "byte %zu of %s", (size_t)(address - p.start), what);
    } else if (cuda_cpu_near_dynamic_shared(address)) {
        snprintf(text, room, "byte %zu of the launch's dynamic shared memory",
                 (size_t)(address - (uintptr_t)cuda_cpu_dynamic_shared()));
    } else {
        snprintf(text, room, "%p", (void *)address);
    }
}

void __ubsan_handle_type_mismatch_v1(const struct mismatch *m, uintptr_t address);
void __ubsan_handle_type_mismatch_v1(const struct mismatch *m, uintptr_t address) {
    struct cuda_cpu_who who;
    char place[CUDA_CPU_PLACE], where[800];
    if (cuda_cpu_running.busy || !cuda_cpu_check_who(&who)) // a CPU, and so the host, allows it
        return;
    cuda_cpu_running.busy = true;
    cuda_cpu_check_place(place, HERE);
    if (cuda_cpu_check_new("alignment", place, "")) {
        describe_address(address, where, sizeof where);
        cuda_cpu_check_tell(&who, "%s %s at %s: its address is not a multiple of %u\n  %s",
                            m->use == STORES  ? "writes"
                            : m->use == LOADS ? "reads"
                                              : "uses",
                            m->type->name, where, 1u << m->log_alignment, place);
    }
    cuda_cpu_running.busy = false;
}

// ---- AddressSanitizer's library ----------------------------------------------------------------

// AddressSanitizer's own findings, in functions of the C library: named here, described there.
void __asan_on_error(void) {
    struct cuda_cpu_who who;
    const bool device = cuda_cpu_check_who(&who);
    const char *const kind = __asan_get_report_description();
    char place[64];
    const char *does = "a function of the C library goes out of bounds";
    snprintf(place, sizeof place, "%p", __asan_get_report_pc());
    cuda_cpu_check_new("library", place, "");
    if (kind && strcmp(kind, "bad-free") == 0)
        does = "frees what neither malloc() nor new gave";
    else if (kind && strcmp(kind, "double-free") == 0)
        does = "frees memory twice";
    else if (kind && strcmp(kind, "alloc-dealloc-mismatch") == 0)
        does = "frees memory by the wrong one of free(), delete and delete[]";
    cuda_cpu_check_tell(device ? &who : NULL, "%s, as described here:", does);
}

const char *__asan_default_options(void) {
    return "replace_intrin=0:halt_on_error=0:detect_leaks=0:detect_stack_use_after_return=0:handle_"
           "segv=0:"
           "handle_sigbus=0:allocator_may_return_null=1";
}

__attribute__((constructor)) static void prepare(void) {
    __asan_get_shadow_mapping(&cuda_cpu_marks_scale, &cuda_cpu_marks_offset);
}
