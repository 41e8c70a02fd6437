// SPDX-License-Identifier: MIT
// Which threads of a row a loop is for, and of which of them something is known: asked once a row,
// by what its first thread has (cpu/compiler/vector/contiguity.c).
#ifndef CUDA_CPU_SPAN_H
#define CUDA_CPU_SPAN_H

#include <limits>
#include <type_traits>

#include "cuda_cpu/thread.h"

namespace cuda_cpu {

constexpr int MOST_THREADS = CUDA_CPU_MOST_THREADS; // of a block
constexpr int WIDTH = 16;                           // of a vector of numbers of 32 bits, at most
constexpr int HALF = WIDTH / 2;

// Threads [from, to) of a row, cut to those that a condition holds for: of each of its terms, by
// what the row's first thread compares, and what all compare it with. False: it may wrap around.
struct row_span {
    long from, to;

    bool keep(const bool all) {
        to = all ? to : from;
        return true;
    }
    // a % by == rest, which a row has alike
    template <class A, class By, class Rest>
    bool if_every(const A a, const By by, const Rest rest) {
        if constexpr (are_integers<A, By, Rest>)
            return by > (By)0 && keep(a % by == rest);
        else
            return (void)a, (void)by, (void)rest, false;
    }
    template <class First, class Bound>
    bool up_to(const First first, const Bound bound, const long more = 1) {
        long by = 0;
        const bool known = subtract(first, bound, &by);
        to = by + more < to ? by + more : to;
        return known;
    }
    template <class First, class Bound> bool below(const First first, const Bound bound) {
        return up_to(first, bound, 0);
    }
    template <class First, class Bound>
    bool from_on(const First first, const Bound bound, const long more = 0) {
        long by = 0;
        const bool known = subtract(first, bound, &by);
        from = by + more > from ? by + more : from;
        return known;
    }
    template <class First, class Bound> bool above(const First first, const Bound bound) {
        return from_on(first, bound, 1);
    }
    template <class First, class Bound> bool equal(const First first, const Bound bound) {
        return from_on(first, bound) && up_to(first, bound);
    }

  protected:
    template <class... All>
    static constexpr bool are_integers = ((std::is_integral_v<All> && sizeof(All) <= 8) && ...);

    // bound - first, as they are compared, or as much of it as no row reaches.
    template <class First, class Bound>
    static bool subtract(const First first, const Bound bound, long *by) {
        if constexpr (are_integers<First, Bound>) {
            using Compared = decltype(first + bound);
            constexpr unsigned long far = 1ul << 20;
            const Compared a = (Compared)first, b = (Compared)bound;
            const unsigned long apart =
                b > a ? (unsigned long)b - (unsigned long)a : (unsigned long)a - (unsigned long)b;
            *by = (long)(apart < far ? apart : far);
            *by = b > a ? *by : -*by;
            return a <= (Compared)(std::numeric_limits<Compared>::max() - MOST_THREADS);
        } else {
            return (void)first, (void)bound, (void)by, false;
        }
    }
};

// ... of which a condition a % by == rest holds for every nth.
struct strided_span : row_span {
    long step = 1, place = 0; // the first that it holds for has what is left of that by `step`

    template <class First, class By, class Rest>
    bool every(const First first, const By by, const Rest rest) {
        if constexpr (are_integers<First, By, Rest>) {
            const long a = (long)first, b = (long)by, left = (long)rest;
            if (a < 0 || b <= 0 || left < 0 || step != 1)
                return false;
            step = b;
            place = (left + b - a % b) % b;
            return keep(left < b);
        } else {
            return (void)first, (void)by, (void)rest, false;
        }
    }
    // The first thread from x on that it holds for; from one to the next.
    long next(const long x) const {
        const long first = x + (place + step - x % step) % step;
        return first < to ? first : to;
    }
    int stride() const { return (int)(step < MOST_THREADS ? step : MOST_THREADS); }
};

// ... each of which touches elements that no other does, as there would be a race.
struct all_beside {};
template <class Span> struct beside_span : Span, all_beside {};

} // namespace cuda_cpu

#endif
