// SPDX-License-Identifier: MIT
// NCCL over the devices of one process. What a group asks of a communicator in a stream is one item
// of that stream: it puts down what it sends, takes what others put down for it, and ends when all
// that it sent was taken. So sends and receives of a group wait for each other in no order, as
// NCCL's do; and a rank whose partner never comes waits for ever, as there.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nccl.h"
#include "runtime.h"

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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct clique *cliques;
static __thread int depth; // of groups within groups
static __thread struct call *pending;
static __thread char last_error[256];

// Says what is wrong, for ncclGetLastError and on stderr, and returns the result.
__attribute__((format(printf, 2, 3))) static ncclResult_t wrong(ncclResult_t result,
                                                                const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    cuda_cpu_say(NULL, "%s", last_error);
    return result;
}

static size_t bytes_of(ncclDataType_t type) {
    static const size_t bytes[ncclNumTypes] = {1, 1, 4, 4, 8, 8, 0, 4, 8, 0};
    return (unsigned)type < ncclNumTypes ? bytes[type] : 0;
}

// ---- reductions: rank after rank, so that the result is the same every time ---------------------

#define REDUCE_AS(TYPE)                                                                            \
    do {                                                                                           \
        TYPE *a = sum;                                                                             \
        const TYPE *b = more;                                                                      \
        for (size_t i = 0; i < count; i++)                                                         \
            a[i] = (TYPE)(op == ncclProd  ? a[i] * b[i]                                            \
                          : op == ncclMax ? (a[i] > b[i] ? a[i] : b[i])                            \
                          : op == ncclMin ? (a[i] < b[i] ? a[i] : b[i])                            \
                                          : a[i] + b[i]);                                          \
    } while (0)
#define DIVIDE_AS(TYPE)                                                                            \
    do {                                                                                           \
        TYPE *a = sum;                                                                             \
        for (size_t i = 0; i < count; i++)                                                         \
            a[i] = (TYPE)(a[i] / (TYPE)ranks);                                                     \
    } while (0)
#define BY_TYPE(DO)                                                                                \
    switch (type) {                                                                                \
    case ncclInt8:                                                                                 \
        DO(signed char);                                                                           \
        break;                                                                                     \
    case ncclUint8:                                                                                \
        DO(unsigned char);                                                                         \
        break;                                                                                     \
    case ncclInt32:                                                                                \
        DO(int);                                                                                   \
        break;                                                                                     \
    case ncclUint32:                                                                               \
        DO(unsigned);                                                                              \
        break;                                                                                     \
    case ncclInt64:                                                                                \
        DO(long long);                                                                             \
        break;                                                                                     \
    case ncclUint64:                                                                               \
        DO(unsigned long long);                                                                    \
        break;                                                                                     \
    case ncclFloat32:                                                                              \
        DO(float);                                                                                 \
        break;                                                                                     \
    default:                                                                                       \
        DO(double);                                                                                \
        break;                                                                                     \
    }

static void reduce(void *sum, const void *more, size_t count, ncclDataType_t type, ncclRedOp_t op) {
    BY_TYPE(REDUCE_AS)
}

static void divide(void *sum, size_t count, ncclDataType_t type, int ranks) {
    BY_TYPE(DIVIDE_AS)
}

// By the runtime's own copy, so that the checks see it.
static void copy(void *to, const void *from, size_t bytes) {
    if (bytes == 0 || to == from)
        return;
    const struct cuda_cpu_copy c = cuda_cpu_flat_copy(to, from, bytes);
    cuda_cpu_copy_now(&c);
}

// ---- what items do ------------------------------------------------------------------------------

// Everyone is there: the one who came last does it for all.
static void meet(const struct clique *q, const struct request *const *wishes) {
    const struct request *first = wishes[0];
    const size_t bytes = first->count * bytes_of(first->type);
    if (first->kind == BROADCAST) {
        for (int r = 0; r < q->ranks; r++)
            copy(wishes[r]->to, wishes[first->peer]->from, bytes);
        return;
    }
    if (first->kind == ALL_GATHER) {
        for (int r = 0; r < q->ranks; r++)
            for (int s = 0; s < q->ranks; s++)
                copy((char *)wishes[r]->to + (size_t)s * bytes, wishes[s]->from, bytes);
        return;
    }
    const size_t parts = first->kind == REDUCE_SCATTER ? (size_t)q->ranks : 1;
    void *sum = malloc(parts * bytes + 1);
    if (!sum)
        abort();
    memcpy(sum, wishes[0]->from, parts * bytes);
    for (int r = 1; r < q->ranks; r++)
        reduce(sum, wishes[r]->from, parts * first->count, first->type, first->op);
    if (first->op == ncclAvg)
        divide(sum, parts * first->count, first->type, q->ranks);
    for (int r = 0; r < q->ranks; r++)
        if (first->kind != REDUCE || r == first->peer)
            copy(wishes[r]->to, (char *)sum + (parts > 1 ? (size_t)r * bytes : 0), bytes);
    free(sum);
}

