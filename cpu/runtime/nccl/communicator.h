// SPDX-License-Identifier: MIT
// What NCCL's files know of each other: communicator.c has the communicators, group.c takes
// requests into groups, run.c is what a group does in its stream, reduce.c adds up.
#ifndef CUDA_CPU_NCCL_COMM_H
#define CUDA_CPU_NCCL_COMM_H

#include <pthread.h>

#include "cuda_cpu/api.h"
#include "nccl.h"

enum kind { SEND, RECV, BROADCAST, REDUCE, ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER };
enum { MOST_RANKS = 64 };

struct request {
    enum kind kind;
    const void *from;
    void *to;
    size_t count; // of elements, of each rank's part
    ncclDataType_t type;
    ncclRedOp_t op;
    int peer; // or the root
};

// Something put down for a rank, until it has been taken.
struct parcel {
    struct parcel *next;
    const struct request *request;
    int from, to;
    bool taken;
};

// A collective under way: what each rank wants, once it has come.
struct meeting {
    struct meeting *next;
    unsigned long long number;
    int there, left; // ranks that have come, and gone
    bool over;
    const struct request *wishes[MOST_RANKS];
};

// All ranks of a communicator.
struct clique {
    struct clique *next;
    unsigned long long id;
    int ranks, references; // the handles, and each item that has not ended
    int devices[MOST_RANKS];
    bool present[MOST_RANKS], aborted;
    struct parcel *parcels;
    struct meeting *meetings;
    pthread_cond_t changed;
};

struct ncclComm {
    struct clique *clique;
    int rank, device;
    unsigned long long meetings; // that it took part in
    ncclResult_t error;
    int references; // the handle, and each item
};

// What a group asks of one communicator in one stream.
struct call {
    struct call *next;
    struct ncclComm *comm;
    cudaStream_t stream;
    size_t count, room;
    struct request *requests;
};

extern pthread_mutex_t cuda_cpu_nccl_lock; // over cliques and communicators

// communicator.c: says what is wrong, for ncclGetLastError and on stderr, and returns the result.
__attribute__((format(printf, 2, 3))) ncclResult_t cuda_cpu_nccl_wrong(ncclResult_t result,
                                                                       const char *format, ...);
// Gives up one reference; needs the lock.
void cuda_cpu_nccl_drop(struct ncclComm *comm);

// run.c: does what a group asks (data: a struct call).
void cuda_cpu_nccl_run(void *data);

// reduce.c: bytes of an element; 0: a type that is not supported here.
size_t cuda_cpu_nccl_bytes(ncclDataType_t type);
// Combines `more` with the sum, element by element; divides the sum.
void cuda_cpu_nccl_reduce(void *sum, const void *more, size_t count, ncclDataType_t type,
                          ncclRedOp_t op);
void cuda_cpu_nccl_divide(void *sum, size_t count, ncclDataType_t type, int ranks);

#endif
