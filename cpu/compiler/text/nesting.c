// SPDX-License-Identifier: MIT
// Room for deep nesting: what stands in brackets is read by functions that call themselves, some
// hundred bytes of stack for each bracket. A file of 30 000 of them is fine; what goes beyond all
// room is told.
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "text.h"

enum { STACK = 1 << 30 };

static void tell(int signal) {
    static const char words[] =
        "cuda2cpp: error: brackets, or statements in each other, are nested "
        "too deeply\n";
    (void)signal;
    _exit(write(STDERR_FILENO, words, sizeof words - 1) < 0 ? 3 : 1);
}

void make_room_for_nesting(char **argv) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK &&
        limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max < STACK ? limit.rlim_max : STACK;
        if (setrlimit(RLIMIT_STACK, &limit) == 0)
            execv("/proc/self/exe", argv); // memory is laid out for it when a program starts
    }
    static char other[1 << 16];
    const stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
    struct sigaction action = {.sa_flags = SA_ONSTACK};
    action.sa_handler = tell;
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
}
