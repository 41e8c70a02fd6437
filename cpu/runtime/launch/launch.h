// SPDX-License-Identifier: MIT
// Launches: what is admitted, and how the blocks of a grid are shared out to the cores.
#ifndef CUDA_CPU_ROOM_LAUNCH_H
#define CUDA_CPU_ROOM_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/grid.h"

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
// together.c: runs work() on `count` OS threads, this one among them, each with its own part of the
// data, all or none: false, and it is said, if the system does not give that many.
bool cuda_cpu_run_together(void (*work)(void *data), void *data, size_t stride, size_t count);
// cluster.c: the same for a grid of clusters; grid.c: for either.
void cuda_cpu_run_clusters(const struct cuda_cpu_grid *grid);
void cuda_cpu_run_any(const struct cuda_cpu_grid *grid);
// Whether CUDA admits a launch of that shape (grid x y z, block x y z); says why not.
cudaError_t cuda_cpu_check_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6]);
// Queues the grid in the stream, its shape checked, and takes its closure over.
cudaError_t cuda_cpu_queue_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6],
                                  cudaStream_t stream);
// nested.c: runs the grid by that function, and all that its threads have launched: then it is
// complete. `depth`: how many grids it is nested in.
void cuda_cpu_run_complete(struct cuda_cpu_grid *grid,
                           void (*run)(const struct cuda_cpu_grid *grid), unsigned depth);
// The grid at hand runs once more, to be compared: what it launches is already known.
void cuda_cpu_nest_is_known(const struct cuda_cpu_grid *grid);
// Whether the thread of a kernel may launch a grid in that stream; says why not.
cudaError_t cuda_cpu_check_nesting(const struct cuda_cpu_grid *grid, cudaStream_t stream);
// As data for cuda_cpu_enqueue: a grid in memory of its own, taken over.
void cuda_cpu_run_launch(void *grid);
void cuda_cpu_release_launch(void *grid);

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

#endif
