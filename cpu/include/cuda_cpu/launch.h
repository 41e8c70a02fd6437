// SPDX-License-Identifier: MIT
// What a kernel's thread sees (threadIdx and its kin, shared memory, __syncthreads) and how
// `kernel<<<...>>>(...)`, as cuda2cpp rewrites it, becomes a loop over threads.
//
// A block runs on one OS thread. Most kernels come here split at their barriers
// (cpu/compiler/fission.c): what lies between two is a call of each_thread(), a plain loop that the
// compiler may vectorise. Of others run_blocks() is the loop, and when a thread has to wait,
// cpu/runtime/fiber.c steps in: the waiting thread keeps the stack it stands on, and the loop goes
// on upon another.
//
// Everything here is static, one copy a source file, and no address of it is ever taken: that is
// how the compiler knows that no store through a kernel's pointers changes threadIdx.
#ifndef CUDA_CPU_LAUNCH_H
#define CUDA_CPU_LAUNCH_H

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cuda_cpu/count.h"
#include "cuda_cpu/limits.h"
#include "cuda_cpu/probe.h"
#include "cuda_cpu/watch.h"
#include "cuda_cpu/grid.h"
#include "cuda_cpu/types.h"

// What a kernel's thread knows of itself. Each file has its own, which the compiler can keep in
// registers over any store; unless functions of the device may be called from file to file. That no
// function of one file is taken for another's, since the linker merges templates and inline
// functions: cuda2cpp's
// --unit, and this name.
#ifdef __CUDACC_RDC__
#define CUDA_CPU_THREAD_LOCAL inline thread_local
#else
#define CUDA_CPU_THREAD_LOCAL __attribute__((unused)) static thread_local
#endif
#ifndef CUDA_CPU_UNIT
#define CUDA_CPU_UNIT every_file
#endif

CUDA_CPU_THREAD_LOCAL uint3 threadIdx;
CUDA_CPU_THREAD_LOCAL uint3 blockIdx;
CUDA_CPU_THREAD_LOCAL dim3 blockDim;
CUDA_CPU_THREAD_LOCAL dim3 gridDim;
__attribute__((unused)) static constexpr int warpSize = 32;

// Whether the caller is code of a kernel. An OS thread is that or not for as long as a function
// runs on it: so it may be asked once, in front of a loop.
extern "C" __attribute__((const)) bool cuda_cpu_in_kernel(void);

