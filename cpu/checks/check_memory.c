// SPDX-License-Identifier: MIT
// check-memory: is this access one that a GPU, or the host, would be allowed?
//
// The compiler puts a call before every access of the program (-fsanitize=address, each check a
// call); the Makefile renames those calls, so that they come here and not to AddressSanitizer. What
// is known by address is judged here: device memory, which lies in an arena of its own with gaps
// between the allocations that are never used again; shared memory, likewise; the arguments of the
// launch. Local arrays and the program's variables have AddressSanitizer's marks around them, and
// its library says whether an address is marked.
//
// An access that was reported still happens: it goes into a gap, or where it would have gone
// anyway.
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <sanitizer/asan_interface.h>

#include "check.h"

// ---- the arena ---------------------------------------------------------------------------------

// A piece of it: device memory, or a shared array.
struct piece {
    uintptr_t start;
    size_t bytes;
    enum cudaMemoryType type;
    const char *shared; // the array's name; NULL: an allocation
    void **slot;        // the array's, a thread-local variable
    unsigned launch;    // whose blocks met the array last, by its first serial number
    bool freed;
    struct cuda_cpu_call made, freed_by;
};

static const size_t ARENA = (size_t)4 << 40, LEAST_GAP = 64 << 10, MOST_GAP = 1 << 30;
static uintptr_t arena, arena_end; // end: of what was given out
static struct piece *pieces;       // by rising address, for none is ever used again
static size_t piece_count, piece_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned changes; // of the pieces

