// SPDX-License-Identifier: MIT
// Two pages that no access is allowed to, between the variables of a program's OS threads and what
// the C library and others keep of each thread. `__shared__` arrays of kernels that were not split
// are among those variables: a kernel that writes on and on past one, or backwards from its start,
// comes to such a page first. The driver links programs with them (cpu/driver/link.c), and the
// linker puts one before the program's variables, as it does with all that begin with a value, and
// one after them, since this is the first member of the archive; a library that is loaded later has
// no room for them.
#include <sys/mman.h>

#include "fiber.h"
#include "switch.h"

static __thread _Alignas(PAGE) char before[PAGE] = {1}, after[PAGE];

// The same for `__device__` arrays: those that begin with zeros, and the end of those that do not.
static _Alignas(PAGE) char after_zeros[PAGE], after_values[PAGE] = {1};
extern char cuda_cpu_before_zeros[PAGE];
__asm__(".pushsection .dynbss, \"aw\", @nobits\n" // which the linker puts first
        ".balign 4096\n"
        "cuda_cpu_before_zeros: .zero 4096\n"
        ".popsection");

void cuda_cpu_guard_variables(bool on) {
    mprotect(before, PAGE, on ? PROT_NONE : PROT_READ | PROT_WRITE);
    mprotect(after, PAGE, on ? PROT_NONE : PROT_READ | PROT_WRITE);
    mprotect(cuda_cpu_before_zeros, PAGE, PROT_NONE);
    mprotect(after_zeros, PAGE, PROT_NONE);
    mprotect(after_values, PAGE, PROT_NONE);
}
