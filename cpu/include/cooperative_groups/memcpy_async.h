// SPDX-License-Identifier: MIT
// cooperative_groups::memcpy_async: a group copies together, each thread a part; here the copy is
// done when the call returns, but others may see it only after wait().
#ifndef CUDA_CPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define CUDA_CPU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "cuda_cpu/macros_away.h"

#include "cooperative_groups.h"
#include "cuda_cpu/async_copy.h"

namespace cooperative_groups {
inline namespace CUDA_CPU_UNIT { // its members are this file's own

// The threads copy side by side: each a word, and the one after all of theirs.
template <size_t Word>
static inline void copy_words(char *to, const char *from, size_t bytes, size_t me, size_t threads) {
    for (size_t at = me * Word; at < bytes; at += threads * Word) {
        __builtin_memcpy(to + at, from + at, Word);
        cuda_cpu::begun_async(to + at, Word);
    }
}

template <class Group, class T, class U>
static inline void memcpy_async(const Group &group, T *to, const U *from, size_t bytes) {
    const size_t threads = (size_t)group.size(), me = (size_t)group.thread_rank();
    if (((size_t)to | (size_t)from | bytes) % 4 == 0)
        copy_words<4>((char *)to, (const char *)from, bytes, me, threads);
    else
        copy_words<1>((char *)to, (const char *)from, bytes, me, threads);
    cuda_cpu::commit_async();
}

template <class Group> static inline void wait(const Group &group) {
    cuda_cpu::wait_async(0);
    group.sync();
}

template <unsigned Stages, class Group> static inline void wait_prior(const Group &group) {
    cuda_cpu::wait_async(Stages);
    group.sync();
}

} // namespace CUDA_CPU_UNIT
} // namespace cooperative_groups

#include "cuda_cpu/macros_back.h"

#endif
