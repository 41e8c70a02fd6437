// SPDX-License-Identifier: MIT
// A process has one crash: what is to crash runs in one of its own.
#ifndef CHILD_H
#define CHILD_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

// How run(), in a process of its own, ends, as waitpid() tells: 0 where it returns 0.
template <class Run> static int status_of(Run run) {
    int status = -1;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) _exit(run());
    waitpid(child, &status, 0);
    return status;
}

#endif
