// SPDX-License-Identifier: MIT
// A room that is cut into parts: slabs of rows, or blocks, each on its own device. For heat_nccl
// and heat_mpi.
//
// A part has its own cells and, on the sides with a neighbour, a halo `depth` cells wide. Together
// they are a room, on which chapter 7's kernels work unchanged. After each step one more row and
// column of the halo is wrong, because nothing is known beyond it. After `depth` steps the
// neighbours' cells replace the halo, and it starts over. So the results are those of one device,
// bit for bit, and deep halos trade a little more work for fewer exchanges.
#ifndef HEAT_PARTS_H
#define HEAT_PARTS_H

#include "gpus.h"
#include "heat/heat_times.h"

const int PART_SIDES = 8;   // neighbours of a block, those at its corners included
const int PART_TIMES = 8;   // steps per pass, unless it is one
const size_t EDGE_DEEP = 8; // rows of an edge that a warp takes at least

// When the edges, the exchange and the rest begin and end.
enum part_mark { EDGES_FROM, EDGES_TO, COMM_FROM, COMM_TO, INNER_FROM, INNER_TO, PART_MARKS };

// The whole room, and how it is cut and stepped.
struct heat_plan {
    size_t size; // cells along an edge
    uint64_t seed;
    double scatter;
    bool planned, noise; // the plan's heaters; initial noise
    float k;
    int down, across; // parts
    int depth;        // steps between exchanges
    int times;        // steps per pass: 1 or 8
    bool overlap;     // edges first, and the exchange while the rest is computed
    bool exchange;    // false: to see what it costs; the results are then wrong
};

// Cells that a part sends to a neighbour, and the same number that it receives. Whole rows are sent
// in place; anything else is packed.
struct part_message {
    int peer;
    size_t x, y, to_x, to_y, width, height;
    float *dev_send, *dev_receive; // NULL: in place
};

struct part {
    const struct heat_plan *plan;
    int index, device;
    size_t x0, y0, width, height;     // of its own cells, in the room
    size_t left, right, below, above; // the halo's width there; 0 at a wall
    size_t all_width, all_height, pitch;
    float *dev_now, *dev_next;
    unsigned char *dev_mask;
    struct part_message messages[PART_SIDES];
    int message_count;
    bool times;   // large enough for several steps per pass
    size_t deep;  // rows per warp in such a pass; 0: chapter 7's choice
    bool passing; // what its stream did last is a pass: the next one may begin as it drains
    struct peer_door *dev_doors; // of both sides (heat_peer.h); NULL: there are messages
    cudaEvent_t *marks; // NULL, or PART_MARKS of them, for a timeline of a period's last pass
    cudaStream_t inner, edges, comm;
    cudaEvent_t ready, edges_done, comm_done;
};

// How cells get from part to part: enqueues the exchange in the parts' streams (comm, or inner
// without overlap), or completes it before it returns.
typedef void parts_transport(struct part *parts, int count, bool overlap, void *data);

// ---- kernels: chapter 7's, for a range of rows of a part ----------------------------------------

static __global__ void part_vector(float *__restrict__ out, const float *__restrict__ in,
                                   const unsigned char *__restrict__ mask, size_t width,
                                   size_t height, size_t pitch, float k, bool keep, size_t from,
                                   size_t to) {
    const size_t x = 4 * (threadIdx.x + (size_t)blockIdx.x * blockDim.x);
    const size_t y = from + threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    let_next_begin();
    wait_for_previous();
    if (x < width && y < to)
        step_vector_at(out, in, mask, width, height, pitch, k, keep, x, y);
}

static __global__ void __launch_bounds__(32 * TIMES_WARPS, 4)
    part_times(float *__restrict__ out, const float *__restrict__ in,
               const unsigned char *__restrict__ mask, size_t width, size_t height, size_t pitch,
               float k, bool keep, size_t strips, size_t deep, size_t from, size_t to) {
    __shared__ alignas(16) float rings[TIMES_WARPS][TIMES_AHEAD][SPAN];
    const size_t warp = (size_t)blockIdx.x * TIMES_WARPS + threadIdx.y;
    const size_t y0 = from + warp / strips * deep;
    if (y0 < to)
        times_warp<PART_TIMES>(out, in, mask, width, height, pitch, k, keep, strips, warp % strips,
                               y0, min(y0 + deep, to), rings[threadIdx.y], wait_for_previous);
}

