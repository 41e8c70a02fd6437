// SPDX-License-Identifier: MIT
// Where OS threads that run blocks are. Each is sent a signal, and notes in the handler what it
// stands at, a digest of its registers and of the top of its stack, and what it knows of the
// threads of its block.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "diagnose/diagnose.h"
#include "sample.h"
#include "threads/threads.h"

enum {
    FEWEST = 24,      // samples, some way apart: what counts slowly is to be seen counting
    SAMPLE_MS = 40,   // between two of these
    MORE_MS = 10,     // and between further ones, where the circle is long
    ANSWER_MS = 1500, // that OS threads have to answer in: a thousand of them may share the cores
    MOST_MS = 3000,   // all in all
    ENOUGH = 6,       // returns to an instruction that make a circle
    STACK_SEEN = 256
};

// What grid.h's `where` knows: the block's index, and the thread's.
enum { BLOCK_KNOWN = 1, THREAD_KNOWN = 2 };

struct cuda_cpu_sample {
    unsigned asked, answered; // numbers of samples
    unsigned long state;      // of the registers and the top of the stack; 0: not known
    struct cuda_cpu_call call;
    unsigned known, index[6];
    unsigned waiting, ready, asleep, spinning, exchanging; // threads beside the one that runs
    struct fiber first;                                    // one of those at the barrier
    unsigned shape[3];                                     // of the block
};

static unsigned long mix(unsigned long hash, unsigned long word) {
    return (hash ^ word) * 0x9e3779b97f4a7c15u;
}

// Where its stack ends that the stack pointer points into; NULL: not known.
static const char *end_of_stack(const struct block *b, const char *sp) {
    for (unsigned i = 0; i < b->fiber_count; i++)
        if (sp >= b->fibers[i]->stack && sp < b->fibers[i]->stack + b->fibers[i]->bytes)
            return b->fibers[i]->stack + b->fibers[i]->bytes;
    if (b->home.stack && sp >= b->home.stack && sp < b->home.stack + b->home.bytes)
        return b->home.stack + b->home.bytes;
    return sp + STACK_SEEN; // the OS thread's own: many frames lie above a kernel's
}

// Of the words from sp up to the end of their stack, as far as that counts.
static unsigned long mix_stack(unsigned long hash, const char *sp, const char *end) {
    for (size_t i = 0; i + sizeof hash <= STACK_SEEN && sp + i + sizeof hash <= end;
         i += sizeof hash) {
        unsigned long word;
        memcpy(&word, sp + i, sizeof word);
        hash = mix(hash, word);
    }
    return hash | 1;
}

// What a switch saves of a thread stands on top of its stack.
void cuda_cpu_note_turn(struct block *b, struct fiber *f) {
    const unsigned watch = __atomic_load_n(&b->watch, __ATOMIC_RELAXED);
    if (watch == 0 || f == b->running) // alone: a sample of its registers says more
        return;
    const unsigned long state = mix_stack(1, f->sp, end_of_stack(b, f->sp));
    if (f->watch == watch && f->state != state)
        __atomic_fetch_add(&b->changes, 1, __ATOMIC_RELAXED);
    f->watch = watch;
    f->state = state;
    __atomic_fetch_add(&b->turns, 1, __ATOMIC_RELAXED);
}

// Of the registers and the top of the stack; 0: not known.
static unsigned long digest(const struct block *b, const ucontext_t *context) {
    unsigned long hash = 1;
    const char *sp;
#if defined(__x86_64__)
    const greg_t *r = context->uc_mcontext.gregs;
    for (int i = 0; i <= REG_EFL; i++)
        hash = mix(hash, (unsigned long)r[i]);
    sp = (const char *)r[REG_RSP] - 128; // leaf functions write below it
#elif defined(__aarch64__)
    for (int i = 0; i < 31; i++)
        hash = mix(hash, context->uc_mcontext.regs[i]);
    hash = mix(mix(hash, context->uc_mcontext.sp), context->uc_mcontext.pc);
    sp = (const char *)context->uc_mcontext.sp;
#else
    (void)b, (void)context;
    return 0;
#endif
    return mix_stack(hash, sp, end_of_stack(b, sp));
}

