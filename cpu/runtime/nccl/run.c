// SPDX-License-Identifier: MIT
// What a group asks of a communicator in a stream is one item of that stream: it puts down what it
// sends, takes what others put down for it, and ends when all that it sent was taken. So sends and
// receives of a group wait for each other in no order, as NCCL's do; and a rank whose partner never
// comes waits for ever, as there.
#include <stdlib.h>
#include <string.h>

#include "communicator.h"
#include "memory/memory.h"

// By the runtime's own copy, so that the checks see it.
static void copy(void *to, const void *from, size_t bytes) {
    if (bytes == 0 || to == from)
        return;
    const struct cuda_cpu_copy c = cuda_cpu_flat_copy(to, from, bytes);
    cuda_cpu_copy_now(&c);
}

// Everyone is there: the one who came last does it for all.
static void meet(const struct clique *q, const struct request *const *wishes) {
    const struct request *first = wishes[0];
    const size_t bytes = first->count * cuda_cpu_nccl_bytes(first->type);
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
        cuda_cpu_nccl_reduce(sum, wishes[r]->from, parts * first->count, first->type, first->op);
    if (first->op == ncclAvg)
        cuda_cpu_nccl_divide(sum, parts * first->count, first->type, q->ranks);
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
                comm->error = cuda_cpu_nccl_wrong(ncclInvalidUsage,
                                                  "ranks %d and %d meet in different collectives",
                                                  comm->rank, r);
            }
        pthread_mutex_unlock(&cuda_cpu_nccl_lock);
        if (!q->aborted)
            meet(q, m->wishes);
        pthread_mutex_lock(&cuda_cpu_nccl_lock);
        m->over = true;
        pthread_cond_broadcast(&q->changed);
    }
    while (!m->over && !q->aborted)
        pthread_cond_wait(&q->changed, &cuda_cpu_nccl_lock);
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
        pthread_cond_wait(&q->changed, &cuda_cpu_nccl_lock);
    }
    if (!p)
        return;
    const size_t wanted = wish->count * cuda_cpu_nccl_bytes(wish->type);
    const size_t sent = p->request->count * cuda_cpu_nccl_bytes(p->request->type);
    if (wanted != sent)
        comm->error = cuda_cpu_nccl_wrong(ncclInvalidUsage,
                                          "rank %d receives %zu bytes, and rank %d sends %zu",
                                          comm->rank, wanted, p->from, sent);
    pthread_mutex_unlock(&cuda_cpu_nccl_lock); // the sender waits: what it sent stays there
    copy(wish->to, p->request->from, wanted < sent ? wanted : sent);
    pthread_mutex_lock(&cuda_cpu_nccl_lock);
    p->taken = true;
    pthread_cond_broadcast(&q->changed);
}

void cuda_cpu_nccl_run(void *data) {
    const struct call *c = data;
    struct clique *q = c->comm->clique;
    struct parcel *parcels = calloc(c->count, sizeof *parcels);
    if (!parcels)
        abort();
    pthread_mutex_lock(&cuda_cpu_nccl_lock);
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
                pthread_cond_wait(&q->changed, &cuda_cpu_nccl_lock);
            struct parcel **link = &q->parcels;
            while (*link != &parcels[i])
                link = &(*link)->next;
            *link = parcels[i].next;
        }
    pthread_mutex_unlock(&cuda_cpu_nccl_lock);
    free(parcels);
}