// Each thread: eight cells of a part or its halo, by their place in the room, and their byte of the
// mask. Padding at the end of a row is 0.
static __global__ void part_fill(float *cells, unsigned char *mask, size_t width, size_t pitch,
                                 long long x0, long long y0, size_t size, size_t room_pitch,
                                 uint64_t seed, double scatter, bool planned, bool noise) {
    const size_t x = HEAT_BITS * (threadIdx.x + (size_t)blockIdx.y * blockDim.x), y = blockIdx.x;
    unsigned bits = 0;
    if (x >= pitch)
        return;
    for (int i = 0; i < HEAT_BITS; i++) {
        float first = 0;
        if (x + i < width) {
            const size_t room_x = (size_t)(x0 + (long long)(x + i)),
                         room_y = (size_t)(y0 + (long long)y);
            const float heater =
                heat_heater(room_x, room_y, size, room_pitch, seed, scatter, planned);
            const bool bare = !noise && !heat_warm(room_x, room_y, size);
            first = bare ? 0 : heat_first(room_x, room_y, size, room_pitch, seed);
            bits |= (unsigned)(heater != 0) << i;
        }
        cells[x + i + y * pitch] = first;
    }
    mask[(x + y * pitch) / HEAT_BITS] = (unsigned char)bits;
}

// Sets the heaters' temperatures before the first step, like step_switch_on, which reads them.
static __global__ void part_switch_on(float *cells, const unsigned char *mask, size_t pitch,
                                      long long x0, long long y0, size_t size, size_t room_pitch,
                                      uint64_t seed, double scatter, bool planned) {
    const size_t x = HEAT_BITS * (threadIdx.x + (size_t)blockIdx.y * blockDim.x), y = blockIdx.x;
    if (x >= pitch)
        return;
    const unsigned bits = mask[(x + y * pitch) / HEAT_BITS];
    for (int i = 0; bits >> i; i++)
        if (bits >> i & 1)
            cells[x + i + y * pitch] =
                heat_heater((size_t)(x0 + (long long)(x + i)), (size_t)(y0 + (long long)y), size,
                            room_pitch, seed, scatter, planned);
}

// ---- cutting ------------------------------------------------------------------------------------

static inline size_t room_pitch(size_t size) {
    return heat_parts(size, HEAT_PITCH) * HEAT_PITCH;
}

// No part may be smaller than its neighbours' halo. So there are fewer parts if the room has fewer
// rows or columns than parts; and then a thinner halo.
static inline void plan_fit(struct heat_plan *plan) {
    plan->down = (int)min((size_t)plan->down, plan->size);
    plan->across = (int)min((size_t)plan->across, plan->size);
    const size_t most = (size_t)max(plan->down, plan->across);
    const size_t least = plan->down * plan->across > 1 ? plan->size / most : SIZE_MAX;
    plan->depth = (int)min((size_t)plan->depth, least);
}

// The messages to the neighbours, whose halos hold copies of this part's own cells.
static inline void part_messages(const struct options *options, struct part *p) {
    const struct heat_plan *plan = p->plan;
    const int row = p->index / plan->across, column = p->index % plan->across;
    const size_t depth = (size_t)plan->depth;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const int r = row + dy, c = column + dx;
            if ((dx == 0 && dy == 0) || r < 0 || r >= plan->down || c < 0 || c >= plan->across)
                continue;
            struct part_message *m = &p->messages[p->message_count++];
            m->peer = r * plan->across + c;
            m->width = dx ? depth : p->width;
            m->height = dy ? depth : p->height;
            m->x = p->left + (dx > 0 ? p->width - depth : 0);
            m->y = p->below + (dy > 0 ? p->height - depth : 0);
            m->to_x = dx < 0 ? 0 : dx > 0 ? p->left + p->width : p->left;
            m->to_y = dy < 0 ? 0 : dy > 0 ? p->below + p->height : p->below;
            if (plan->across > 1) {
                m->dev_send = (float *)ladder_alloc(options, m->width * m->height, sizeof(float));
                m->dev_receive =
                    (float *)ladder_alloc(options, m->width * m->height, sizeof(float));
            }
        }
}

