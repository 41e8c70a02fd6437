// SPDX-License-Identifier: MIT
// What programs ask of NCCL, taken into groups: a group is queued when it ends.
#include <stdlib.h>

#include "communicator.h"
#include "memory/memory.h"
#include "streams/streams.h"

static __thread int depth; // of groups within groups
static __thread struct call *pending;

static void free_call(struct call *c) {
    free(c->requests);
    free(c);
}

static void release_call(void *data) {
    struct call *c = data;
    pthread_mutex_lock(&cuda_cpu_nccl_lock);
    cuda_cpu_nccl_drop(c->comm);
    pthread_mutex_unlock(&cuda_cpu_nccl_lock);
    free_call(c);
}

// Queues what was asked for. The stream has to be one of the communicator's device.
static ncclResult_t launch(struct call *c) {
    int device;
    cudaGetDevice(&device);
    cudaSetDevice(c->comm->device);
    const bool here = c->stream == NULL || cuda_cpu_stream_is_here(c->stream);
    ncclResult_t result = ncclSuccess;
    if (!here) {
        result = cuda_cpu_nccl_wrong(ncclInvalidArgument,
                                     "the stream is not of the communicator's device %d",
                                     c->comm->device);
        free_call(c);
    } else {
        pthread_mutex_lock(&cuda_cpu_nccl_lock);
        c->comm->references++;
        pthread_mutex_unlock(&cuda_cpu_nccl_lock);
        if (!cuda_cpu_enqueue(c->stream, cuda_cpu_nccl_run, release_call, c)) {
            release_call(c);
            result = ncclInvalidArgument;
        }
    }
    cudaSetDevice(device);
    return result;
}

ncclResult_t ncclGroupStart(void) {
    depth++;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void) {
    if (depth == 0)
        return cuda_cpu_nccl_wrong(ncclInvalidUsage, "no group was started (ncclGroupStart)");
    if (--depth > 0)
        return ncclSuccess;
    ncclResult_t result = ncclSuccess;
    while (pending) {
        struct call *c = pending;
        pending = c->next;
        const ncclResult_t one = launch(c);
        result = result == ncclSuccess ? one : result;
    }
    return result;
}

static ncclResult_t check_memory(const char *what, const void *memory, size_t bytes) {
    size_t behind = 0;
    if (bytes == 0)
        return ncclSuccess;
    if (!memory || !cuda_cpu_find_device_memory(memory, &behind))
        return cuda_cpu_nccl_wrong(ncclInvalidArgument, "%s: %p is not memory of a device", what,
                                   memory);
    if (bytes > behind)
        return cuda_cpu_nccl_wrong(ncclInvalidArgument, "%s: %zu bytes, and %zu are there", what,
                                   bytes, behind);
    return ncclSuccess;
}

// Takes a request into the group; one of no group is a group by itself.
static ncclResult_t ask(ncclComm_t comm, cudaStream_t stream, struct request r) {
    if (!comm)
        return cuda_cpu_nccl_wrong(ncclInvalidArgument, "the communicator is NULL");
    const size_t bytes = r.count * cuda_cpu_nccl_bytes(r.type), ranks = (size_t)comm->clique->ranks;
    if (cuda_cpu_nccl_bytes(r.type) == 0 || (unsigned)r.op >= ncclNumOps)
        return cuda_cpu_nccl_wrong(ncclInvalidArgument,
                                   "this type or operation is not supported on the CPU");
    if (r.peer < 0 || r.peer >= comm->clique->ranks)
        return cuda_cpu_nccl_wrong(ncclInvalidArgument, "there is no rank %d: there are %zu",
                                   r.peer, ranks);
    ncclResult_t result = ncclSuccess;
    const bool roots = (r.kind != BROADCAST && r.kind != REDUCE) || r.peer == comm->rank;
    if (r.kind != RECV && (r.kind != BROADCAST || roots))
        result = check_memory("sent", r.from, r.kind == REDUCE_SCATTER ? ranks * bytes : bytes);
    if (result == ncclSuccess && r.kind != SEND && (r.kind != REDUCE || roots))
        result = check_memory("received", r.to, r.kind == ALL_GATHER ? ranks * bytes : bytes);
    if (result != ncclSuccess)
        return result;

    struct call **link = &pending;
    while (*link && ((*link)->comm != comm || (*link)->stream != stream))
        link = &(*link)->next;
    struct call *c = *link;
    if (!c) {
        c = *link = calloc(1, sizeof *c);
        if (!c)
            return ncclSystemError;
        c->comm = comm;
        c->stream = stream;
    }
    if (c->count == c->room) {
        c->room = 2 * c->room + 2;
        struct request *more = realloc(c->requests, c->room * sizeof *more);
        if (!more)
            return ncclSystemError;
        c->requests = more;
    }
    c->requests[c->count++] = r;
    ncclGroupStart();
    return ncclGroupEnd();
}

// ---- messages and collectives -------------------------------------------------------------------

ncclResult_t ncclSend(const void *from, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
    return ask(comm, stream, (struct request){SEND, from, NULL, count, type, ncclSum, peer});
}

ncclResult_t ncclRecv(void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
    return ask(comm, stream, (struct request){RECV, NULL, to, count, type, ncclSum, peer});
}

ncclResult_t ncclBroadcast(const void *from, void *to, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
    return ask(comm, stream, (struct request){BROADCAST, from, to, count, type, ncclSum, root});
}

ncclResult_t ncclBcast(void *both, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
    return ncclBroadcast(both, both, count, type, root, comm, stream);
}

ncclResult_t ncclReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
    return ask(comm, stream, (struct request){REDUCE, from, to, count, type, op, root});
}

ncclResult_t ncclAllReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    return ask(comm, stream, (struct request){ALL_REDUCE, from, to, count, type, op, 0});
}

ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
    return ask(comm, stream, (struct request){ALL_GATHER, from, to, count, type, ncclSum, 0});
}

ncclResult_t ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    return ask(comm, stream, (struct request){REDUCE_SCATTER, from, to, count, type, op, 0});
}