static void answer(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    const int kept = errno;
    struct block *b = cuda_cpu_block();
    struct cuda_cpu_sample *s = b && b->grid ? b->sample : NULL;
    if (s && s->asked != s->answered) {
        s->state = digest(b, context);
        cuda_cpu_note_interrupted(&s->call, context, false);
        s->known = b->grid->where ? (unsigned)b->grid->where(s->index) : 0;
        memcpy(s->shape, b->grid->block, sizeof s->shape);
        s->waiting = s->ready = s->asleep = s->spinning = s->exchanging = 0;
        if (b->alive > 0) { // threads of the block have waited
            s->waiting = b->waiting_count;
            s->ready = b->ready_count;
            s->asleep = b->asleep_count;
            s->spinning = b->spinning_count;
            const unsigned apart =
                s->waiting + s->ready + s->asleep + s->spinning + (b->threads - b->next) + 1;
            s->exchanging = b->alive > apart ? b->alive - apart : 0;
            if (s->waiting)
                s->first = *b->waiting[0];
        }
        __atomic_store_n(&s->answered, s->asked, __ATOMIC_RELEASE);
    }
    errno = kept;
}

long long cuda_cpu_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void rest(unsigned ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

// Asks OS threads, which the list keeps alive.
static void ask(struct look *looks, unsigned count) {
    unsigned open = 0;
    for (unsigned i = 0; i < count; i++) {
        struct cuda_cpu_sample *s = looks[i].of->sample;
        s->asked++;
        looks[i].answers = false;
        open += pthread_kill(looks[i].of->os_thread, SIGURG) == 0;
    }
    for (const long long end = cuda_cpu_now_ms() + ANSWER_MS;
         open > 0 && cuda_cpu_now_ms() < end;) {
        rest(1);
        open = 0;
        for (unsigned i = 0; i < count; i++) {
            struct cuda_cpu_sample *s = looks[i].of->sample;
            looks[i].answers = __atomic_load_n(&s->answered, __ATOMIC_ACQUIRE) == s->asked;
            open += !looks[i].answers;
        }
    }
}

static void note(struct look *l) {
    const struct cuda_cpu_sample *s = l->of->sample;
    void *pc = s->call.depth ? s->call.at[0] : NULL;
    l->changes = l->changes || !s->state;
    for (unsigned i = 0; i < l->instructions; i++)
        if (l->seen[i].pc == pc) {
            l->returns++;
            l->changes = l->changes || l->seen[i].state != s->state;
            return;
        }
    l->seen[l->instructions].pc = pc;
    l->seen[l->instructions++].state = s->state;
}

bool cuda_cpu_goes_round(const struct look *l) {
    if (l->spin)
        return l->answers && l->circle;
    return l->answers && !l->changes && l->returns >= ENOUGH;
}

// A circle of many instructions, as checks make them, takes more samples to come back to any.
static bool undecided(const struct look *looks, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (looks[i].changes)
            return false; // one that counts is enough: not all go round
    for (unsigned i = 0; i < count; i++)
        if (looks[i].returns < ENOUGH)
            return true;
    return false;
}

// From here on turns of threads that spin are noted; and what came of it.
static void watch_turns(struct block *b) {
    static unsigned number;
    __atomic_store_n(&b->turns, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&b->changes, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&b->watch, ++number, __ATOMIC_RELAXED);
}

static void end_watch(struct look *l) {
    struct block *b = l->of;
    __atomic_store_n(&b->watch, 0, __ATOMIC_RELAXED);
    const unsigned long turns = __atomic_load_n(&b->turns, __ATOMIC_RELAXED);
    l->spin = turns > 0;
    l->circle = turns > (unsigned long)ENOUGH * (b->sample->spinning + 1) &&
                __atomic_load_n(&b->changes, __ATOMIC_RELAXED) == 0;
}

static void take_samples(struct look *looks, unsigned count, bool once) {
    const long long end = cuda_cpu_now_ms() + MOST_MS;
    for (unsigned n = 0; n < (once ? 1 : SAMPLES); n++) {
        ask(looks, count);
        for (unsigned i = 0; i < count; i++)
            if (looks[i].answers)
                note(&looks[i]);
        const bool more = n + 1 >= FEWEST;
        if (once || cuda_cpu_now_ms() > end || (more && !undecided(looks, count)))
            return;
        rest(more ? MORE_MS : SAMPLE_MS);
    }
}

void cuda_cpu_sample(struct look *looks, unsigned count, bool once) {
    for (unsigned i = 0; i < count; i++)
        watch_turns(looks[i].of);
    take_samples(looks, count, once);
    for (unsigned i = 0; i < count; i++)
        end_watch(&looks[i]);
}

// ---- telling -----------------------------------------------------------------------------------

static void put_index(char *text, size_t room, const char *what, const unsigned index[3]) {
    const size_t length = strlen(text);
    snprintf(text + length, room - length, "%s (%u, %u, %u)", what, index[0], index[1], index[2]);
}

// One of those OS threads, and how many more are at the same line.
static void tell_one(const struct look *l, unsigned more) {
    const struct cuda_cpu_sample *s = l->of->sample;
    char who[128] = "";
    if (s->known & BLOCK_KNOWN)
        put_index(who, sizeof who, "block", s->index);
    else
        snprintf(who, sizeof who, "a block");
    if (s->known & THREAD_KNOWN)
        put_index(who, sizeof who, ", thread", s->index + 3);
    fprintf(stderr, "  %s: %s%s%s", who, cuda_cpu_goes_round(l) ? "round and round" : "runs",
            *l->place ? ", at " : "", l->place);
    if (more)
        fprintf(stderr, ", and %u more block%s", more, more == 1 ? "" : "s");
    fputs("\n", stderr);
    if (s->waiting) {
        const unsigned *size = s->shape, t = s->first.thread;
        fprintf(stderr, "    %u of its threads wait at %s:%d, thread (%u, %u, %u) for one\n",
                s->waiting, s->first.file, s->first.line, t % size[0], t / size[0] % size[1],
                t / size[0] / size[1]);
    }
    if (s->exchanging)
        fprintf(stderr, "    %u of its threads wait for other lanes of their warp\n",
                s->exchanging);
    if (s->spinning)
        fprintf(stderr, "    %u more of its threads spin in turns with it\n", s->spinning);
    if (s->ready)
        fprintf(stderr, "    %u of its threads could go on\n", s->ready);
}

void cuda_cpu_tell_looks(struct look *looks, unsigned count) {
    char name[128];
    for (unsigned i = 0; i < count; i++)
        if (!cuda_cpu_find_call(&looks[i].of->sample->call, name, sizeof name, looks[i].place,
                                sizeof looks[i].place))
            *looks[i].place = '\0';
    for (unsigned i = 0; i < count; i++) {
        unsigned more = 0;
        if (looks[i].told || !looks[i].answers)
            continue;
        for (unsigned k = i + 1; k < count; k++)
            if (looks[k].answers &&
                cuda_cpu_goes_round(&looks[k]) == cuda_cpu_goes_round(&looks[i]) &&
                strcmp(looks[k].place, looks[i].place) == 0) {
                looks[k].told = true;
                more++;
            }
        tell_one(&looks[i], more);
    }
}

bool cuda_cpu_prepare_samples(void) {
    struct sigaction old,
        action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    struct cuda_cpu_call call;
    cuda_cpu_note_call(
        &call); // backtrace() loads what it needs when it is first called, which a handler may not
    if (sigaction(SIGURG, NULL, &old) != 0 || old.sa_handler != SIG_DFL)
        return false; // the program has a use of its own for it
    return sigaction(SIGURG, &action, NULL) == 0;
}

struct cuda_cpu_sample *cuda_cpu_new_sample(void) {
    return calloc(1, sizeof(struct cuda_cpu_sample));
}
