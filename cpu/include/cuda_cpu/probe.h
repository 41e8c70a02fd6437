// SPDX-License-Identifier: MIT
// Accesses to shared memory that are noted: the first ones of a kernel that is split at its
// barriers, where a thread reads what perhaps another has written since the last barrier
// (cpu/compiler/split/probe.c, cpu/runtime/threads/probe.c).
#ifndef CUDA_CPU_PROBE_H
#define CUDA_CPU_PROBE_H

#include <type_traits>

#include "cuda_cpu/thread.h"

// What happens at an address: READS 1, WRITES 2, COUNTS 4 (an atomic). Whether there is something
// to be looked at when the part ends, and then that. meeting: since when lanes have not met.
extern "C" int cuda_cpu_note_probe(void *at, unsigned bytes, unsigned kind, unsigned thread,
                                   unsigned long part, unsigned long meeting, const char *file,
                                   int line) noexcept;
extern "C" void cuda_cpu_end_probes(void);

namespace cuda_cpu {

// Of a kernel: how many accesses are still to be noted. Further blocks are begun with only while
// few have been: each OS thread notes one block at least, and small ones cost a short program
// little.
struct noted_accesses {
    enum { MOST_NOTED = 50000, FEW_NOTED = 10000 };
    int left = MOST_NOTED;
};

// What this thread has noted since it last said so: OS threads that count together wait for each
// other.
__attribute__((unused)) static thread_local noted_accesses *probed_kernel;
__attribute__((unused)) static thread_local int probed_count;
// The block whose accesses it notes.
__attribute__((unused)) static thread_local unsigned long probed_block;

// Asked in front of each loop over threads.
static inline bool wants(noted_accesses &kernel) {
    if (__builtin_expect(__atomic_load_n(&kernel.left, __ATOMIC_RELAXED) <= 0, 1))
        return false;
    if (probed_kernel)
        __atomic_fetch_sub(&probed_kernel->left, probed_count, __ATOMIC_RELAXED);
    probed_kernel = &kernel;
    probed_count = 0;
    if (probed_block != block_serial &&
        __atomic_load_n(&kernel.left, __ATOMIC_RELAXED) <
            noted_accesses::MOST_NOTED - noted_accesses::FEW_NOTED) {
        probed_count = noted_accesses::FEW_NOTED / 10; // soon there is nothing left to be asked
        return false;
    }
    probed_block = block_serial;
    return true;
}

// What lies between two barriers, counted, and between two places where lanes of warps meet;
// something is left to be looked at.
__attribute__((unused)) static thread_local unsigned long probed_part, probed_meeting;
__attribute__((unused)) static thread_local bool probes_open;

static inline void probed_part_ends(void) {
    probed_part++;
    if (__builtin_expect(probes_open, 0)) {
        probes_open = false;
        cuda_cpu_end_probes();
    }
}

static inline void probed_lanes_meet(void) {
    probed_meeting++;
}

// Without a branch: a product and its sum have to stay in one basic block, or the compiler does not
// make one operation of them, as it does where nothing is noted, and the last bit differs.
template <unsigned kind, class T>
static inline T &probed(int thread, T &variable, const char *file = __builtin_FILE(),
                        int line = __builtin_LINE()) {
    if constexpr (!std::is_array_v<T> && sizeof(T) <= 16) {
        probed_count++;
        probes_open |= cuda_cpu_note_probe((void *)&variable, sizeof(T), kind, (unsigned)thread,
                                           probed_part, probed_meeting, file, line);
    }
    return variable;
}

} // namespace cuda_cpu

#endif
