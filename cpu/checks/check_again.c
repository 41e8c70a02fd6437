// SPDX-License-Identifier: MIT
// Does a value that nothing wrote matter? Code that computes in lanes whose results are dropped
// reads such values and is right. So a kernel's load of one only makes the launch suspect; then
// what it stored is taken back, and it runs again with other bits in all places that nothing wrote.
// Where it leaves other values than before, these depend on the load: they count as undefined in
// their turn. When the host reads one of them, or the kernel crashes, the load is told of.
//
// What it prints appears once; where the runs print different things, the load is told of at once,
// and so it is in clusters, which do not run again.
#include <stdlib.h>
#include <string.h>

#include "check.h"

// What undefined memory is filled with, run by run: as an int and a float, -1 and no number; some
// 10^9 and 48.6; and 0.
static const unsigned char fills[] = {0xff, 0x42, 0x00};
enum { RUNS = sizeof fills };

// A store to global memory, of up to this many bytes, and what it found.
enum { MOST = 16 };
struct store {
    uintptr_t address;
    unsigned char bytes, before[MOST];
    bool value;               // a number; false: a copy, of several perhaps
    unsigned short undefined; // a bit for each byte
};

// A byte that some run of the launch stored.
struct byte {
    uintptr_t address;                     // 0: free
    unsigned char before, first, now, run; // first: after the first run; now: after run `run`
    bool undefined, in_first, differs;
    uintptr_t value;           // the number that it belongs to, as it was stored,
    unsigned char value_bytes; // and its length; 0: a copy left it
};

struct load {
    uintptr_t address;
    size_t bytes;
};

struct cuda_cpu_trial {
    unsigned run;
    size_t printed, first_printed; // a hash of what this run, and the first, has printed
    struct store *stores;          // of this run
    size_t store_count, store_room;
    struct load *loads; // of undefined global memory, in the first run
    size_t load_count, load_room;
    struct byte *bytes; // a hash table
    size_t byte_count, byte_room;
    struct suspect **suspects;
    size_t suspect_count, suspect_room;
};

static void *grown(void *array, size_t count, size_t *room, size_t item) {
    if (count < *room)
        return array;
    *room = 2 * *room + 64;
    array = realloc(array, *room * item);
    if (!array)
        abort();
    return array;
}

static struct cuda_cpu_trial *trial(void) {
    return cuda_cpu_running.launch ? cuda_cpu_running.launch->trial : NULL;
}

unsigned char cuda_cpu_fill_byte(void) {
    return fills[trial() ? trial()->run : 0];
}

bool cuda_cpu_first_run(void) {
    return !trial() || trial()->run == 0;
}

// ---- suspects: loads, by their code ------------------------------------------------------------

struct suspect {
    struct suspect *next;
    const void *pc;
    struct cuda_cpu_who who;
    bool matters, told;
    char text[CUDA_CPU_PLACE + 256];
};
static struct suspect *all_suspects;

// why: what depends on it, in words, and the line if there is one.
static void tell(struct suspect *s, const char *why, const char *host_place) {
    char place[CUDA_CPU_PLACE];
    cuda_cpu_check_place(place, s->pc);
    s->told = true;
    if (!cuda_cpu_check_new("init", place, ""))
        return;
    cuda_cpu_check_tell(&s->who, "a value that nothing wrote: %s\n  %s reads it%s%s", s->text,
                        place, why, host_place);
}

