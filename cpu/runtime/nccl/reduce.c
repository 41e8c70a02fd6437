// SPDX-License-Identifier: MIT
// NCCL's reductions: rank after rank, so that the result is the same every time.
#include "communicator.h"

size_t cuda_cpu_nccl_bytes(ncclDataType_t type) {
    // 0: not supported
    static const size_t bytes[ncclNumTypes] = {1, 1, 4, 4, 8, 8, 0, 4, 8, 0};
    return (unsigned)type < ncclNumTypes ? bytes[type] : 0;
}

#define REDUCE_AS(TYPE)                                                                            \
    do {                                                                                           \
        TYPE *a = sum;                                                                             \
        const TYPE *b = more;                                                                      \
        for (size_t i = 0; i < count; i++)                                                         \
            a[i] = (TYPE)(op == ncclProd  ? a[i] * b[i]                                            \
                          : op == ncclMax ? (a[i] > b[i] ? a[i] : b[i])                            \
                          : op == ncclMin ? (a[i] < b[i] ? a[i] : b[i])                            \
                                          : a[i] + b[i]);                                          \
    } while (0)
#define DIVIDE_AS(TYPE)                                                                            \
    do {                                                                                           \
        TYPE *a = sum;                                                                             \
        for (size_t i = 0; i < count; i++)                                                         \
            a[i] = (TYPE)(a[i] / (TYPE)ranks);                                                     \
    } while (0)
#define BY_TYPE(DO)                                                                                \
    switch (type) {                                                                                \
    case ncclInt8:                                                                                 \
        DO(signed char);                                                                           \
        break;                                                                                     \
    case ncclUint8:                                                                                \
        DO(unsigned char);                                                                         \
        break;                                                                                     \
    case ncclInt32:                                                                                \
        DO(int);                                                                                   \
        break;                                                                                     \
    case ncclUint32:                                                                               \
        DO(unsigned);                                                                              \
        break;                                                                                     \
    case ncclInt64:                                                                                \
        DO(long long);                                                                             \
        break;                                                                                     \
    case ncclUint64:                                                                               \
        DO(unsigned long long);                                                                    \
        break;                                                                                     \
    case ncclFloat32:                                                                              \
        DO(float);                                                                                 \
        break;                                                                                     \
    default:                                                                                       \
        DO(double);                                                                                \
        break;                                                                                     \
    }

void cuda_cpu_nccl_reduce(void *sum, const void *more, size_t count, ncclDataType_t type,
                          ncclRedOp_t op) {
    BY_TYPE(REDUCE_AS)
}

void cuda_cpu_nccl_divide(void *sum, size_t count, ncclDataType_t type, int ranks) {
    BY_TYPE(DIVIDE_AS)
}
