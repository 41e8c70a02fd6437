// SPDX-License-Identifier: MIT
// A kernel's thread touches memory that is nobody's: an access to some address, or a stack that is
// full. It is said which, where, and what finds more; the kernel ends with an error that stays. So
// is a division by zero that is not worked out as a GPU does (cpu/include/cuda_cpu/arithmetic.h).
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "diagnose/diagnose.h"
#include "fiber.h"
#include "hooks.h"
#include "threads/threads.h"

// In a program that is linked with AddressSanitizer.
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **frames, const void *stack,
                                                          size_t bytes);

static uintptr_t stack_pointer(const ucontext_t *context) {
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.sp;
#else
    return (uintptr_t)context - (uintptr_t)context; // not known
#endif
}

// The size of the stack that was overflowed by an access to the address; 0: none was. A stack has
// a page below it that nobody may touch, or on an OS thread's first one nothing at all.
static size_t overflowed(const struct block *b, uintptr_t address, uintptr_t sp) {
    enum { PAGE = 4096, GUARD = 64 * 1024 }; // GUARD: how far below a large frame may begin
    for (unsigned i = 0; i < b->fiber_count; i++)
        if (address - (uintptr_t)b->fibers[i]->stack < PAGE)
            return b->fibers[i]->bytes - PAGE;
    if (b->apart && address - (uintptr_t)b->home.stack < PAGE)
        return b->home.bytes - PAGE;
    pthread_attr_t attributes;
    void *low = NULL;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &low, &bytes);
        pthread_attr_destroy(&attributes);
    }
    const bool near = (uintptr_t)low - address < GUARD || address - (uintptr_t)low < PAGE;
    return low && near && sp + GUARD - (uintptr_t)low < bytes + GUARD ? bytes : 0;
}

// The first crash of a program that is told of.
struct crash {
    const siginfo_t *info;
    const void *context;
    uintptr_t misaligned; // the address; 0: it is not that
    bool by_pc;           // what has called the function there cannot be found out
};

static bool is_within(const unsigned index[3], const unsigned size[3]) {
    return index[0] < size[0] && index[1] < size[1] && index[2] < size[2];
}

static void tell(const struct block *b, const struct crash *c) {
    struct cuda_cpu_call call;
    char name[128], place[512], command[512], class[256] = "";
    unsigned index[6] = {0};
    const unsigned known = b->grid->where ? b->grid->where(index) : 0;
    const void *const pc = cuda_cpu_note_interrupted(&call, c->context, c->by_pc);
    const bool found = cuda_cpu_find_call(&call, name, sizeof name, place, sizeof place);
    const bool misaligned = c->misaligned != 0, division = c->info->si_signo == SIGFPE;
    const uintptr_t address =
        misaligned ? c->misaligned : cuda_cpu_fault_address(c->info, c->context);
    const bool no_code =
        !division && !misaligned && stack_pointer(c->context) && (uintptr_t)pc == address;
    const size_t stack =
        misaligned || division ? 0 : overflowed(b, address, stack_pointer(c->context));
    const bool object = found && (strcmp(name, "texture") == 0 || strcmp(name, "surface") == 0);
    // check-memory has reported an access of this line in better words
    if (cuda_cpu_hooks.finding && !cuda_cpu_hooks.finding(stack      ? "stack"
                                                          : division ? "divided"
                                                                     : "bounds",
                                                          found ? place : b->grid->name, ""))
        return;
    fflush(stdout);
    fprintf(stderr, "cuda-cpu: kernel %s", b->grid->name);
    // where its indices lie it may have written
    if (known & 1 && is_within(index, b->grid->grid))
        fprintf(stderr, ", block (%u, %u, %u)", index[0], index[1], index[2]);
    if (known & 2 && is_within(index + 3, b->grid->block))
        fprintf(stderr, ", thread (%u, %u, %u)", index[3], index[4], index[5]);
    if (no_code)
        fprintf(stderr, ": goes on at address %#zx, where no code is%s%s\n", (size_t)address,
                found ? ", from " : "", found ? place : "");
    else if (division)
        fprintf(stderr,
                ": an integer divided by zero, or the least one by -1%s%s, in a bit-field or a "
                "function of the host: a GPU goes on\n",
                found ? " at " : "", found ? place : "");
    else if (stack)
        fprintf(stderr,
                ": the stack overflows, which is %zu KB%s%s: a function that calls itself too "
                "often, or large local arrays\n",
                stack / 1024, found ? ", at " : "", found ? place : "");
    else if (cuda_cpu_is_foreign_table(address, class, sizeof class))
        fprintf(stderr,
                ": a virtual function%s%s of an object of class %s that the host made: an illegal "
                "access, for its table of virtual functions is the host's\n  make such objects "
                "where they are used: with new in a kernel\n",
                found ? " is called at " : "", found ? place : "", class);
    else
        fprintf(stderr, ": %s access to address %#zx%s%s%s%s%s\n",
                misaligned ? "misaligned" : "illegal", (size_t)address, found ? " at " : "",
                found ? place : "", object ? ", through a " : "", object ? name : "",
                object ? " object that was never created, or whose memory was freed" : "");
    if (!division && !stack && !object && !*class && !(no_code && found) &&
        cuda_cpu_check_command("memory", command, sizeof command))
        fprintf(stderr, "  %s: %s\n", misaligned ? "of which array" : "which array it misses",
                command);
}

