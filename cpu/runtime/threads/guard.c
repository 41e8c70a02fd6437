// SPDX-License-Identifier: MIT
// A page that no access is allowed to, between the variables of a program's OS threads and what the
// C library keeps of each thread. `__shared__` arrays of kernels that were not split are among
// those variables: a kernel that writes on and on past one comes to this page first. The driver
// links programs with it (cpu/driver/link.c), and the linker puts it after the program's own
// variables, since it is the first member of the archive; a library that is loaded later has no
// room for it.
#include <sys/mman.h>

#include "fiber.h"
#include "switch.h"

static __thread _Alignas(PAGE) char page[PAGE];

void cuda_cpu_guard_variables(bool on) {
    mprotect(page, PAGE, on ? PROT_NONE : PROT_READ | PROT_WRITE);
}