void cuda_cpu_suspect(const struct access *a) {
    struct suspect *s = all_suspects;
    while (s && s->pc != a->pc)
        s = s->next;
    if (!s) {
        s = calloc(1, sizeof *s);
        if (!s)
            abort();
        *s = (struct suspect){.next = all_suspects, .pc = a->pc};
        cuda_cpu_check_who(&s->who);
        cuda_cpu_describe(a->address, s->text, sizeof s->text);
        all_suspects = s;
    }
    struct cuda_cpu_trial *t = trial();
    if (!t) {
        if (!s->told)
            tell(s, "", "");
        return;
    }
    size_t i = 0;
    while (i < t->suspect_count && t->suspects[i] != s)
        i++;
    if (i == t->suspect_count) {
        t->suspects = grown(t->suspects, i, &t->suspect_room, sizeof *t->suspects);
        t->suspects[t->suspect_count++] = s;
    }
    if (cuda_cpu_find_page(a->address)->kind[a->address % PAGE / WORD] == GLOBAL) {
        t->loads = grown(t->loads, t->load_count, &t->load_room, sizeof *t->loads);
        t->loads[t->load_count++] = (struct load){a->address, a->bytes};
    }
}

bool cuda_cpu_tell_suspects(const char *host_place) {
    bool any = false;
    for (struct suspect *s = all_suspects; s; s = s->next)
        if (s->matters) {
            any = true;
            if (!s->told)
                tell(s, "\n  and what the host reads depends on it: ", host_place);
        }
    return any;
}

void cuda_cpu_note_printed(const char *text, size_t length) {
    struct cuda_cpu_trial *t = trial();
    for (size_t i = 0; t && i < length; i++)
        t->printed = (t->printed ^ (unsigned char)text[i]) * 0x100000001b3u;
}

// ---- stores ------------------------------------------------------------------------------------

void cuda_cpu_note_store(uintptr_t address, size_t bytes, bool value) {
    struct cuda_cpu_trial *t = trial();
    while (t && bytes > 0) {
        struct store s = {address, (unsigned char)(bytes < MOST ? bytes : MOST), {0}, value, 0};
        const struct page *page = cuda_cpu_find_page(address);
        if (page && page->kind[address % PAGE / WORD] == GLOBAL) {
            for (unsigned i = 0; i < s.bytes; i++) {
                s.before[i] = ((const unsigned char *)address)[i];
                s.undefined |= (unsigned short)(cuda_cpu_is_undefined(address + i) << i);
            }
            t->stores = grown(t->stores, t->store_count, &t->store_room, sizeof *t->stores);
            t->stores[t->store_count++] = s;
        }
        address += s.bytes;
        bytes -= s.bytes;
    }
}

static struct byte *find_known_byte(const struct cuda_cpu_trial *t, uintptr_t address) {
    size_t i = (size_t)address * 0x9e3779b97f4a7c15u >> 20 & (t->byte_room - 1);
    while (t->bytes[i].address && t->bytes[i].address != address)
        i = (i + 1) & (t->byte_room - 1);
    return &t->bytes[i];
}

static struct byte *find_byte(struct cuda_cpu_trial *t, uintptr_t address) {
    if (2 * t->byte_count >= t->byte_room) {
        struct byte *old = t->bytes;
        size_t room = t->byte_room;
        t->byte_room = room ? 2 * room : 1024;
        t->bytes = calloc(t->byte_room, sizeof *t->bytes);
        if (!t->bytes)
            abort();
        t->byte_count = 0;
        for (size_t i = 0; i < room; i++)
            if (old[i].address)
                *find_byte(t, old[i].address) = old[i];
        free(old);
    }
    struct byte *b = find_known_byte(t, address);
    if (!b->address) {
        t->byte_count++;
        b->address = address;
    }
    return b;
}

// What this run has left behind.
static void collect(struct cuda_cpu_trial *t) {
    for (size_t i = 0; i < t->store_count; i++) {
        const struct store *s = &t->stores[i];
        for (unsigned k = 0; k < s->bytes; k++) {
            size_t known = t->byte_count;
            struct byte *b = find_byte(t, s->address + k);
            if (t->byte_count > known) {
                b->before = s->before[k];
                b->undefined = s->undefined >> k & 1;
            }
            b->value = s->address;
            b->value_bytes = s->value ? s->bytes : 0;
            b->now = *(const unsigned char *)b->address;
            b->run = (unsigned char)t->run;
            b->in_first = b->in_first || t->run == 0;
            if (t->run == 0)
                b->first = b->now;
        }
    }
    t->store_count = 0;
}

