// SPDX-License-Identifier: MIT
// The arrays of memory_ways, and where they are allocated.
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stdlib.h>

#include "book.h"
#include "host_memory.h"
#include "managed.h"

enum kind { PAGEABLE, PINNED, MANAGED };
enum { A, B, C, ARRAYS };

struct job {
    size_t n, bytes;
    bool managed;
    int *host[ARRAYS]; // of malloc, pinned, or managed
    int *dev[ARRAYS];  // the device's, or the same three
    volatile int seen;
};

static inline void allocate(struct job *j, const struct options *options, enum kind kind,
                            bool copied) {
    for (int i = A; i <= C; i++) {
        if (kind == PAGEABLE)
            j->host[i] = (int *)host_alloc(options, j->n, sizeof(int));
        else if (kind == PINNED)
            HANDLE_ERROR(cudaMallocHost(&j->host[i], j->bytes));
        else
            HANDLE_ERROR(cudaMallocManaged(&j->host[i], j->bytes));
        j->dev[i] = j->host[i];
        if (copied)
            HANDLE_ERROR(cudaMalloc(&j->dev[i], j->bytes));
    }
}

static inline void release(struct job *j, enum kind kind, bool copied) {
    for (int i = A; i <= C; i++) {
        if (kind == PINNED)
            HANDLE_ERROR(cudaFreeHost(j->host[i]));
        if (kind == PAGEABLE)
            free(j->host[i]);
        if (copied || kind == MANAGED)
            HANDLE_ERROR(cudaFree(j->dev[i]));
    }
}

#endif
