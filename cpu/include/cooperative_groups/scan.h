// SPDX-License-Identifier: MIT
// cooperative_groups::inclusive_scan and exclusive_scan over the ranks of a tile or coalesced
// group.
#ifndef CUDA_CPU_COOPERATIVE_GROUPS_SCAN_H
#define CUDA_CPU_COOPERATIVE_GROUPS_SCAN_H

#include "cuda_cpu/macros_away.h"

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {
inline namespace CUDA_CPU_UNIT { // its members are this file's own

template <class Group, class T, class Operation = plus<T>>
static inline T inclusive_scan(const Group &group, T value, Operation operation = Operation()) {
    const unsigned me = group.thread_rank();
    for (unsigned distance = 1; distance < group.num_threads(); distance *= 2) {
        const T before = group.shfl_up(value, distance);
        if (me >= distance)
            value = operation(before, value);
    }
    return value;
}

// The first thread gets T(), the 0 of a sum.
template <class Group, class T, class Operation = plus<T>>
static inline T exclusive_scan(const Group &group, T value, Operation operation = Operation()) {
    const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}

} // namespace CUDA_CPU_UNIT
} // namespace cooperative_groups

#include "cuda_cpu/macros_back.h"

#endif
