// SPDX-License-Identifier: MIT
// Values that nothing wrote. Device memory begins undefined, and so do shared memory in each block,
// local arrays, __constant__ variables without an initialiser, and what the host's malloc and new
// give; stores, copies and fills define it, byte by byte, and a copy of undefined bytes is
// undefined too, in the host's memory as well. A kernel's load of a number is suspect when a byte
// of it was never written, and rerun.c finds out whether that matters; any other load when none of
// its bytes was: so padding, a copy of a structure as a whole and a vector that reads over the end
// of what is used pass.
//
// What libraries write is not seen. So undefined memory that they can reach is recognised by what
// it holds, too: where any of eight neighbouring undefined bytes has changed, somebody wrote there,
// and all of them count as defined.
#include <stdio.h>
#include <stdlib.h>

#include "init.h"

// ---- bytes -------------------------------------------------------------------------------------

void cuda_cpu_fill_undefined(void *start, size_t bytes) {
    unsigned char *at = start, *const end = at + bytes;
    for (; at < end && (uintptr_t)at % WORD; at++)
        *at = (unsigned char)(cuda_cpu_pattern((uintptr_t)at) >> 8 * ((uintptr_t)at % WORD));
    for (; at + WORD <= end; at += WORD)
        *(uint32_t *)(void *)at = cuda_cpu_pattern((uintptr_t)at);
    for (; at < end; at++)
        *at = (unsigned char)(cuda_cpu_pattern((uintptr_t)at) >> 8 * ((uintptr_t)at % WORD));
}

static unsigned char expected(const struct page *page, uintptr_t address) {
    return page->expected ? page->expected[address % PAGE]
                          : (unsigned char)(cuda_cpu_pattern(address) >> 8 * (address % WORD));
}

static void expect(struct page *page, uintptr_t address, unsigned char value) {
    if (expected(page, address) == value)
        return;
    if (!page->expected) {
        const uintptr_t start = address / PAGE * PAGE;
        unsigned char *all = cuda_cpu_zeroed(1, PAGE), *none = NULL;
        for (unsigned i = 0; i < PAGE; i++)
            all[i] = expected(page, start + i);
        if (!__atomic_compare_exchange_n(&page->expected, &none, all, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE))
            free(all);
    }
    page->expected[address % PAGE] = value;
}

void cuda_cpu_put_byte(struct page *page, uintptr_t address, unsigned char value, int undefined) {
    *(unsigned char *)address = value;
    if (undefined == UNDEFINED_IF_THERE)
        expect(page, address, value);
    if (undefined || page->undefined)
        ((unsigned char *)cuda_cpu_once(&page->undefined, PAGE))[address % PAGE] =
            (unsigned char)undefined;
}

static int state(uintptr_t address) {
    enum { GROUP = 8 };
    struct page *page = cuda_cpu_find_page(address);
    if (!page || !page->undefined || page->undefined[address % PAGE] != UNDEFINED_IF_THERE)
        return page && page->undefined ? page->undefined[address % PAGE] : IS_DEFINED;
    unsigned char *group = page->undefined + address % PAGE / GROUP * GROUP;
    const uintptr_t start = address / GROUP * GROUP;
    for (unsigned i = 0; i < GROUP; i++)
        if (group[i] == UNDEFINED_IF_THERE &&
            *(const unsigned char *)(start + i) != expected(page, start + i)) {
            memset(group, IS_DEFINED, GROUP);
            return IS_DEFINED;
        }
    return UNDEFINED_IF_THERE;
}

bool cuda_cpu_is_undefined(uintptr_t address) {
    return state(address) != IS_DEFINED;
}

void cuda_cpu_set_undefined(void *start, size_t bytes, bool undefined) {
    uintptr_t address = (uintptr_t)start;
    for (size_t part; bytes > 0; address += part, bytes -= part) {
        part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        struct page *page = undefined ? cuda_cpu_make_page(address) : cuda_cpu_find_page(address);
        if (page && undefined)
            memset((char *)cuda_cpu_once(&page->undefined, PAGE) + address % PAGE, IS_UNDEFINED,
                   part);
        else if (page && page->undefined)
            memset(page->undefined + address % PAGE, IS_DEFINED, part);
    }
}

static void forget_copies(uintptr_t start, size_t bytes);