namespace cuda_cpu {

// What functions ask whose text differs between the two passes (cpu/compiler/passes.c).
static inline bool on_device(void) {
    return cuda_cpu_in_kernel();
}

// Set once a thread of the running block has waited; written only by the functions below.
CUDA_CPU_THREAD_LOCAL bool fibers;
// Threads of the running block that came to the end of the kernel before any has waited, and one
// of them.
CUDA_CPU_THREAD_LOCAL unsigned at_end_count, at_end_rank;
// threadIdx above is that of the thread that runs: not so in the loops of split kernels. And in a
// row of blocks side by side, what those have counts through all of them.
CUDA_CPU_THREAD_LOCAL bool whole_threads, in_row;
// Counts blocks, so that shared variables are poisoned once a block.
CUDA_CPU_THREAD_LOCAL unsigned long block_serial;

static inline unsigned thread_rank(void) {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// For who looks at an OS thread from outside (cpu/runtime/watchdog.c).
constexpr unsigned NO_THREAD = ~0u;
__attribute__((unused, no_sanitize_address, no_sanitize_thread)) static unsigned
where(unsigned *index) {
    index[0] = blockIdx.x, index[1] = blockIdx.y, index[2] = blockIdx.z;
    index[3] = threadIdx.x, index[4] = threadIdx.y, index[5] = threadIdx.z;
    return (in_row ? 0 : 1) | (threadIdx.x != NO_THREAD ? 2 : 0);
}

static inline void about_to_wait(void) {
    CUDA_CPU_COUNTED(cuda_cpu_count_leave());
    if (!fibers) {
        fibers = true;
        cuda_cpu_begin_fibers(thread_rank(), blockIdx.x, blockIdx.y, blockIdx.z);
        for (; at_end_count > 0; at_end_count--)
            cuda_cpu_at_end(at_end_rank);
    }
}

// What cuda2cpp puts at the end of a kernel: threads that return before do not come here.
static inline void at_end(void) {
    CUDA_CPU_COUNTED(cuda_cpu_count_wait());
    if (fibers) {
        cuda_cpu_at_end(thread_rank());
    } else {
        at_end_count++;
        at_end_rank = thread_rank();
    }
}

static inline void barrier(int value, const char *file, int line) {
    uint3 me = threadIdx;
    CUDA_CPU_TRACE(cuda_cpu_watch_barrier());
    CUDA_CPU_COUNTED(cuda_cpu_count_barrier());
    about_to_wait();
    cuda_cpu_barrier(value, file, line);
    threadIdx = me; // others ran on this OS thread meanwhile
    CUDA_CPU_WATCH(cuda_cpu_watch_resume(thread_rank()));
    CUDA_CPU_TRACE(cuda_cpu_watch_past_barrier());
    CUDA_CPU_COUNTED(cuda_cpu_count_resume(thread_rank()));
}

// Shared memory holds nothing that can be relied on when a block starts: all bits set is NaN as a
// float and -1 as an int, so a value that nobody wrote shows.
template <class T>
static inline void poison_shared(unsigned long &seen, T &variable, const char *name) {
    static_assert(sizeof variable <= CUDA_CPU_USUAL_SHARED,
                  "a block has 48 KB of static shared memory");
    CUDA_CPU_COUNTED(const not_the_programs_own quiet);
    if (seen != block_serial) {
        seen = block_serial;
        cuda_cpu_poison_shared((void *)&variable, sizeof variable, name, shape_of<T>());
        CUDA_CPU_COUNTED(cuda_cpu_count_shared((void *)&variable, sizeof variable));
    }
}

template <class T> static inline T &dynamic_shared(const char *name) {
    (void)name;
    CUDA_CPU_TRACE(cuda_cpu_watch_dynamic(name, sizeof(std::remove_all_extents_t<T>)));
    return *static_cast<T *>(cuda_cpu_dynamic_shared());
}

CUDA_CPU_UNSEEN static void begin_thread(unsigned thread) {
    threadIdx.x = thread % blockDim.x;
    threadIdx.y = thread / blockDim.x % blockDim.y;
    threadIdx.z = thread / blockDim.x / blockDim.y;
}

// Not flattened, as the loop below is: a kernel that waits would be compiled once more. Where
// instructions are counted there is only this one.
template <class Kernel>
CUDA_CPU_ONLY_COPY static void run_thread(const cuda_cpu_grid *grid, unsigned thread) {
    begin_thread(thread);
    CUDA_CPU_WATCH(cuda_cpu_watch_thread(thread));
    CUDA_CPU_COUNTED(cuda_cpu_count_thread(thread));
    (*static_cast<const Kernel *>(grid->closure))();
    CUDA_CPU_COUNTED(cuda_cpu_count_wait());
}

#ifdef CUDA_CPU_COUNT
template <class Kernel> static void run_block(const Kernel &, const cuda_cpu_grid *grid) {
    fibers = false;
    at_end_count = 0;
    for (unsigned thread = 0; thread < blockDim.x * blockDim.y * blockDim.z; thread++) {
        run_thread<Kernel>(grid, thread);
        if (fibers) {
            cuda_cpu_join_block();
            return;
        }
    }
}
#else
template <class Kernel>
__attribute__((flatten)) static void run_block(const Kernel &kernel, const cuda_cpu_grid *) {
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
                kernel();
                if (fibers) { // this thread waited, so the rest of its block ran elsewhere
                    cuda_cpu_join_block();
                    return;
                }
            }
        }
}
#endif

static inline void begin_block(const cuda_cpu_grid *grid, size_t block) {
    blockIdx.x = (unsigned)(block % gridDim.x);
    blockIdx.y = (unsigned)(block / gridDim.x % gridDim.y);
    blockIdx.z = (unsigned)(block / gridDim.x / gridDim.y);
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
    for (size_t block; cuda_cpu_take_block(run, &block);) {
        begin_block(grid, block);
        run_block(kernel, grid);
    }
}

// ---- kernels that cuda2cpp has split at their barriers (cpu/compiler/fission.c)
// --------------------

