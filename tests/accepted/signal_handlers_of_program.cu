// SPDX-License-Identifier: MIT
// The program's signal handlers are called for the host's faults, with what the system tells of them, and not for those
// of kernels: installed before the first launch and after it, by signal() and by sigaction(), each in a process of its
// own. Without a handler the host's fault ends the program, as anywhere.
// says kernel crash, .*: illegal access to address 0x10 at .*signal_handlers_of_program.cu:HERE$
#include <setjmp.h>
#include <signal.h>
#include "../child.h"

static sigjmp_buf back;
static void *volatile where;
static volatile int number;

__device__ int *spoilt = (int *)16;
__global__ void crash() {
    *spoilt = 1; // HERE
}
__global__ void nothing() {}

static void plain(int signal) {
    number = signal;
    siglongjmp(back, 1);
}

static void informed(int signal, siginfo_t *info, void *) {
    number = signal;
    where = info->si_addr;
    siglongjmp(back, 1);
}

static void install(bool by_sigaction) {
    struct sigaction action = {};
    action.sa_sigaction = informed;
    action.sa_flags = SA_SIGINFO;
    if (!by_sigaction) signal(SIGSEGV, plain);
    else sigaction(SIGSEGV, &action, NULL);
}

static int host_faults(bool by_sigaction) { // twice, as a handler is there for each
    for (int time = 0; time < 2; time++) {
        number = 0;
        if (!sigsetjmp(back, 1)) {
            *(volatile int *)8 = 1;
            return 1;
        }
        if (number != SIGSEGV || (by_sigaction && where != (void *)8)) return 1;
    }
    return 0;
}

static int run(bool early, bool by_sigaction) {
    if (early) install(by_sigaction);
    nothing<<<2, 32>>>();
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    if (!early) install(by_sigaction);
    crash<<<1, 1>>>();
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress || number != 0) return 1;
    return host_faults(by_sigaction);
}

static int without() {
    nothing<<<2, 32>>>();
    cudaDeviceSynchronize();
    *(volatile int *)8 = 1;
    return 0;
}

int main() {
    int wrong = 0;
    for (int i = 0; i < 5; i++) {
        const int status = status_of([&] { return i < 4 ? run(i & 1, i & 2) : without(); });
        printf("case %d: status %d\n", i, status);
        wrong += i < 4 ? status != 0 : !WIFSIGNALED(status) || WTERMSIG(status) != SIGSEGV;
    }
    return wrong;
}