void cuda_cpu_mark_undefined(void *start, size_t bytes) {
    uintptr_t address = (uintptr_t)start;
    forget_copies(address, bytes);
    for (size_t part; bytes > 0; address += part, bytes -= part) {
        struct page *page = cuda_cpu_make_page(address);
        part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        for (uintptr_t at = address; at < address + part; at++)
            expect(page, at, *(const unsigned char *)at);
        memset((char *)cuda_cpu_once(&page->undefined, PAGE) + address % PAGE, UNDEFINED_IF_THERE,
               part);
    }
}

static bool range_undefined(uintptr_t address, size_t bytes) {
    for (size_t part; bytes > 0; address += part, bytes -= part) {
        part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        const struct page *page = cuda_cpu_find_page(address);
        if (page && page->undefined && cuda_cpu_any_undefined(page, address, part))
            return true;
    }
    return false;
}

bool cuda_cpu_copy_undefined(void *to, const void *from, size_t bytes) {
    bool any = false;
    const bool backwards = (uintptr_t)to > (uintptr_t)from; // they may overlap
    for (size_t done = 0, part; done < bytes; done += part) {
        // Pieces that lie on one page on both sides.
        uintptr_t a = (uintptr_t)to + done, b = (uintptr_t)from + done;
        part = PAGE - (a % PAGE > b % PAGE ? a % PAGE : b % PAGE);
        part = part < bytes - done ? part : bytes - done;
        if (backwards) {
            const uintptr_t a_end = (uintptr_t)to + bytes - done,
                            b_end = (uintptr_t)from + bytes - done;
            const size_t most_a = (a_end - 1) % PAGE + 1, most_b = (b_end - 1) % PAGE + 1;
            part = most_a < most_b ? most_a : most_b;
            part = part < bytes - done ? part : bytes - done;
            a = a_end - part;
            b = b_end - part;
        }
        if (!range_undefined(a, part) && !range_undefined(b, part))
            continue;
        struct page *page = cuda_cpu_make_page(a);
        for (size_t i = 0; i < part; i++) {
            const size_t at = backwards ? part - 1 - i : i;
            const int s = state(b + at);
            any = any || s;
            if (s)
                expect(page, a + at, *(const unsigned char *)(b + at));
            if (s || page->undefined)
                ((unsigned char *)cuda_cpu_once(&page->undefined, PAGE))[(a + at) % PAGE] =
                    s ? UNDEFINED_IF_THERE : IS_DEFINED;
        }
    }
    return any;
}

// ---- copies: so that a finding can name one ----------------------------------------------------

enum { COPIES = 64 };
static struct copied {
    uintptr_t start;
    size_t bytes;
    struct cuda_cpu_call call;
} copies[COPIES];
static size_t copy_count;

void cuda_cpu_note_copy(const void *to, size_t bytes) {
    struct copied *c = &copies[__atomic_fetch_add(&copy_count, 1, __ATOMIC_RELAXED) % COPIES];
    c->start = (uintptr_t)to;
    c->bytes = bytes;
    cuda_cpu_note_call(&c->call);
}

// Those into memory that is something else now.
static void forget_copies(uintptr_t start, size_t bytes) {
    for (size_t i = 0; i < COPIES; i++)
        if (copies[i].start - start < bytes)
            copies[i].bytes = 0;
}

// The last copy that brought it, or that ended right in front of it: as one does that took a number
// of elements for one of bytes.
static const struct copied *find_copy(uintptr_t address) {
    for (size_t i = copy_count; i-- > 0 && i + COPIES >= copy_count;) {
        const struct copied *c = &copies[i % COPIES];
        if (address - c->start < c->bytes + WORD && c->bytes > 0)
            return c;
    }
    return NULL;
}

static void describe_copy(const struct copied *c, uintptr_t address, char *text, size_t room) {
    char call[CUDA_CPU_PLACE];
    cuda_cpu_describe_call(&c->call, "a copy", call, sizeof call);
    if (address - c->start < c->bytes)
        snprintf(text, room, "\n  it came by %s", call);
    else
        snprintf(text, room, "\n  %s wrote the %zu bytes in front of it", call, c->bytes);
}

// ---- accesses ----------------------------------------------------------------------------------

// The store that the running thread made last: a structure that is copied as a whole comes as a
// store and a load of the same size, from the same place in the code.
static __thread struct access last_store;
static __thread unsigned long last_store_number;

static bool half_of_a_copy(const struct access *load, size_t least) {
    enum { NEAR = 64 };
    return last_store_number + 1 == cuda_cpu_running.accesses && load->bytes >= least &&
           load->bytes == last_store.bytes && (uintptr_t)load->pc - (uintptr_t)last_store.pc < NEAR;
}