// Needs the lock.
static void collective(struct ncclComm *comm, const struct request *wish) {
    struct clique *q = comm->clique;
    const unsigned long long number = comm->meetings++;
    struct meeting *m = q->meetings;
    while (m && m->number != number)
        m = m->next;
    if (!m) {
        m = calloc(1, sizeof *m);
        if (!m)
            abort();
        m->number = number;
        m->next = q->meetings;
        q->meetings = m;
    }
    m->wishes[comm->rank] = wish;
    if (++m->there == q->ranks) {
        for (int r = 0; r < q->ranks; r++)
            if (m->wishes[r]->kind != wish->kind || m->wishes[r]->count != wish->count ||
                m->wishes[r]->type != wish->type || m->wishes[r]->peer != wish->peer ||
                m->wishes[r]->op != wish->op) {
                q->aborted = true;
                comm->error = wrong(ncclInvalidUsage,
                                    "ranks %d and %d meet in different collectives", comm->rank, r);
            }
        pthread_mutex_unlock(&lock);
        if (!q->aborted)
            meet(q, m->wishes);
        pthread_mutex_lock(&lock);
        m->over = true;
        pthread_cond_broadcast(&q->changed);
    }
    while (!m->over && !q->aborted)
        pthread_cond_wait(&q->changed, &lock);
    if (++m->left == q->ranks) {
        struct meeting **link = &q->meetings;
        while (*link != m)
            link = &(*link)->next;
        *link = m->next;
        free(m);
    }
}

// Takes the oldest parcel from the peer. Needs the lock.
static void receive(struct ncclComm *comm, const struct request *wish) {
    struct clique *q = comm->clique;
    struct parcel *p;
    for (;;) {
        for (p = q->parcels; p; p = p->next)
            if (p->from == wish->peer && p->to == comm->rank && !p->taken)
                break;
        if (p || q->aborted)
            break;
        pthread_cond_wait(&q->changed, &lock);
    }
    if (!p)
        return;
    const size_t wanted = wish->count * bytes_of(wish->type);
    const size_t sent = p->request->count * bytes_of(p->request->type);
    if (wanted != sent)
        comm->error = wrong(ncclInvalidUsage, "rank %d receives %zu bytes, and rank %d sends %zu",
                            comm->rank, wanted, p->from, sent);
    pthread_mutex_unlock(&lock); // the sender waits: what it sent stays there
    copy(wish->to, p->request->from, wanted < sent ? wanted : sent);
    pthread_mutex_lock(&lock);
    p->taken = true;
    pthread_cond_broadcast(&q->changed);
}

static void run_call(void *data) {
    const struct call *c = data;
    struct clique *q = c->comm->clique;
    struct parcel *parcels = calloc(c->count, sizeof *parcels);
    if (!parcels)
        abort();
    pthread_mutex_lock(&lock);
    struct parcel **end = &q->parcels;
    while (*end)
        end = &(*end)->next;
    for (size_t i = 0; i < c->count; i++)
        if (c->requests[i].kind == SEND) {
            parcels[i] =
                (struct parcel){NULL, &c->requests[i], c->comm->rank, c->requests[i].peer, false};
            *end = &parcels[i];
            end = &parcels[i].next;
        }
    pthread_cond_broadcast(&q->changed);
    for (size_t i = 0; i < c->count; i++)
        if (c->requests[i].kind != SEND && c->requests[i].kind != RECV)
            collective(c->comm, &c->requests[i]);
    for (size_t i = 0; i < c->count; i++)
        if (c->requests[i].kind == RECV)
            receive(c->comm, &c->requests[i]);
    for (size_t i = 0; i < c->count; i++)
        if (c->requests[i].kind == SEND) {
            while (!parcels[i].taken && !q->aborted)
                pthread_cond_wait(&q->changed, &lock);
            struct parcel **link = &q->parcels;
            while (*link != &parcels[i])
                link = &(*link)->next;
            *link = parcels[i].next;
        }
    pthread_mutex_unlock(&lock);
    free(parcels);
}

