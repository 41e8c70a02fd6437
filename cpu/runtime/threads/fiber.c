// SPDX-License-Identifier: MIT
// Fibers, for kernels that could not be split at their barriers (fission.c). The threads of a block
// run one after the other on one OS thread. The first that has to wait turns its block into fibers:
//
//   - it stays, suspended, on the stack that the plain loop of launch.h runs on (home);
//   - a new stack goes on starting threads of the block, one after the other, until one of
//     them waits too and keeps that stack; and so on;
//   - whoever has to wait (barrier.c, warp.c) hands the core to the first that is ready, or else
//     to a thread not yet started; when a barrier is complete, all that wait at it become ready;
//   - a thread that returns gives its stack back; when none is alive, home returns to the loop.
//
// So a block needs one stack for each thread that waits at the same time, and none if no thread
// waits. Stacks are kept from block to block: memory follows the cores, not the grid.
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// AddressSanitizer's library wants to know of every switch; NULL in a program that is linked
// without it.
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **frames, const void *stack,
                                                          size_t bytes);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *frames, const void **stack,
                                                           size_t *bytes);

#include "diagnose/diagnose.h"
#include "fiber.h"
#include "hooks.h"
#include "switch.h"
#include "threads/threads.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>

#else
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_STACK_REGISTER(start, end) 0
#define VALGRIND_STACK_DEREGISTER(id) (void)(id)
#endif

enum { LINE = 64 }; // bytes of the cache's

static __thread struct block *mine;

struct block *cuda_cpu_block(void) {
    return mine;
}

const struct cuda_cpu_grid *cuda_cpu_grid_at_hand(void) {
    return mine->grid;
}

const char *cuda_cpu_kernel_name(void) {
    return mine->grid->name;
}

char *cuda_cpu_shared_of(struct block *b) {
    return b->shared;
}

// Goes on with `to`; comes back when somebody goes on with the caller.
static void switch_to(struct block *b, struct fiber *to) {
    struct fiber *from = b->running;
    b->running = to;
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(&from->asan_frames, to->stack, to->bytes);
    cuda_cpu_switch(&from->sp, to->sp);
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(from->asan_frames, NULL, NULL);
}

// ---- the threads of a block --------------------------------------------------------------------

void cuda_cpu_make_ready(struct block *b, struct fiber *fiber) {
    b->ready[(b->ready_first + b->ready_count++) % MAX_THREADS] = fiber;
}

static void thread_returned(struct block *b) {
    b->alive--;
    b->progress++;
    cuda_cpu_leave_warp(b);
    cuda_cpu_leave_barrier(b);
}

static void fiber_main(void);

