// SPDX-License-Identifier: MIT
// OS threads that wait for each other, as the blocks of a cooperative launch or of a cluster do:
// all of them run, or none.
#include <pthread.h>
#include <stdlib.h>

#include "diagnose/diagnose.h"
#include "launch/launch.h"
#include "threads/threads.h"

struct team {
    pthread_mutex_t gate; // held until all are there
    bool called_off;
    void (*work)(void *data);
};

struct entrant {
    struct team *team;
    void *data;
    pthread_t thread;
};

static void *enter(void *argument) {
    const struct entrant *e = argument;
    pthread_mutex_lock(&e->team->gate);
    const bool called_off = e->team->called_off;
    pthread_mutex_unlock(&e->team->gate);
    if (!called_off) {
        e->team->work(e->data);
        cuda_cpu_free_fibers();
    }
    return NULL;
}

bool cuda_cpu_run_together(void (*work)(void *data), void *data, size_t stride, size_t count) {
    struct team team = {PTHREAD_MUTEX_INITIALIZER, false, work};
    struct entrant *const entrants = calloc(count, sizeof *entrants);
    size_t there = 1; // this thread
    int why = 0;
    if (!entrants)
        abort();
    pthread_mutex_lock(&team.gate);
    for (; there < count; there++) {
        entrants[there].team = &team;
        entrants[there].data = (char *)data + there * stride;
        why = pthread_create(&entrants[there].thread, NULL, enter, &entrants[there]);
        if (why != 0)
            break;
    }
    team.called_off = why != 0;
    pthread_mutex_unlock(&team.gate);
    if (team.called_off)
        cuda_cpu_no_thread(why);
    else
        work(data);
    for (size_t i = 1; i < there; i++)
        pthread_join(entrants[i].thread, NULL);
    free(entrants);
    return !team.called_off;
}
