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
constexpr int WIDTH = 16; // of a vector of numbers of 32 bits, at most
constexpr int HALF = WIDTH / 2;

// Threads [from, to) of a row, cut to those that a condition holds for: of each of its terms, by
// what the row's first thread compares, and what all compare it with. False: it may wrap around.
struct row_span {
    long from, to;

    bool keep(const bool all) {
        to = all ? to : from;
        return true;
    }
    // A flag that each thread keeps. False: threads that have it do not stand side by side.
    bool flagged(const int *const flags) {
#ifdef __AVX2__
        if (to - from <= 64 && (to - from) % 8 == 0) { // bits, which nothing has to be guessed for
            typedef float lanes __attribute__((vector_size(32)));
            unsigned long left = 0;
            for (long x = from; x < to; x += 8) {
                int eight __attribute__((vector_size(32)));
                __builtin_memcpy(&eight, flags + x, sizeof eight);
                left |= (unsigned long)(unsigned)__builtin_ia32_movmskps256((lanes)(eight != 0))
                        << (x - from);
            }
            if (left == 0)
                return keep(false);
            const int first = __builtin_ctzl(left), last = 63 - __builtin_clzl(left);
            to = from + last + 1;
            from += first;
            return left >> first == ~0ul >> (63 - last + first);
        }
#endif
        while (from < to && flags[from] == 0)
            from++;
        while (from < to && flags[to - 1] == 0)
            to--;
        int none = 0; // an int, as those are
        for (long x = from; x < to; x++)
            none |= flags[x] == 0;
        return !none;
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

// ... of which some are at no edge: those in `plain`, but for some of them. The others ask.
struct parted_span : row_span {
    enum { MOST_EXCEPTIONS = 4 };
    row_span plain;

    template <class First, class Bound> bool except(const First first, const Bound bound) {
        long x = 0;
        const bool known = subtract(first, bound, &x);
        for (int k = 0; k < count; k++)
            if (exceptions[k] == x)
                return known;
        if (count == MOST_EXCEPTIONS)
            return false;
        exceptions[count++] = x;
        return known;
    }
    // Nothing is known of threads [first, last).
    void forget(const long first, const long last) {
        from = first;
        to = plain.from = plain.to = last;
    }
    // Is no thread at an edge?
    bool is_inside() const { return count == 0 && from >= plain.from && to <= plain.to; }
    // Where the part of the row ends that begins with thread x; whether it is at no edge.
    long end_of_part(const long x, bool *inside) const {
        *inside = x >= plain.from && x < plain.to;
        long end = x < plain.from && plain.from < to ? plain.from
                   : *inside && plain.to < to        ? plain.to
                                                     : to;
        for (int k = 0; k < count; k++) {
            *inside = *inside && exceptions[k] != x;
            if (exceptions[k] == x)
                return x + 1;
            end = exceptions[k] > x && exceptions[k] < end ? exceptions[k] : end;
        }
        return end;
    }

  private:
    int count = 0;
    long exceptions[MOST_EXCEPTIONS] = {};
};

// ... of which a condition a % by == rest holds for every nth.
struct strided_span : parted_span {
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

// ... and which leaves the same if it is gone through again
// (cpu/compiler/vector/overlapping_tail.c).
struct all_again {};
template <class Span> struct again_span : Span, all_again {};

// ... of which few may be left.
template <class Span> struct short_span : Span {};

} // namespace cuda_cpu

#endif
