// SPDX-License-Identifier: MIT
// Objects in memory that host and device share: on a GPU each side may call the virtual functions
// of those alone that it made, for tables of them are a side's own. A constructor's store of the
// pointer to the table tells who makes an object, and a virtual call is two loads: of that pointer,
// and through it. (Where the bytes are copied, diagnose/virtual_tables.c sees to it.)
#include <stdlib.h>
#include <string.h>

#include "virtual_functions.h"

enum { LONGEST = 1 << 12 }; // bytes of a table

// By whom the object with its pointer there was made: an open hash table, twice as large as needed.
struct maker {
    uintptr_t pointer; // 0: free
    bool host;
};
static struct maker *makers;
static size_t room;
size_t cuda_cpu_shared_objects;

// Of the pointer, or the free one where it belongs.
static struct maker *find_maker(uintptr_t pointer) {
    size_t i = pointer / sizeof pointer * 0x9e3779b97f4a7c15u % room;
    while (makers[i].pointer && makers[i].pointer != pointer)
        i = (i + 1) % room;
    return &makers[i];
}

static void grow(void) {
    struct maker *const old = makers;
    const size_t old_room = room;
    room = 4 * room + 1024;
    makers = calloc(room, sizeof *makers);
    if (!makers)
        abort();
    for (size_t i = 0; i < old_room; i++)
        if (old[i].pointer)
            *find_maker(old[i].pointer) = old[i];
    free(old);
}

void cuda_cpu_note_maker(void **pointer) {
    if (cuda_cpu_running.busy || !cuda_cpu_is_the_hosts_too(pointer))
        return;
    const bool locked = cuda_cpu_check_lock();
    if (2 * cuda_cpu_shared_objects >= room)
        grow();
    struct maker *const m = find_maker((uintptr_t)pointer);
    cuda_cpu_shared_objects += !m->pointer;
    *m = (struct maker){(uintptr_t)pointer, !cuda_cpu_running.grid};
    if (locked)
        cuda_cpu_check_unlock();
}

// Of an object of the other side's, this thread has read the pointer to this table last.
static __thread uintptr_t table;

static void tell(const char *class, const void *pc) {
    struct cuda_cpu_who who;
    char place[CUDA_CPU_PLACE];
    const bool device = cuda_cpu_check_who(&who);
    cuda_cpu_check_place(place, pc);
    if (cuda_cpu_check_new("virtual", place, ""))
        cuda_cpu_check_tell(
            device ? &who : NULL,
            "calls a virtual function of an object of class %s that %s made: on a GPU an illegal "
            "access, for its table of virtual functions is the %s\n  %s",
            class, device ? "the host" : "a kernel", device ? "host's" : "device's", place);
}

void cuda_cpu_look_for_virtual_call(const void *address, const void *pc) {
    char class[256];
    if (cuda_cpu_running.busy)
        return;
    if (table && (uintptr_t)address - table < LONGEST) {
        cuda_cpu_running.busy = true;
        if (cuda_cpu_is_table(table, class, sizeof class))
            tell(class, pc);
        cuda_cpu_running.busy = false;
        table = 0;
        return;
    }
    const bool locked = cuda_cpu_check_lock();
    const struct maker *const m = find_maker((uintptr_t)address);
    const bool others = m->pointer && m->host != !cuda_cpu_running.grid;
    if (locked)
        cuda_cpu_check_unlock();
    if (others)
        memcpy(&table, address, sizeof table);
    else if (m->pointer)
        table = 0;
}