// What the program itself does about these signals where its own code is what crashed.
static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction programs[SIGNALS];

static void pass_on(int number, siginfo_t *info, void *context) {
    size_t i = 0;
    while (i < SIGNALS - 1 && signals[i] != number)
        i++;
    struct sigaction *const own = &programs[i];
    const struct sigaction action = *own;
    if (!(action.sa_flags & SA_SIGINFO) &&
        (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)) {
        CUDA_CPU_HOOK(crashed, number);
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    sigset_t blocked = action.sa_mask, before;
    if (!(action.sa_flags & SA_NODEFER))
        sigaddset(&blocked, number);
    if (action.sa_flags & SA_RESETHAND)
        *own = (struct sigaction){.sa_handler = SIG_DFL};
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, info, context);
    else
        action.sa_handler(number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void tell_of_host(const siginfo_t *info, const void *context) {
    struct cuda_cpu_call call;
    char class[256], name[128], place[512];
    if (!cuda_cpu_is_foreign_table(cuda_cpu_fault_address(info, context), class, sizeof class))
        return;
    cuda_cpu_note_interrupted(&call, context, false);
    const bool found = cuda_cpu_find_call(&call, name, sizeof name, place, sizeof place);
    fflush(stdout);
    fprintf(stderr,
            "cuda-cpu: the host calls a virtual function%s%s of an object of class %s that a "
            "kernel made: its table of virtual functions is the device's\n",
            found ? " at " : "", found ? place : "", class);
}

// The host learns of a crash from the first block that ends by one, and may end the program: so
// none does before it is told which. Not for long, as this thread may hold what that takes.
static void wait_until(const bool *all_told) {
    enum { MOST_MS = 2000 };
    const struct timespec ms = {0, 1000000};
    for (int i = 0; i < MOST_MS && !__atomic_load_n(all_told, __ATOMIC_ACQUIRE); i++)
        nanosleep(&ms, NULL);
}

static void on_signal(int number, siginfo_t *info, void *context) {
    struct block *b = cuda_cpu_block();
    if (!b || !b->grid) { // not in a kernel: the host program's own mistake
        tell_of_host(info, context);
        pass_on(number, info, context);
        return;
    }
    static bool told, all_told; // other blocks make the same mistake
    static struct crash crash;
    static const struct block *telling;
    const uintptr_t misaligned = number == SIGFPE ? 0 : cuda_cpu_misaligned(info, context);
    if (!__atomic_test_and_set(&told, __ATOMIC_RELAXED)) {
        crash = (struct crash){info, context, misaligned, false};
        telling = b;
        tell(b, &crash);
    } else if (telling == b && !crash.by_pc) {
        crash.by_pc = true; // its stack is overwritten, so that looking at the callers crashed
        tell(b, &crash);
    } else if (telling != b) {
        wait_until(&all_told);
    }
    if (telling == b) {
        telling = NULL;
        __atomic_store_n(&all_told, true, __ATOMIC_RELEASE);
    }
    cuda_cpu_crash(number == SIGFPE ? cudaErrorLaunchFailure
                   : misaligned     ? cudaErrorMisalignedAddress
                                    : cudaErrorIllegalAddress);
}

static bool caught; // they are ours; the program may have taken them back since

static void take_signals(void) {
    const struct sigaction ours = {.sa_sigaction = on_signal,
                                   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct sigaction now;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_sigaction != on_signal) {
            programs[i] = now;
            sigaction(signals[i], &ours, NULL);
        }
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_catch_signals(struct block *b) {
    enum { SIGNAL_STACK = 64 * 1024 };
    if (__sanitizer_start_switch_fiber && !cuda_cpu_hooks.launch)
        return; // AddressSanitizer has a better tale to tell
    b->signal_stack = malloc(SIGNAL_STACK);
    if (!b->signal_stack)
        return;
    sigaltstack(&(stack_t){.ss_sp = b->signal_stack, .ss_size = SIGNAL_STACK}, NULL);
    take_signals();
    __atomic_store_n(&caught, true, __ATOMIC_RELAXED);
}

void cuda_cpu_keep_signals(void) {
    enum { EACH = 64, THEN_EVERY = 1024 }; // launches: asking the system takes as long as one
    static unsigned launches;
    const unsigned n = __atomic_load_n(&launches, __ATOMIC_RELAXED); // it may miss some
    __atomic_store_n(&launches, n + 1, __ATOMIC_RELAXED);
    if ((n < EACH || n % THEN_EVERY == 0) && __atomic_load_n(&caught, __ATOMIC_RELAXED))
        take_signals();
}
