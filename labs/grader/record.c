// SPDX-License-Identifier: MIT
// The grader's part of a submission that is graded: linked to it, and not reachable from its source
// (screen.awk). It writes what is handed in to descriptor 3, with the kernels' launches so far; and
// in a run without a check it watches the bytes around each allocation of the device's.
//
//     TASK TYPE COUNT LAUNCHES NUMBERS KERNELS\n and the bytes    a result: the first of each task
//     0 end 0 LAUNCHES NUMBERS -\n                                the program came to its end
//
// Launches so far; what the kernels had to work with so far: none, the lab's numbers alone,
// the lab's that the host has fetched back from the device, other ones, or both of these; then +
// where any of the lab's were among them, ~ where there is managed memory, and ^ where the host has
// worked on numbers between two kernels of the task, or last; the names of the kernels that were
// launched since the last result.
//
// Who worked a result out, the kernels or the host? LAB_INPUTS=tell: the record holds the lab's
// numbers too, as results of a task 0. LAB_INPUTS=change: standard input is such a record of a run
// with another seed, and wherever the lab's numbers are copied to the device, those of the other
// run arrive there. Managed memory that the host has filled with them holds those of the other run
// when a kernel is launched. The host has no others: a result that fits those of the other run is
// the kernels' work, and one that fits the host's numbers is the host's. Ways around that are
// noted, not stopped: numbers that come back or go there in small pieces, and device memory that
// changes while no kernel, copy or fill is at work. Under a check it is only seen whether the host
// has made a result.
//
// What the student's code says goes to standard output, and what the runtime and the checks say to
// standard error, where nothing else arrives: `stderr`, std::cerr and their kin are renamed in the
// student's object (screen.awk lists them), some of them to functions of this file.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/device.h"
#include "hooks.h"
#include "memory/variables.h"
#include "streams/queue.h"

enum { RECORD = 3, MOST_TASKS = 100, PAGE = 4096, AFTER = 48 << 10, FILL = 0x7f };
enum { TOGETHER = 1000 }; // blocks of a cooperative launch, as on a GPU: a run has threads for them
enum { SURE = 64, MOST_ARGUMENTS = 256 }; // bytes

// ---- the record --------------------------------------------------------------------------------

static unsigned long launches;
static bool has_lab, has_other; // the kernels: the lab's numbers; others, or a way to them
static bool has_managed;
static bool
    gave_back; // the device: the lab's numbers, as they are there; or the host made the result
static char kernels[200]; // since the last result, with commas between
// In the task at hand: bytes that came back to the host; that small copies and launches' arguments
// brought to the device, other than the lab's and what came from there; and whether the host has
// worked on what came back.
static size_t came_back, brought;
static bool host_had_part;
static void (*next_launch)(const struct cuda_cpu_grid *);
static void (*next_copied)(void *, const void *, size_t), (*next_filled)(void *, size_t);