static bool told(const void *pc) {
    enum { MOST = 1024 };
    static const void *known[MOST];
    static size_t count;
    for (size_t i = 0; i < count; i++)
        if (known[i] == pc)
            return true;
    if (count < MOST)
        known[count++] = pc;
    return count == MOST;
}

// A structure that is copied by the host comes as loads of its members, of some that nothing needs,
// too: so what lies close to what was written may be one.
static bool close_to_defined(const struct access *a) {
    enum { NEAR = 32 };
    for (uintptr_t at = a->address - NEAR; at < a->address + a->bytes + NEAR; at++)
        if (!cuda_cpu_is_undefined(at))
            return true;
    return false;
}

static bool of_the_host(uintptr_t address) {
    const struct page *page = cuda_cpu_find_page(address);
    return !page || cuda_cpu_kind(page, address) == NOT_WATCHED;
}

// How many of its bytes nothing wrote.
static size_t count_undefined(const struct access *a) {
    size_t count = 0;
    for (size_t i = 0; i < a->bytes; i++)
        count += cuda_cpu_is_undefined(a->address + i);
    return count;
}

// Is the load that follows the call at pc one of a double, and not of two members that are copied
// as one? Instructions for doubles have the prefix F2; a register may come first (vmovq %r15,
// %xmm2).
static bool loads_double(const struct access *a) {
    bool is_double = false;
#ifdef __x86_64__
    enum { FROM_REGISTER = 0x6e };
    const unsigned char *code = a->pc;
    code += code[3] == FROM_REGISTER ? 5 : 0;
    is_double =
        a->bytes == sizeof(double) && (code[0] == 0xf2 || (code[0] == 0xc5 && code[1] % 4 == 3) ||
                                       (code[0] == 0xc4 && code[2] % 4 == 3));
#endif
    return is_double;
}

// The host reads it.
static void tell(const struct access *a) {
    char place[CUDA_CPU_PLACE], copied[CUDA_CPU_PLACE + 64] = "";
    const struct copied *copy = find_copy(a->address);
    const bool part = loads_double(a) && count_undefined(a) < a->bytes;
    if (!copy && of_the_host(a->address) && close_to_defined(a) && !part)
        return;
    // One line of the host often compares what many kernels computed: each of them is reported.
    if (told(a->pc) && !cuda_cpu_news_of_suspects())
        return;
    cuda_cpu_check_place(place, a->pc);
    if (cuda_cpu_tell_suspects(place) || !cuda_cpu_check_new("init", place, ""))
        return;
    if (copy)
        describe_copy(copy, a->address, copied, sizeof copied);
    cuda_cpu_check_tell(NULL, "a value that nothing wrote\n  %s reads it%s", place, copied);
}

void cuda_cpu_init_compared(uintptr_t address, const void *pc) {
    const struct access a = {address, 1, 0, pc};
    if (cuda_cpu_is_undefined(address) && cuda_cpu_check_lock()) {
        tell(&a);
        cuda_cpu_check_unlock();
    }
}

void cuda_cpu_init_access(const struct access *a) {
    const bool device = cuda_cpu_running.grid;
    const bool undefined = range_undefined(a->address, a->bytes);
    const bool reads = !(a->flags & ACCESS_WRITE) || a->flags & ACCESS_ATOMIC;
    const size_t count = undefined && reads ? count_undefined(a) : 0;
    const bool all = undefined && count == a->bytes;
    const bool number =
        a->bytes <= sizeof(float) || (device ? a->bytes <= sizeof(double) : loads_double(a));
    const bool copy = half_of_a_copy(a, all || device ? sizeof(void *) : 1);
    if (!copy && (all || (number && count > 0))) {
        if (!cuda_cpu_first_run())
            cuda_cpu_fill_load(a);
        else if (device)
            cuda_cpu_suspect(a);
        else if (cuda_cpu_check_lock()) {
            tell(a);
            cuda_cpu_check_unlock();
        }
    }
    if (undefined && copy && !(a->flags & ACCESS_WRITE))
        cuda_cpu_copy_undefined((void *)last_store.address, (const void *)a->address, a->bytes);
    if (a->flags & ACCESS_WRITE) {
        if (device)
            cuda_cpu_note_store(a->address, a->bytes, a->bytes <= sizeof(double));
        if (undefined)
            cuda_cpu_set_undefined((void *)a->address, a->bytes, false);
        last_store = *a;
        last_store_number = cuda_cpu_running.accesses;
    }
}
