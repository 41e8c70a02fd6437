// SPDX-License-Identifier: MIT
// How an OS thread runs blocks of a launch: split kernels, those that are rows of threads, and
// whole ones. Of these run_block() is the loop over threads, and when one has to wait,
// cpu/runtime/threads/fiber.c steps in: the waiting thread keeps the stack it stands on, and the
// loop goes on upon another.
#ifndef CUDA_CPU_BLOCKS_H
#define CUDA_CPU_BLOCKS_H

#include <limits.h>
#include <tuple>

#include "cuda_cpu/turns.h"

namespace cuda_cpu {

CUDA_CPU_UNSEEN static void begin_thread(unsigned thread) {
    threadIdx.x = thread % blockDim.x;
    threadIdx.y = thread / blockDim.x % blockDim.y;
    threadIdx.z = thread / blockDim.x / blockDim.y;
}

// Not flattened, as run_block() is: a kernel that waits would be compiled once more. Where
// instructions are counted there is only this one.
template <class Kernel>
CUDA_CPU_ONLY_COPY static void run_begun(const Kernel &kernel, unsigned thread) {
    (void)thread;
    CUDA_CPU_WATCH(cuda_cpu_watch_thread(thread));
    CUDA_CPU_TRACE(cuda_cpu_watch_shuffle(spin));
    CUDA_CPU_COUNTED(cuda_cpu_count_thread(thread));
    CUDA_CPU_AS_COUNTED(kernel)();
    CUDA_CPU_COUNTED(cuda_cpu_count_wait());
}
template <class Kernel> static void run_thread(const cuda_cpu_grid *grid, unsigned thread) {
    begin_thread(thread);
    run_begun(*static_cast<const Kernel *>(grid->closure), thread);
}

#ifdef CUDA_CPU_COUNT
template <class Kernel>
CUDA_CPU_UNSEEN static void run_block(const Kernel &kernel, const cuda_cpu_grid *) {
    const uint3 end = {blockDim.x, blockDim.y, blockDim.z};
    unsigned thread = 0;
    fibers = false;
    at_end_count = 0;
    for (unsigned z = 0; z < end.z; z++)
        for (unsigned y = 0; y < end.y; y++)
            for (unsigned x = 0; x < end.x; x++) {
                threadIdx = {x, y, z};
                run_begun(kernel, thread++);
                if (fibers) {
                    cuda_cpu_join_block();
                    return;
                }
            }
}
#else
template <class Kernel>
__attribute__((always_inline)) static inline void run_all_threads(const Kernel &kernel) {
    const unsigned nx = blockDim.x, ny = blockDim.y, nz = blockDim.z;
    fibers = false;
    at_end_count = 0;
    for (unsigned z = 0; z < nz; z++)
        for (unsigned y = 0; y < ny; y++) {
            threadIdx.z = z;
            threadIdx.y = y;
            for (unsigned x = 0; x < nx; x++) {
                threadIdx.x = x;
                CUDA_CPU_WATCH(cuda_cpu_watch_thread(thread_rank()));
                CUDA_CPU_TRACE(cuda_cpu_watch_shuffle(spin));
                kernel();
                if (fibers) { // this thread waited, so the rest of its block ran elsewhere
                    cuda_cpu_join_block();
                    CUDA_CPU_TRACE(cuda_cpu_watch_shuffle(nullptr));
                    return;
                }
            }
        }
    CUDA_CPU_TRACE(cuda_cpu_watch_shuffle(nullptr));
}
template <class Kernel>
__attribute__((flatten)) static void run_block(const Kernel &kernel, const cuda_cpu_grid *) {
    run_all_threads(kernel);
}
#endif

static inline void begin_block(const cuda_cpu_grid *grid, size_t block) {
    if (block < gridDim.x) { // a division may take as long as a small block
        blockIdx = {(unsigned)block, 0, 0};
    } else {
        const size_t row = block / gridDim.x;
        blockIdx = {(unsigned)(block - row * gridDim.x), (unsigned)(row % gridDim.y),
                    (unsigned)(row / gridDim.y)};
    }
    block_serial++;
    threadIdx.x = NO_THREAD; // a split kernel does not always note it
    CUDA_CPU_WATCH(cuda_cpu_watch_block(block, blockIdx.x, blockIdx.y, blockIdx.z));
    CUDA_CPU_COUNTED(cuda_cpu_count_block(block));
    if (grid->shared) {
        cuda_cpu_poison_shared(cuda_cpu_dynamic_shared(), grid->shared, "", {1, {}});
        CUDA_CPU_COUNTED(cuda_cpu_count_shared(cuda_cpu_dynamic_shared(), grid->shared));
    }
}

template <class Kernel> static void run_blocks(const cuda_cpu_grid *grid, cuda_cpu_run *run) {
    const Kernel &kernel = *static_cast<const Kernel *>(grid->closure);
    gridDim = dim3(grid->grid[0], grid->grid[1], grid->grid[2]);
    blockDim = dim3(grid->block[0], grid->block[1], grid->block[2]);
    whole_threads = true;
    CUDA_CPU_COUNTED(set_parameters(kernel));
    for (size_t block; cuda_cpu_take_block(run, &block);) {
        begin_block(grid, block);
#ifndef CUDA_CPU_COUNT
        if constexpr (Kernel::waits) {
            run_all_threads(kernel);
            continue;
        }
#endif
        run_block(kernel, grid);
    }
}

// ---- split kernels ------------------------------------------------------------------------------

// The tools that watch single threads get each on a stack of its own.
#if defined(__SANITIZE_ADDRESS__) || defined(CUDA_CPU_CHECK) || defined(CUDA_CPU_COUNT) ||         \
    defined(CUDA_CPU_NO_SPLIT)
constexpr bool SPLIT = false;
#else
constexpr bool SPLIT = true;
#endif

template <class Kernel> static void run_split_blocks(const cuda_cpu_grid *grid, cuda_cpu_run *run) {
    const Kernel &kernel = *static_cast<const Kernel *>(grid->closure);
    gridDim = dim3(grid->grid[0], grid->grid[1], grid->grid[2]);
    blockDim = dim3(grid->block[0], grid->block[1], grid->block[2]);
    whole_threads = in_row = false;
    for (size_t block; cuda_cpu_take_block(run, &block);) {
        begin_block(grid, block);
        kernel();
    }
}

// What cuda2cpp says of them.
struct flat {};
struct whole_warps {}; // it is split only for blocks whose rows are

// Their two forms.
template <class Thread, class Row> struct two_forms {
    Thread thread;
    Row row;
};

template <class Thread, class Split> struct split_or_whole {
    Thread thread;
    Split split;
};
template <class Call> constexpr bool may_be_whole = false;
template <class Thread, class Split>
constexpr bool may_be_whole<split_or_whole<Thread, Split>> = true;

// The indices of more threads than an int can count may wrap around, which rows rule out.
static inline bool fits_int(const cuda_cpu_grid *grid) {
    double threads = 1;
    for (int i = 0; i < 3; i++)
        threads *= (double)grid->grid[i] * grid->block[i];
    return threads <= INT_MAX;
}

template <class Kernel> static void run_flat_blocks(const cuda_cpu_grid *grid, cuda_cpu_run *run) {
    const Kernel &kernel = *static_cast<const Kernel *>(grid->closure);
    const bool rows = fits_int(grid);
    gridDim = dim3(grid->grid[0], grid->grid[1], grid->grid[2]);
    blockDim = dim3(grid->block[0], grid->block[1], grid->block[2]);
    whole_threads = !rows;
    in_row = rows;
    size_t block;
    const size_t last = cuda_cpu_take_blocks(run, &block);
    for (; block < last; block += blocks_taken) {
        begin_block(grid, block);
        blocks_left = last - block;
        blocks_taken = 1;
        if (rows)
            std::apply(kernel.call.row, kernel.arguments);
        else
            each_thread<true>(blockDim, [&](const uint3 &, int) {
                std::apply(kernel.call.thread, kernel.arguments);
            });
    }
}

// What runs blocks of a kernel, by what a call of it runs.
template <class Kernel, class Call> static inline auto runner(const Call *) {
    return run_split_blocks<Kernel>;
}
template <class Kernel, class Thread, class Row>
static inline auto runner(const two_forms<Thread, Row> *) {
    return run_flat_blocks<Kernel>;
}

} // namespace cuda_cpu

#endif
