// SPDX-License-Identifier: MIT
// NCCL over the devices of one process: its communicators, and its words.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "communicator.h"
#include "device/device.h"
#include "diagnose/diagnose.h"

pthread_mutex_t cuda_cpu_nccl_lock = PTHREAD_MUTEX_INITIALIZER;
static struct clique *cliques;
static __thread char last_error[256];

ncclResult_t cuda_cpu_nccl_wrong(ncclResult_t result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    cuda_cpu_say(NULL, "%s", last_error);
    return result;
}

// ---- communicators ------------------------------------------------------------------------------

void cuda_cpu_nccl_drop(struct ncclComm *comm) {
    if (--comm->references > 0)
        return;
    struct clique *q = comm->clique;
    free(comm);
    if (--q->references > 0)
        return;
    struct clique **link = &cliques;
    while (*link != q)
        link = &(*link)->next;
    *link = q->next;
    pthread_cond_destroy(&q->changed);
    free(q);
}

struct id { // what a ncclUniqueId holds
    long process;
    unsigned long long number;
};

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
    static unsigned long long last;
    if (!id)
        return cuda_cpu_nccl_wrong(ncclInvalidArgument, "the pointer to the id is NULL");
    memset(id, 0, sizeof *id);
    const struct id ours = {(long)getpid(), __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED)};
    memcpy(id->internal, &ours, sizeof ours);
    return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) {
    struct id asked;
    memcpy(&asked, id.internal, sizeof asked);
    if (!comm || ranks < 1 || ranks > MOST_RANKS || rank < 0 || rank >= ranks)
        return cuda_cpu_nccl_wrong(ncclInvalidArgument, "rank %d of %d", rank, ranks);
    if (asked.process != (long)getpid())
        return cuda_cpu_nccl_wrong(ncclInvalidUsage,
                                   "on the CPU NCCL's ranks are devices of one process");
    pthread_mutex_lock(&cuda_cpu_nccl_lock);
    struct clique *q = cliques;
    while (q && q->id != asked.number)
        q = q->next;
    ncclResult_t result = ncclSuccess;
    if (!q) {
        q = calloc(1, sizeof *q);
        if (!q)
            abort();
        q->id = asked.number;
        q->ranks = ranks;
        pthread_cond_init(&q->changed, NULL);
        q->next = cliques;
        cliques = q;
    }
    const int device = cuda_cpu_device();
    if (q->ranks != ranks || q->present[rank])
        result = cuda_cpu_nccl_wrong(ncclInvalidArgument, "rank %d of %d has joined already", rank,
                                     q->ranks);
    for (int r = 0; r < q->ranks; r++)
        if (q->present[r] && q->devices[r] == device)
            result = cuda_cpu_nccl_wrong(ncclInvalidUsage, "ranks %d and %d are both on device %d",
                                         r, rank, device);
    struct ncclComm *made = result == ncclSuccess ? calloc(1, sizeof *made) : NULL;
    if (made) {
        *made = (struct ncclComm){q, rank, device, 0, ncclSuccess, 1};
        q->present[rank] = true;
        q->devices[rank] = device;
        q->references++;
        *comm = made;
    }
    pthread_mutex_unlock(&cuda_cpu_nccl_lock);
    return result;
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int ranks, const int *devices) {
    ncclUniqueId id;
    int device, there;
    cudaGetDevice(&device);
    if (!comms || cudaGetDeviceCount(&there) != cudaSuccess || ranks < 1 || ranks > there)
        return cuda_cpu_nccl_wrong(ncclInvalidArgument, "%d ranks are more than there are devices",
                                   ranks);
    ncclResult_t result = ncclGetUniqueId(&id);
    for (int r = 0; r < ranks && result == ncclSuccess; r++) {
        if (cudaSetDevice(devices ? devices[r] : r) != cudaSuccess)
            result = cuda_cpu_nccl_wrong(ncclInvalidArgument, "there is no device %d",
                                         devices ? devices[r] : r);
        else
            result = ncclCommInitRank(&comms[r], ranks, id, r);
    }
    cudaSetDevice(device);
    return result;
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
    return comm ? ncclSuccess : ncclInvalidArgument;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
    if (!comm)
        return ncclSuccess;
    pthread_mutex_lock(&cuda_cpu_nccl_lock);
    cuda_cpu_nccl_drop(comm);
    pthread_mutex_unlock(&cuda_cpu_nccl_lock);
    return ncclSuccess;
}

// Whoever waits for this rank need not any more.
ncclResult_t ncclCommAbort(ncclComm_t comm) {
    if (!comm)
        return ncclSuccess;
    pthread_mutex_lock(&cuda_cpu_nccl_lock);
    comm->clique->aborted = true;
    pthread_cond_broadcast(&comm->clique->changed);
    cuda_cpu_nccl_drop(comm);
    pthread_mutex_unlock(&cuda_cpu_nccl_lock);
    return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
    if (!comm || !error)
        return ncclInvalidArgument;
    pthread_mutex_lock(&cuda_cpu_nccl_lock);
    *error = comm->error;
    pthread_mutex_unlock(&cuda_cpu_nccl_lock);
    return ncclSuccess;
}

ncclResult_t ncclCommCount(ncclComm_t comm, int *count) {
    if (!comm || !count)
        return ncclInvalidArgument;
    *count = comm->clique->ranks;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(ncclComm_t comm, int *device) {
    if (!comm || !device)
        return ncclInvalidArgument;
    *device = comm->device;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(ncclComm_t comm, int *rank) {
    if (!comm || !rank)
        return ncclInvalidArgument;
    *rank = comm->rank;
    return ncclSuccess;
}

// ---- words --------------------------------------------------------------------------------------

ncclResult_t ncclGetVersion(int *version) {
    if (!version)
        return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

const char *ncclGetErrorString(ncclResult_t result) {
    static const char *const words[ncclNumResults] = {
        "no error",
        "unhandled cuda error",
        "unhandled system error",
        "internal error",
        "invalid argument",
        "invalid usage",
        "remote process exited or there was a network error",
        "NCCL operation in progress"};
    return (unsigned)result < ncclNumResults ? words[result] : "unknown result code";
}

const char *ncclGetLastError(ncclComm_t comm) {
    (void)comm;
    return last_error;
}
