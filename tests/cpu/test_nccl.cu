// SPDX-License-Identifier: MIT
// NCCL over the devices of one process: messages, groups, collectives, graphs and what is refused.
// On a GPU it takes as many as there are.
#include <nccl.h>

#include "tap.h"

enum { MOST = 3, N = 1000 };

#define good(...) ok((__VA_ARGS__) == ncclSuccess, "%s", #__VA_ARGS__)

static int ranks;
static ncclComm_t comms[MOST];
static cudaStream_t streams[MOST];
static float *dev_from[MOST], *dev_to[MOST];
static float host[MOST * N];

static void fill(int rank, float *dev, float first, int count) {
    for (int i = 0; i < count; i++) host[i] = first + (float)i;
    must(cudaSetDevice(rank));
    must(cudaMemcpy(dev, host, (size_t)count * sizeof *host, cudaMemcpyHostToDevice));
}

static void fill_all(void) {
    for (int r = 0; r < ranks; r++) {
        fill(r, dev_from[r], (float)(r * N), N);
        must(cudaMemset(dev_to[r], 0xFF, MOST * N * sizeof *host));
        must(cudaDeviceSynchronize()); // the streams do not wait for the default one
    }
}

static void wait_all(void) {
    for (int r = 0; r < ranks; r++) {
        must(cudaSetDevice(r));
        must(cudaStreamSynchronize(streams[r]));
    }
}

// How many of the numbers at the rank are not first, first + step, ...
static int wrong(int rank, float first, float step, int count) {
    int bad = 0;
    must(cudaSetDevice(rank));
    must(cudaMemcpy(host, dev_to[rank], (size_t)count * sizeof *host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++) bad += !(host[i] == first + step * (float)i);
    return bad;
}

// From fresh numbers, in one group, what each rank calls.
template <class Call> static void together(Call call) {
    fill_all();
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) call(r, comms[r], streams[r]);
    ncclGroupEnd();
    wait_all();
}

// Each rank sends its numbers to the next one, round in a circle.
static void ring(void) {
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        ncclSend(dev_from[r], N, ncclFloat, (r + 1) % ranks, comms[r], streams[r]);
        ncclRecv(dev_to[r], N, ncclFloat, (r + ranks - 1) % ranks, comms[r], streams[r]);
    }
    ncclGroupEnd();
}

static int ring_wrong(void) {
    int bad = 0;
    for (int r = 0; r < ranks; r++) bad += wrong(r, (float)((r + ranks - 1) % ranks * N), 1, N);
    return bad;
}

static void messages(void) {
    fill_all();
    ring();
    wait_all();
    ok(ring_wrong() == 0, "a ring of messages");
    fill_all();
    ncclGroupStart(); // two to the same rank come in the order they were sent in
    ncclSend(dev_from[0], 10, ncclFloat, 1, comms[0], streams[0]);
    ncclSend(dev_from[0] + 10, 20, ncclFloat, 1, comms[0], streams[0]);
    ncclRecv(dev_to[1], 10, ncclFloat, 0, comms[1], streams[1]);
    ncclRecv(dev_to[1] + 10, 20, ncclFloat, 0, comms[1], streams[1]);
    ncclGroupEnd();
    wait_all();
    ok(wrong(1, 0, 1, 30) == 0, "two messages in order");

    cudaGraph_t graphs[MOST];
    cudaGraphExec_t execs[MOST];
    for (int r = 0; r < ranks; r++) {
        must(cudaSetDevice(r));
        must(cudaStreamBeginCapture(streams[r], cudaStreamCaptureModeThreadLocal));
    }
    ring();
    for (int r = 0; r < ranks; r++) must(cudaStreamEndCapture(streams[r], &graphs[r]));
    fill_all();
    for (int r = 0; r < ranks; r++) {
        must(cudaSetDevice(r));
        must(cudaGraphInstantiate(&execs[r], graphs[r], 0));
    }
    for (int turn = 0; turn < 3; turn++)
        for (int r = 0; r < ranks; r++) {
            must(cudaSetDevice(r));
            must(cudaGraphLaunch(execs[r], streams[r]));
        }
    wait_all();
    ok(ring_wrong() == 0, "the ring in graphs, three times");
    for (int r = 0; r < ranks; r++) {
        free_all(execs[r], graphs[r]);
    }
}

