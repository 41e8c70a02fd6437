// SPDX-License-Identifier: MIT
// What the files of the runtime know of each other.
#ifndef CUDA_CPU_RUNTIME_INTERNAL_H
#define CUDA_CPU_RUNTIME_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/grid.h"
#include "cuda_cpu/limits.h"
#include "hooks.h"

// error.c: records a failure as this host thread's last error, and returns it.
cudaError_t cuda_cpu_error(cudaError_t error);
// Makes every later call fail with `error`, as a GPU does after a kernel has crashed.
void cuda_cpu_set_sticky(cudaError_t error);
unsigned cuda_cpu_sticky_told(void); // how often a call has returned it
// error.c: whether the runtime has been used, which starts the driver (cuInit) too.
extern bool cuda_cpu_started;
// What a runtime function starts with: after a crash it does nothing but say so.
#define CUDA_CPU_ALIVE()                                                                           \
    do {                                                                                           \
        if (!__atomic_load_n(&cuda_cpu_started, __ATOMIC_RELAXED))                                 \
            __atomic_store_n(&cuda_cpu_started, true, __ATOMIC_RELAXED);                           \
        if (cuda_cpu_sticky() != cudaSuccess)                                                      \
            return cuda_cpu_error(cuda_cpu_sticky());                                              \
    } while (0)

// diagnosis.c: says once for each place what is wrong with the call of the runtime that is under
// way, or with `who` in it.
__attribute__((format(printf, 2, 3))) void cuda_cpu_say(const char *who, const char *format, ...);
// The command that builds and runs this program with a check, of whose build it is none: false.
bool cuda_cpu_check_command(const char *check, char *text, size_t room);
// Notes that `what` failed and that the program was not told; and that it has asked since.
void cuda_cpu_unlooked(const char *what, cudaError_t error);
void cuda_cpu_looked(void);
// A kernel was launched, by code at this address; the host has waited for some work.
void cuda_cpu_unwaited(const char *kernel, const void *at);
void cuda_cpu_waited(void);
// Notes something that is to be freed (`bytes`: memory), and that it was.
void cuda_cpu_made(const char *kind, const void *handle, size_t bytes);
void cuda_cpu_gone(const void *handle);

// device.c: the current device of this host thread; whether there is one of that number.
enum { CUDA_CPU_MOST_DEVICES = 16 };
int cuda_cpu_device(void);
bool cuda_cpu_device_exists(int device);

// worker.c: runs `run(data)` in the stream's order, then `release(data)`; false where the handle is
// no stream. A stream that is being captured into a graph keeps them for it: then it may run more
// than once, or never, before it is released.
bool cuda_cpu_enqueue(cudaStream_t stream, void (*run)(void *data), void (*release)(void *data),
                      void *data);
// What items of a stream run, for a graph to know them by: a callback, and of copy.c copies and
// fills.
void cuda_cpu_run_callback(void *data);
void cuda_cpu_run_copy(void *data);
void cuda_cpu_run_fill(void *data);
// Waits for all that a call on the default stream has to wait for.
void cuda_cpu_wait_legacy(void);
bool cuda_cpu_stream_valid(cudaStream_t stream);
// Whether it is being captured into a graph.
bool cuda_cpu_capturing(cudaStream_t stream);
// Whether kernels of the current device may run in it.
bool cuda_cpu_stream_is_here(cudaStream_t stream);
void cuda_cpu_wait_stream(cudaStream_t stream);
// The same where the program may not count on it, unless it `may`.
void cuda_cpu_finish_stream(cudaStream_t stream, bool may);
void cuda_cpu_wait_all(void);

// Runs the next item of any stream that waits for somebody to run it; whether there was one.
bool cuda_cpu_serve_any(void);
bool cuda_cpu_work_waits(void);              // whether there is one now
bool cuda_cpu_work_is_to_be_had(void);       // and nobody else is about to run it
extern __thread const void *cuda_cpu_served; // the stream whose work this thread runs
int cuda_cpu_who_wait(const void *stream);   // how many wait for it, awake, and would do some of it

// share.c: runs every block of the grid, on all cores; called by whoever serves its stream.
void cuda_cpu_run_grid(const struct cuda_cpu_grid *grid);
// Runs parts [0, parts) of work that no kernel does, on this thread and the cores that are free:
// run_parts() takes them from a run as blocks are taken, and finds the data in grid->closure.
// False: nothing was run, as there is one core alone, or a check that wants things in order.
bool cuda_cpu_share_out(void (*run_parts)(const struct cuda_cpu_grid *grid,
                                          struct cuda_cpu_run *run),
                        const void *data, size_t parts);
