// SPDX-License-Identifier: MIT
// Six ways to wait for what a stream does: by the host, which sleeps or asks, or by another stream.
#ifndef WAITS_H
#define WAITS_H

#include "book.h"
#include "job.h"

// Whether a query says that the work is done. "Not yet" is not a failure, but it remains as the
// last error until it is read.
static inline bool done(cudaError_t answer) {
    if (answer != cudaErrorNotReady)
        HANDLE_ERROR(answer);
    else
        (void)cudaGetLastError();
    return answer == cudaSuccess;
}

// Does the first piece, waits for it in one of six ways, and returns how often it asked in vain.
enum { DEVICE, STREAM, EVENT, ASK_STREAM, ASK_EVENT, OTHER_STREAM, WAITS };
static const char *const WAIT[WAITS] = {"cudaDeviceSynchronize", "cudaStreamSynchronize",
                                        "cudaEventSynchronize",  "cudaStreamQuery",
                                        "cudaEventQuery",        "cudaStreamWaitEvent"};
static inline size_t do_and_wait(struct job *j, int way) {
    const cudaStream_t s = j->stream[0], last = way == OTHER_STREAM ? j->other : s;
    size_t asked = 0;
    copy_in(j, 0, j->piece, s);
    compute(j, 0, j->piece, s);
    if (way == OTHER_STREAM) { // not the host waits, but another stream
        HANDLE_ERROR(cudaEventRecord(j->event, s));
        HANDLE_ERROR(cudaStreamWaitEvent(j->other, j->event, 0));
    }
    copy_out(j, 0, j->piece, last);
    HANDLE_ERROR(cudaEventRecord(j->event, last));
    if (way == DEVICE)
        HANDLE_ERROR(cudaDeviceSynchronize()); // for all that is in any stream
    else if (way == EVENT)
        HANDLE_ERROR(cudaEventSynchronize(j->event)); // for what its stream held before it
    else if (way == ASK_STREAM)                       // between two questions the host is free
        while (!done(cudaStreamQuery(s)))
            asked++;
    else if (way == ASK_EVENT)
        while (!done(cudaEventQuery(j->event)))
            asked++;
    else
        HANDLE_ERROR(cudaStreamSynchronize(last)); // for all that is in this one
    return asked;
}

#endif