// Creates a part on a device: memory, streams, messages. The cells are not set yet.
static inline void part_create(const struct options *options, struct part *p,
                               const struct heat_plan *plan, int index, int device) {
    const size_t row = (size_t)(index / plan->across), column = (size_t)(index % plan->across);
    const size_t down = (size_t)plan->down, across = (size_t)plan->across;
    const size_t depth = (size_t)plan->depth;
    *p = {};
    p->plan = plan;
    p->index = index;
    p->device = device;
    p->y0 = gpus_share(plan->size, down, row);
    p->height = gpus_share(plan->size, down, row + 1) - p->y0;
    p->x0 = gpus_share(plan->size, across, column);
    p->width = gpus_share(plan->size, across, column + 1) - p->x0;
    p->below = row > 0 ? depth : 0;
    p->above = row + 1 < down ? depth : 0;
    p->left = column > 0 ? depth : 0;
    p->right = column + 1 < across ? depth : 0;
    p->all_width = p->left + p->width + p->right;
    p->all_height = p->below + p->height + p->above;
    p->pitch = room_pitch(p->all_width);
    p->times = plan->times > 1 && p->all_width >= (size_t)HEAT_LEAST &&
               p->all_height >= (size_t)HEAT_LEAST;
    const size_t cells = p->all_height * p->pitch;
    HANDLE_ERROR(cudaSetDevice(device));
    p->dev_now = (float *)ladder_alloc(options, cells, sizeof *p->dev_now);
    p->dev_next = (float *)ladder_alloc(options, cells, sizeof *p->dev_next);
    p->dev_mask = (unsigned char *)ladder_alloc(options, cells / HEAT_BITS, 1);
    HANDLE_ERROR(cudaMemset(p->dev_next, 0, cells * sizeof *p->dev_next));
    part_messages(options, p);
    int lowest, highest;
    HANDLE_ERROR(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&p->inner, cudaStreamNonBlocking, lowest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&p->edges, cudaStreamNonBlocking, highest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&p->comm, cudaStreamNonBlocking, highest));
    cudaEvent_t *const events[] = {&p->ready, &p->edges_done, &p->comm_done};
    for (cudaEvent_t *const event : events)
        HANDLE_ERROR(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
}

static inline void part_destroy(struct part *p) {
    HANDLE_ERROR(cudaSetDevice(p->device));
    HANDLE_ERROR(cudaFree(p->dev_now));
    HANDLE_ERROR(cudaFree(p->dev_next));
    HANDLE_ERROR(cudaFree(p->dev_mask));
    HANDLE_ERROR(cudaFree(p->dev_doors));
    for (int i = 0; i < p->message_count; i++) {
        HANDLE_ERROR(cudaFree(p->messages[i].dev_send));
        HANDLE_ERROR(cudaFree(p->messages[i].dev_receive));
    }
    cudaStream_t const streams[] = {p->inner, p->edges, p->comm};
    for (cudaStream_t const stream : streams)
        HANDLE_ERROR(cudaStreamDestroy(stream));
    cudaEvent_t const events[] = {p->ready, p->edges_done, p->comm_done};
    for (cudaEvent_t const event : events)
        HANDLE_ERROR(cudaEventDestroy(event));
}

static inline dim3 part_grid(const struct part *p) {
    return dim3((unsigned)p->all_height, (unsigned)heat_parts(p->pitch / HEAT_BITS, 128));
}

