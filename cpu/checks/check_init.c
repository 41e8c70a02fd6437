// SPDX-License-Identifier: MIT
// Values that nothing wrote. Device memory begins undefined, and so do shared memory in each block
// and local arrays; stores, copies and fills define it, byte by byte, and a copy of undefined bytes
// is undefined too, in the host's memory as well. A load is told of when none of its bytes was ever
// written: so padding, a copy of a structure as a whole and a vector that reads over the end of
// what is used pass.
//
// What is undefined is filled with ones as well, and a load is told of only where it finds them: so
// memory that something wrote unseen (a library of the system's) raises no alarm.
#include <stdlib.h>
#include <string.h>

#include "check.h"

static bool bit(const struct page *page, unsigned byte) {
    return page->undefined[byte / 8] >> byte % 8 & 1;
}

static void set_bit(struct page *page, unsigned byte, bool undefined) {
    if (bit(page, byte) != undefined) {
        page->undefined[byte / 8] ^= (unsigned char)(1 << byte % 8);
        page->undefined_count += undefined ? 1u : -1u;
    }
}

bool cuda_cpu_is_undefined(uintptr_t address) {
    const struct page *page = cuda_cpu_find_page(address);
    return page && page->undefined_count > 0 && bit(page, (unsigned)(address % PAGE));
}

void cuda_cpu_set_undefined(void *start, size_t bytes, bool undefined) {
    uintptr_t address = (uintptr_t)start;
    while (bytes > 0) {
        size_t part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        struct page *page = undefined ? cuda_cpu_make_page(address) : cuda_cpu_find_page(address);
        if (page && (undefined || page->undefined_count > 0))
            for (size_t i = 0; i < part; i++)
                set_bit(page, (unsigned)((address + i) % PAGE), undefined);
        address += part;
        bytes -= part;
    }
}

static bool any_undefined(uintptr_t address, size_t bytes) {
    for (uintptr_t page = address / PAGE; page <= (address + bytes - 1) / PAGE; page++) {
        const struct page *p = cuda_cpu_find_page(page * PAGE);
        if (p && p->undefined_count > 0)
            return true;
    }
    return false;
}

bool cuda_cpu_copy_undefined(void *to, const void *from, size_t bytes) {
    bool any = false;
    if (bytes == 0 ||
        (!any_undefined((uintptr_t)from, bytes) && !any_undefined((uintptr_t)to, bytes)))
        return false;
    bool backwards = (uintptr_t)to > (uintptr_t)from; // they may overlap
    for (size_t i = 0; i < bytes; i++) {
        size_t at = backwards ? bytes - 1 - i : i;
        bool undefined = cuda_cpu_is_undefined((uintptr_t)from + at);
        cuda_cpu_set_undefined((char *)to + at, 1, undefined);
        any = any || undefined;
    }
    return any;
}

// ---- copies to the host: so that a finding there can name the copy -----------------------------

enum { COPIES = 64 };
static struct copied {
    uintptr_t start;
    size_t bytes;
    struct cuda_cpu_call call;
} copies[COPIES];
static size_t copy_count;

void cuda_cpu_note_copy(const void *to, size_t bytes) {
    struct copied *c = &copies[copy_count++ % COPIES];
    c->start = (uintptr_t)to;
    c->bytes = bytes;
    cuda_cpu_note_call(&c->call);
}

static bool find_copy(uintptr_t address, char *text, size_t room) {
    for (size_t i = copy_count; i-- > 0 && i + COPIES >= copy_count;) {
        const struct copied *c = &copies[i % COPIES];
        if (address - c->start < c->bytes) {
            cuda_cpu_describe_call(&c->call, "a copy", text, room);
            return true;
        }
    }
    return false;
}

// ---- accesses ----------------------------------------------------------------------------------

// The store that the running thread made last: a structure that is copied as a whole comes as a
// store and a load of the same size, from the same place in the code.
static __thread struct access last_store;
static __thread unsigned long last_store_number;

static bool half_of_a_copy(const struct access *load) {
    enum { NEAR = 64 };
    return last_store_number + 1 == cuda_cpu_running.accesses && load->bytes >= sizeof(void *) &&
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

// The host reads it.
static void tell(const struct access *a) {
    char place[CUDA_CPU_PLACE], copied[CUDA_CPU_PLACE];
    if (told(a->pc))
        return;
    cuda_cpu_check_place(place, a->pc);
    if (cuda_cpu_tell_suspects(place) || !cuda_cpu_check_new("init", place, ""))
        return;
    if (find_copy(a->address, copied, sizeof copied))
        cuda_cpu_check_tell(NULL, "a value that nothing wrote\n  %s reads it\n  it came by %s",
                            place, copied);
    else
        cuda_cpu_check_tell(NULL, "a value that nothing wrote\n  %s reads it", place);
}

void cuda_cpu_init_access(const struct access *a) {
    const bool device = cuda_cpu_running.grid;
    bool undefined = any_undefined(a->address, a->bytes);
    if (undefined && cuda_cpu_first_run() &&
        (!(a->flags & ACCESS_WRITE) || a->flags & ACCESS_ATOMIC)) {
        bool all = true;
        for (size_t i = 0; i < a->bytes && all; i++)
            all = cuda_cpu_is_undefined(a->address + i) &&
                  *(const unsigned char *)(a->address + i) == cuda_cpu_fill_byte();
        // Bytes of pinned and managed memory may be 255 because the C library has read them there.
        if (a->bytes < WORD && all && cuda_cpu_is_the_hosts_too((const void *)a->address))
            all = false;
        if (all && !half_of_a_copy(a)) {
            if (device)
                cuda_cpu_suspect(a);
            else
                tell(a);
        }
    }
    if (undefined && half_of_a_copy(a) && !(a->flags & ACCESS_WRITE))
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