static int lock;
static void enter(void) {
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        cuda_cpu_relax();
}
static void leave(void) {
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void put(const void *from, size_t bytes) {
    for (const char *at = from; bytes > 0;) {
        const ssize_t written = write(RECORD, at, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            _exit(2);
        at += written;
        bytes -= (size_t)written;
    }
}

static void put_head(int task, const char *type, size_t count, const char *names) {
    char head[300];
    put(head, (size_t)snprintf(head, sizeof head, "%d %s %zu %lu %s%s%s%s %s\n", task, type, count,
                               launches,
                               has_other && gave_back ? "both"
                               : has_other            ? "other"
                               : gave_back            ? "back"
                               : has_lab              ? "lab"
                                                      : "none",
                               has_lab ? "+" : "", has_managed ? "~" : "", host_had_part ? "^" : "",
                               *names ? names : "-"));
}

// The default stream is that of the device which is current when work is put into it: of the newest
// pieces of work in it, the device.
enum { MOST_QUEUED = 1 << 16 };
static unsigned char devices[MOST_QUEUED];
static __thread int device_at_work;

static void on_queued(const void *stream, unsigned long long ticket) {
    if (stream == cuda_cpu_legacy)
        devices[ticket % MOST_QUEUED] = (unsigned char)cuda_cpu_device();
}

// A name of which only letters, digits, _ and : are kept, up to the kernel's parameters; then @ and
// the device's number.
static void note_kernel(const char *name) {
    char plain[42] = "";
    size_t length = 0;
    for (; *name && *name != '<' && *name != '(' && length < sizeof plain - 5; name++)
        if (isalnum((unsigned char)*name) || *name == '_' || *name == ':')
            plain[length++] = *name;
    if (length > 0)
        length += (size_t)sprintf(plain + length, "@%d", device_at_work);
    plain[length] = ',';
    const char *seen = strstr(kernels, plain);
    if (!(seen && (seen == kernels || seen[-1] == ',')) && length > 0 &&
        strlen(kernels) + length + 1 < sizeof kernels)
        strcat(kernels, plain);
}

// ---- the lab's numbers -------------------------------------------------------------------------

// Each array of the lab's numbers, as it was made, and what takes its place on the device.
static struct input {
    char *values, *others;
    size_t bytes;
    struct input *next;
} * inputs;

// What a copy brings to the device, to be changed before a kernel reads it: the runtime tells of a
// copy before it makes it, perhaps on another thread.
static struct change {
    char *to;
    const char *values, *others;
    size_t bytes;
    struct change *next;
} * changes;

// WATCH: a check or the counters are at work. Nothing is changed then, but it is seen whether the
// host has made the result.
static enum { NOTHING, TELL, CHANGE, WATCH } mode;

// Where the lab's numbers lie on the device after they were changed, and what is there.
static struct place {
    const char *at, *values;
    size_t bytes;
    struct place *next;
} * places;

// What the device's memory, and the host's that kernels use too, have to hold, as far as copies,
// fills and kernels brought it there (in runs with other numbers). What is not as expected was
// written by the host: through a pointer, or into its own.
static struct memory {
    char *start, *expected;
    size_t bytes, held; // 0 when it is gone; how many there were
    bool shared, managed;
    struct memory *next;
} * memories;
static int working;          // pieces of work that streams are at,
static __thread int at_work; // and this thread
static bool unsure;          // other work changed it meanwhile

static void note_memory(const void *start, size_t bytes, bool shared, bool managed) {
    struct memory *m = malloc(sizeof *m);
    *m = (struct memory){(char *)start, malloc(bytes), bytes, bytes, shared, managed, memories};
    memcpy(m->expected, start, bytes);
    memories = m;
}

static void forget_memory(const void *start) {
    for (struct memory *m = memories; m; m = m->next)
        if (m->start == start)
            m->bytes = 0;
}

static struct memory *memory_at(const char *at, size_t bytes) {
    for (struct memory *m = memories; m; m = m->next)
        if (at >= m->start && at < m->start + m->bytes && bytes <= m->bytes - (at - m->start))
            return m;
    return NULL;
}

// Bytes are about to be copied there, or were filled in (from where they are).
static void expect(char *to, const char *from, size_t bytes) {
    struct memory *const m = memory_at(to, bytes), *const source =
                                                       from == to ? NULL : memory_at(from, bytes);
    if (m)
        memmove(m->expected + (to - m->start),
                source ? source->expected + (from - source->start) : from, bytes);
}

static void note_passage(bool to_device, const char *to, const char *from, size_t bytes);

// Managed memory into which the host has put arrays of the lab's: kernels find the others there.
static void change_managed(struct memory *m) {
    size_t changed = 0;
    for (const struct input *i = inputs; i; i = i->next) {
        char *const at =
            i->others && i->bytes >= SURE ? memmem(m->start, m->bytes, i->values, i->bytes) : NULL;
        if (!at)
            continue;
        memcpy(at, i->others, i->bytes);
        changed += i->bytes;
        has_lab = true;
    }
    const bool uniform = m->bytes >= SURE && memcmp(m->start, m->start + 4, m->bytes - 4) == 0;
    has_other |= !uniform && (changed == 0 || changed + SURE <= m->bytes);
}

// What the host has written into memory that kernels use too is on its way to the device.
static void note_host_written(struct memory *m) {
    for (size_t at = 0; at < m->bytes;) {
        const size_t from = at;
        for (size_t left; (left = m->bytes - at) > 0; at += left < SURE ? left : SURE)
            if (memcmp(m->start + at, m->expected + at, left < SURE ? left : SURE) == 0)
                break;
        if (at > from)
            note_passage(true, m->start + from, m->start + from, at - from);
        else
            at += SURE;
    }
    if (m->managed)
        change_managed(m);
}

// A kernel has brought the lab's numbers, as the device has them, to where the host can read them.
// Or the host has brought its own there meanwhile.
static bool holds_piece(const struct memory *m, bool others) {
    enum { PIECES = 4 };
    for (const struct input *i = inputs; i; i = i->next)
        for (size_t k = 0; i->others && i->bytes >= SURE && k < PIECES; k++)
            if (memmem(m->start, m->bytes,
                       (others ? i->others : i->values) + (i->bytes - SURE) * k / PIECES, SURE))
                return true;
    return false;
}

static void compare_memory(bool kernel_is_over) {
    const bool alone = __atomic_load_n(&working, __ATOMIC_RELAXED) == at_work;
    for (struct memory *m = memories; m; m = m->next) {
        const void *start;
        size_t bytes;
        if (m->shared && !m->managed && m->bytes > 0 && // it may have been the host's own, and gone
            (!cuda_cpu_find_memory(m->start, &start, &bytes) || start != m->start ||
             bytes < m->bytes))
            m->bytes = 0;
        const bool changed = memcmp(m->start, m->expected, m->bytes) != 0;
        if (changed && m->shared && kernel_is_over) {
            gave_back |= holds_piece(m, true);
            has_other |= holds_piece(m, false);
        } else if (changed && m->shared && alone && !unsure)
            note_host_written(m);
        else if (changed && alone && !unsure && !kernel_is_over)
            gave_back = true;
        else if (changed)
            has_other |= m->shared;
        if (changed)
            memcpy(m->expected, m->start, m->bytes);
    }
    unsure = !alone;
}

// Host functions in a stream have no business in the device's memory: what they write there, the
// host has written.
static __thread bool at_host_function;
static void on_begins(const void *stream, unsigned long long ticket, bool host, bool copies) {
    (void)copies;
    at_host_function = host;
    if (host)
        return;
    device_at_work = stream == cuda_cpu_legacy ? devices[ticket % MOST_QUEUED]
                                               : ((const struct cuda_cpu_stream *)stream)->device;
    at_work++;
    __atomic_fetch_add(&working, 1, __ATOMIC_RELAXED);
}
static void on_ended(void) {
    if (at_host_function)
        return;
    at_work--;
    __atomic_fetch_sub(&working, 1, __ATOMIC_RELAXED);
}

// The device's variables, which lie somewhere among the program's: once, before a kernel or a copy.
// The host may have written into managed ones before.
static void note_variables(void) {
    extern char __data_start[], _end[];
    static bool noted;
    size_t bytes;
    if (noted)
        return;
    noted = true;
    for (const char *at = __data_start; at < _end;) {
        const char *const start = cuda_cpu_find_variable(at, &bytes);
        const bool managed = start && cuda_cpu_managed_variable(start);
        has_managed |= managed;
        if (start && bytes >= SURE)
            note_memory(start, bytes, managed, managed);
        if (managed && bytes >= SURE) {
            change_managed(memories);
            memcpy(memories->expected, start, bytes);
        }
        at = start ? start + bytes : at + 16 - (uintptr_t)at % 16;
    }
}

static void change_now(void) {
    enter();
    for (struct change **at = &changes; *at;) {
        struct change *c = *at;
        if (memcmp(c->to, c->values, c->bytes) != 0) { // not there yet
            at = &c->next;
            continue;
        }
        memcpy(c->to, c->others, c->bytes);
        expect(c->to, c->others, c->bytes);
        struct place *place = malloc(sizeof *place);
        *place = (struct place){c->to, c->others, c->bytes, places};
        places = place;
        *at = c->next;
        free(c);
    }
    leave();
}

// Memory that is about to go is not looked at any more.
static void forget_changes(const char *start, size_t bytes) {
    for (struct place *p = places; p; p = p->next)
        if (p->at >= start && p->at < start + bytes)
            p->bytes = 0;
    for (struct change **at = &changes; *at;) {
        struct change *c = *at;
        if (c->to < start || c->to >= start + bytes) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        free(c);
    }
}

// ---- where a result comes from -----------------------------------------------------------------

// What went between the host and the device: copies of one direction that go on where the one
// before ended, as rows do, are one.
static struct passage {
    bool to_device;
    const char *to, *from; // where the next one would go on
    char *bytes;
    size_t count, room;
    struct passage *next;
} * passages;

static void note_passage(bool to_device, const char *to, const char *from, size_t bytes) {
    enum { MOST = 1 << 26 };
    struct passage *p = passages;
    if (!p || p->to_device != to_device || p->to != to || p->from > from) {
        p = calloc(1, sizeof *p);
        p->to_device = to_device;
        p->next = passages;
        passages = p;
    }
    if (p->count + bytes > p->room && p->room + bytes < MOST) {
        p->room = 2 * (p->room + bytes);
        p->bytes = realloc(p->bytes, p->room);
    }
    if (p->count + bytes <= p->room) {
        memcpy(p->bytes + p->count, from, bytes);
        p->count += bytes;
    }
    p->to = to + bytes;
    p->from = from + bytes;
}

static bool passed(bool to_device, const void *values, size_t bytes) {
    for (const struct passage *p = passages; p; p = p->next)
        if (p->to_device == to_device && memmem(p->bytes, p->count, values, bytes))
            return true;
    return false;
}

static bool lies_in_shared_memory(const void *values, size_t bytes);

// Memory of one value says nothing.
static bool is_uniform(const char *values) {
    return memcmp(values, values + 4, SURE - 4) == 0;
}

// Did the host make it? Most of its pieces that say something (of many, at most 100) have never
// come from the device, or were brought there by the host.
static bool is_the_hosts(const char *values, size_t bytes) {
    enum { MOST_PIECES = 100 };
    size_t telling = 0, asked = 0, hosts = 0;
    for (size_t at = 0; at + SURE <= bytes; at += SURE)
        telling += !is_uniform(values + at);
    const size_t step = telling / MOST_PIECES + 1;
    for (size_t at = 0, k = 0; at + SURE <= bytes; at += SURE) {
        if (is_uniform(values + at) || k++ % step != 0)
            continue;
        asked++;
        hosts += passed(true, values + at, SURE) ||
                 (!passed(false, values + at, SURE) && !lies_in_shared_memory(values + at, SURE));
    }
    return hosts > asked / 2;
}

static void on_launch(const struct cuda_cpu_grid *grid) {
    __atomic_fetch_add(&launches, 1, __ATOMIC_RELAXED);
    enter();
    note_kernel(grid->name);
    has_other |= grid->closure_bytes > MOST_ARGUMENTS;
    if (mode >= CHANGE && grid->closure_bytes >= SURE)
        note_passage(true, NULL, grid->closure, grid->closure_bytes);
    brought += grid->closure_bytes;
    leave();
    change_now();
    if (mode == CHANGE) {
        enter();
        note_variables();
        compare_memory(false);
        leave();
    }
    if (next_launch)
        next_launch(grid);
}

static void on_launched(const struct cuda_cpu_grid *grid) {
    (void)grid;
    enter();
    compare_memory(true);
    leave();
}

static void on_grid(const struct cuda_cpu_grid *grid) {
    if (grid)
        change_now();
}

// The other run's record: read before the submission's own code runs, or that would read it.
static FILE *other_record;
static void read_other_record(void) {
    enum { MOST = 1 << 28 };
    char *text = malloc(MOST);
    const size_t length = text ? fread(text, 1, MOST, stdin) : 0;
    other_record = length > 0 ? fmemopen(text, length, "r") : NULL;
}

// The array of its next result that has so many bytes; NULL: none.
static char *other_array(size_t bytes) {
    size_t there;
    char kind[8];
    while (other_record && fscanf(other_record, "%*d %7s %zu %*u %*s %*s", kind, &there) == 2 &&
           getc(other_record) == '\n') {
        const bool input = strcmp(kind, "input") == 0; // or a result between two of them
        if (!input && strchr("if", *kind))
            there *= 4;
        char *values = there < (size_t)1 << 28 ? malloc(there) : NULL;
        if (!values || fread(values, 1, there, other_record) != there)
            break;
        if (input && there == bytes)
            return values;
        free(values);
    }
    return NULL;
}

// lab.h tells of each array.
void lab_input(const void *values, size_t bytes) {
    struct input *i = malloc(sizeof *i);
    if (mode == TELL) {
        put_head(0, "input", bytes, "");
        put(values, bytes);
    }
    *i = (struct input){malloc(bytes), mode == CHANGE ? other_array(bytes) : NULL, bytes, inputs};
    memcpy(i->values, values, bytes);
    enter();
    inputs = i;
    leave();
}

// Copies or fills of a few bytes each, side by side, may do a kernel's work; those of a halo's
// cells come back to the same places.
static void note_small(const char *at, size_t bytes) {
    static size_t moved;
    static const char *last;
    if (last && (at == last + bytes || at + bytes == last))
        gave_back |= (moved += bytes) >= SURE;
    last = at;
}

static void on_filled(void *to, size_t bytes) {
    enter();
    if (bytes < SURE)
        note_small(to, bytes);
    expect(to, to, bytes);
    leave();
    if (next_filled)
        next_filled(to, bytes);
}

// Bytes of the lab's numbers that came back to the host, each copy too small to be known by its
// contents.
static size_t fetched_bytes(const char *from, size_t bytes) {
    for (const struct place *p = places; p; p = p->next)
        if (from >= p->at && bytes <= p->bytes && from - p->at <= (long)(p->bytes - bytes))
            return memcmp(from, p->values + (from - p->at), bytes) == 0 ? bytes : 0;
    return 0;
}

// A whole array, or a large enough piece of one that it is no other's by chance.
static void note_copied(void *to, const void *from, size_t bytes) {
    static size_t small; // bytes of copies that are too small to be known
    static size_t fetched;
    const void *start;
    size_t around;
    change_now();
    const bool to_device =
        cuda_cpu_find_variable(to, &around) ||
        (cuda_cpu_find_memory(to, &start, &around) && !cuda_cpu_is_the_hosts_too(to));
    const char *at = NULL;
    enter();
    const bool from_device =
        cuda_cpu_find_variable(from, &around) ||
        (cuda_cpu_find_memory(from, &start, &around) && !cuda_cpu_is_the_hosts_too(from));
    if (mode == CHANGE)
        note_variables();
    if (mode == CHANGE && from_device)
        compare_memory(false);
    if (mode == CHANGE)
        expect(to, from, bytes);
    const bool uniform = bytes < SURE || memcmp(from, (const char *)from + 4, bytes - 4) == 0;
    if (from_device) {
        if (mode >= CHANGE && !to_device)
            note_passage(false, to, from, bytes);
        if (!to_device && (bytes < SURE || !uniform))
            came_back += bytes;
        if (!to_device && bytes < SURE)
            gave_back |= (fetched += fetched_bytes(from, bytes)) >= SURE;
        if (to_device && bytes < SURE)
            note_small(to, bytes);
        for (const struct input *i = inputs; i && !to_device && bytes >= SURE; i = i->next)
            gave_back |= i->others && bytes <= i->bytes && memmem(i->others, i->bytes, from, bytes);
        leave();
        return;
    }
    for (const struct input *i = inputs; i && !at; i = i->next) {
        if (to_device && (bytes == i->bytes || (bytes >= SURE && bytes < i->bytes)))
            at = memmem(i->values, i->bytes, from, bytes);
        if (at && i->others) {
            struct change *c = malloc(sizeof *c);
            *c = (struct change){to, at, i->others + (at - i->values), bytes, changes};
            changes = c;
        }
    }
    if (mode >= CHANGE && to_device && !at)
        note_passage(true, to, from, bytes);
    host_had_part |= to_device && !at && !uniform && came_back >= SURE;
    if (to_device && !at && bytes <= 2 * SURE &&
        (bytes < SURE || !(uniform || passed(false, from, bytes))))
        brought += bytes;
    if (at)
        has_lab = true;
    else if (mode == CHANGE && !to_device && !memory_at(to, bytes))
        ; // managed memory goes to the host's own
    else if (bytes >= SURE)
        has_other |= !uniform;
    else
        has_other |= (small += bytes) >= SURE;
    leave();
}

static void on_copied(void *to, const void *from, size_t bytes) {
    note_copied(to, from, bytes);
    if (next_copied)
        next_copied(to, from, bytes);
}

// checks/c_library.c, where check-init watches: what reads memory, so that a value that nothing
// wrote is named.
int cuda_cpu_checked_memcmp(const void *a, const void *b, size_t bytes) __attribute__((weak));

// Of a task only the first result counts: no more are written.
void lab_record(int task, char type, const void *values, size_t count, size_t bytes) {
    static unsigned char seen[MOST_TASKS];
    const char kind[] = {type, 0};
    const void *start;
    size_t around;
    if (task < 1 || task >= MOST_TASKS || seen[task]++)
        return;
    if (cuda_cpu_find_memory(values, &start, &around) && !cuda_cpu_is_the_hosts_too(values)) {
        fprintf(stderr,
                "cuda-cpu: the result of task %d lies in the device's memory, where the "
                "host can't read it\n",
                task);
        return;
    }
    if (cuda_cpu_checked_memcmp)
        cuda_cpu_checked_memcmp(values, values, bytes);
    gave_back |= mode >= CHANGE && is_the_hosts(values, bytes);
    gave_back |= mode == CHANGE && bytes >= SURE && brought >= bytes; // bit by bit
    host_had_part |=
        bytes < SURE && (came_back >= SURE || (mode == CHANGE && !passed(false, values, bytes) &&
                                               !lies_in_shared_memory(values, bytes)));
    put_head(task, kind, count, kernels);
    put(values, bytes);
    *kernels = 0;
    gave_back = host_had_part = false;
    came_back = brought = 0;
}

__attribute__((destructor(102))) static void finish(void) {
    put_head(0, "end", 0, "");
}

// ---- the bytes around an allocation
// --------------------------------------------------------------

// Each allocation begins a page; around it lie bytes of FILL, which is a large number as a float
// and as an int: what is read there shows in the result, and what was written there is seen. As on
// a GPU, a small step outside is no crash. Allocations lie closer to each other than where a
// check watches: what behaves only far apart is seen here.
static struct piece {
    unsigned char *start;
    size_t bytes, after;
    bool shared; // the host reads and writes it, too
    struct piece *next;
} * pieces;

static bool has_registered;

// Have kernels, or copies, put it into memory that the host has, too?
static bool lies_in_shared_memory(const void *values, size_t bytes) {
    for (const struct memory *m = memories; mode == CHANGE && m; m = m->next)
        if (m->shared && memmem(m->expected, m->held, values, bytes))
            return true;
    if (mode == CHANGE)
        return false;
    for (const struct piece *p = pieces; p; p = p->next)
        if (p->shared && memmem(p->start, p->bytes, values, bytes))
            return true;
    return has_registered;
}

static void *allocate(size_t bytes, enum cudaMemoryType type) {
    const bool managed = type == cudaMemoryTypeManaged;
    has_managed |= managed;
    has_other |= type != cudaMemoryTypeDevice && (mode != CHANGE || !managed);
    struct piece *p = malloc(sizeof *p);
    const size_t inside = (bytes + AFTER + PAGE - 1) / PAGE * PAGE;
    char *memory = inside < bytes ? MAP_FAILED
                                  : mmap(NULL, PAGE + inside + PAGE, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!p || memory == MAP_FAILED) {
        free(p);
        return NULL;
    }
    *p = (struct piece){(unsigned char *)memory + PAGE, bytes, inside - bytes,
                        type != cudaMemoryTypeDevice, NULL};
    memset(memory, FILL, PAGE);
    memset(p->start + bytes, FILL, p->after);
    mprotect(p->start + inside, PAGE, PROT_NONE);
    enter();
    p->next = pieces;
    pieces = p;
    if (mode == CHANGE)
        note_memory(p->start, bytes, type != cudaMemoryTypeDevice, managed);
    leave();
    return p->start;
}

static bool is_filled(const unsigned char *at, size_t bytes) {
    return *at == FILL && memcmp(at, at + 1, bytes - 1) == 0;
}

static void (*next_registered)(void *, size_t);
static void on_registered(void *start, size_t bytes) {
    has_other = has_registered = true;
    enter();
    if (mode == CHANGE)
        note_memory(start, bytes, true, false);
    leave();
    if (next_registered)
        next_registered(start, bytes);
}

static void look_around(const struct piece *p) {
    if (!is_filled(p->start + p->bytes, p->after))
        fprintf(stderr, "cuda-cpu: something wrote past the end of an allocation of %zu bytes\n",
                p->bytes);
    if (!is_filled(p->start - PAGE, PAGE))
        fprintf(stderr,
                "cuda-cpu: something wrote before the start of an allocation of %zu bytes\n",
                p->bytes);
}

static void release(void *start) {
    change_now();
    enter();
    for (struct piece **at = &pieces; *at; at = &(*at)->next)
        if ((*at)->start == start) {
            struct piece *p = *at;
            *at = p->next;
            look_around(p);
            forget_changes((const char *)p->start, p->bytes);
            forget_memory(p->start);
            munmap(p->start - PAGE, PAGE + p->bytes + p->after + PAGE);
            free(p);
            break;
        }
    leave();
}

__attribute__((destructor(101))) static void look_at_the_rest(void) {
    for (const struct piece *p = pieces; p; p = p->next)
        look_around(p);
}

static void begin_alone(void) {
    const char *asked = getenv("LAB_INPUTS");
    mode = !asked ? NOTHING : strcmp(asked, "tell") == 0 ? TELL : CHANGE;
    if (mode == CHANGE) {
        read_other_record();
        cuda_cpu_hooks.launched = on_launched;
    }
    cuda_cpu_hooks.queued = on_queued;
    cuda_cpu_hooks.begins = on_begins;
    cuda_cpu_hooks.ended = on_ended;
    cuda_cpu_hooks.on_all_cores = true;
    cuda_cpu_hooks.allocate = allocate;
    cuda_cpu_hooks.release = release;
    next_registered = cuda_cpu_hooks.registered;
    cuda_cpu_hooks.registered = on_registered;
    cuda_cpu_hooks.grid = on_grid;
}

// A submission gets an empty environment, for no run's may look like another's: the runtime and the
// checks go on with a copy, and a submission's main() (which grade gives another name) sees none.
__attribute__((constructor(101))) static void move_environment(void) {
    size_t count = 0;
    while (environ[count])
        count++;
    char **const copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++) {
        copy[i] = strdup(environ[i]);
        memset(environ[i], 0, strlen(environ[i]));
        environ[i] = NULL;
    }
    environ = copy;
}

int lab_main(int argc, char **argv, char **environment);
int main(int argc, char **argv) {
    char *none[] = {NULL};
    return lab_main(argc, argv, none);
}

// The checks take hold of the runtime before (constructor(101)); the bytes around an allocation are
// left to them.
__attribute__((constructor(102))) static void begin(void) {
    mode = WATCH;
    if (!cuda_cpu_hooks.launch)
        begin_alone();
    cuda_cpu_hooks.most_together = TOGETHER;
    next_launch = cuda_cpu_hooks.launch;
    cuda_cpu_hooks.launch = on_launch;
    next_copied = cuda_cpu_hooks.copied;
    cuda_cpu_hooks.copied = on_copied;
    next_filled = cuda_cpu_hooks.filled;
    cuda_cpu_hooks.filled = on_filled;
}

// ---- what a student's code calls in place of the library's
// ---------------------------------------

void lab_perror(const char *text) {
    printf("%s: %s\n", text, strerror(errno));
}

// There are no files, no environment and no other programs here.
FILE *lab_fopen(const char *name, const char *mode) {
    (void)name, (void)mode;
    errno = EACCES;
    return NULL;
}

// It writes a file, and could empty one that is open.
int lab_graph_dot(const void *graph, const char *name, unsigned flags) {
    (void)graph, (void)name, (void)flags;
    return cudaSuccess;
}

int lab_system(const char *command) {
    (void)command;
    return -1;
}

// The checks, too, write numbers, and with a decimal point.
char *lab_setlocale(int category, const char *name) {
    (void)category, (void)name;
    return (char *)"C";
}

char *lab_getenv(const char *name) {
    (void)name;
    return NULL;
}

// But a lab may say how many devices the CPU is.
int lab_setenv(const char *name, const char *value, int overwrite) {
    return strcmp(name, "CUDA_CPU_DEVICES") == 0 ? setenv(name, value, overwrite) : 0;
}

__attribute__((noreturn)) void lab_assert_fail(const char *text, const char *file, unsigned line,
                                               const char *function) {
    printf("%s:%u: %s: Assertion `%s' failed.\n", file, line, function, text);
    fflush(stdout);
    abort();
}