// The number of pieces that start at or below the address; needs the lock.
static size_t pieces_below(uintptr_t address) {
    size_t low = 0, high = piece_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pieces[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void *new_piece(size_t bytes, enum cudaMemoryType type, const char *shared) {
    enum { ALIGNMENT = 512, MORE = 1024 };
    size_t gap = bytes < LEAST_GAP ? LEAST_GAP : bytes > MOST_GAP ? MOST_GAP : bytes;
    gap = (gap + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const bool busy = cuda_cpu_running.busy;
    cuda_cpu_running.busy = true; // what is allocated here is not the kernel's
    pthread_mutex_lock(&lock);
    if (!arena) {
        void *memory = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory != MAP_FAILED)
            arena = arena_end = (uintptr_t)memory;
    }
    if (piece_count == piece_room) {
        piece_room += MORE;
        pieces = realloc(pieces, piece_room * sizeof *pieces);
        if (!pieces)
            abort();
    }
    uintptr_t start = 0;
    if (arena && bytes < ARENA && arena_end - arena < ARENA - bytes - 2 * gap - ALIGNMENT) {
        start = arena_end + gap;
        arena_end = start + (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + gap;
        struct piece *p = &pieces[piece_count++];
        *p = (struct piece){.start = start, .bytes = bytes, .type = type, .shared = shared};
        if (!shared)
            cuda_cpu_note_call(&p->made);
        changes++;
    }
    pthread_mutex_unlock(&lock);
    cuda_cpu_running.busy = busy;
    return (void *)start;
}

static void *allocate(size_t bytes, enum cudaMemoryType type) {
    return new_piece(bytes, type, NULL);
}

// The memory stays, so that who reads it nevertheless finds what was there.
static void release(void *start) {
    pthread_mutex_lock(&lock);
    size_t i = pieces_below((uintptr_t)start);
    if (i > 0 && pieces[i - 1].start == (uintptr_t)start) {
        pieces[i - 1].freed = true;
        cuda_cpu_note_call(&pieces[i - 1].freed_by);
        changes++;
    }
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_apart_shared(void **slot, size_t bytes, const char *name) {
    *slot = new_piece(bytes, cudaMemoryTypeDevice, name);
    if (!*slot)
        abort();
    pthread_mutex_lock(&lock);
    pieces[pieces_below((uintptr_t)*slot) - 1].slot = slot;
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_poison_shared(void *start, size_t bytes, const char *name,
                            struct cuda_cpu_shape shape) {
    (void)name, (void)shape;
    pthread_mutex_lock(&lock);
    const size_t i = pieces_below((uintptr_t)start);
    if (i > 0 && pieces[i - 1].shared)
        pieces[i - 1].launch = cuda_cpu_running.launch->first;
    pthread_mutex_unlock(&lock);
    memset(start, 0xff, bytes);
}

static void **find_slot(const void *address, size_t *offset) {
    void **slot = NULL;
    pthread_mutex_lock(&lock);
    size_t i = pieces_below((uintptr_t)address);
    if (i > 0 && (uintptr_t)address - pieces[i - 1].start < pieces[i - 1].bytes) {
        slot = pieces[i - 1].slot;
        *offset = (uintptr_t)address - pieces[i - 1].start;
    }
    pthread_mutex_unlock(&lock);
    return slot;
}

// ---- what else kernels may touch ---------------------------------------------------------------

struct range {
    uintptr_t start;
    size_t bytes;
};

static bool inside(const struct range *r, uintptr_t address, size_t bytes) {
    return address - r->start < r->bytes && bytes <= r->bytes - (address - r->start);
}

// Texture and surface objects, and what kernels allocated themselves.
static struct range *visible;
static size_t visible_count, visible_room;

static void make_visible(const void *start, size_t bytes) {
    pthread_mutex_lock(&lock);
    if (visible_count == visible_room) {
        visible_room = 2 * visible_room + 64;
        visible = realloc(visible, visible_room * sizeof *visible);
        if (!visible)
            abort();
    }
    visible[visible_count++] = (struct range){(uintptr_t)start, bytes};
    pthread_mutex_unlock(&lock);
}

static void hide(const void *start) {
    pthread_mutex_lock(&lock);
    for (size_t i = visible_count; i-- > 0;)
        if (visible[i].start == (uintptr_t)start) {
            visible[i] = visible[--visible_count];
            changes++;
            break;
        }
    pthread_mutex_unlock(&lock);
}

static bool is_visible(uintptr_t address, size_t bytes, struct range *found) {
    bool yes = false;
    pthread_mutex_lock(&lock);
    for (size_t i = visible_count; i-- > 0 && !yes;)
        if ((yes = inside(&visible[i], address, bytes)))
            *found = visible[i];
    pthread_mutex_unlock(&lock);
    return yes;
}

// in a header of the library's that not every compiler brings
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

// malloc and new in a kernel: every malloc of the process comes here.
static void on_malloc(const volatile void *start, size_t bytes) {
    if (cuda_cpu_running.grid && !cuda_cpu_running.busy) {
        cuda_cpu_running.busy = true;
        make_visible((const void *)start, bytes);
        cuda_cpu_running.busy = false;
    }
}

static void on_free(const volatile void *start) {
    if (cuda_cpu_running.grid && !cuda_cpu_running.busy) {
        cuda_cpu_running.busy = true;
        hide((const void *)start);
        cuda_cpu_running.busy = false;
    }
}

// The program's writable variables: what is not the device's among them is the host's.
static struct range writable;

static int find_writable(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    uintptr_t start = UINTPTR_MAX, end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && p->p_flags & PF_W) {
            start = from < start ? from : start;
            end = from + p->p_memsz > end ? from + p->p_memsz : end;
        }
    }
    for (int i = 0; i < info->dlpi_phnum; i++) { // constants that the loader had to fill in
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t after = info->dlpi_addr + p->p_vaddr + p->p_memsz;
        if (p->p_type == PT_GNU_RELRO && after > start && after <= end)
            start = after;
    }
    writable = (struct range){start, end - start};
    return 1; // the program itself comes first
}

// ---- judging an access -------------------------------------------------------------------------

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
    recent.changes = __atomic_load_n(&changes, __ATOMIC_RELAXED) - 1;
}

// What is wrong with an access: the kind of fault (NULL: nothing is), and in words.
struct verdict {
    const char *kind;
    char text[1400];
};

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

// ` past the end of`, with how much of it is and how far off it begins.
static void describe_miss(char *text, size_t room, uintptr_t address, size_t bytes, uintptr_t start,
                          size_t size) {
    if (address < start && start - address > bytes)
        snprintf(text, room, ", %zu bytes before the start of", (size_t)(start - address));
    else if (address < start)
        snprintf(text, room, " before the start of");
    else if (address - start > size)
        snprintf(text, room, ", %zu byte%s past the end of", (size_t)(address - start - size),
                 plural(address - start - size));
    else if (address - start < size)
        snprintf(text, room, ", %zu of them past the end of",
                 bytes - (size - (size_t)(address - start)));
    else
        snprintf(text, room, " past the end of");
}

static void describe_piece(const struct piece *p, char *text, size_t room) {
    char made[600];
    if (p->shared) {
        snprintf(text, room, "the shared array %s of %zu bytes", p->shared, p->bytes);
        return;
    }
    cuda_cpu_describe_call(&p->made, "an unknown call", made, sizeof made);
    snprintf(text, room, "an allocation of %zu bytes (%s)", p->bytes, made);
}

// An address in the arena.
static void judge_piece(struct verdict *v, const char *does, uintptr_t address, size_t bytes,
                        bool device) {
    char miss[64], what[700], by[600];
    pthread_mutex_lock(&lock);
    size_t i = pieces_below(address);
    // Between two pieces: the nearer one is meant.
    if (i < piece_count && (i == 0 || (address - pieces[i - 1].start >= pieces[i - 1].bytes &&
                                       pieces[i].start - address <
                                           address - pieces[i - 1].start - pieces[i - 1].bytes)))
        i++;
    struct piece p = i > 0 ? pieces[i - 1] : (struct piece){0};
    pthread_mutex_unlock(&lock);
    if (address >= p.start && address - p.start < p.bytes &&
        bytes <= p.bytes - (address - p.start)) {
        if (p.freed) {
            v->kind = "freed";
            cuda_cpu_describe_call(&p.freed_by, "before", by, sizeof by);
            describe_piece(&p, what, sizeof what);
            snprintf(v->text, sizeof v->text, "%s of freed memory (%s): it was %s", does, by, what);
        } else if (!device && p.type == cudaMemoryTypeDevice) {
            v->kind = "device";
            describe_piece(&p, what, sizeof what);
            snprintf(v->text, sizeof v->text, "%s of device memory, of %s", does, what);
        } else if (p.shared && device && p.launch != cuda_cpu_running.launch->first) {
            v->kind = "shared";
            describe_piece(&p, what, sizeof what);
            snprintf(v->text, sizeof v->text, "%s of %s, which no block of this launch has", does,
                     what);
        } else {
            remember(p.start, p.bytes, address);
        }
        return;
    }
    v->kind = "bounds";
    describe_miss(miss, sizeof miss, address, bytes, p.start, p.bytes);
    describe_piece(&p, what, sizeof what);
    snprintf(v->text, sizeof v->text, "%s%s %s%s", does, miss, what, p.freed ? ", now freed" : "");
}

// Whether AddressSanitizer has marked any of it: a byte of marks for every few of memory.
static size_t marks_scale, marks_offset;

static inline bool is_marked(uintptr_t address, size_t bytes) {
    enum { FEW = 8 };
    const uintptr_t end = address + bytes - 1;
    const size_t first = address >> marks_scale, last = end >> marks_scale;
    const signed char *marks = (const signed char *)marks_offset;
    // Of the last few bytes a mark may say how many are good.
    size_t at = first;
    while (last - first < FEW && at < last && marks[at] == 0)
        at++;
    if (at == last &&
        (marks[at] == 0 || (int)(end & (((uintptr_t)1 << marks_scale) - 1)) < marks[at]))
        return false;
    return __asan_region_is_poisoned((void *)address, bytes) != NULL;
}

// A variable of the device's that the address misses by less than AddressSanitizer's choice,
// `start`, or, if that is NULL, by less than a page: that is the one that is meant.
static void prefer_variable(uintptr_t address, void **start, char *name, size_t room,
                            size_t *size) {
    size_t bytes = 0, unused;
    void *unused_start;
    const uintptr_t variable = (uintptr_t)cuda_cpu_nearest_variable((const void *)address, &bytes);
    const uintptr_t miss = address < variable ? variable - address : address - variable - bytes;
    if (variable && miss < (!*start                       ? PAGE
                            : address < (uintptr_t)*start ? (uintptr_t)*start - address
                                                          : address - (uintptr_t)*start - *size)) {
        __asan_locate_address((void *)variable, name, room, &unused_start, &unused);
        *start = (void *)variable;
        *size = bytes;
    }
}

// Memory that AddressSanitizer knows: whether the access hits one of its marks.
static void judge_marks(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    if (!is_marked(address, bytes))
        return;
    const uintptr_t first = (uintptr_t)__asan_region_is_poisoned((void *)address, bytes);
    char name[256] = "", miss[64];
    void *start = NULL;
    size_t size = 0;
    const char *kind = __asan_locate_address((void *)address, name, sizeof name, &start, &size);
    v->kind = "bounds";
    if (strcmp(kind, "global") == 0)
        prefer_variable(address, &start, name, sizeof name, &size);
    if (strcmp(kind, "heap") == 0 && first - (uintptr_t)start < size) {
        snprintf(v->text, sizeof v->text, "%s of memory of %zu byte%s that was freed", does, size,
                 plural(size));
    } else if (start && size) {
        describe_miss(miss, sizeof miss, address, bytes, (uintptr_t)start, size);
        snprintf(v->text, sizeof v->text, "%s%s %s%s of %zu byte%s", does, miss,
                 strcmp(kind, "stack") == 0    ? "the local array "
                 : strcmp(kind, "global") == 0 ? "the array "
                                               : "memory",
                 name, size, plural(size));
    } else {
        snprintf(v->text, sizeof v->text, "%s out of bounds, at %p", does, (void *)address);
    }
}

enum { NULL_PAGE = 4096 }; // addresses where nothing ever is

static bool is_mapped(uintptr_t address) {
    unsigned char there;
    return mincore((void *)(address / PAGE * PAGE), 1, &there) == 0 || errno != ENOMEM;
}

static void judge_host_memory(struct verdict *v, const char *does, uintptr_t address,
                              size_t bytes) {
    char name[256] = "", miss[64];
    void *start = NULL;
    size_t size = 0;
    v->kind = "host";
    if (address < NULL_PAGE) {
        snprintf(v->text, sizeof v->text, "%s at address %#zx, where no memory is: a NULL pointer?",
                 does, (size_t)address);
        return;
    }
    const char *kind = __asan_locate_address((void *)address, name, sizeof name, &start, &size);
    if (strcmp(kind, "global") == 0) {
        snprintf(v->text, sizeof v->text, "%s of the host's memory, of its variable %s", does,
                 name);
        return;
    }
    start = NULL;
    prefer_variable(address, &start, name, sizeof name, &size);
    if (start) {
        v->kind = "bounds";
        describe_miss(miss, sizeof miss, address, bytes, (uintptr_t)start, size);
        snprintf(v->text, sizeof v->text, "%s%s the array %s of %zu byte%s", does, miss, name, size,
                 plural(size));
    } else if (address - writable.start < writable.bytes) {
        v->kind = "bounds"; // so far past the end of one that no mark is there
        snprintf(v->text, sizeof v->text, "%s where no variable is, at %p", does, (void *)address);
    } else {
        snprintf(v->text, sizeof v->text, "%s %s, at %p", does,
                 is_mapped(address) ? "of the host's memory" : "where no memory is",
                 (void *)address);
    }
}

// Memory of the host's that kernels may touch: the program's variables that are the device's, and
// what was registered.
static bool find_host_memory(uintptr_t address, struct range *found) {
    const void *start = cuda_cpu_find_variable((const void *)address, &found->bytes);
    if (!start)
        start = cuda_cpu_find_registered((const void *)address, &found->bytes);
    found->start = (uintptr_t)start;
    return start != NULL;
}

// Whether the address is in a file that was loaded: code, constants, other libraries' variables.
static int find_loaded(struct dl_phdr_info *info, size_t size, void *address) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            (uintptr_t)address - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr <
                info->dlpi_phdr[i].p_memsz)
            return 1;
    return 0;
}

