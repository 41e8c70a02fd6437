// SPDX-License-Identifier: MIT
// Clusters: the blocks of a cluster run at the same time, each on an OS thread of its own, so that
// they can wait for each other and reach each other's shared memory. A team of threads, one for
// each block of a cluster, takes one cluster after the other; there are as many teams as fit the
// cores, and always one.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_cpu/cluster.h"
#include "device/device.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "launch/launch.h"
#include "threads/threads.h"

struct meeting {
    unsigned waiting;
    unsigned long turn; // how often all came together
};

struct team {
    const struct cuda_cpu_grid *grid;
    unsigned size;            // blocks of a cluster
    size_t clusters, *taken;  // of the grid; handed out so far, to all teams
    size_t cluster;           // that the team is at
    unsigned at_work;         // blocks of it that have not ended
    struct meeting sync, end; // the cluster's barrier; between one cluster and the next
    bool crashed;
    pthread_mutex_t lock;
    pthread_cond_t passed;
    // where each block's OS thread has its variables, and its record
    const char *threads[CUDA_CPU_MOST_CLUSTER];
    struct block *blocks[CUDA_CPU_MOST_CLUSTER];
};

struct member {
    struct team *team;
    unsigned rank; // of its block in the cluster
};

static __thread struct member *me; // that the block on this OS thread is

// Ends the meeting if `count` have come. Needs the lock.
static void check_meeting(struct team *t, struct meeting *m, unsigned count) {
    if (m->waiting >= count) {
        m->waiting = 0;
        m->turn++;
        pthread_cond_broadcast(&t->passed);
    }
}

// Waits until `count` have come. Needs the lock.
static void meet(struct team *t, struct meeting *m, unsigned count, bool until_crash) {
    const unsigned long turn = m->turn;
    m->waiting++;
    check_meeting(t, m, count);
    while (m->turn == turn && !(until_crash && t->crashed))
        pthread_cond_wait(&t->passed, &t->lock);
}

// Where the block with this rank of the team's cluster lies in the grid.
static size_t block_of(const struct team *t, unsigned rank) {
    const unsigned *grid = t->grid->grid, *cluster = t->grid->cluster;
    const size_t across = grid[0] / cluster[0], down = grid[1] / cluster[1];
    const size_t x = t->cluster % across * cluster[0] + rank % cluster[0];
    const size_t y = t->cluster / across % down * cluster[1] + rank / cluster[0] % cluster[1];
    const size_t z = t->cluster / across / down * cluster[2] + rank / cluster[0] / cluster[1];
    return x + grid[0] * (y + grid[1] * z);
}

static void work(void *data) {
    struct member *m = data;
    struct team *t = m->team;
    me = m;
    t->threads[m->rank] = (const char *)&me;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        if (m->rank == 0) {
            t->cluster = cuda_cpu_sticky() == cudaSuccess
                             ? __atomic_fetch_add(t->taken, 1, __ATOMIC_RELAXED)
                             : t->clusters;
            t->at_work = t->size;
        }
        meet(t, &t->end, t->size, false);
        if (t->cluster >= t->clusters)
            break;
        pthread_mutex_unlock(&t->lock);
        const size_t block = block_of(t, m->rank);
        const bool well =
            cuda_cpu_run_blocks(t->grid, &(struct cuda_cpu_run){.next = block, .last = block + 1});
        pthread_mutex_lock(&t->lock);
        t->at_work--;
        t->crashed = t->crashed || !well;
        pthread_cond_broadcast(&t->passed);
        if (t->sync.waiting > 0) // maybe for this block only
            check_meeting(t, &t->sync, t->at_work);
        meet(t, &t->end, t->size, false); // others may still use this one's shared memory
    }
    pthread_mutex_unlock(&t->lock);
    me = NULL;
}

