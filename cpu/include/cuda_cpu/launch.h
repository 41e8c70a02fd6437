// SPDX-License-Identifier: MIT
// What a kernel's thread sees (threadIdx and its kin, shared memory, __syncthreads) and how
// `kernel<<<...>>>(...)`, as cuda2cpp rewrites it, becomes a loop over threads.
//
// A block runs on one OS thread. run_blocks() below is the plain loop over its threads with the
// kernel inlined, so the compiler may vectorise it. Only when a thread has to wait does cpu/fiber.c
// step in: the waiting thread keeps the stack it stands on, and the loop goes on upon another.
//
// Everything here is static, one copy a source file, and no address of it is ever taken: that is
// how the compiler knows that no store through a kernel's pointers changes threadIdx.
#ifndef CUDA_CPU_LAUNCH_H
#define CUDA_CPU_LAUNCH_H

#include <string.h>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cuda_cpu/grid.h"
#include "cuda_cpu/types.h"

__attribute__((unused)) static thread_local uint3 threadIdx;
__attribute__((unused)) static thread_local uint3 blockIdx;
__attribute__((unused)) static thread_local dim3 blockDim;
__attribute__((unused)) static thread_local dim3 gridDim;
__attribute__((unused)) static constexpr int warpSize = 32;

namespace cuda_cpu {

// Set once a thread of the running block has waited; written only by the functions below.
__attribute__((unused)) static thread_local bool fibers;
// Counts blocks, so that shared variables are poisoned once a block.
__attribute__((unused)) static thread_local unsigned long block_serial;

static inline unsigned thread_rank(void) {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

static inline void about_to_wait(void) {
    if (!fibers) {
        fibers = true;
        cuda_cpu_begin_fibers(thread_rank(), blockIdx.x, blockIdx.y, blockIdx.z);
    }
}

static inline int barrier(int value, const char *file, int line) {
    uint3 me = threadIdx;
    about_to_wait();
    int sum = cuda_cpu_barrier(value, file, line);
    threadIdx = me; // others ran on this OS thread meanwhile
    return sum;
}

// Shared memory holds nothing that can be relied on when a block starts: all bits set is NaN as a
// float and -1 as an int, so a value that nobody wrote shows.
template <class T> static inline void poison_shared(unsigned long &seen, T &variable) {
    static_assert(sizeof variable <= 48 * 1024, "a block has 48 KB of static shared memory");
    if (seen != block_serial) {
        seen = block_serial;
        memset((void *)&variable, 0xff, sizeof variable);
    }
}

template <class T> static inline T &dynamic_shared(void) {
    return *static_cast<T *>(cuda_cpu_dynamic_shared());
}

// extern __shared__ T name[] outside a function
template <class T> struct dynamic_shared_array {
    operator std::remove_extent_t<T> *() const { return dynamic_shared<T>(); }
};

template <class Kernel>
__attribute__((flatten)) static void run_thread(const cuda_cpu_grid *grid, unsigned thread) {
    threadIdx.x = thread % blockDim.x;
    threadIdx.y = thread / blockDim.x % blockDim.y;
    threadIdx.z = thread / blockDim.x / blockDim.y;
    (*static_cast<const Kernel *>(grid->closure))();
}

template <class Kernel> __attribute__((flatten)) static void run_block(const Kernel &kernel) {
    const unsigned nx = blockDim.x, ny = blockDim.y, nz = blockDim.z;
    fibers = false;
    for (unsigned z = 0; z < nz; z++)
        for (unsigned y = 0; y < ny; y++) {
            threadIdx.z = z;
            threadIdx.y = y;
            for (unsigned x = 0; x < nx; x++) {
                threadIdx.x = x;
                kernel();
                if (fibers) { // this thread waited, so the rest of its block ran elsewhere
                    cuda_cpu_join_block();
                    return;
                }
            }
        }
}

template <class Kernel>
static void run_blocks(const cuda_cpu_grid *grid, size_t first, size_t last) {
    const Kernel &kernel = *static_cast<const Kernel *>(grid->closure);
    gridDim = dim3(grid->grid[0], grid->grid[1], grid->grid[2]);
    blockDim = dim3(grid->block[0], grid->block[1], grid->block[2]);
    for (size_t block = first; block < last; block++) {
        blockIdx.x = (unsigned)(block % gridDim.x);
        blockIdx.y = (unsigned)(block / gridDim.x % gridDim.y);
        blockIdx.z = (unsigned)(block / gridDim.x / gridDim.y);
        block_serial++;
        if (grid->shared)
            memset(cuda_cpu_dynamic_shared(), 0xff, grid->shared);
        run_block(kernel);
    }
}

// A literal 0 among a launch's arguments: a number or a null pointer, as the parameter wants it.
struct zero {
    template <class T> operator T() const { return T(0); }
};

// A kernel bound to its arguments: what every thread of a launch calls.
template <class Call, class... Parameter> struct bound_kernel {
    Call call;
    std::tuple<Parameter...> arguments;
    void operator()() const { std::apply(call, arguments); }
    static void destroy(const void *closure) { delete static_cast<const bound_kernel *>(closure); }
};

template <class Call, class Signature> class launcher {
    const char *name;
    Call call;
    const void *function;
    unsigned shape[6] = {1, 1, 1, 1, 1, 1};
    size_t shared = 0;
    cudaStream_t stream = nullptr;

    template <class... Parameter, class... Argument>
    void launch(void (*)(Parameter...), Argument &&...argument) {
        using kernel = bound_kernel<Call, std::decay_t<Parameter>...>;
        cuda_cpu_grid grid = {};
        grid.name = name;
        grid.function = function;
        grid.closure = new kernel{call, {std::forward<Argument>(argument)...}};
        grid.run_blocks = run_blocks<kernel>;
        grid.run_thread = run_thread<kernel>;
        grid.destroy = kernel::destroy;
        grid.shared = shared;
        cuda_cpu_launch(&grid, shape, stream);
    }

  public:
    launcher(const char *name, Call call, const void *function)
        : name(name), call(call), function(function) {}

    launcher &config(dim3 grid, dim3 block, size_t dynamic = 0, cudaStream_t in = nullptr) {
        const unsigned given[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
        for (int i = 0; i < 6; i++)
            shape[i] = given[i];
        shared = dynamic;
        stream = in;
        return *this;
    }

    template <class... Argument> void operator()(Argument &&...argument) {
        if constexpr (std::is_same_v<Signature, std::nullptr_t>) // a template: as the arguments are
            launch((void (*)(std::decay_t<Argument>...)) nullptr,
                   std::forward<Argument>(argument)...);
        else
            launch((Signature) nullptr, std::forward<Argument>(argument)...);
    }
};

// kernel<<<...>>> where the kernel's name stands in the source: the lambda calls it.
template <class Call, class Signature>
static inline launcher<Call, Signature> kernel(const char *name, Call call, Signature address) {
    return {name, call, (const void *)address};
}

// expression<<<...>>>: a pointer to a kernel.
template <class... Parameter>
static inline auto kernel(const char *name, void (*pointer)(Parameter...)) {
    auto call = [pointer](auto &...argument) { pointer(argument...); };
    return launcher<decltype(call), void (*)(Parameter...)>(name, call, (const void *)pointer);
}

} // namespace cuda_cpu

// The barriers of a block. A thread that has returned no longer counts.
static inline void __syncthreads(const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    cuda_cpu::barrier(0, file, line);
}

static inline int __syncthreads_count(int predicate, const char *file = __builtin_FILE(),
                                      int line = __builtin_LINE()) {
    return cuda_cpu::barrier(predicate != 0, file, line);
}

static inline int __syncthreads_or(int predicate, const char *file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
    return cuda_cpu::barrier(predicate != 0, file, line) != 0;
}

static inline int __syncthreads_and(int predicate, const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
    return cuda_cpu::barrier(predicate == 0, file, line) == 0;
}

#endif
