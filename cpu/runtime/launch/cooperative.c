// SPDX-License-Identifier: MIT
// Cooperative launches: all blocks of the grid run at the same time, each on an OS thread of its
// own, so that they can wait for each other (grid.sync()). As on a GPU there can be no more of them
// than fit on the device at once.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_cpu/function.h"
#include "device/device.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "launch/launch.h"
#include "streams/streams.h"
#include "threads/threads.h"

struct cooperative {
    struct cuda_cpu_grid grid;
    size_t blocks, alive, waiting; // alive: blocks that have not ended
    unsigned long turn;            // barriers passed
    bool crashed;
    pthread_mutex_t lock;
    pthread_cond_t passed;
};

static __thread struct cooperative *mine; // that the block on this OS thread belongs to

// needs the lock
static void pass_if_all_wait(struct cooperative *c) {
    if (c->waiting == c->alive) {
        c->waiting = 0;
        c->turn++;
        pthread_cond_broadcast(&c->passed);
    }
}

int cuda_cpu_is_cooperative(void) {
    return mine != NULL;
}

void cuda_cpu_sync_grid(void) {
    struct cooperative *c = mine;
    if (!c) {
        static bool told; // other blocks make the same mistake
        char who[256];
        snprintf(who, sizeof who, "kernel %s", cuda_cpu_kernel_name());
        if (!__atomic_test_and_set(&told, __ATOMIC_RELAXED))
            cuda_cpu_say(who, "grid.sync() in a kernel that was not launched by "
                              "cudaLaunchCooperativeKernel");
        cuda_cpu_crash(cudaErrorLaunchFailure);
    }
    CUDA_CPU_HOOK(grid_barrier);
    pthread_mutex_lock(&c->lock);
    unsigned long turn = c->turn;
    c->waiting++;
    pass_if_all_wait(c);
    while (c->turn == turn && !c->crashed)
        pthread_cond_wait(&c->passed, &c->lock);
    bool crashed = c->crashed;
    pthread_mutex_unlock(&c->lock);
    if (crashed)
        cuda_cpu_crash(cuda_cpu_sticky());
    CUDA_CPU_HOOK(past_grid_barrier);
}

struct one_block {
    struct cooperative *of;
    size_t index;
};

static void run_block(void *data) {
    struct one_block *const block = data;
    struct cooperative *const c = mine = block->of;
    bool well = cuda_cpu_run_blocks(
        &c->grid, &(struct cuda_cpu_run){.next = block->index, .last = block->index + 1});
    mine = NULL;
    pthread_mutex_lock(&c->lock);
    c->alive--;
    if (!well) {
        c->crashed = true;
        pthread_cond_broadcast(&c->passed);
    } else {
        pass_if_all_wait(c);
    }
    pthread_mutex_unlock(&c->lock);
}

static void run_blocks(struct cooperative *c) {
    c->alive = c->blocks;
    struct one_block *blocks = calloc(c->blocks, sizeof *blocks);
    if (!blocks)
        abort();
    for (size_t i = 0; i < c->blocks; i++)
        blocks[i] = (struct one_block){c, i};
    cuda_cpu_run_together(run_block, blocks, sizeof *blocks, c->blocks);
    free(blocks);
}

// `grid` is that of a cooperative.
static void run_together(const struct cuda_cpu_grid *grid) {
    CUDA_CPU_HOOK(launch, grid);
    CUDA_CPU_HOOK(repeatable, grid);
    do {
        run_blocks((struct cooperative *)grid);
        cuda_cpu_nest_is_known(grid);
    } while (cuda_cpu_hooks.again && cuda_cpu_hooks.again(grid));
    CUDA_CPU_HOOK(launched, grid);
}

static void run_cooperative(void *data) {
    struct cooperative *c = data;
    if (cuda_cpu_sticky() != cudaSuccess)
        return;
    cuda_cpu_take_core(true);
    cuda_cpu_run_complete(&c->grid, run_together, 0);
    cuda_cpu_leave_core();
}

static void release_cooperative(void *data) {
    struct cooperative *c = data;
    cuda_cpu_free_closure(c->grid.closure);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->passed);
    free(c);
}

cudaError_t cuda_cpu_launch_cooperative(const struct cuda_cpu_grid *grid, const unsigned shape[6],
                                        cudaStream_t stream) {
    struct cooperative *c = calloc(1, sizeof *c);
    cudaError_t error = c ? cuda_cpu_check_launch(grid, shape) : cudaErrorMemoryAllocation;
    size_t blocks = (size_t)shape[0] * shape[1] * shape[2], most = cuda_cpu_hooks.most_together;
    if (error == cudaSuccess && !cuda_cpu_stream_is_here(stream))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess && blocks > (most ? most : (size_t)cuda_cpu_multiprocessors()))
        error = cudaErrorCooperativeLaunchTooLarge;
    if (error == cudaSuccess) {
        c->grid = *grid;
        memcpy(c->grid.grid, shape, sizeof c->grid.grid);
        memcpy(c->grid.block, shape + 3, sizeof c->grid.block);
        c->blocks = blocks;
        pthread_mutex_init(&c->lock, NULL);
        pthread_cond_init(&c->passed, NULL);
        if (cuda_cpu_enqueue(stream, run_cooperative, release_cooperative, c))
            return cudaSuccess;
        error = cudaErrorInvalidResourceHandle;
    }
    cuda_cpu_free_closure(grid->closure);
    free(c);
    return cuda_cpu_error(error);
}