// Its lowest page, which no access is allowed to, catches an overflow; those above it, a thread
// that writes past its arrays. NULL: there is no memory.
static char *new_stack(size_t bytes) {
    char *stack = mmap(NULL, bytes + ABOVE_STACK, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return NULL;
    if (mprotect(stack + PAGE, bytes - PAGE, PROT_READ | PROT_WRITE) != 0) {
        munmap(stack, bytes + ABOVE_STACK);
        return NULL;
    }
    return stack;
}

// A process may have 65 530 mappings (vm.max_map_count), and a stack between pages without access
// is two or three. Large blocks on many cores need more stacks than that leaves room for: those
// beyond are neighbours of each other, and an overflow there is not seen.
enum { MOST_GUARDED = 20000 };
static unsigned guarded;

static char *new_fiber_stack(bool *is_guarded) {
    *is_guarded = __atomic_fetch_add(&guarded, 1, __ATOMIC_RELAXED) < MOST_GUARDED;
    if (*is_guarded)
        return new_stack(STACK_BYTES);
    __atomic_fetch_sub(&guarded, 1, __ATOMIC_RELAXED);
    char *stack = mmap(NULL, STACK_BYTES + ABOVE_STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    return stack == MAP_FAILED ? NULL : stack;
}

static struct fiber *new_fiber(struct block *b) {
    struct fiber *f = aligned_alloc(LINE, (sizeof *f + LINE - 1) / LINE * LINE);
    bool is_guarded;
    char *stack = new_fiber_stack(&is_guarded);
    if (!f || !stack) {
        fprintf(stderr, "cuda-cpu: no memory for the threads of a block of %u\n", b->threads);
        cuda_cpu_crash(cudaErrorLaunchOutOfResources);
    }
    // The tops differ by cache lines, because stacks that all ended at the same place of a page
    // would fight for the same few sets of the cache.
    memset(f, 0, sizeof *f);
    f->stack = stack;
    f->bytes = STACK_BYTES;
    f->guarded = is_guarded;
    f->valgrind_id = VALGRIND_STACK_REGISTER(stack, stack + STACK_BYTES);
    f->sp =
        cuda_cpu_first_frame(stack + STACK_BYTES - b->fiber_count % 64 * 192 % 4096, fiber_main);
    b->fibers[b->fiber_count++] = f;
    return f;
}

// A stack to start further threads on.
static struct fiber *starter(struct block *b) {
    return b->idle_count > 0 ? b->idle[--b->idle_count] : new_fiber(b);
}

// Brings the top of a stack that is about to run into the cache: with hundreds of threads a block
// their stacks do not fit the first level, and this hides most of what that costs.
static void prefetch(struct block *b) {
    enum { AHEAD = 3 };
    if (b->ready_count > AHEAD) {
        const char *top = b->ready[(b->ready_first + AHEAD) % MAX_THREADS]->sp;
        for (int line = 0; line < 4; line++)
            __builtin_prefetch(top + line * LINE);
    }
}

// Who goes on when the running thread can't: somebody ready, else a thread not yet started.
static struct fiber *successor(struct block *b) {
    if (b->ready_count > 0) {
        struct fiber *f = b->ready[b->ready_first];
        b->ready_first = (b->ready_first + 1) % MAX_THREADS;
        b->ready_count--;
        prefetch(b);
        return f;
    }
    if (b->next < b->threads)
        return starter(b);
    if (cuda_cpu_converge(b))
        return successor(b);
    struct fiber *sleeper = cuda_cpu_wake(b);
    if (!sleeper)
        cuda_cpu_give_up(b);
    return sleeper;
}

// The life of a stack: start threads while no other can go on, then lie idle.
static void fiber_main(void) {
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    for (;;) {
        struct block *b = mine;
        while (b->next < b->threads && b->ready_count == 0) {
            b->running->thread = b->next++;
            b->running->line = 0;
            b->running->held = NULL;
            b->grid->run_thread(b->grid, b->running->thread);
            thread_returned(b);
        }
        struct fiber *next = b->alive > 0 ? successor(b) : &b->home;
        b->idle[b->idle_count++] = b->running;
        switch_to(b, next);
    }
}

void cuda_cpu_begin_fibers(unsigned thread, unsigned x, unsigned y, unsigned z) {
    struct block *b = mine;
    if (!b->grid->run_thread) { // it was split; called through a pointer, perhaps
        fprintf(stderr,
                "cuda-cpu: kernel %s: a thread waits where its source did not show it; "
                "-DCUDA_CPU_NO_SPLIT compiles for that\n",
                b->grid->name);
        cuda_cpu_crash(cudaErrorLaunchFailure);
    }
    b->next = thread + 1;
    b->alive = b->threads - thread; // those before it have returned
    b->running = &b->home;
    b->home.thread = thread;
    b->home.line = 0;
    b->home.held = NULL;
    b->left_count = b->past_count = 0;
    cuda_cpu_begin_warps(b, thread);
    b->index[0] = x;
    b->index[1] = y;
    b->index[2] = z;
}

void cuda_cpu_park(struct block *b) {
    struct fiber *next = successor(b);
    if (next != b->running) // as one may be that slept alone
        switch_to(b, next);
}

void cuda_cpu_join_block(void) {
    struct block *b = mine;
    thread_returned(b);
    b->home.thread = MAX_THREADS; // none stands on it any more
    if (b->alive > 0)
        cuda_cpu_park(b); // the last thread to return comes back here
}

static bool within(const struct fiber *f, const void *address) {
    return (uintptr_t)address - (uintptr_t)f->stack < f->bytes;
}

bool cuda_cpu_on_stack(const void *address) {
    if (within(mine->running ? mine->running : &mine->home, address) ||
        within(&mine->home, address))
        return true;
    for (unsigned i = 0; i < mine->fiber_count; i++)
        if (within(mine->fibers[i], address))
            return true;
    return false;
}

bool cuda_cpu_others_stack(const void *address, unsigned *owner) {
    const struct block *b = mine;
    const struct fiber *on = NULL;
    if (b->alive == 0 || within(b->running, address)) // no thread has waited yet
        return false;
    if (within(&b->home, address)) {
        if ((uintptr_t)address >= b->base)
            return false;
        on = &b->home;
    }
    for (unsigned i = 0; i < b->fiber_count && !on; i++)
        if (within(b->fibers[i], address))
            on = b->fibers[i];
    if (!on || on->thread >= b->threads)
        return false;
    *owner = on->thread;
    return true;
}

// ---- running, and crashing ---------------------------------------------------------------------

static pthread_key_t thread_ends;

static void free_at_end(void *unused) {
    (void)unused;
    cuda_cpu_free_fibers();
}

static void make_key(void) {
    pthread_key_create(&thread_ends, free_at_end);
}

// The tools that watch the heap are to see it as a part of that. Else the dynamic shared memory at
// its end lies between pages that no access is allowed to.
enum { BLOCK_PAGES = (sizeof(struct block) + PAGE - 1) / PAGE * PAGE };

static bool is_in_heap(void) {
    return cuda_cpu_is_sanitized() || RUNNING_ON_VALGRIND;
}

static struct block *new_block(void) {
    void *memory = NULL;
    if (!is_in_heap()) {
        char *pages = mmap(NULL, BLOCK_PAGES + PAGE, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            abort();
        struct block *const b = (struct block *)(pages + BLOCK_PAGES - sizeof(struct block));
        mprotect(pages + BLOCK_PAGES, PAGE, PROT_NONE);
        mprotect(b->guard + PAGE - (uintptr_t)b->guard % PAGE, PAGE, PROT_NONE);
        return b;
    }
    if (posix_memalign(&memory, 128, sizeof *mine) != 0)
        abort();
    return memset(memory, 0, offsetof(struct block, shared));
}

static void free_block(struct block *b) {
    if (is_in_heap())
        free(b);
    else
        munmap((char *)b + sizeof *b - BLOCK_PAGES, BLOCK_PAGES + PAGE);
}

// The memory of this OS thread's block: in one place until the OS thread ends.
static struct block *my_memory(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!mine) {
        mine = new_block();
        pthread_once(&once, make_key);
        pthread_setspecific(thread_ends, mine);
    }
    return mine;
}

// A dynamic array outside functions is a thread_local reference, which is set as soon as an OS
// thread comes to any thread_local variable of the file: that may be the host's, before it ran a
// block or though it never will.
void *cuda_cpu_dynamic_shared(void) {
    return my_memory()->shared;
}

// Kernels run on a stack apart, where nothing lies above their arrays that this OS thread needs to
// tell of a crash, and to go on. Those who watch memory expect them on the OS thread's own.
static void make_home(struct block *b) {
    enum { HOME_BYTES = 8 << 20 };
    if (!cuda_cpu_can_call_on || is_in_heap() || cuda_cpu_hooks.launch || cuda_cpu_hooks.grid ||
        cuda_cpu_hooks.allocate)
        return;
    b->home.stack = new_stack(HOME_BYTES);
    b->home.bytes = b->home.stack ? HOME_BYTES : 0;
    b->apart = b->home.stack ? b->home.stack + HOME_BYTES : NULL;
}

static struct block *my_block(void) {
    if (!my_memory()->sample) {
        cuda_cpu_catch_signals(mine);
        cuda_cpu_watch_over(mine);
        make_home(mine);
        if (cuda_cpu_guard_variables && !is_in_heap())
            cuda_cpu_guard_variables(true);
        pthread_attr_t attributes;
        void *stack;
        if (__sanitizer_start_switch_fiber && // it must know home's stack too
            pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &stack, &mine->home.bytes);
            mine->home.stack = stack;
            pthread_attr_destroy(&attributes);
        }
    }
    return mine;
}

// What is called on home's stack.
static void run_on_home(void) {
    mine->grid->run_blocks(mine->grid, mine->run);
}

bool cuda_cpu_run_blocks(const struct cuda_cpu_grid *grid, struct cuda_cpu_run *run) {
    struct block *b = my_block();
    char *const top = b->apart;
    cuda_cpu_run_begins(b, grid, run);
    b->base = (uintptr_t)(top ? top : __builtin_frame_address(0));
    b->threads = grid->block[0] * grid->block[1] * grid->block[2];
    CUDA_CPU_HOOK(grid, grid);
    bool well = sigsetjmp(b->crash, 0) == 0;
    if (well && top)
        cuda_cpu_call_on(top, run_on_home);
    else if (well)
        grid->run_blocks(grid, run);
    CUDA_CPU_HOOK(grid, NULL);
    cuda_cpu_run_ends(mine);
    return well;
}

void cuda_cpu_crash(cudaError_t error) {
    struct block *b = mine;
    cuda_cpu_set_sticky(error);
    // Whatever stood on the stacks of this block is given up.
    b->idle_count = b->ready_count = b->waiting_count = b->asleep_count = b->spinning_count = 0;
    b->scattered = false;
    b->sum = 0;
    cuda_cpu_drop_exchanges(b);
    for (unsigned i = 0; i < b->fiber_count; i++) {
        char *top = b->fibers[i]->stack + b->fibers[i]->bytes;
        if (b->fibers[i] == b->running)
            continue; // we stand on it: left alone for good
        b->fibers[i]->sp = cuda_cpu_first_frame(top - i % 64 * 192 % 4096, fiber_main);
        b->idle[b->idle_count++] = b->fibers[i];
    }
    siglongjmp(b->crash, 1);
}

bool cuda_cpu_is_sanitized(void) {
    return __sanitizer_start_switch_fiber != NULL;
}

void cuda_cpu_free_fibers(void) {
    if (!mine)
        return;
    if (mine->sample)
        cuda_cpu_watch_no_more(mine);
    cuda_cpu_free_probes();
    for (unsigned i = 0; i < mine->fiber_count; i++) {
        VALGRIND_STACK_DEREGISTER(mine->fibers[i]->valgrind_id);
        munmap(mine->fibers[i]->stack, mine->fibers[i]->bytes + ABOVE_STACK);
        if (mine->fibers[i]->guarded)
            __atomic_fetch_sub(&guarded, 1, __ATOMIC_RELAXED);
        free(mine->fibers[i]);
    }
    cuda_cpu_drop_exchanges(mine);
    if (mine->signal_stack)
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    free(mine->signal_stack);
    if (mine->apart)
        munmap(mine->home.stack, mine->home.bytes + ABOVE_STACK);
    if (cuda_cpu_guard_variables && !is_in_heap())
        cuda_cpu_guard_variables(false);
    free_block(mine);
    mine = NULL;
}