void cuda_cpu_run_clusters(const struct cuda_cpu_grid *grid) {
    const unsigned *c = grid->cluster, size = c[0] * c[1] * c[2];
    const size_t clusters = (size_t)grid->grid[0] * grid->grid[1] * grid->grid[2] / size;
    const unsigned teams = (unsigned)cuda_cpu_cores() / size;
    const size_t count = teams < 1 ? 1 : teams > clusters ? clusters : teams;
    size_t taken = 0;
    struct team *team = calloc(count, sizeof *team);
    struct member *members = calloc(count * size, sizeof *members);
    if (!team || !members)
        abort();
    CUDA_CPU_HOOK(launch, grid);
    for (size_t i = 0; i < count; i++) {
        team[i].grid = grid;
        team[i].size = size;
        team[i].clusters = clusters;
        team[i].taken = &taken;
        pthread_mutex_init(&team[i].lock, NULL);
        pthread_cond_init(&team[i].passed, NULL);
        for (unsigned rank = 0; rank < size; rank++) {
            struct member *m = &members[i * size + rank];
            *m = (struct member){.team = &team[i], .rank = rank};
        }
    }
    cuda_cpu_run_together(work, members, sizeof *members, count * size);
    CUDA_CPU_HOOK(launched, grid);
    for (size_t i = 0; i < count; i++) {
        pthread_mutex_destroy(&team[i].lock);
        pthread_cond_destroy(&team[i].passed);
    }
    free(team);
    free(members);
}

// ---- for device code ---------------------------------------------------------------------------

void cuda_cpu_ask_cluster(struct cuda_cpu_cluster *c) {
    static const unsigned alone[3] = {1, 1, 1};
    const unsigned *shape = me ? me->team->grid->cluster : alone;
    memcpy(c->shape, shape, sizeof c->shape);
    c->rank = me ? me->rank : 0;
    c->given = me != NULL;
}

void cuda_cpu_sync_cluster(void) {
    if (!me)
        return;
    struct team *t = me->team;
    CUDA_CPU_HOOK(grid_barrier);
    pthread_mutex_lock(&t->lock);
    t->blocks[me->rank] = cuda_cpu_block();
    meet(t, &t->sync, t->at_work, true);
    bool crashed = t->crashed;
    pthread_mutex_unlock(&t->lock);
    if (crashed)
        cuda_cpu_crash(cuda_cpu_sticky());
    CUDA_CPU_HOOK(past_grid_barrier);
}

// Shared variables are thread-local ones, at the same distance from each thread's pointer; dynamic
// shared memory lies in the block's record.
void *cuda_cpu_cluster_map(const void *shared, unsigned rank) {
    if (!me || rank == me->rank)
        return (void *)(uintptr_t)shared;
    struct team *t = me->team;
    const char *const address = shared;
    if (cuda_cpu_in_dynamic_shared(shared) && rank < t->size && t->blocks[rank])
        return cuda_cpu_shared_of(t->blocks[rank]) +
               (address - cuda_cpu_shared_of(cuda_cpu_block()));
    size_t offset; // where they lie apart, a shared variable is what its slot points to
    const char *slot =
        cuda_cpu_hooks.slot ? (const char *)cuda_cpu_hooks.slot(shared, &offset) : NULL;
    if (slot && rank < t->size) {
        const char *theirs = t->threads[rank] + (slot - t->threads[me->rank]);
        return *(char *const *)(const void *)theirs + offset;
    }
    return rank < t->size ? (void *)(uintptr_t)(t->threads[rank] + (address - t->threads[me->rank]))
                          : NULL;
}

const void *cuda_cpu_neighbours_shared(const void *address) {
    const struct team *t = me ? me->team : NULL;
    for (unsigned rank = 0; t && rank < t->size; rank++)
        if (t->blocks[rank] && (uintptr_t)address - (uintptr_t)cuda_cpu_shared_of(t->blocks[rank]) <
                                   CUDA_CPU_MOST_SHARED)
            return cuda_cpu_shared_of(t->blocks[rank]);
    return NULL;
}
