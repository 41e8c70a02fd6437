// SPDX-License-Identifier: MIT
// cooperative_groups::reduce: one value made of one from each thread of a tile or coalesced group,
// in the order of their ranks.
#ifndef CUDA_CPU_COOPERATIVE_GROUPS_REDUCE_H
#define CUDA_CPU_COOPERATIVE_GROUPS_REDUCE_H

#include "cuda_cpu/macros_away.h"

#include "cooperative_groups.h"

namespace cooperative_groups {
inline namespace CUDA_CPU_UNIT { // its members are this file's own

#define CUDA_CPU_OPERATION(name, expression)                                                       \
    template <class T = void> struct name {                                                        \
        T operator()(T a, T b) const { return expression; }                                        \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class T> T operator()(T a, T b) const { return expression; }                     \
    };
CUDA_CPU_OPERATION(plus, (T)(a + b))
CUDA_CPU_OPERATION(less, b < a ? b : a)
CUDA_CPU_OPERATION(greater, a < b ? b : a)
CUDA_CPU_OPERATION(bit_and, (T)(a &b))
CUDA_CPU_OPERATION(bit_or, (T)(a | b))
CUDA_CPU_OPERATION(bit_xor, (T)(a ^ b))
#undef CUDA_CPU_OPERATION

template <class Group, class T, class Operation>
static inline T reduce(const Group &group, T value, Operation operation) {
    if constexpr (sizeof(T) <= 8) {
        return cuda_cpu::reduce(group.lanes(), value, operation);
    } else {
        T result = group.shfl(value, 0);
        for (unsigned rank = 1; rank < group.num_threads(); rank++)
            result = operation(result, group.shfl(value, rank));
        return result;
    }
}

} // namespace CUDA_CPU_UNIT
} // namespace cooperative_groups

#include "cuda_cpu/macros_back.h"

#endif