// Whether the address is in the block's dynamic shared memory, or where indices go that miss it.
static bool near_dynamic_shared(uintptr_t address) {
    return address - ((uintptr_t)cuda_cpu_dynamic_shared() - CUDA_CPU_BEFORE_SHARED) <
           CUDA_CPU_BEFORE_SHARED + CUDA_CPU_MOST_SHARED;
}

static void judge_dynamic_shared(struct verdict *v, const char *does, uintptr_t address,
                                 size_t bytes, const void *start) {
    const struct range range = {(uintptr_t)start, cuda_cpu_running.grid->shared};
    char miss[64];
    if (inside(&range, address, bytes)) {
        remember(range.start, range.bytes, address);
        return;
    }
    v->kind = "dynamic";
    describe_miss(miss, sizeof miss, address, bytes, range.start, range.bytes);
    snprintf(v->text, sizeof v->text, "%s%s the launch's %zu byte%s of dynamic shared memory", does,
             miss, range.bytes, plural(range.bytes));
}

// On the stack of a thread of the block: its own, or, which only a CPU allows, another's.
static void judge_stack(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    unsigned owner, index[3];
    judge_marks(v, does, address, bytes);
    if (v->kind || !cuda_cpu_others_stack((const void *)address, &owner))
        return;
    v->kind = "local";
    cuda_cpu_index(cuda_cpu_running.grid->block, owner, index);
    snprintf(v->text, sizeof v->text, "%s of thread (%u, %u, %u)'s local memory", does, index[0],
             index[1], index[2]);
}

