// SPDX-License-Identifier: MIT
// The iterators that CUB had until Thrust's took their place: numbers that count, one number
// again and again, and what a function makes of another sequence.
#ifndef CUDA_CPU_CUB_ITERATOR_H
#define CUDA_CPU_CUB_ITERATOR_H

#include <iterator>

#include <cub/util.cuh>

namespace cub {

// What the three share: Own::at(i) is element i from here.
template <class Own, class T> struct computed_iterator {
    typedef T value_type, reference;
    typedef const T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;

    ptrdiff_t place = 0;

    __host__ __device__ T operator*() const { return self().at(place); }
    template <class Index> __host__ __device__ T operator[](Index i) const {
        return self().at(place + (ptrdiff_t)i);
    }
    template <class Index> __host__ __device__ Own operator+(Index n) const {
        Own moved = self();
        moved.place += (ptrdiff_t)n;
        return moved;
    }
    template <class Index> __host__ __device__ Own operator-(Index n) const {
        return *this + -(ptrdiff_t)n;
    }
    __host__ __device__ ptrdiff_t operator-(const Own &other) const { return place - other.place; }
    __host__ __device__ Own &operator++() {
        place++;
        return static_cast<Own &>(*this);
    }
    __host__ __device__ Own operator++(int) {
        Own before = self();
        place++;
        return before;
    }
    template <class Index> __host__ __device__ Own &operator+=(Index n) {
        place += (ptrdiff_t)n;
        return static_cast<Own &>(*this);
    }
    __host__ __device__ bool operator==(const Own &other) const { return place == other.place; }
    __host__ __device__ bool operator!=(const Own &other) const { return place != other.place; }

  private:
    __host__ __device__ const Own &self() const { return static_cast<const Own &>(*this); }
};

template <class T, class Offset = ptrdiff_t>
struct CountingInputIterator : computed_iterator<CountingInputIterator<T, Offset>, T> {
    T first;
    __host__ __device__ CountingInputIterator(const T &first) : first(first) {}
    __host__ __device__ T at(ptrdiff_t i) const { return (T)(first + (T)i); }
};

template <class T, class Offset = ptrdiff_t>
struct ConstantInputIterator : computed_iterator<ConstantInputIterator<T, Offset>, T> {
    T value;
    __host__ __device__ ConstantInputIterator(T value, Offset = 0) : value(value) {}
    __host__ __device__ T at(ptrdiff_t) const { return value; }
};

template <class T, class Function, class In, class Offset = ptrdiff_t>
struct TransformInputIterator
    : computed_iterator<TransformInputIterator<T, Function, In, Offset>, T> {
    In in;
    Function function;
    __host__ __device__ TransformInputIterator(In in, Function function)
        : in(in), function(function) {}
    __host__ __device__ T at(ptrdiff_t i) const {
        Function own = function;
        return (T)own(in[i]);
    }
};

} // namespace cub

#endif
