// SPDX-License-Identifier: MIT
// What travels between the parts of a room: messages, how they are packed, and NCCL as their
// transport. heat_mpi has another, MPI.
#ifndef HEAT_HALO_H
#define HEAT_HALO_H

#include "heat_parts.h"

static inline float *message_out(const struct part *p, const struct part_message *m) {
    return m->dev_send ? m->dev_send : p->dev_now + m->x + m->y * p->pitch;
}
static inline float *message_in(const struct part *p, const struct part_message *m) {
    return m->dev_receive ? m->dev_receive : p->dev_now + m->to_x + m->to_y * p->pitch;
}
// Its size in floats; rows sent in place include the padding at their ends.
static inline size_t message_count(const struct part *p, const struct part_message *m) {
    return m->dev_send ? m->width * m->height : p->pitch * m->height;
}

// Packs what is sent (out), or unpacks what was received, in the stream.
static inline void part_pack(const struct part *p, bool out, cudaStream_t stream) {
    for (int i = 0; i < p->message_count; i++) {
        const struct part_message *m = &p->messages[i];
        const size_t row = m->width * sizeof(float), pitch = p->pitch * sizeof(float);
        if (m->dev_send && out)
            HANDLE_ERROR(cudaMemcpy2DAsync(m->dev_send, row, p->dev_now + m->x + m->y * p->pitch,
                                           pitch, row, m->height, cudaMemcpyDeviceToDevice,
                                           stream));
        else if (m->dev_send)
            HANDLE_ERROR(cudaMemcpy2DAsync(p->dev_now + m->to_x + m->to_y * p->pitch, pitch,
                                           m->dev_receive, row, row, m->height,
                                           cudaMemcpyDeviceToDevice, stream));
    }
}

static inline cudaStream_t exchange_stream(const struct part *p, bool overlap) {
    return overlap && part_overlaps(p) ? p->comm : p->inner;
}

// NCCL's transport: data is an array of communicators, one per part. All messages form one group.
static inline void through_nccl(struct part *parts, int count, bool overlap, void *data) {
    ncclComm_t *comms = (ncclComm_t *)data;
    for (int i = 0; i < count; i++) {
        HANDLE_ERROR(cudaSetDevice(parts[i].device));
        part_pack(&parts[i], true, parts[i].inner);
    }
    for (int i = 0; i < count; i++)
        if (parts[i].marks) {
            HANDLE_ERROR(cudaSetDevice(parts[i].device));
            part_note(&parts[i], COMM_FROM, exchange_stream(&parts[i], overlap));
        }
    HANDLE_NCCL(ncclGroupStart());
    for (int i = 0; i < count; i++) {
        struct part *p = &parts[i];
        cudaStream_t const stream = exchange_stream(p, overlap);
        for (int j = 0; j < p->message_count; j++) {
            const struct part_message *m = &p->messages[j];
            HANDLE_NCCL(ncclSend(message_out(p, m), message_count(p, m), ncclFloat, m->peer,
                                 comms[i], stream));
            HANDLE_NCCL(ncclRecv(message_in(p, m), message_count(p, m), ncclFloat, m->peer,
                                 comms[i], stream));
        }
    }
    HANDLE_NCCL(ncclGroupEnd());
    for (int i = 0; i < count; i++) {
        struct part *p = &parts[i];
        HANDLE_ERROR(cudaSetDevice(p->device));
        part_note(p, COMM_TO, exchange_stream(p, overlap));
        if (overlap && part_overlaps(p)) {
            HANDLE_ERROR(cudaEventRecord(p->comm_done, p->comm));
            HANDLE_ERROR(cudaStreamWaitEvent(p->inner, p->comm_done, 0));
        }
        part_pack(p, false, p->inner);
    }
}

#endif