static void put(const struct byte *b, unsigned char value, bool undefined) {
    *(unsigned char *)b->address = value;
    cuda_cpu_set_undefined((void *)b->address, 1, undefined);
}

// Fills what was loaded and is undefined.
static void refill(const struct cuda_cpu_trial *t, unsigned char fill) {
    for (size_t i = 0; i < t->load_count; i++)
        for (size_t k = 0; k < t->loads[i].bytes; k++)
            if (cuda_cpu_is_undefined(t->loads[i].address + k))
                *(unsigned char *)(t->loads[i].address + k) = fill;
}

// ---- launches ----------------------------------------------------------------------------------

static void make_repeatable(const struct cuda_cpu_grid *grid) {
    struct cuda_cpu_launch *launch = cuda_cpu_find_launch(grid);
    if (cuda_cpu_checking(CUDA_CPU_INIT) && !(launch->trial = calloc(1, sizeof *launch->trial)))
        abort();
}

static void end_trial(struct cuda_cpu_launch *launch) {
    struct cuda_cpu_trial *t = launch->trial;
    free(t->stores);
    free(t->loads);
    free(t->bytes);
    free(t->suspects);
    free(t);
    launch->trial = NULL;
}

static bool try_again(struct cuda_cpu_trial *t) {
    if (t->suspect_count == 0)
        return false;
    bool crashed = cuda_cpu_sticky() != cudaSuccess, differs = false;
    bool prints = t->run > 0 && t->printed != t->first_printed;
    for (size_t i = 0; (crashed || prints) && i < t->suspect_count; i++)
        if (!t->suspects[i]->told)
            tell(t->suspects[i], prints ? "\n  and what the kernel prints depends on it" : "", "");
    if (t->run == 0)
        t->first_printed = t->printed;
    t->printed = 0;
    collect(t);
    for (size_t i = 0; i < t->byte_room && t->run > 0; i++) {
        struct byte *b = &t->bytes[i];
        unsigned char first = b->in_first ? b->first : b->before;
        unsigned char now = b->run == t->run ? b->now : b->before;
        b->differs = b->address && (b->differs || first != now);
        differs = differs || b->differs;
    }
    t->run++;
    if (t->run < RUNS && !differs && !crashed) {
        for (size_t i = 0; i < t->byte_room; i++)
            if (t->bytes[i].address)
                put(&t->bytes[i], t->bytes[i].before, t->bytes[i].undefined);
        refill(t, fills[t->run]);
        return true;
    }
    // A number that differs in some of its bytes is undefined as a whole.
    for (size_t i = 0; differs && i < t->byte_room; i++)
        for (unsigned k = 0; t->bytes[i].differs && k < t->bytes[i].value_bytes; k++)
            find_known_byte(t, t->bytes[i].value + k)->differs = true;
    // As the first run left it, but for what depends on undefined values.
    for (size_t i = 0; i < t->byte_room; i++) {
        const struct byte *b = &t->bytes[i];
        if (b->address && b->differs)
            put(b, fills[0], true);
        else if (b->address)
            put(b, b->in_first ? b->first : b->before, !b->in_first && b->undefined);
    }
    t->run = 0;
    refill(t, fills[0]);
    for (size_t i = 0; differs && i < t->suspect_count; i++)
        t->suspects[i]->matters = true;
    return false;
}

static bool run_again(const struct cuda_cpu_grid *grid) {
    struct cuda_cpu_launch *launch = cuda_cpu_find_launch(grid);
    if (!launch->trial || !cuda_cpu_check_lock())
        return false;
    bool again = try_again(launch->trial);
    if (!again)
        end_trial(launch);
    cuda_cpu_check_unlock();
    return again;
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.repeatable = make_repeatable;
    cuda_cpu_hooks.again = run_again;
}
