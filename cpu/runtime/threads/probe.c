// SPDX-License-Identifier: MIT
// A barrier that is missing, in kernels that are split at the others: the threads of a part run one
// after the other, and so the result may be right. The compiler has accesses to shared memory noted
// (cuda_cpu/probe.h), and here it is noted where a thread reads what another wrote since the last
// barrier, or writes what another has read. Writes that change nothing are none: a flag that all
// set, a number that all store. It is said once a kernel.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "fiber.h"
#include "threads/threads.h"

enum { READS = 1, WRITES = 2, COUNTS = 4 }; // as cuda_cpu/probe.h has them
enum { CELLS = 16384, NOBODY = -1, MOST_OPEN = 64, MOST_TOLD = 64, WORD = 4 };

struct place {
    int thread; // NOBODY: it has not happened
    int line;
    const char *file;
    unsigned long meeting;
};

// What happened at an address since the last barrier.
struct cell {
    const void *at;
    unsigned long part;
    unsigned bytes;
    struct place writer, counter, reader, other; // the last ones; two that read
    unsigned char before[16];                    // its value when the part began
};

// A write to what another thread read: whether it changes anything shows when the part ends.
struct open_write {
    const void *at;
    unsigned bytes;
    struct place reader, writer;
    unsigned char before[16];
};

static __thread struct cell *cells;
static __thread struct open_write *open_writes;
static __thread unsigned open_count;

static void tell(const struct place *reads, const struct place *writes, bool read_later) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const char *told[MOST_TOLD];
    static unsigned count;
    const struct cuda_cpu_grid *grid = cuda_cpu_block()->grid;
    const unsigned *size = grid->block;
    char command[512];
    bool known = false;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < count; i++)
        known = known || strcmp(told[i], grid->name) == 0;
    if (!known && count < MOST_TOLD && cuda_cpu_check_command("race", command, sizeof command)) {
        told[count++] = grid->name;
        const unsigned r = (unsigned)reads->thread, w = (unsigned)writes->thread;
        fflush(stdout);
        fprintf(stderr,
                "cuda-cpu: kernel %s: thread (%u, %u, %u) reads shared memory at %s:%d that "
                "thread (%u, %u, %u) %s at %s:%d, with no barrier between: %s\n",
                grid->name, r % size[0], r / size[0] % size[1], r / size[0] / size[1], reads->file,
                reads->line, w % size[0], w / size[0] % size[1], w / size[0] / size[1],
                read_later ? "wrote" : "writes", writes->file, writes->line, command);
    }
    pthread_mutex_unlock(&lock);
}

// As a rule it is words of 32 bits that are noted, and many of them: nothing is called for those.
static bool is_changed(const struct cell *c) {
    return c->bytes == WORD ? memcmp(c->before, c->at, WORD) != 0
                            : memcmp(c->before, c->at, c->bytes) != 0;
}

static struct cell *cell_of(const void *at, unsigned bytes, unsigned long part) {
    const size_t key = (size_t)at, number = bytes == WORD ? key / WORD : key / bytes;
    if (!cells && !(cells = calloc(CELLS, sizeof *cells)))
        return NULL;
    struct cell *c = &cells[(number ^ key >> 16) % CELLS];
    if (c->at != at || c->part != part || c->bytes != bytes) { // one that is displaced is forgotten
        c->at = at;
        c->part = part;
        c->bytes = bytes;
        c->writer.thread = c->counter.thread = c->reader.thread = c->other.thread = NOBODY;
        if (bytes == WORD)
            memcpy(c->before, at, WORD);
        else
            memcpy(c->before, at, bytes);
    }
    return c;
}

// Member by member: as a whole a processor would wait for its parts, which were just written.
static void put(struct place *to, const struct place *from) {
    to->thread = from->thread;
    to->line = from->line;
    __asm__("" ::: "memory");
    to->file = from->file;
    __asm__("" ::: "memory");
    to->meeting = from->meeting;
}

// Lanes of a warp that have met since then did nothing unordered.
static bool by_another(const struct place *p, const struct place *me) {
    return p->thread != NOBODY && p->thread != me->thread &&
           (p->meeting == me->meeting || p->thread / WARP != me->thread / WARP);
}

static bool open_up(const struct cell *c, const struct place *reader, const struct place *writer) {
    if (!open_writes && !(open_writes = calloc(MOST_OPEN, sizeof *open_writes)))
        return false;
    if (open_count < MOST_OPEN) {
        struct open_write *o = &open_writes[open_count++];
        *o = (struct open_write){c->at, c->bytes, *reader, *writer, {0}};
        memcpy(o->before, c->at, c->bytes);
    }
    return true;
}

int cuda_cpu_note_probe(void *at, unsigned bytes, unsigned kind, unsigned thread,
                        unsigned long part, unsigned long meeting, const char *file, int line) {
    struct cell *c = cell_of(at, bytes, part);
    const struct place me = {(int)thread, line, file, meeting};
    bool open = false;
    if (!c)
        return 0;
    const bool changed = is_changed(c);
    if (changed && kind & (READS | COUNTS) && by_another(&c->writer, &me))
        tell(&me, &c->writer, true);
    else if (changed && kind & READS && by_another(&c->counter, &me))
        tell(&me, &c->counter, true);
    if (kind & (WRITES | COUNTS)) {
        const struct place *reader = by_another(&c->reader, &me)  ? &c->reader
                                     : by_another(&c->other, &me) ? &c->other
                                                                  : NULL;
        if (reader)
            open = open_up(c, reader, &me);
    }
    if (kind & READS) {
        if (by_another(&c->reader, &me))
            put(&c->other, &c->reader);
        put(&c->reader, &me);
    }
    if (kind & WRITES)
        put(&c->writer, &me);
    if (kind & COUNTS)
        put(&c->counter, &me);
    return open;
}

void cuda_cpu_free_probes(void) {
    free(cells);
    free(open_writes);
    cells = NULL;
    open_writes = NULL;
}

void cuda_cpu_end_probes(void) {
    for (unsigned i = 0; i < open_count; i++) {
        const struct open_write *o = &open_writes[i];
        if (memcmp(o->before, o->at, o->bytes) != 0)
            tell(&o->reader, &o->writer, false);
    }
    open_count = 0;
}
