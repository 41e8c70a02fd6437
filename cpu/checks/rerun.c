// SPDX-License-Identifier: MIT
// Does a value that was never written matter? Lanes whose results are dropped may compute with it
// and be right. So a kernel's load of one only makes the launch suspect: its stores are undone, and
// it runs again with other bits in all places that were never written. Results that differ depend
// on the load, and count as undefined themselves. When the host reads one of them, or the kernel
// crashes, the load is reported.
//
// To undo stores, each page is kept as it was before its first one. Such a launch has the memory to
// itself: others wait for it, for some seconds. One that waits longer runs unwatched, since the two
// may be waiting for each other.
//
// The launch's output appears once; if the runs print different things, the load is reported at
// once. Clusters do not run again.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "init.h"

// The filling of undefined memory, run by run: in the first one shared and local memory as an
// int and a float with -1 and no number, all other memory with init.h's pattern; then some 10^9 and
// 48.6; and 0.
static const unsigned char fills[] = {0xff, 0x42, 0x00};
enum { RUNS = sizeof fills };

struct load {
    uintptr_t address;
    unsigned char bytes, held[16]; // found by the first load
};

struct cuda_cpu_trial {
    unsigned run;
    size_t printed, first_printed; // a hash of what this run, and the first, has printed
    struct undo *undos;
    struct load *loads; // of undefined global memory
    size_t load_count, load_room;
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

// Needs the lock.
static struct suspect *suspect_at(const struct access *a) {
    struct suspect *s = all_suspects;
    while (s && s->pc != a->pc)
        s = s->next;
    if (s)
        return s;
    s = cuda_cpu_zeroed(1, sizeof *s);
    *s = (struct suspect){.next = all_suspects, .pc = a->pc};
    cuda_cpu_check_who(&s->who);
    if (a->bytes > 0)
        cuda_cpu_describe(a->address, s->text, sizeof s->text);
    else
        snprintf(s->text, sizeof s->text, "that of a lane which does not take part");
    return all_suspects = s;
}

static bool can_be_filled(const struct access *a) {
    return a->bytes > 0 && a->bytes <= sizeof((struct load *)0)->held &&
           cuda_cpu_kind(cuda_cpu_find_page(a->address), a->address) == GLOBAL;
}

// Needs the lock.
static void note_load(struct cuda_cpu_trial *t, const struct access *a) {
    t->loads = grown(t->loads, t->load_count, &t->load_room, sizeof *t->loads);
    struct load *l = &t->loads[t->load_count++];
    *l = (struct load){.address = a->address, .bytes = (unsigned char)a->bytes};
    memcpy(l->held, (const void *)a->address, a->bytes);
}

void cuda_cpu_suspect(const struct access *a) {
    struct cuda_cpu_trial *t = trial();
    if (!cuda_cpu_check_lock())
        return;
    struct suspect *s = suspect_at(a);
    if (!t) {
        if (!s->told && !cuda_cpu_running.launch->unwatched)
            tell(s, "", "");
        cuda_cpu_check_unlock();
        return;
    }
    size_t i = 0;
    while (i < t->suspect_count && t->suspects[i] != s)
        i++;
    if (i == t->suspect_count) {
        t->suspects = grown(t->suspects, i, &t->suspect_room, sizeof *t->suspects);
        t->suspects[t->suspect_count++] = s;
    }
    if (can_be_filled(a))
        note_load(t, a);
    cuda_cpu_check_unlock();
}

void cuda_cpu_fill_load(const struct access *a) {
    struct cuda_cpu_trial *t = trial();
    if (!t || !can_be_filled(a) || !cuda_cpu_check_lock())
        return;
    const unsigned char fill = fills[t->run], *const there = (const unsigned char *)a->address;
    bool filled = true;
    for (size_t i = 0; i < a->bytes; i++)
        filled &= there[i] == fill || !cuda_cpu_is_undefined(a->address + i);
    if (!filled)
        note_load(t, a);
    for (size_t i = 0; i < a->bytes && !filled; i++)
        if (cuda_cpu_is_undefined(a->address + i))
            cuda_cpu_put_byte(cuda_cpu_find_page(a->address + i), a->address + i, fill,
                              UNDEFINED_IF_THERE);
    cuda_cpu_check_unlock();
}

unsigned long long cuda_cpu_watch_absent(unsigned long long own) {
    const struct access a = {.pc = __builtin_return_address(0)};
    if (!cuda_cpu_checking(CUDA_CPU_INIT) || !trial())
        return own;
    if (cuda_cpu_first_run())
        cuda_cpu_suspect(&a);
    else
        memset(&own, cuda_cpu_fill_byte(), sizeof own);
    return own;
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

bool cuda_cpu_news_of_suspects(void) {
    for (const struct suspect *s = all_suspects; s; s = s->next)
        if (s->matters && !s->told)
            return true;
    return false;
}

void cuda_cpu_note_printed(const char *text, size_t length) {
    struct cuda_cpu_trial *t = trial();
    for (size_t i = 0; t && i < length; i++)
        t->printed = (t->printed ^ (unsigned char)text[i]) * 0x100000001b3u;
}

// ---- stores ------------------------------------------------------------------------------------

static struct undo *spare; // that were used before
static const size_t UNDO_CLEARED = sizeof(struct undo) - offsetof(struct undo, stored);

static unsigned char *kept(const unsigned char *bytes) {
    unsigned char *copy = malloc(PAGE);
    if (!copy)
        abort();
    return memcpy(copy, bytes, PAGE);
}

// A further run finds on the page what the first run left there.
static void keep_first(struct undo *u) {
    static const unsigned char defined[PAGE];
    u->first = kept((const unsigned char *)u->start);
    u->first_undefined = kept(u->page->undefined ? u->page->undefined : defined);
    u->differs = cuda_cpu_zeroed(1, PAGE);
}

struct undo *cuda_cpu_open_undo(struct page *page, uintptr_t address) {
    struct cuda_cpu_trial *t = trial();
    if (!t || cuda_cpu_kind(page, address) != GLOBAL || !cuda_cpu_check_lock())
        return NULL;
    struct undo *u = page->undo;
    if (!u) {
        u = spare;
        if (u)
            spare = u->next;
        else
            u = malloc(sizeof *u);
        if (!u)
            abort();
        u->next = t->undos;
        u->trial = t;
        u->page = page;
        u->start = address / PAGE * PAGE;
        memcpy(u->before, (const void *)u->start, PAGE);
        if (page->undefined)
            memcpy(u->undefined, page->undefined, PAGE);
        else
            memset(u->undefined, 0, PAGE);
        memset(u->stored, 0, UNDO_CLEARED);
        if (t->run > 0) {
            keep_first(u);
            u->in_first = cuda_cpu_zeroed(1, PAGE);
        }
        t->undos = u;
        __atomic_store_n(&page->undo, u, __ATOMIC_RELEASE);
    }
    cuda_cpu_check_unlock();
    return u;
}

void cuda_cpu_note_store(uintptr_t address, size_t bytes, bool value) {
    if (!trial())
        return;
    for (size_t part; bytes > 0; address += part, bytes -= part) {
        part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        struct page *page = cuda_cpu_find_page(address);
        if (!page || cuda_cpu_kind(page, address) != GLOBAL)
            continue;
        struct undo *u = __atomic_load_n(&page->undo, __ATOMIC_ACQUIRE);
        if (u || (u = cuda_cpu_open_undo(page, address)))
            memset(u->stored + address % PAGE, value ? (int)bytes : MANY, part);
    }
}

// Fills what was loaded and is undefined; at last, where no store is, as it was.
static void refill(const struct cuda_cpu_trial *t, unsigned run) {
    for (size_t i = 0; i < t->load_count; i++)
        for (size_t k = 0; k < t->loads[i].bytes; k++) {
            const uintptr_t at = t->loads[i].address + k;
            struct page *page = cuda_cpu_find_page(at);
            if (page && cuda_cpu_is_undefined(at) &&
                (run > 0 || !page->undo || !page->undo->stored[at % PAGE]))
                cuda_cpu_put_byte(page, at, run > 0 ? fills[run] : t->loads[i].held[k],
                                  UNDEFINED_IF_THERE);
        }
}

// ---- launches ----------------------------------------------------------------------------------

static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;

static void make_repeatable(const struct cuda_cpu_grid *grid) {
    enum { SECONDS = 5 };
    struct cuda_cpu_launch *launch = cuda_cpu_find_launch(grid);
    if (!cuda_cpu_checking(CUDA_CPU_INIT))
        return;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += SECONDS;
    launch->unwatched = pthread_mutex_timedlock(&alone, &until) != 0;
    if (!launch->unwatched)
        launch->trial = cuda_cpu_zeroed(1, sizeof *launch->trial);
}

static void end_trial(struct cuda_cpu_launch *launch) {
    struct cuda_cpu_trial *t = launch->trial;
    launch->trial = NULL;
    for (struct undo *u = t->undos, *next; u; u = next) {
        next = u->next;
        __atomic_store_n(&u->page->undo, NULL, __ATOMIC_RELEASE);
        free(u->first);
        free(u->first_undefined);
        free(u->in_first);
        free(u->differs);
        u->next = spare;
        spare = u;
    }
    free(t->loads);
    free(t->suspects);
    free(t);
    pthread_mutex_unlock(&alone);
}

// Of a byte that is another one than in the first run: it holds what undefined memory was filled
// with, as padding does that is moved with its structure; or not.
enum { CARRIED = 1, DIFFERS = 2 };

// Whether this run has left anything else than the first.
static bool compare_runs(const struct cuda_cpu_trial *t) {
    bool differs = false;
    for (struct undo *u = t->undos; u; u = u->next)
        for (unsigned i = 0; i < PAGE; i++)
            if (u->stored[i] && *(const unsigned char *)(u->start + i) != u->first[i]) {
                u->differs[i] =
                    *(const unsigned char *)(u->start + i) == fills[t->run] ? CARRIED : DIFFERS;
                differs = true;
            }
    return differs;
}

static void take_back(const struct cuda_cpu_trial *t) {
    for (struct undo *u = t->undos; u; u = u->next)
        for (unsigned i = 0; i < PAGE; i++)
            if (u->stored[i])
                cuda_cpu_put_byte(u->page, u->start + i, u->before[i], u->undefined[i]);
}

// A number that differs in some of its bytes is undefined as a whole.
static void widen(struct undo *u) {
    for (unsigned i = 0; i < PAGE; i++) {
        const unsigned bytes = u->stored[i];
        if (u->differs[i] == DIFFERS && bytes > 1 && bytes < MANY)
            memset(u->differs + i / bytes * bytes, DIFFERS, bytes);
    }
}

// As the first run left it, but that what depends on undefined values is undefined.
static void restore_first(const struct cuda_cpu_trial *t) {
    for (struct undo *u = t->undos; u; u = u->next) {
        widen(u);
        for (unsigned i = 0; i < PAGE; i++)
            if (u->stored[i])
                cuda_cpu_put_byte(u->page, u->start + i, u->first[i],
                                  u->differs[i]                    ? UNDEFINED_IF_THERE
                                  : u->in_first && !u->in_first[i] ? u->undefined[i]
                                                                   : u->first_undefined[i]);
    }
}

static bool try_again(struct cuda_cpu_trial *t) {
    if (t->suspect_count == 0)
        return false;
    const bool crashed = cuda_cpu_sticky() != cudaSuccess;
    const bool prints = t->run > 0 && t->printed != t->first_printed;
    for (size_t i = 0; (crashed || prints) && i < t->suspect_count; i++)
        if (!t->suspects[i]->told)
            tell(t->suspects[i], prints ? "\n  and what the kernel prints depends on it" : "", "");
    if (t->run == 0) {
        t->first_printed = t->printed;
        for (struct undo *u = t->undos; u; u = u->next) {
            keep_first(u);
            u->in_first = kept(u->stored);
        }
    }
    t->printed = 0;
    const bool differs = t->run > 0 && compare_runs(t);
    t->run++;
    if (t->run < RUNS && !differs && !crashed) {
        take_back(t);
        refill(t, t->run);
        return true;
    }
    restore_first(t);
    refill(t, 0);
    for (size_t i = 0; differs && i < t->suspect_count; i++)
        t->suspects[i]->matters = true;
    t->run = 0;
    return false;
}

static bool run_again(const struct cuda_cpu_grid *grid) {
    struct cuda_cpu_launch *launch = cuda_cpu_find_launch(grid);
    if (!launch->trial)
        return false;
    const bool again = try_again(launch->trial);
    if (!again)
        end_trial(launch);
    return again;
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.repeatable = make_repeatable;
    cuda_cpu_hooks.again = run_again;
}
