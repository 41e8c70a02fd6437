// SPDX-License-Identifier: MIT
// What the tests of the libraries share: numbers, real or complex, and memory of the device that is filled with them.
// They are small and whole, so that sums are exact in any order.
#ifndef DEVICE_H
#define DEVICE_H

#include <complex>
#include <vector>

#include <cuComplex.h>

#include "tap.h"

// Of a library's call: every library calls success 0.
template <class Status> static bool fine(Status status) { return (int)status == 0; }

template <class T> static T number(int i) { return T(i * 7 % 11 - 5); }
template <> inline std::complex<float> number(int i) { return {i * 7 % 5 - 2.f, i * 3 % 7 - 3.f}; }
template <> inline std::complex<double> number(int i) { return {i * 7 % 5 - 2., i * 3 % 7 - 3.}; }
template <class T> static std::vector<T> numbers(size_t n, int first) {
    std::vector<T> v;
    for (size_t i = 0; i < n; i++) v.push_back(number<T>(first + (int)i));
    return v;
}
template <class T> static T conjugate(T x) { return x; }
template <class T> static std::complex<T> conjugate(std::complex<T> x) { return std::conj(x); }

// A copy of an array on the device. `host` is what it held when it was last put there or got.
template <class T> struct Memory {
    T *dev;
    mutable std::vector<T> host;
    Memory(std::vector<T> from) : dev(room<T>(from.size() + 1)), host(from) { put(); }
    ~Memory() { cudaFree(dev); }
    void put() const { must(cudaMemcpy(dev, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    const std::vector<T> &get() const {
        must(cudaMemcpy(host.data(), dev, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }
    bool holds(const std::vector<T> &expected) const { return get() == expected; }
    void put(const std::vector<T> &from) { host = from, put(); }
};

// CUDA's name for a complex number.
template <class T> struct Native { typedef T type; };
template <> struct Native<std::complex<float>> { typedef cuComplex type; };
template <> struct Native<std::complex<double>> { typedef cuDoubleComplex type; };
template <class T> static typename Native<T>::type *native(T *p) { return (typename Native<T>::type *)p; }
template <class T> static const typename Native<T>::type *native(const T *p) { return native(const_cast<T *>(p)); }

#endif