// Sets the cells before the first step, including the halo.
static inline void part_begin(struct part *p) {
    const struct heat_plan *plan = p->plan;
    HANDLE_ERROR(cudaSetDevice(p->device));
    part_fill<<<part_grid(p), 128, 0, p->inner>>>(
        p->dev_now, p->dev_mask, p->all_width, p->pitch, (long long)p->x0 - (long long)p->left,
        (long long)p->y0 - (long long)p->below, plan->size, room_pitch(plan->size), plan->seed,
        plan->scatter, plan->planned, plan->noise);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- stepping -----------------------------------------------------------------------------------

template <typename... P, typename... A>
static inline void part_launch(struct part *p, cudaStream_t stream, void (*kernel)(P...), dim3 grid,
                               dim3 block, const A &...arguments) {
    if (p->passing && stream == p->inner)
        launch_dependent_in(stream, kernel, grid, block, 0, 1, arguments...);
    else
        kernel<<<grid, block, 0, stream>>>(arguments...);
    HANDLE_ERROR(cudaGetLastError());
    p->passing = p->passing || stream == p->inner;
}

// One pass of 1 or 8 steps over the rows [from, to), from dev_now to dev_next.
static inline void part_rows(struct part *p, int steps, bool keep, size_t from, size_t to,
                             size_t least_deep, cudaStream_t stream) {
    if (from >= to)
        return;
    if (steps == 1) {
        const dim3 grid((unsigned)heat_parts(p->all_width, 128),
                        (unsigned)heat_parts(to - from, 8));
        part_launch(p, stream, part_vector, grid, dim3(32, 8), p->dev_next, p->dev_now, p->dev_mask,
                    p->all_width, p->all_height, p->pitch, p->plan->k, keep, from, to);
        return;
    }
    const size_t strips = strips_of(p->all_width);
    const bool tuned = p->deep > 0 && 2 * (to - from) > p->height;
    const size_t few = tuned ? p->deep : times_deep(to - from, strips, (const void *)part_times);
    const size_t deep = max(few, least_deep);
    const size_t blocks = heat_parts(strips * heat_parts(to - from, deep), TIMES_WARPS);
    part_launch(p, stream, part_times, dim3((unsigned)blocks), dim3(32, TIMES_WARPS), p->dev_next,
                p->dev_now, p->dev_mask, p->all_width, p->all_height, p->pitch, p->plan->k, keep,
                strips, deep, from, to);
}

static inline void part_turn(struct part *p) {
    float *const cells = p->dev_now;
    p->dev_now = p->dev_next;
    p->dev_next = cells;
}

static inline void part_try(void *part, size_t deep) {
    struct part *p = (struct part *)part;
    p->deep = deep;
    part_rows(p, PART_TIMES, true, p->below, p->below + p->height, 1, p->inner);
}

// As chapter 7 does it for a whole room.
static inline void part_tune(struct part *p) {
    if (!p->times)
        return;
    HANDLE_ERROR(cudaSetDevice(p->device));
    p->deep = times_tune(p->height, strips_of(p->all_width), (const void *)part_times, part_try, p,
                         p->inner);
}

static inline void part_note(const struct part *p, enum part_mark mark, cudaStream_t stream) {
    if (p->marks)
        HANDLE_ERROR(cudaEventRecord(p->marks[mark], stream));
}

// The edges can go first if there are any, with something in between.
static inline bool part_overlaps(const struct part *p) {
    return p->plan->overlap && p->plan->exchange && p->plan->across == 1 && p->message_count > 0 &&
           p->height > p->below + p->above;
}

// The steps of a period except its last pass: returns how many steps are left for that. Of the
// halo, only the rows that the `left` remaining steps still need are computed.
static inline int part_passes(struct part *p, int steps) {
    for (int left = steps;;) {
        const int pass = p->times && left >= PART_TIMES ? PART_TIMES : 1;
        left -= pass;
        if (left == 0)
            return pass;
        const size_t margin = (size_t)left;
        part_rows(p, pass, true, p->below - min(margin, p->below),
                  p->below + p->height + min(margin, p->above), 1, p->inner);
        part_turn(p);
    }
}

// The last pass of a period, with the edges first, so that they can be sent while the rest is
// computed.
static inline void part_last_pass(struct part *p, int pass, bool keep) {
    const size_t begin = p->below, end = p->below + p->height;
    if (!part_overlaps(p)) {
        part_note(p, INNER_FROM, p->inner);
        part_rows(p, pass, keep, begin, end, 1, p->inner);
        part_note(p, INNER_TO, p->inner);
        return;
    }
    HANDLE_ERROR(cudaEventRecord(p->ready, p->inner));
    HANDLE_ERROR(cudaStreamWaitEvent(p->edges, p->ready, 0));
    part_note(p, EDGES_FROM, p->edges);
    part_rows(p, pass, keep, begin, begin + p->below, EDGE_DEEP, p->edges);
    part_rows(p, pass, keep, end - p->above, end, EDGE_DEEP, p->edges);
    part_note(p, EDGES_TO, p->edges);
    HANDLE_ERROR(cudaEventRecord(p->edges_done, p->edges));
    HANDLE_ERROR(cudaStreamWaitEvent(p->comm, p->edges_done, 0));
    part_note(p, INNER_FROM, p->inner);
    part_rows(p, pass, keep, begin + p->below, end - p->above, 1, p->inner);
    part_note(p, INNER_TO, p->inner);
}

// Sets the temperatures of all heaters, before the first step.
static inline void parts_switch_on(struct part *parts, int count) {
    for (int i = 0; i < count; i++) {
        const struct part *p = &parts[i];
        const struct heat_plan *plan = p->plan;
        HANDLE_ERROR(cudaSetDevice(p->device));
        part_switch_on<<<part_grid(p), 128, 0, p->inner>>>(
            p->dev_now, p->dev_mask, p->pitch, (long long)p->x0 - (long long)p->left,
            (long long)p->y0 - (long long)p->below, plan->size, room_pitch(plan->size), plan->seed,
            plan->scatter, plan->planned);
        HANDLE_ERROR(cudaGetLastError());
    }
}

// Steps all parts of this process. last: in the last step heaters don't keep their temperature, as
// in the published programs.
static inline void parts_run(struct part *parts, int count, int steps, bool last,
                             parts_transport *transport, void *data) {
    const struct heat_plan *plan = parts[0].plan;
    for (int i = 0; i < count; i++)
        parts[i].passing = false; // what came before is not known here
    for (int left = steps; left > 0;) {
        const int period = min(left, plan->depth);
        left -= period;
        for (int i = 0; i < count; i++) {
            struct part *p = &parts[i];
            HANDLE_ERROR(cudaSetDevice(p->device));
            const int pass = part_passes(p, period);
            part_last_pass(p, pass, left > 0 || !last);
            part_turn(p);
        }
        if (plan->exchange && plan->down * plan->across > 1) {
            transport(parts, count, plan->overlap, data);
            for (int i = 0; i < count; i++)
                parts[i].passing = false;
        }
    }
}

#endif
