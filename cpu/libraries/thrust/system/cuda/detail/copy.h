// SPDX-License-Identifier: MIT
// Copies: between two places of the device, from and to the host, and of single elements, which is
// what `vector[i]` means to the host.
#ifndef CUDA_CPU_THRUST_COPY_H
#define CUDA_CPU_THRUST_COPY_H

#include <iterator>
#include <memory>
#include <type_traits>

#include <thrust/advance.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/temporary_array.h>
#include <thrust/distance.h>
#include <thrust/swap.h>
#include <thrust/system/cuda/detail/for_each.h>
#include <thrust/system/cuda/detail/malloc_and_free.h>
#include <thrust/system/detail/generic/copy.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

THRUST_NAMESPACE_BEGIN

// <thrust/copy.h> would include this file before it declares it.
template <class Policy, class From, class Size, class To>
__host__ __device__ To copy_n(const thrust::detail::execution_policy_base<Policy> &policy,
                              From from, Size n, To to);

namespace cuda_cub {
namespace copying {

template <class Iterator> using value = typename std::iterator_traits<Iterator>::value_type;

// Are both ranges of bytes that can just be moved?
template <class From, class To>
using as_bytes =
    std::integral_constant<bool, thrust::is_indirectly_trivially_relocatable_to<From, To>::value>;

template <class Derived>
void bytes(execution_policy<Derived> &policy, void *to, const void *from, std::size_t count,
           cudaMemcpyKind kind) {
    if (count > 0)
        throw_on_error(cudaMemcpyAsync(to, from, count, kind, cuda_cub::stream(policy)),
                       "thrust: copy");
    if (count > 0 && kind != cudaMemcpyDeviceToDevice)
        throw_on_error(synchronize(policy), "thrust: copy");
}

template <class Derived, class From, class To>
void bytes(execution_policy<Derived> &policy, From from, std::size_t n, To to,
           cudaMemcpyKind kind) {
    if (n > 0)
        bytes(policy, (void *)thrust::raw_pointer_cast(&*to),
              (const void *)thrust::raw_pointer_cast(&*from), n * sizeof(value<From>), kind);
}

// Memory of the host for n elements, which are not made.
template <class T> struct room {
    T *elements;
    explicit room(std::size_t n) : elements(std::allocator<T>().allocate(n)), n(n) {}
    room(const room &) = delete;
    ~room() { std::allocator<T>().deallocate(elements, n); }

  private:
    std::size_t n;
};

// The host to the device.
template <class Host, class Device, class From, class To>
To across(thrust::cpp::execution_policy<Host> &, execution_policy<Device> &device, From from,
          std::size_t n, To to) {
    using T = value<From>;
    if constexpr (as_bytes<From, To>::value) {
        bytes(device, from, n, to, cudaMemcpyHostToDevice);
    } else if (n > 0) {
        const room<T> staged(n);
        for (std::size_t i = 0; i < n; i++, ++from)
            ::new ((void *)(staged.elements + i)) T(*from);
        thrust::detail::temporary_array<T, Device> there(thrust::detail::derived_cast(device), n);
        bytes(device, thrust::raw_pointer_cast(there.data()), staged.elements, n * sizeof(T),
              cudaMemcpyHostToDevice);
        std::destroy_n(staged.elements, n);
        return thrust::copy_n(device, there.begin(), n, to);
    }
    thrust::advance(to, n);
    return to;
}

// The device to the host.
template <class Device, class Host, class From, class To>
To across(execution_policy<Device> &device, thrust::cpp::execution_policy<Host> &, From from,
          std::size_t n, To to) {
    using T = value<From>;
    if constexpr (as_bytes<From, To>::value) {
        bytes(device, from, n, to, cudaMemcpyDeviceToHost);
        thrust::advance(to, n);
    } else if (n > 0) {
        thrust::detail::temporary_array<T, Device> there(thrust::detail::derived_cast(device), n);
        thrust::copy_n(device, from, n, there.begin());
        const room<T> staged(n);
        bytes(device, staged.elements, thrust::raw_pointer_cast(there.data()), n * sizeof(T),
              cudaMemcpyDeviceToHost);
        for (std::size_t i = 0; i < n; i++, ++to)
            *to = staged.elements[i];
    }
    return to;
}

} // namespace copying

// ---- ranges -------------------------------------------------------------------------------------

template <class Derived, class From, class Size, class To>
__host__ __device__ To copy_n(execution_policy<Derived> &policy, From from, Size n, To to) {
    if constexpr (copying::as_bytes<From, To>::value)
        if (!cuda_cpu::on_device()) {
            copying::bytes(policy, from, (std::size_t)n, to, cudaMemcpyDeviceToDevice);
            finish(policy);
            return to + n;
        }
    return thrust::system::detail::generic::copy_n(policy, from, n, to);
}

template <class Derived, class From, class To>
__host__ __device__ To copy(execution_policy<Derived> &policy, From first, From last, To to) {
    return cuda_cub::copy_n(policy, first, thrust::distance(first, last), to);
}

template <class System1, class System2, class From, class Size, class To>
To copy_n(cross_system<System1, System2> systems, From from, Size n, To to) {
    return copying::across(thrust::detail::derived_cast(systems.system1),
                           thrust::detail::derived_cast(systems.system2), from, (std::size_t)n, to);
}

template <class System1, class System2, class From, class To>
To copy(cross_system<System1, System2> systems, From first, From last, To to) {
    return cuda_cub::copy_n(systems, first, thrust::distance(first, last), to);
}

// ---- elements -----------------------------------------------------------------------------------

template <class Derived, class Pointer>
__host__ __device__ copying::value<Pointer> get_value(execution_policy<Derived> &policy,
                                                      Pointer from) {
    using T = copying::value<Pointer>;
    if (cuda_cpu::on_device())
        return *thrust::raw_pointer_cast(from);
    alignas(T) unsigned char bytes[sizeof(T)];
    copying::bytes(policy, bytes, thrust::raw_pointer_cast(from), sizeof(T),
                   cudaMemcpyDeviceToHost);
    return *reinterpret_cast<T *>(bytes);
}

template <class Derived, class To, class From>
__host__ __device__ void assign_value(execution_policy<Derived> &policy, To to, From from) {
    if (cuda_cpu::on_device())
        *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    else
        cuda_cub::copy_n(policy, from, 1, to);
}

// The systems are those of `to` and `from`.
template <class System1, class System2, class To, class From>
__host__ __device__ void assign_value(cross_system<System1, System2> &systems, To to, From from) {
    if (cuda_cpu::on_device())
        *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    else
        cuda_cub::copy_n(cross_system<System2, System1>(systems.system2, systems.system1), from, 1,
                         to);
}

template <class Derived, class A, class B>
__host__ __device__ void iter_swap(execution_policy<Derived> &, A a, B b) {
    if (cuda_cpu::on_device()) {
        const auto kept = *thrust::raw_pointer_cast(a);
        *thrust::raw_pointer_cast(a) = *thrust::raw_pointer_cast(b);
        *thrust::raw_pointer_cast(b) = kept;
    } else {
        thrust::swap_ranges(a, a + 1, b);
    }
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