static void judge_kernel(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    const struct cuda_cpu_grid *grid = cuda_cpu_running.grid;
    const struct range arguments = {(uintptr_t)grid->closure, grid->closure_bytes};
    const struct range launch = {(uintptr_t)grid, sizeof *grid};
    struct range range;
    if (arena && address - arena < ARENA) {
        judge_piece(v, does, address, bytes, true);
    } else if (inside(&arguments, address, bytes)) {
        remember(arguments.start, arguments.bytes, address);
    } else if (inside(&launch, address, bytes)) {
        remember(launch.start, launch.bytes, address);
    } else if (cuda_cpu_on_stack((const void *)address)) {
        judge_stack(v, does, address, bytes);
    } else if (near_dynamic_shared(address)) {
        judge_dynamic_shared(v, does, address, bytes, cuda_cpu_dynamic_shared());
    } else if (cuda_cpu_neighbours_shared((const void *)address)) {
        judge_dynamic_shared(v, does, address, bytes,
                             cuda_cpu_neighbours_shared((const void *)address));
    } else if (is_visible(address, bytes, &range)) {
        remember(range.start, range.bytes, address);
    } else if (find_host_memory(address, &range) && inside(&range, address, bytes)) {
        judge_marks(v, does, address, bytes);
        if (!v->kind)
            remember(range.start, range.bytes, address);
    } else if (address - writable.start < writable.bytes) {
        judge_marks(v, does, address, bytes);
        if (!v->kind)
            judge_host_memory(v, does, address, bytes);
    } else if (dl_iterate_phdr(find_loaded, (void *)address)) {
        judge_marks(v, does, address, bytes);
    } else {
        judge_host_memory(v, does, address, bytes);
    }
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

// What is wrong with an access, if anything is; `does` says what it does.
static void find_fault(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    if (cuda_cpu_running.grid)
        judge_kernel(v, does, address, bytes);
    else if (arena && address - arena < ARENA)
        judge_piece(v, does, address, bytes, false);
    else if (address < NULL_PAGE)
        judge_host_memory(v, does, address, bytes);
    else
        judge_marks(v, does, address, bytes);
}

// Of an access that was not found good at once.
static __attribute__((noinline)) void judge_in_full(uintptr_t address, size_t bytes, bool write,
                                                    const void *pc) {
    struct verdict v;
    struct cuda_cpu_who who;
    char does[64], place[CUDA_CPU_PLACE];
    cuda_cpu_running.busy = true;
    v.kind = NULL;
    find_fault(&v, "", address, bytes);
    if (v.kind) { // for once, in words
        snprintf(does, sizeof does, "%s %zu byte%s", write ? "writes" : "reads", bytes,
                 plural(bytes));
        v.kind = NULL;
        find_fault(&v, does, address, bytes);
        const bool device = cuda_cpu_check_who(&who);
        find_place(place, pc, device);
        // A launch that asks for too little: once, however many lines of the kernel miss the rest.
        const bool asked = strcmp(v.kind, "dynamic") == 0;
        if (cuda_cpu_check_new(v.kind, asked ? who.kernel : place, ""))
            cuda_cpu_check_tell(device ? &who : NULL, "%s\n  %s", v.text, place);
    }
    cuda_cpu_running.busy = false;
}

// What most other accesses are: to the stack that we stand on, and the host's to its own memory.
static inline bool is_plain(uintptr_t address, size_t bytes) {
    enum { NEAR = 16 << 10 };
    return (address - (uintptr_t)__builtin_frame_address(0) < NEAR ||
            (!cuda_cpu_running.grid && address - arena >= ARENA && address >= NULL_PAGE)) &&
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
    const unsigned now = __atomic_load_n(&changes, __ATOMIC_RELAXED);
    unsigned owner;
    if (recent.changes != now) {
        memset(&recent, 0, sizeof recent);
        recent.changes = now;
    }
    if (bytes == 0 || r->busy || (r->grid && is_threads_own(address)) ||
        (address - arena >= ARENA && address >= NULL_PAGE && !is_marked(address, bytes) &&
         (!r->grid || (cuda_cpu_on_stack((const void *)address) &&
                       !cuda_cpu_others_stack((const void *)address, &owner)))))
        return;
    judge_in_full(address, bytes, write, pc);
}

// Of any size; here and below no register is saved before it is known that one is needed.
static __attribute__((noinline)) void judge_any(uintptr_t address, size_t bytes, bool write,
                                                const void *pc) {
    if (!(inside(&recent.range[near(address)], address, bytes) &&
          recent.changes == __atomic_load_n(&changes, __ATOMIC_RELAXED)) &&
        !is_plain(address, bytes))
        judge_further(address, bytes, write, pc);
}

// Called before an access of the program, of 16 bytes or fewer.
static inline __attribute__((always_inline)) void judge(uintptr_t address, size_t bytes, bool write,
                                                        const void *pc) {
    if (address - recent.wide[near(address)].start >= recent.wide[near(address)].room ||
        recent.changes != __atomic_load_n(&changes, __ATOMIC_RELAXED))
        judge_any(address, bytes, write, pc);
}

// The host's side of a copy.
static void watch_host_side(const void *start, size_t bytes, bool write) {
    char does[64], place[700];
    struct verdict v = {NULL, ""};
    struct cuda_cpu_call call;
    snprintf(does, sizeof does, "%s %zu byte%s", write ? "writes" : "reads", bytes, plural(bytes));
    judge_marks(&v, does, (uintptr_t)start, bytes);
    if (!v.kind)
        return;
    cuda_cpu_note_call(&call);
    cuda_cpu_describe_call(&call, "a copy", place, sizeof place);
    if (cuda_cpu_check_new(v.kind, place, ""))
        cuda_cpu_check_tell(NULL, "%s\n  %s", v.text, place);
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.allocate = allocate;
    cuda_cpu_hooks.release = release;
    cuda_cpu_hooks.slot = find_slot;
    cuda_cpu_hooks.visible = make_visible;
    cuda_cpu_hooks.hidden = hide;
    cuda_cpu_hooks.host_side = watch_host_side;
    cuda_cpu_hooks.complaint = cuda_cpu_check_new;
}

// ---- what the program calls --------------------------------------------------------------------

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

// free() and delete of memory that the runtime gave; AddressSanitizer sees to the others.
static bool is_runtimes(void *memory, const char *does, const void *pc) {
    char what[700], place[CUDA_CPU_PLACE];
    if (!arena || (uintptr_t)memory - arena >= ARENA)
        return false;
    pthread_mutex_lock(&lock);
    const size_t i = pieces_below((uintptr_t)memory);
    const struct piece p = i > 0 ? pieces[i - 1] : (struct piece){0};
    pthread_mutex_unlock(&lock);
    describe_piece(&p, what, sizeof what);
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

// What the compiler hands over (-fsanitize=alignment) where an address does not fit its type.
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
    pthread_mutex_lock(&lock);
    size_t i = pieces_below(address);
    struct piece p = i > 0 ? pieces[i - 1] : (struct piece){0};
    pthread_mutex_unlock(&lock);
    if (address - p.start < p.bytes) {
        describe_piece(&p, what, sizeof what);
        snprintf(text, room, "byte %zu of %s", (size_t)(address - p.start), what);
    } else if (near_dynamic_shared(address)) {
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
    if (cuda_cpu_running.busy || !cuda_cpu_check_who(&who)) // a CPU, and so the host, does not mind
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

// What it finds itself, in functions of the C library: named here, and described by it.
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
    __asan_get_shadow_mapping(&marks_scale, &marks_offset);
    dl_iterate_phdr(find_writable, NULL);
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}