// The tools that watch single threads get each on a stack of its own.
#if defined(__SANITIZE_ADDRESS__) || defined(CUDA_CPU_CHECK) || defined(CUDA_CPU_COUNT) ||         \
    defined(CUDA_CPU_NO_SPLIT)
constexpr bool SPLIT = false;
#else
constexpr bool SPLIT = true;
#endif

constexpr int MOST_THREADS = CUDA_CPU_MOST_THREADS; // of a block

// within(x) holds for the first of the indices [first, last), or for all: where those end.
template <class Within> static inline int end_of_row(int first, int last, const Within &within) {
    if (first == last || within(last - 1))
        return last;
    while (first < last) {
        const int middle = first + (last - first) / 2;
        if (within(middle))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

// Calls body(threadIdx, its linear index) for the threads of the block, of each row as many as are
// within the limit. The index is an int, which cannot wrap around: so the compiler knows that
// neighbouring threads read neighbouring elements. asked: functions that the body calls ask for
// threadIdx, too.
template <bool asked, class Within, class Body>
__attribute__((always_inline)) static inline void
each_thread_within(const dim3 &block, const Within &within, const Body &body) {
    const int nx = end_of_row(0, (int)block.x, within);
    int first = 0;
    for (unsigned z = 0; z < block.z; z++)
        for (unsigned y = 0; y < block.y; y++, first += (int)block.x)
            for (int x = 0; x < nx; x++) {
                const uint3 index = {(unsigned)x, y, z};
                if constexpr (asked)
                    threadIdx = index;
                body(index, first + x);
            }
}

template <bool asked, class Body>
__attribute__((always_inline)) static inline void each_thread(const dim3 &block, const Body &body) {
    each_thread_within<asked>(
        block, [](int) { return true; }, body);
}

// Of the threads of a block that masks leave out (cpu/compiler/mask.c): whether one stays; whether
// there are more than before.
static inline bool any_stays(const bool *left, const dim3 &block) {
    return __builtin_memchr(left, 0, (size_t)block.x * block.y * block.z);
}
static inline bool leaves_out(const bool *before, const bool *left, const dim3 &block) {
    return __builtin_memcmp(before, left, (size_t)block.x * block.y * block.z) != 0;
}

// The block is at a barrier that a mask leaves some of its threads out of, which come to the one in
// line `behind` next (0: to the end of the kernel), and were at the one in line `met` before (0: at
// none).
__attribute__((noinline)) static inline void miss_barrier(const bool *before, const bool *left,
                                                          int behind, int met,
                                                          const char *file = __builtin_FILE(),
                                                          int line = __builtin_LINE()) {
    const unsigned index[3] = {blockIdx.x, blockIdx.y, blockIdx.z};
    cuda_cpu_miss_barrier(index, before, left, -1, behind, met, file, line);
}

// The warps of the block meet, each for itself: those of which some lanes come, and others that
// live are left out.
__attribute__((noinline)) static inline void meet_lanes(const bool *before, const bool *left,
                                                        const dim3 &block, int behind,
                                                        const char *file = __builtin_FILE(),
                                                        int line = __builtin_LINE()) {
    const unsigned index[3] = {blockIdx.x, blockIdx.y, blockIdx.z},
                   threads = block.x * block.y * block.z;
    for (unsigned first = 0; first < threads; first += 32) {
        bool come = false, miss = false;
        for (unsigned t = first; t < threads && t < first + 32; t++) {
            come = come || !left[t];
            miss = miss || (left[t] && !before[t]);
        }
        if (come && miss)
            cuda_cpu_miss_barrier(index, before, left, (int)first / 32, behind, 0, file, line);
    }
}

// Do `i += step` and `i < limit` (or <=), from `start` on, count up without wrapping around, for
// the first thread of a block and for those behind it?
template <class T, class Limit, class Step>
static inline bool counts_up(T start, Limit limit, Step step) {
    if constexpr (std::is_integral_v<Limit> && std::is_integral_v<Step>) {
        const unsigned long most =
            (unsigned long)(T)(std::is_signed_v<T> ? ~0ul >> (65 - 8 * sizeof(T))
                                                   : ~0ul >> (64 - 8 * sizeof(T))) -
            MOST_THREADS;
        return start >= (T)0 && (unsigned long)start <= most && limit >= (Limit)0 &&
               step > (Step)0 && (unsigned long)limit <= most &&
               (unsigned long)step <= most - (unsigned long)limit;
    } else {
        return (void)start, (void)limit, (void)step, false;
    }
}

// Calls body(threadIdx, its linear index, i) for i = start_of(threadIdx, ...); i < limit; i +=
// step: all threads of the block side by side, if neighbours along x (rows: along x and y) begin
// with neighbouring values. Where they do not, or that would not count up, one thread after the
// other. closed: i <= limit.
template <bool asked, bool rows, bool closed, class T, class Start, class Limit, class Step,
          class Body>
__attribute__((always_inline)) static inline void
each_stride(const dim3 &block, const Start &start_of, const Limit limit, const Step step,
            const Body &body) {
    const auto within = [&](const T i) {
        if constexpr (closed)
            return i <= limit;
        else
            return i < limit;
    };
    const int nx = (int)block.x, ny = (int)block.y, all = nx * ny * (int)block.z;
    const int last = rows ? nx * ny - 1 : nx - 1;
    const T start = start_of(uint3{0, 0, 0}, 0);
    const bool beside =
        counts_up(start, limit, step) && (!rows || block.z == 1) &&
        start_of(uint3{block.x - 1, rows ? block.y - 1 : 0, 0}, last) == (T)(start + (T)last);
    for (int alone = 0; alone < (beside ? 1 : all); alone++) {
        const int left = beside ? 0 : alone % nx, width = beside ? nx : 1;
        const int top = beside ? 0 : alone / nx, height = beside ? all / nx : 1;
        const uint3 front = {(unsigned)left, (unsigned)(top % ny), (unsigned)(top / ny)};
        for (T base = beside ? start : start_of(front, alone); within(base); base += step)
            for (int y = 0; y < height; y++) {
                const T of_row = (T)(base + (T)(rows ? y * nx : 0));
                const int end =
                    end_of_row(0, width, [&](const int x) { return within((T)(of_row + (T)x)); });
                const unsigned row = (unsigned)(top + y), z = block.z == 1 ? 0 : row / block.y;
                const int first = (top + y) * nx + left;
                for (int x = 0; x < end; x++) {
                    const uint3 index = {(unsigned)(left + x), row - z * block.y, z};
                    if constexpr (asked)
                        threadIdx = index;
                    body(index, first + x, (T)(of_row + (T)x));
                }
            }
    }
}

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

// ---- kernels whose blocks side by side are one row of threads (cpu/compiler/index.c)
// ---------------

// What cuda2cpp says of them.
struct flat {};

// Of the blocks that a kernel is to run: how many are left, and how many it takes.
__attribute__((unused)) static thread_local size_t blocks_left, blocks_taken;

// Calls body(threadIdx, index along x) for the threads of all blocks side by side that are left, of
// each row as many as are within the limit. Of threadIdx, y and z are right; x counts along the
// row.
template <class Within, class Body>
__attribute__((always_inline)) static inline void
each_of_row(const dim3 &block, const Within &within, const Body &body) {
    const size_t side_by_side = gridDim.x - blockIdx.x;
    blocks_taken = blocks_left < side_by_side ? blocks_left : side_by_side;
    const int first = (int)(blockIdx.x * block.x & INT_MAX); // the compiler shall see it is >= 0
    const int last = end_of_row(first, first + (int)(blocks_taken * block.x), within);
    for (unsigned z = 0; z < block.z; z++)
        for (unsigned y = 0; y < block.y; y++)
            for (int x = first; x < last; x++) {
                const uint3 index = {(unsigned)x, y, z};
                body(index, x);
            }
}

// Each index along x of the row is exact as a float, and so is a half more or less.
static inline bool is_short_row(void) {
    return (size_t)gridDim.x * blockDim.x <= 1 << 22;
}

// Their two forms.
template <class Thread, class Row> struct two_forms {
    Thread thread;
    Row row;
};

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

// The bytes of an argument whose class has a constructor for copies or a destructor. On a GPU
// neither runs for what a launch and its threads get, which are bytes.
template <class T> struct bytes_of {
    alignas(T) unsigned char bytes[sizeof(T)];
    bytes_of(const T &value) { memcpy(bytes, (const void *)&value, sizeof bytes); }
};
template <class T>
constexpr bool is_passed_as_bytes = std::is_class_v<T> &&
                                    (!std::is_trivially_destructible_v<T> ||
                                     (std::is_copy_constructible_v<T> &&
                                      !std::is_trivially_copy_constructible_v<T>));

// What a thread of a split kernel has of such an argument, since it changes it.
template <class T, bool bytes = is_passed_as_bytes<T>> struct own_bytes { T value; };
template <class T> struct own_bytes<T, true> {
    union {
        T value;
    };
    own_bytes(const T &from) { memcpy((void *)this, (const void *)&from, sizeof from); }
    ~own_bytes() {}
};

template <class Function> constexpr bool takes_bytes = false;
template <class... Parameter>
constexpr bool takes_bytes<void (*)(Parameter...)> = (is_passed_as_bytes<Parameter> || ...);

template <class T> static inline T &for_thread(T &argument) {
    return argument;
}
template <class T> static inline bytes_of<T> for_thread(bytes_of<T> &argument) {
    return argument;
}

// Calls a kernel with what a launch has kept. Objects of such classes are handed over by their
// address, and are the caller's to destroy (Itanium C++ ABI, 3.1.2.3): so bytes can stand in for
// them, which nobody destroys.
template <class... Parameter, class... Argument>
static inline void call(void (*kernel)(Parameter...), Argument &...argument) {
    if constexpr (takes_bytes<void (*)(Parameter...)>) {
        using taking_bytes = void (*)(std::conditional_t<is_passed_as_bytes<Parameter>,
                                                         bytes_of<Parameter> &&, Parameter>...);
        reinterpret_cast<taking_bytes>(reinterpret_cast<void (*)(void)>(kernel))(
            for_thread(argument)...);
    } else {
        kernel(argument...);
    }
}

// What a launch keeps of an argument: a copy. A reference, which is to memory that the device sees
// too (managed), stays one.
template <class T>
using kept = std::conditional_t<
    std::is_reference_v<T>, T,
    std::conditional_t<is_passed_as_bytes<T>, bytes_of<std::decay_t<T>>, std::decay_t<T>>>;

// A kernel bound to its arguments: what every thread of a launch calls.
template <class Call, class... Parameter> struct bound_kernel {
    Call call;
    mutable std::tuple<Parameter...> arguments; // an operator may convert them that is not const
    void operator()() const { std::apply(call, arguments); }

    // What the device gets are the bytes, as on a GPU: copied by no constructor, and left to no
    // destructor. From the C library, so that objects link without C++'s.
    const bound_kernel *for_device() const {
        constexpr size_t aligned = alignof(bound_kernel) < 16 ? 16 : alignof(bound_kernel);
        void *bytes = aligned_alloc(aligned, (sizeof *this + aligned - 1) / aligned * aligned);
        if (!bytes)
            abort();
        memcpy(bytes, (const void *)this, sizeof *this);
        return static_cast<const bound_kernel *>(bytes);
    }
    static void destroy(const void *closure) { free(const_cast<void *>(closure)); }
};

// A pointer to data among the arguments of a launch; of anything else, NULL.
template <class T> static inline const void *pointer_in(const T &argument) {
    if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>)
        return (const void *)argument;
    else
        return ((void)argument, nullptr);
}

template <class... Argument>
static inline void check_arguments(const char *name, const std::tuple<Argument...> &arguments) {
    if constexpr ((std::is_pointer_v<Argument> || ...))
        std::apply(
            [name](const auto &...argument) {
                const void *const pointers[] = {pointer_in(argument)...};
                cuda_cpu_check_arguments(name, pointers, sizeof...(Argument));
            },
            arguments);
}

// A variable that cuda2cpp found to be the device's.
struct device_variable {
    // bare: without an initialiser; managed: the host may use its name
    template <class T>
    device_variable(T &variable, const char *name, bool constant = false, bool bare = false,
                    bool managed = false) {
        (void)constant, (void)bare;
        CUDA_CPU_TRACE(
            if (bare && std::is_trivially_default_constructible_v<std::remove_all_extents_t<T>>)
                cuda_cpu_watch_constant((void *)&variable, sizeof variable));
        CUDA_CPU_COUNTED(if (constant) cuda_cpu_count_constant(&variable, sizeof variable));
        cuda_cpu_note_variable((const void *)&variable, sizeof variable, name, managed);
    }
};

// `dropped(name), call`: what the call answers goes nowhere, so a failure is noted.
struct dropped {
    const char *name;
};
static inline void operator,(dropped call, cudaError_t error) {
    if (error != cudaSuccess)
        cuda_cpu_dropped(call.name, error);
}

// ---- kernels through a pointer -----------------------------------------------------------------

// One for each list of types: its address tells the functions apart that are called with them.
template <class... Parameter> inline char signature;

// In a kernel's stub: what a launch through a pointer to the kernel runs instead.
template <class... Parameter, class Split>
static inline bool note_split(void (*address)(Parameter...), Split split, bool flat = false) {
    using function = void (*)(kept<Parameter> & ...);
    if constexpr (SPLIT && std::is_convertible_v<Split, function>) { // it keeps nothing itself
        const function form = split;
        cuda_cpu_note_split((const void *)address, (void (*)(void))form, flat,
                            &signature<Parameter...>);
    }
    return (void)address, (void)split, (void)flat, true;
}
template <class... Parameter, class Row>
static inline bool note_split(void (*address)(Parameter...), Row row, struct flat) {
    return note_split(address, row, true);
}

// What calls a kernel, and its split form, through pointers.
template <class... Parameter> struct through_pointer {
    void (*pointer)(Parameter...);
    void operator()(kept<Parameter> &...argument) const { ::cuda_cpu::call(pointer, argument...); }
};
template <class... Parameter> struct split_through_pointer {
    void (*form)(kept<Parameter> &...);
    void operator()(kept<Parameter> &...argument) const { form(argument...); }
};
// Tests run kernels whole that have a split form.
__attribute__((unused)) static bool pointers_find_split = true;

// What stands in <<< >>>, between its evaluation and the call of the kernel's stub: a stack, for
// arguments may launch, too. What an exception leaves behind is overwritten.
struct configuration {
    const char *name; // the kernel, as written in front of <<<
    unsigned shape[6];
    size_t shared;
    cudaStream_t stream;
};
constexpr unsigned MOST_CONFIGURED = 32;
__attribute__((unused)) static thread_local configuration configured[MOST_CONFIGURED];
__attribute__((unused)) static thread_local unsigned configured_count;

static inline configuration configuration_of(const char *name, dim3 grid, dim3 block, size_t shared,
                                             cudaStream_t stream) {
    return {name, {grid.x, grid.y, grid.z, block.x, block.y, block.z}, shared, stream};
}

// <<<grid, block, shared, stream>>>; a block has one thread if nothing is said.
static inline void configure(const char *name, dim3 grid, dim3 block = 1, size_t shared = 0,
                             cudaStream_t stream = nullptr) {
    configured[configured_count++ % MOST_CONFIGURED] =
        configuration_of(name, grid, block, shared, stream);
}

// whole: `call` runs a block, not a thread.
template <class Call, bool whole, class... Parameter> class launcher {
    template <class, bool, class...> friend class launcher;
    const char *name;
    Call call;
    const void *function;
    unsigned clusters[3] = {};

    // Objects are not copied on their way from a stub's parameters.
    template <class T> using handed = std::conditional_t<std::is_class_v<T>, const T &, T>;

    // Launches the split form of a kernel that was launched through a pointer; false: it has none.
    bool launch_split(const configuration &c, handed<Parameter>... argument) {
        using split = split_through_pointer<Parameter...>;
        bool flat;
        void (*const form)(void) = cuda_cpu_find_split(function, &signature<Parameter...>, &flat);
        const split found{(void (*)(kept<Parameter> & ...)) form};
        if (form && flat)
            launcher<two_forms<Call, split>, true, Parameter...>(name, {call, found}, function)
                .launch(c, argument...);
        else if (form)
            launcher<split, true, Parameter...>(name, found, function).launch(c, argument...);
        return form != nullptr;
    }

    void launch(const configuration &c, handed<Parameter>... argument) {
        if constexpr (SPLIT && std::is_same_v<Call, through_pointer<Parameter...>>)
            if (pointers_find_split && launch_split(c, argument...))
                return;
        using kernel = bound_kernel<Call, kept<Parameter>...>;
        cuda_cpu_grid grid = {};
        grid.name = c.name;
        grid.function = function;
        const kernel bound{call,
                           {static_cast<Parameter &&>(
                               const_cast<std::remove_reference_t<Parameter> &>(argument))...}};
        check_arguments(c.name, bound.arguments);
        grid.closure = bound.for_device();
        grid.closure_bytes = sizeof bound;
        if constexpr (whole) {
            grid.run_blocks = runner<kernel>(&bound.call);
        } else {
            grid.run_blocks = run_blocks<kernel>;
            grid.run_thread = run_thread<kernel>;
        }
        grid.destroy = kernel::destroy;
        grid.where = where;
        grid.shared = c.shared;
        memcpy(grid.cluster, clusters, sizeof clusters);
        cuda_cpu_launch(&grid, c.shape, c.stream);
    }

  public:
    launcher(const char *name, Call call, const void *function)
        : name(name), call(call), function(function) {}

    // __cluster_dims__ of the kernel
    launcher &cluster(unsigned x, unsigned y = 1, unsigned z = 1) {
        clusters[0] = x;
        clusters[1] = y;
        clusters[2] = z;
        return *this;
    }

    // What a stub does: launches as configure() was told.
    void configured(handed<Parameter>... argument) {
        launch(::cuda_cpu::configured[--configured_count % MOST_CONFIGURED], argument...);
    }

    // The launch through a pointer: `.config(grid, block, shared, stream)(arguments)`.
    struct configured_launch {
        launcher *of;
        configuration with;
        void operator()(Parameter... argument) { of->launch(with, argument...); }
    };
    configured_launch config(dim3 grid, dim3 block = 1, size_t shared = 0,
                             cudaStream_t stream = nullptr) {
        return {this, configuration_of(name, grid, block, shared, stream)};
    }
};

// In a kernel's stub: the lambda calls the kernel at `address`.
template <class Call, class... Parameter>
static inline launcher<Call, false, Parameter...> kernel(const char *name, Call call,
                                                         void (*address)(Parameter...)) {
    return {name, call, (const void *)address};
}

// The same of a kernel that has a split form, which another lambda calls.
template <class Call, class... Parameter, class Split>
static inline auto kernel(const char *name, Call call, void (*address)(Parameter...), Split split) {
    if constexpr (SPLIT)
        return launcher<Split, true, Parameter...>(name, split, (const void *)address);
    else
        return kernel(name, call, address);
}

template <class Call, class... Parameter, class Row>
static inline auto kernel(const char *name, Call call, void (*address)(Parameter...), Row row,
                          flat) {
    if constexpr (SPLIT)
        return launcher<two_forms<Call, Row>, true, Parameter...>(name, {call, row},
                                                                  (const void *)address);
    else
        return kernel(name, call, address);
}

// expression<<<...>>>: a pointer to a kernel.
template <class... Parameter>
static inline auto kernel(const char *name, void (*pointer)(Parameter...)) {
    return launcher<through_pointer<Parameter...>, false, Parameter...>(name, {pointer},
                                                                        (const void *)pointer);
}

} // namespace cuda_cpu

// The barriers of a block. A thread that has returned no longer counts.
static inline void __syncthreads(const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    cuda_cpu::barrier(0, file, line);
}

static inline int __syncthreads_count(int predicate, const char *file = __builtin_FILE(),
                                      int line = __builtin_LINE()) {
    cuda_cpu::barrier(predicate != 0, file, line);
    return cuda_cpu_barrier_sum();
}

static inline int __syncthreads_or(int predicate, const char *file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
    cuda_cpu::barrier(predicate != 0, file, line);
    return cuda_cpu_barrier_sum() != 0;
}

static inline int __syncthreads_and(int predicate, const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
    cuda_cpu::barrier(predicate == 0, file, line);
    return cuda_cpu_barrier_sum() == 0;
}

#endif
