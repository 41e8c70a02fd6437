// SPDX-License-Identifier: MIT
// What a random kernel is launched with, and how it says that it is there.
#ifndef HARNESS_H
#define HARNESS_H

struct fuzz_launch {
    dim3 grid, block;
    size_t shared;
    unsigned *out, *g; // 16384 and 4096 elements
    const unsigned *in;
    unsigned *acc; // 8192 elements
    int n;
    unsigned m;
    cudaTextureObject_t line, plane; // of `in`, and of floats, 16 by 4, with a linear filter
    cudaSurfaceObject_t row;         // 1024 elements
};

// A kernel of a unit: run() launches it split, or whole through a pointer.
struct fuzz_case {
    const char *name;
    unsigned number;
    void (*run)(const struct fuzz_launch *launch, bool whole);
    int one_dimension; // its threads are numbered along x alone
    const fuzz_case *next;
    static const fuzz_case *first;
    fuzz_case(const char *name, unsigned number, void (*run)(const struct fuzz_launch *, bool), int one_dimension)
        : name(name), number(number), run(run), one_dimension(one_dimension), next(first) {
        first = this;
    }
};

// A kernel's form as a launch calls it.
template <class Function> struct fuzz_called {
    Function function;
    template <class... Argument> void operator()(Argument &...argument) const {
        ::cuda_cpu::call(function, argument...);
    }
};
template <class Function> inline fuzz_called<Function> fuzz_form(Function function) { return {function}; }

#endif