// Needs the lock.
static void drop_comm(struct ncclComm *comm) {
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

static void free_call(struct call *c) {
    free(c->requests);
    free(c);
}

static void release_call(void *data) {
    struct call *c = data;
    pthread_mutex_lock(&lock);
    drop_comm(c->comm);
    pthread_mutex_unlock(&lock);
    free_call(c);
}

// ---- groups -------------------------------------------------------------------------------------

// Queues what was asked for. The stream has to be one of the communicator's device.
static ncclResult_t launch(struct call *c) {
    int device;
    cudaGetDevice(&device);
    cudaSetDevice(c->comm->device);
    const bool here = c->stream == NULL || cuda_cpu_stream_is_here(c->stream);
    ncclResult_t result = ncclSuccess;
    if (!here) {
        result = wrong(ncclInvalidArgument, "the stream is not of the communicator's device %d",
                       c->comm->device);
        free_call(c);
    } else {
        pthread_mutex_lock(&lock);
        c->comm->references++;
        pthread_mutex_unlock(&lock);
        if (!cuda_cpu_enqueue(c->stream, run_call, release_call, c)) {
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
        return wrong(ncclInvalidUsage, "no group was started (ncclGroupStart)");
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
        return wrong(ncclInvalidArgument, "%s: %p is not memory of a device", what, memory);
    if (bytes > behind)
        return wrong(ncclInvalidArgument, "%s: %zu bytes, and %zu are there", what, bytes, behind);
    return ncclSuccess;
}

// Takes a request into the group; one of no group is a group by itself.
static ncclResult_t ask(ncclComm_t comm, cudaStream_t stream, struct request r) {
    if (!comm)
        return wrong(ncclInvalidArgument, "the communicator is NULL");
    const size_t bytes = r.count * bytes_of(r.type), ranks = (size_t)comm->clique->ranks;
    if (bytes_of(r.type) == 0 || (unsigned)r.op >= ncclNumOps)
        return wrong(ncclInvalidArgument, "this type or operation is not supported on the CPU");
    if (r.peer < 0 || r.peer >= comm->clique->ranks)
        return wrong(ncclInvalidArgument, "there is no rank %d: there are %zu", r.peer, ranks);
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

// ---- communicators ------------------------------------------------------------------------------

struct id { // what a ncclUniqueId holds
    long process;
    unsigned long long number;
};

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
    static unsigned long long last;
    if (!id)
        return wrong(ncclInvalidArgument, "the pointer to the id is NULL");
    memset(id, 0, sizeof *id);
    const struct id ours = {(long)getpid(), __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED)};
    memcpy(id->internal, &ours, sizeof ours);
    return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) {
    struct id asked;
    memcpy(&asked, id.internal, sizeof asked);
    if (!comm || ranks < 1 || ranks > MOST_RANKS || rank < 0 || rank >= ranks)
        return wrong(ncclInvalidArgument, "rank %d of %d", rank, ranks);
    if (asked.process != (long)getpid())
        return wrong(ncclInvalidUsage, "on the CPU NCCL's ranks are devices of one process");
    pthread_mutex_lock(&lock);
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
        result = wrong(ncclInvalidArgument, "rank %d of %d has joined already", rank, q->ranks);
    for (int r = 0; r < q->ranks; r++)
        if (q->present[r] && q->devices[r] == device)
            result =
                wrong(ncclInvalidUsage, "ranks %d and %d are both on device %d", r, rank, device);
    struct ncclComm *made = result == ncclSuccess ? calloc(1, sizeof *made) : NULL;
    if (made) {
        *made = (struct ncclComm){q, rank, device, 0, ncclSuccess, 1};
        q->present[rank] = true;
        q->devices[rank] = device;
        q->references++;
        *comm = made;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int ranks, const int *devices) {
    ncclUniqueId id;
    int device, there;
    cudaGetDevice(&device);
    if (!comms || cudaGetDeviceCount(&there) != cudaSuccess || ranks < 1 || ranks > there)
        return wrong(ncclInvalidArgument, "%d ranks are more than there are devices", ranks);
    ncclResult_t result = ncclGetUniqueId(&id);
    for (int r = 0; r < ranks && result == ncclSuccess; r++) {
        if (cudaSetDevice(devices ? devices[r] : r) != cudaSuccess)
            result = wrong(ncclInvalidArgument, "there is no device %d", devices ? devices[r] : r);
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
    pthread_mutex_lock(&lock);
    drop_comm(comm);
    pthread_mutex_unlock(&lock);
    return ncclSuccess;
}

// Whoever waits for this rank need not any more.
ncclResult_t ncclCommAbort(ncclComm_t comm) {
    if (!comm)
        return ncclSuccess;
    pthread_mutex_lock(&lock);
    comm->clique->aborted = true;
    pthread_cond_broadcast(&comm->clique->changed);
    drop_comm(comm);
    pthread_mutex_unlock(&lock);
    return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
    if (!comm || !error)
        return ncclInvalidArgument;
    pthread_mutex_lock(&lock);
    *error = comm->error;
    pthread_mutex_unlock(&lock);
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
