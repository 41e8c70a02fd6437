// SPDX-License-Identifier: MIT
// The order of launches, copies and the host, for check-race. The host is a line of steps, and so
// is each stream: what it is given, its works, run one after the other. A work knows of each line
// up to which step it comes before:
//
//   - what came before it in its stream knew, and that itself;
//   - what the host had done when it was queued, and what the host had waited for;
//   - what its stream was told to wait for: events, and by the rules of the default stream.
//
// The host knows what it has waited for, by whatever call. Its steps are what it does between two
// calls that queue something. Host threads count as one: what orders them is not seen here, so they
// are not held against each other, and a callback, which may tell the host anything, has told it
// what it knew. The nodes of a launched graph share a step; between them its edges count
// (graph_order.c).
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "race.h"

#define here cuda_cpu_race_here

enum { HOST = 0 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// A step that has serial numbers.
struct begun {
    unsigned long tick;
    unsigned serial;
};

struct line {
    const void *stream;
    struct work **works; // of each tick; of the host's line: none
    size_t count, room;
    struct begun *begun; // by rising numbers
    size_t begun_count, begun_room;
    unsigned long *awaits; // what its next work waits for
};
static struct line *lines; // the host's first
static size_t line_count, line_room;

static unsigned next_serial = 1;
static struct work **numbered; // works by rising serial numbers
static size_t numbered_count, numbered_room;

static unsigned long host_tick = 1; // of its current step
static unsigned long *host_known;   // of each line
static unsigned host_serial;        // of the step that the host is at; 0: none yet
static bool host_stepped;           // it has had one
unsigned cuda_cpu_host_floor;

static void *grown(void *array, size_t count, size_t *room, size_t item) {
    if (count < *room)
        return array;
    array = realloc(array, (2 * *room + 16) * item);
    if (!array)
        abort();
    memset((char *)array + *room * item, 0, (*room + 16) * item);
    *room = 2 * *room + 16;
    return array;
}

// All of the functions down to the next line need the lock.

static unsigned line_of(const void *stream) {
    for (size_t i = 0; i < line_count; i++)
        if (lines[i].stream == stream)
            return (unsigned)i;
    size_t room = line_room;
    lines = grown(lines, line_count, &line_room, sizeof *lines);
    if (line_room != room) {
        host_known = realloc(host_known, line_room * sizeof *host_known);
        if (!host_known)
            abort();
        memset(host_known + room, 0, (line_room - room) * sizeof *host_known);
        for (size_t i = 0; i < line_count; i++) {
            lines[i].awaits = realloc(lines[i].awaits, line_room * sizeof *lines->awaits);
            if (!lines[i].awaits)
                abort();
            memset(lines[i].awaits + room, 0, (line_room - room) * sizeof *lines->awaits);
        }
    }
    lines[line_count] = (struct line){.stream = stream,
                                      .awaits = cuda_cpu_zeroed(line_room, sizeof *lines->awaits)};
    return (unsigned)line_count++;
}

static unsigned stream_line(const void *stream) {
    if (line_count == 0)
        line_of(NULL); // the host's
    return line_of(stream);
}

static unsigned long known_of(const struct work *w, size_t line) {
    return !w ? host_known[line] : line < w->lines ? w->known[line] : 0;
}

static void join(unsigned long *known, const struct work *w) {
    for (size_t i = 0; w && i < w->lines; i++)
        if (known[i] < w->known[i])
            known[i] = w->known[i];
}

static struct work *work_at(unsigned line, unsigned long tick) {
    return tick >= 1 && tick <= lines[line].count ? lines[line].works[tick - 1] : NULL;
}

// The lowest number of a step that may not have come before `w`; below `least` in any case.
static unsigned floor_of(const struct work *w, unsigned least) {
    for (size_t i = 0; i < line_count; i++) {
        const unsigned long known = i == HOST && (!w || w->host_side) ? host_tick : known_of(w, i);
        const bool own = w && w->line == i;
        size_t k = lines[i].begun_count;
        while (k > 0 && (lines[i].begun[k - 1].tick > known ||
                         (own && w->place && lines[i].begun[k - 1].tick == w->tick)))
            k--;
        if (k < lines[i].begun_count && lines[i].begun[k].serial < least)
            least = lines[i].begun[k].serial;
    }
    return least;
}

static unsigned number(struct work *w, unsigned count) {
    struct line *l = &lines[w->line];
    numbered = grown(numbered, numbered_count, &numbered_room, sizeof(struct work *));
    numbered[numbered_count++] = w;
    w->first = next_serial;
    w->count = count;
    next_serial += count;
    l->begun = grown(l->begun, l->begun_count, &l->begun_room, sizeof *l->begun);
    l->begun[l->begun_count++] = (struct begun){w->tick, w->first};
    return w->first;
}

static struct work *host_work(void) {
    struct work *w = cuda_cpu_zeroed(1, sizeof *w);
    stream_line(NULL);
    w->line = HOST;
    w->tick = host_tick;
    w->host_side = true;
    number(w, 1);
    host_stepped = true;
    return w;
}

static void find_host_floor(void) {
    __atomic_store_n(&cuda_cpu_host_floor, floor_of(NULL, next_serial), __ATOMIC_RELAXED);
}

// ---- serial numbers ----------------------------------------------------------------------------

unsigned cuda_cpu_host_serial(void) {
    unsigned serial = __atomic_load_n(&host_serial, __ATOMIC_ACQUIRE);
    if (serial)
        return serial;
    pthread_mutex_lock(&lock);
    if (!host_serial) {
        __atomic_store_n(&host_serial, host_work()->first, __ATOMIC_RELEASE);
        find_host_floor();
    }
    serial = host_serial;
    pthread_mutex_unlock(&lock);
    return serial;
}

static struct cuda_cpu_call *call_at_hand(void) {
    struct cuda_cpu_call *call = cuda_cpu_zeroed(1, sizeof *call);
    cuda_cpu_note_call(call);
    return call;
}

unsigned cuda_cpu_host_copy_serial(void) {
    struct cuda_cpu_call *call = call_at_hand();
    pthread_mutex_lock(&lock);
    struct work *w = host_work();
    w->call = call;
    host_serial = 0; // what comes then has another number
    pthread_mutex_unlock(&lock);
    return w->first;
}

unsigned cuda_cpu_begin_work(struct work *w, unsigned count, unsigned *floor) {
    pthread_mutex_lock(&lock);
    number(w, count);
    *floor = floor_of(w, w->first);
    pthread_mutex_unlock(&lock);
    return w->first;
}

const struct work *cuda_cpu_find_work(unsigned serial) {
    pthread_mutex_lock(&lock);
    size_t low = 0, high = numbered_count;
    while (low + 1 < high) {
        const size_t middle = (low + high) / 2;
        if (numbered[middle]->first <= serial)
            low = middle;
        else
            high = middle;
    }
    const struct work *w = numbered[low];
    pthread_mutex_unlock(&lock);
    return w;
}

// A callback may pass on to the host all that it is ordered after. Needs the lock.
static void tell_host(const struct work *w) {
    for (size_t i = 0; i < w->lines; i++)
        if (i != HOST && host_known[i] < w->known[i])
            host_known[i] = w->known[i];
    find_host_floor();
}

// ---- order -------------------------------------------------------------------------------------

bool cuda_cpu_work_before(const struct work *before, const struct work *now) {
    if (before == now || (before->host_side && (!now || now->host_side)))
        return true;
    pthread_mutex_lock(&lock);
    const bool known = before->tick <= known_of(now, before->line);
    pthread_mutex_unlock(&lock);
    return known;
}

void cuda_cpu_work_learns(const struct work *now, const struct work *other) {
    pthread_mutex_lock(&lock);
    unsigned long *const known = now ? now->known : host_known;
    join(known, other);
    if (other->line == HOST || !now || other->line < now->lines)
        known[other->line] = other->line == HOST ? host_tick : other->tick;
    memset(here.asked, 0, sizeof here.asked);
    if (now)
        here.floor = floor_of(now, now->first);
    else
        find_host_floor();
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_work_tells_host(const struct work *w) {
    pthread_mutex_lock(&lock);
    tell_host(w);
    pthread_mutex_unlock(&lock);
}

// Work is queued after `ticket` of another stream.
static void queue_after(const void *stream, const void *other, unsigned long long ticket) {
    pthread_mutex_lock(&lock);
    const unsigned line = stream_line(stream), from = stream_line(other);
    if (lines[line].awaits[from] < ticket)
        lines[line].awaits[from] = ticket;
    join(lines[line].awaits, work_at(from, ticket));
    pthread_mutex_unlock(&lock);
}

static void note_queued(const void *stream, unsigned long long ticket) {
    struct work *w = cuda_cpu_zeroed(1, sizeof *w);
    w->call = call_at_hand();
    pthread_mutex_lock(&lock);
    const unsigned line = stream_line(stream);
    struct line *const l = &lines[line];
    w->line = line;
    w->tick = ticket;
    w->lines = line_count;
    w->known = cuda_cpu_zeroed(line_room, sizeof *w->known);
    memcpy(w->known, l->awaits, line_count * sizeof *w->known);
    memset(l->awaits, 0, line_room * sizeof *l->awaits);
    join(w->known, work_at(line, ticket - 1));
    if (here.work) { // by a callback
        join(w->known, here.work);
    } else {
        for (size_t i = 0; i < line_count; i++)
            if (w->known[i] < host_known[i])
                w->known[i] = host_known[i];
        w->known[HOST] = host_stepped ? host_tick++ : host_tick - 1;
        host_stepped = false;
        __atomic_store_n(&host_serial, 0, __ATOMIC_RELEASE);
    }
    w->known[line] = ticket;
    while (l->count < ticket) {
        l->works = grown(l->works, l->count, &l->room, sizeof(struct work *));
        l->works[l->count++] = NULL;
    }
    l->works[ticket - 1] = w;
    pthread_mutex_unlock(&lock);
}

static void note_begins(const void *stream, unsigned long long ticket, bool host_side,
                        bool copies) {
    pthread_mutex_lock(&lock);
    const unsigned line = stream_line(stream);
    struct work *w = work_at(line, ticket);
    if (w) {
        join(w->known, work_at(line, ticket - 1)); // it may have learnt more since, by a flag
        w->host_side = host_side;
        w->copies = copies;
    }
    if (w && host_side)
        tell_host(w);
    pthread_mutex_unlock(&lock);
    here = (struct race_here){.work = w};
}

static void note_ended(void) {
    here = (struct race_here){0};
}

// The host has waited for it, or seen that it is over.
static void note_reached(const void *stream, unsigned long long ticket) {
    if (here.work)
        return; // a callback
    pthread_mutex_lock(&lock);
    const unsigned line = stream_line(stream);
    const struct work *w = work_at(line, ticket);
    join(host_known, w);
    if (host_known[line] < ticket)
        host_known[line] = ticket;
    find_host_floor();
    pthread_mutex_unlock(&lock);
}

// ---- copies and fills --------------------------------------------------------------------------

static void touch(const void *start, size_t bytes, unsigned flags) {
    const struct access a = {(uintptr_t)start, bytes, flags, NULL};
    cuda_cpu_race_access(&a);
}

void cuda_cpu_race_copied(const void *to, const void *from, size_t bytes) {
    if (here.me || (here.work && !here.work->copies))
        return; // of NCCL, which orders streams in ways of its own
    if (!here.work)
        here.copy = cuda_cpu_host_copy_serial();
    if (from)
        touch(from, bytes, 0);
    touch(to, bytes, ACCESS_WRITE);
    here.copy = 0;
}

// ---- launches ----------------------------------------------------------------------------------

void cuda_cpu_race_launch(struct cuda_cpu_launch *launch) {
    const struct cuda_cpu_grid *grid = launch->grid;
    struct work *w = (struct work *)here.work;
    if (!w || !cuda_cpu_checking(CUDA_CPU_RACE))
        return;
    w->kernel = grid->name;
    memcpy(w->grid, grid->grid, sizeof w->grid);
    memcpy(w->block, grid->block, sizeof w->block);
    launch->work = w;
    launch->first = cuda_cpu_begin_work(w, launch->blocks, &launch->floor);
}

__attribute__((constructor(102))) static void register_hooks(void) {
    if (!cuda_cpu_checking(CUDA_CPU_RACE))
        return;
    cuda_cpu_hooks.behind = queue_after;
    cuda_cpu_hooks.queued = note_queued;
    cuda_cpu_hooks.begins = note_begins;
    cuda_cpu_hooks.ended = note_ended;
    cuda_cpu_hooks.reached = note_reached;
}
