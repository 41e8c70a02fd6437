// SPDX-License-Identifier: MIT
// thrust::set_union and its kin: one thread of the device does it all.
#ifndef CUDA_CPU_THRUST_SET_OPERATIONS_H
#define CUDA_CPU_THRUST_SET_OPERATIONS_H

#include <thrust/detail/seq.h>
#include <thrust/detail/temporary_array.h>
#include <thrust/set_operations.h>
#include <thrust/system/cuda/detail/copy.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

template <class Operation, class A, class B, class To, class Less> struct set_operation {
    A first1, last1;
    B first2, last2;
    To to;
    Less less;
    To *result;

    __device__ void operator()(std::size_t) const {
        ::new ((void *)result) To(Operation()(first1, last1, first2, last2, to, less));
    }
};

template <class Operation, class Derived, class A, class B, class To, class Less>
__host__ __device__ To run_set_operation(execution_policy<Derived> &policy, A first1, A last1,
                                         B first2, B last2, To to, Less less) {
    thrust::detail::temporary_array<unsigned char, Derived> memory(
        thrust::detail::derived_cast(policy), sizeof(To));
    To *const result = (To *)thrust::raw_pointer_cast(memory.data());
    enqueue(
        policy, 1,
        set_operation<Operation, A, B, To, Less>{first1, last1, first2, last2, to, less, result});
    return get_value(policy, result);
}

#define CUDA_CPU_THRUST_SET_OPERATION(name)                                                        \
    struct name##_alone {                                                                          \
        template <class... Argument>                                                               \
        __host__ __device__ auto operator()(const Argument &...argument) const {                   \
            return thrust::name(thrust::seq, argument...);                                         \
        }                                                                                          \
    };                                                                                             \
    template <class Derived, class A, class B, class To, class Less>                               \
    __host__ __device__ To name(execution_policy<Derived> &policy, A first1, A last1, B first2,    \
                                B last2, To to, Less less) {                                       \
        return run_set_operation<name##_alone>(policy, first1, last1, first2, last2, to, less);    \
    }
CUDA_CPU_THRUST_SET_OPERATION(set_difference)
CUDA_CPU_THRUST_SET_OPERATION(set_intersection)
CUDA_CPU_THRUST_SET_OPERATION(set_symmetric_difference)
CUDA_CPU_THRUST_SET_OPERATION(set_union)
#undef CUDA_CPU_THRUST_SET_OPERATION

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