// The ranks, or the first of them, have first + later * rank, then a step more each.
static bool all_have(int count, float first, float step, float later = 0, int having = ranks) {
    return each(having, [&](int r) { return !wrong(r, first + later * (float)r, step, count); });
}

static void collectives(void) {
    const float all = (float)ranks, sum = (float)(ranks * (ranks - 1) / 2 * N);
    struct {
        ncclRedOp_t op;
        float first, step;
        const char *name;
    } const ops[] = {{ncclSum, sum, all, "sum"}, {ncclMax, (all - 1) * N, 1, "max"}, {ncclMin, 0, 1, "min"}};
    for (auto op : ops) {
        together([&](int r, ncclComm_t comm, cudaStream_t stream) {
            ncclAllReduce(dev_from[r], dev_to[r], N, ncclFloat, op.op, comm, stream);
        });
        ok(all_have(N, op.first, op.step), "all-reduce: %s", op.name);
    }
    together([](int r, ncclComm_t comm, cudaStream_t stream) {
        ncclBroadcast(dev_from[r], dev_to[r], N, ncclFloat, 1, comm, stream);
    });
    ok(all_have(N, N, 1), "broadcast from rank 1");
    together([](int r, ncclComm_t comm, cudaStream_t stream) {
        ncclAllGather(dev_from[r], dev_to[r], N, ncclFloat, comm, stream);
    });
    ok(all_have(ranks * N, 0, 1), "all-gather");
    const int part = N / ranks;
    together([part](int r, ncclComm_t comm, cudaStream_t stream) {
        ncclReduceScatter(dev_from[r], dev_to[r], (size_t)part, ncclFloat, ncclSum, comm, stream);
    });
    ok(all_have(part, sum, all, all * (float)part), "reduce-scatter");
    together([](int r, ncclComm_t comm, cudaStream_t stream) {
        ncclReduce(dev_from[r], dev_to[r], N, ncclFloat, ncclSum, 0, comm, stream);
    });
    ok(all_have(N, sum, all, 0, 1), "reduce to rank 0");
}

static void questions(void) {
    int value = -1;
    ncclResult_t error;
    good(ncclGetVersion(&value));
    good(ncclCommCount(comms[1], &value));
    ok(value == ranks, "%d ranks", ranks);
    good(ncclCommUserRank(comms[1], &value));
    ok(value == 1, "rank 1");
    good(ncclCommCuDevice(comms[1], &value));
    ok(value == 1, "on device 1");
    good(ncclCommGetAsyncError(comms[1], &error));
    ok(error == ncclSuccess, "no error");
    ok(ncclSend(dev_from[0], N, ncclFloat, ranks, comms[0], streams[0]) == ncclInvalidArgument,
       "a rank that is not there");
    ok(ncclGetErrorString(ncclInvalidUsage)[0] != 0, "errors have words");
}

int main() {
    setenv("CUDA_CPU_DEVICES", "3", 0);
    must(cudaGetDeviceCount(&ranks));
    ranks = ranks < MOST ? ranks : (int)MOST;
    if (ranks < 2) {
        printf("1..0 # SKIP needs two devices\n");
        return 0;
    }
    good(ncclCommInitAll(comms, ranks, NULL));
    for (int r = 0; r < ranks; r++) {
        must(cudaSetDevice(r));
        must(cudaStreamCreateWithFlags(&streams[r], cudaStreamNonBlocking));
        must(cudaMalloc((void **)&dev_from[r], MOST * N * sizeof *host));
        must(cudaMalloc((void **)&dev_to[r], MOST * N * sizeof *host));
    }
    messages();
    collectives();
    questions();
    for (int r = 0; r < ranks; r++) {
        must(cudaSetDevice(r));
        free_all(dev_from[r], dev_to[r], streams[r]);
        good(ncclCommDestroy(comms[r]));
    }
    return done_testing();
}