void cuda_cpu_stop_helpers(void);
// Takes part in a grid that runs for the stream (NULL: any), if blocks of one are left and there is
// a core for it; whether there is such a grid now.
bool cuda_cpu_help(const void *stream);
bool cuda_cpu_is_open(const void *stream);
// helpers.c: OS threads that serve a stream or help, at work on grids: this one begins, if there is
// a core for it (or it `must`), and ends; whether there is any.
bool cuda_cpu_take_core(bool must);
void cuda_cpu_leave_core(void);
bool cuda_cpu_anybody_works(void);
// Helpers that look for work before they sleep.
int cuda_cpu_helpers_awake(void);
// Whether blocks of it are left that may yet begin, though no other comes to its end.
bool cuda_cpu_more_to_begin(const struct cuda_cpu_grid *grid);
// watchdog.c: it looks at kernels no longer.
void cuda_cpu_stop_watchdog(void);
// cluster.c: the same for a grid of clusters.
void cuda_cpu_run_clusters(const struct cuda_cpu_grid *grid);
// Whether CUDA admits a launch of that shape (grid x y z, block x y z); says why not.
cudaError_t cuda_cpu_check_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6]);
// Queues the grid in the stream, its shape checked, and takes its closure over.
cudaError_t cuda_cpu_queue_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6],
                                  cudaStream_t stream);
// As data for cuda_cpu_enqueue: a grid in memory of its own, taken over.
void cuda_cpu_run_launch(void *grid);
void cuda_cpu_release_launch(void *grid);
int cuda_cpu_cores(void);

// fiber.c: runs the blocks of the run on this OS thread; false if a thread of them crashed.
bool cuda_cpu_run_blocks(const struct cuda_cpu_grid *grid, struct cuda_cpu_run *run);
// Called in a kernel: gives up the grid, with a sticky error.
__attribute__((noreturn)) void cuda_cpu_crash(cudaError_t error);
// Whether AddressSanitizer is in the program, which knows each thread by its stack.
bool cuda_cpu_is_sanitized(void);
// Frees what this OS thread keeps for its fibers; before it ends.
void cuda_cpu_free_fibers(void);

// fault.c: whether a kernel's thread is what runs.
bool cuda_cpu_in_kernel(void);

// function.c: bytes of dynamic shared memory that a launch of the kernel at this address may ask
// for; NULL, an address not known: the most that any kernel was allowed.
size_t cuda_cpu_shared_limit(const void *function);
// Blocks of a cluster that it may ask for.
unsigned cuda_cpu_cluster_limit(const void *function);
// Sets the grid up to run the kernel at this address with a copy of the arguments.
cudaError_t cuda_cpu_bind_function(struct cuda_cpu_grid *grid, const void *function,
                                   void **arguments);
// cooperative.c: queues a grid whose blocks all run at the same time; takes its closure over.
cudaError_t cuda_cpu_launch_cooperative(const struct cuda_cpu_grid *grid, const unsigned shape[6],
                                        cudaStream_t stream);

// copy.c: a copy of `depth` planes of rows; no depth, one plane.
struct cuda_cpu_copy {
    char *to;
    const char *from;
    size_t to_pitch, from_pitch, width, height;
    size_t to_plane, from_plane, depth; // bytes from plane to plane
};
static inline struct cuda_cpu_copy cuda_cpu_flat_copy(void *to, const void *from, size_t bytes) {
    return (struct cuda_cpu_copy){to, from, bytes, bytes, bytes, 1, 0, 0, 0};
}
// Whether CUDA admits the copy, and says why not; and the copy itself, at once.
cudaError_t cuda_cpu_check_copy(const struct cuda_cpu_copy *c, enum cudaMemcpyKind kind);
void cuda_cpu_copy_now(const struct cuda_cpu_copy *c);
// volume.c: a copy in three dimensions as one of bytes; false if it leaves an array.
bool cuda_cpu_describe_copy(const struct cudaMemcpy3DParms *p, struct cuda_cpu_copy *c);
cudaError_t cuda_cpu_copy(struct cuda_cpu_copy c, enum cudaMemcpyKind kind, bool async,
                          cudaStream_t stream);
// Sets bytes of planes of rows.
struct cuda_cpu_fill {
    char *to;
    size_t pitch, width, height;
    int value;
    size_t plane, depth;
};
cudaError_t cuda_cpu_fill(struct cuda_cpu_fill f, cudaStream_t stream);
// memory.c: gives device memory back at once, waiting for nobody; false if nothing starts there.
bool cuda_cpu_free_now(void *pointer);
// describe.c: says why this pointer can't be freed.
void cuda_cpu_say_not_freed(const void *pointer);
// pool.c: the memory there, if it came from a pool, is given back.
void cuda_cpu_end_loan(void *pointer);

// allocations.c: the device allocation that holds the address, or NULL.
const void *cuda_cpu_find_device_memory(const void *address, size_t *bytes_behind);

#endif
