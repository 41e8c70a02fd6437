// SPDX-License-Identifier: MIT
// Copies and fills: whether CUDA admits them, and in whose order they run.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "allocations.h"
#include "describe.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "launch/launch.h"
#include "memory/memory.h"
#include "streams/streams.h"
#include "threads/threads.h"
#include "variables.h"

enum {
    PIECE = 1 << 19,        // bytes of a copy that a core takes at a time
    SHARED_OUT = 4 * PIECE, // from so many bytes on
    PAGE = 4096
};

// Where a range lies: in memory that the runtime knows (device, pinned or managed: one address
// space for all), past the end of such memory, or in the host's own.
enum place { KNOWN, PAST_THE_END, PAGEABLE };

static enum place place_of(const void *address, size_t bytes) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(address);
    const struct variable *const v = cuda_cpu_by_its_name(address);
    const struct variable *const managed = cuda_cpu_managed_variable(address);
    const bool fits = managed && bytes <= managed->end - (uintptr_t)address;
    enum place place = !a && fits                                               ? KNOWN
                       : !a || (v && v->start != (uintptr_t)cuda_cpu_by_symbol) ? PAGEABLE
                       : bytes > a->bytes - (size_t)((const char *)address - a->start)
                           ? PAST_THE_END
                           : KNOWN;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return place;
}

// The bytes that planes of rows reach over; SIZE_MAX where that overflows.
static size_t extent(size_t pitch, size_t width, size_t height, size_t plane, size_t depth) {
    size_t bytes, behind;
    if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
        __builtin_mul_overflow(plane, depth ? depth - 1 : 0, &behind) ||
        __builtin_add_overflow(bytes, width, &bytes) ||
        __builtin_add_overflow(bytes, behind, &bytes))
        return SIZE_MAX;
    return bytes;
}

// For check-init's message: a copy or fill that ends in an allocation's middle is perhaps one that
// took a number of elements for one of bytes.
static void note_filling(const void *to, size_t bytes) {
    if (!cuda_cpu_hooks.copied)
        return;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(to);
    if (a && a->start == to && a->owner == OWNED_BY_RUNTIME) {
        if (bytes < a->bytes && !a->filled_by)
            a->filled_by = malloc(sizeof *a->filled_by);
        a->filled = bytes;
        if (a->filled_by)
            cuda_cpu_note_call(a->filled_by);
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
}

// A copy that the host waits for is shared out to the cores, piece by piece: one core takes as long
// to copy much memory as all cores take to run a kernel on it, and where the pages are new, the
// system clears them on that one core, too.
struct pieces {
    char *to;
    const char *from;
    size_t bytes;
};

// Have its first page and its last not been used yet? Then those between were not, as a rule.
static bool is_new(char *page, size_t bytes) {
    unsigned char first, last;
    return mincore(page, PAGE, &first) == 0 && mincore(page + bytes - PAGE, PAGE, &last) == 0 &&
           !(first & 1) && !(last & 1);
}

// Memory that the program has just got is mapped page after page, as each is met, which takes
// longer than the copy; all pages at once take half of that. Those that are there already would
// take as long as half a copy.
static void copy_piece(char *to, const char *from, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    char *const page = (char *)(((uintptr_t)to + PAGE - 1) / PAGE * PAGE);
    const size_t whole = (size_t)(to + bytes - page) / PAGE * PAGE;
    if (bytes >= PIECE && is_new(page, whole))
        madvise(page, whole, MADV_POPULATE_WRITE);
#endif
    memcpy(to, from, bytes);
}

static void copy_pieces(const struct cuda_cpu_grid *work, struct cuda_cpu_run *run) {
    const struct pieces *p = work->closure;
    size_t piece;
    while (cuda_cpu_take_block(run, &piece)) {
        const size_t from = piece * PIECE, left = p->bytes - from;
        copy_piece(p->to + from, p->from + from, left < PIECE ? left : PIECE);
    }
}

// Whose a pointer to memory is. In the host's lies what the runtime does not know.
enum side { HOSTS, DEVICES, BOTHS };

static enum side side_of(const void *address) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct allocation *const a = cuda_cpu_find_allocation(address);
    const enum side side = cuda_cpu_managed_variable(address) ? BOTHS
                           : !a                               ? HOSTS
                           : a->type == cudaMemoryTypeDevice  ? DEVICES
                                                              : BOTHS;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return side;
}

// Objects that go to the other side, or to memory shared by both sides, keep their own side's
// virtual functions. Of objects that come from memory shared by both sides it is not known which
// side made them.
static void translate_tables(const struct cuda_cpu_copy *c, char *to, size_t bytes) {
    if (c->by_kernel || !cuda_cpu_know_tables())
        return;
    const enum side from_side = side_of(c->from), to_side = side_of(c->to);
    if (from_side != BOTHS && from_side != to_side)
        cuda_cpu_translate_tables(to, bytes, to_side == BOTHS);
}

static void copy_bytes(char *to, const char *from, size_t bytes, bool together) {
    const size_t apart = to > from ? (size_t)(to - from) : (size_t)(from - to);
    const struct pieces p = {to, from, bytes};
    CUDA_CPU_HOOK(copied, to, from, bytes);
    if (bytes < SHARED_OUT || apart < bytes)
        memmove(to, from, bytes);
    else if (!together || !cuda_cpu_share_out(copy_pieces, &p, (bytes + PIECE - 1) / PIECE))
        for (size_t at = 0; at < bytes; at += PIECE)
            copy_piece(to + at, from + at, bytes - at < PIECE ? bytes - at : PIECE);
    cuda_cpu_learn_addresses(to, bytes);
}

static void copy_plane(const struct cuda_cpu_copy *c, bool together) {
    const bool whole = c->to_pitch == c->width && c->from_pitch == c->width;
    const size_t rows = whole ? 1 : c->height, bytes = whole ? c->width * c->height : c->width;
    for (size_t row = 0; row < rows; row++) {
        copy_bytes(c->to + row * c->to_pitch, c->from + row * c->from_pitch, bytes, together);
        translate_tables(c, c->to + row * c->to_pitch, bytes);
    }
}

static void copy_planes(const struct cuda_cpu_copy *c, bool together) {
    struct cuda_cpu_copy plane = *c;
    for (size_t z = 0; z < (c->depth ? c->depth : 1); z++) {
        plane.to = c->to + z * c->to_plane;
        plane.from = c->from + z * c->from_plane;
        copy_plane(&plane, together);
    }
}

void cuda_cpu_copy_now(const struct cuda_cpu_copy *c) {
    copy_planes(c, false);
}

void cuda_cpu_run_copy(void *data) {
    if (cuda_cpu_sticky() == cudaSuccess)
        cuda_cpu_copy_now(data);
}

// Where the two sides of a copy lie.
static void places(const struct cuda_cpu_copy *c, enum place *to, enum place *from) {
    *to = place_of(c->to, extent(c->to_pitch, c->width, c->height, c->to_plane, c->depth));
    *from = place_of(c->from, extent(c->from_pitch, c->width, c->height, c->from_plane, c->depth));
}

cudaError_t cuda_cpu_check_copy(const struct cuda_cpu_copy *c, enum cudaMemcpyKind kind) {
    static const char *const kind_names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                             "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                             "cudaMemcpyDefault"};
    if ((unsigned)kind > cudaMemcpyDefault) {
        cuda_cpu_say(NULL, "%d is not a direction (cudaMemcpyKind)", (int)kind);
        return cudaErrorInvalidMemcpyDirection;
    }
    if (c->height > 1 && (c->to_pitch < c->width || c->from_pitch < c->width)) {
        cuda_cpu_say(NULL, "rows of %zu bytes do not fit a pitch of %zu", c->width,
                     c->to_pitch < c->width ? c->to_pitch : c->from_pitch);
        return cudaErrorInvalidPitchValue;
    }
    if (c->width == 0 || c->height == 0)
        return cudaSuccess;
    if (!c->to || !c->from) {
        cuda_cpu_say(NULL, "the %s is NULL", c->to ? "source" : "destination");
        return cudaErrorInvalidValue;
    }

    // A side that the kind calls the device's must not be pageable; any memory goes for the host's,
    // though a program that means the host's and gives the device's is wrong.
    enum place to, from;
    places(c, &to, &from);
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool nested = cuda_cpu_in_kernel(); // whose own memory is the device's, too
    bool refused = !nested && ((to_device && to == PAGEABLE) || (from_device && from == PAGEABLE));
    if (refused || (kind != cudaMemcpyDefault && !nested &&
                    ((!to_device && cuda_cpu_is_the_devices(c->to)) ||
                     (!from_device && cuda_cpu_is_the_devices(c->from))))) {
        char source[900], destination[900];
        cuda_cpu_describe_pointer(c->from, source, sizeof source);
        cuda_cpu_describe_pointer(c->to, destination, sizeof destination);
        const bool pointer = cuda_cpu_by_symbol && kind == cudaMemcpyHostToDevice &&
                             c->width == sizeof(void *) && !refused;
        cuda_cpu_say(NULL, "called %s, but it is from %s to %s%s", kind_names[kind], source,
                     destination, pointer ? ": to copy the pointer itself, give its address" : "");
        if (refused)
            return cudaErrorInvalidValue;
    }
    if (to == PAST_THE_END || from == PAST_THE_END) {
        if (to == PAST_THE_END)
            cuda_cpu_say_past_the_end(
                "writes", c->to, extent(c->to_pitch, c->width, c->height, c->to_plane, c->depth));
        else
            cuda_cpu_say_past_the_end(
                "reads", c->from,
                extent(c->from_pitch, c->width, c->height, c->from_plane, c->depth));
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

// What a check is told of one side of a copy, or of a fill.
static void watch_side(enum place place, const char *start, size_t pitch, size_t width,
                       size_t height, size_t plane, size_t depth, bool write) {
    const size_t planes = depth ? depth : 1;
    if (cuda_cpu_in_kernel())
        return;
    if (place == PAGEABLE)
        CUDA_CPU_HOOK(host_side, start, extent(pitch, width, height, plane, depth), write);
    for (size_t z = 0; place == KNOWN && cuda_cpu_hooks.rows && z < planes; z++)
        cuda_cpu_hooks.rows(start + z * plane, pitch, width, height, write);
}

cudaError_t cuda_cpu_copy(struct cuda_cpu_copy c, enum cudaMemcpyKind kind, bool async,
                          cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (async && !cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    const bool nested = c.by_kernel = cuda_cpu_in_kernel();
    cudaError_t error = cuda_cpu_check_copy(&c, kind);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    if (c.width == 0 || c.height == 0)
        return cudaSuccess;
    if (c.height == 1 && !c.depth)
        note_filling(c.to, c.width);

    enum place to, from;
    places(&c, &to, &from);
    watch_side(from, c.from, c.from_pitch, c.width, c.height, c.from_plane, c.depth, false);
    watch_side(to, c.to, c.to_pitch, c.width, c.height, c.to_plane, c.depth, true);
    // As a GPU does with pageable memory: the host waits, so it may use its buffer again at once.
    bool pageable = !nested && (to == PAGEABLE || from == PAGEABLE) && !cuda_cpu_capturing(stream);
    if (!async || pageable) {
        if (async)
            cuda_cpu_wait_stream(stream);
        else
            cuda_cpu_wait_legacy();
        CUDA_CPU_ALIVE();
        // The device's side of it is the stream's all the same, for the checks.
        if (!async || !cuda_cpu_hooks.queued) {
            copy_planes(&c, true);
            return cudaSuccess;
        }
    }
    struct cuda_cpu_copy *later = malloc(sizeof *later);
    if (!later)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *later = c;
    cuda_cpu_enqueue(stream, cuda_cpu_run_copy, free, later);
    if (pageable) {
        cuda_cpu_finish_stream(stream, to == PAGEABLE);
        CUDA_CPU_ALIVE();
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return cuda_cpu_copy(cuda_cpu_flat_copy(to, from, bytes), kind, false, NULL);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return cuda_cpu_copy(cuda_cpu_flat_copy(to, from, bytes), kind, true, stream);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    return cuda_cpu_copy(
        (struct cuda_cpu_copy){to, from, to_pitch, from_pitch, width, height, 0, 0, 0, false}, kind,
        false, NULL);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return cuda_cpu_copy(
        (struct cuda_cpu_copy){to, from, to_pitch, from_pitch, width, height, 0, 0, 0, false}, kind,
        true, stream);
}

// ---- between devices: one memory ---------------------------------------------------------------

static cudaError_t copy_peer(void *to, int to_device, const void *from, int from_device,
                             size_t bytes, bool async, cudaStream_t stream) {
    int devices;
    cudaGetDeviceCount(&devices);
    if (to_device < 0 || to_device >= devices || from_device < 0 || from_device >= devices)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    return cuda_cpu_copy(cuda_cpu_flat_copy(to, from, bytes), cudaMemcpyDeviceToDevice, async,
                         stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
    return copy_peer(to, to_device, from, from_device, bytes, false, NULL);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    return copy_peer(to, to_device, from, from_device, bytes, true, stream);
}

// ---- fills -------------------------------------------------------------------------------------

void cuda_cpu_run_fill(void *data) {
    struct cuda_cpu_fill *f = data;
    if (cuda_cpu_sticky() != cudaSuccess)
        return;
    for (size_t plane = 0; plane < (f->depth ? f->depth : 1); plane++)
        for (size_t row = 0; row < f->height; row++) {
            memset(f->to + plane * f->plane + row * f->pitch, f->value, f->width);
            CUDA_CPU_HOOK(filled, f->to + plane * f->plane + row * f->pitch, f->width);
        }
}

cudaError_t cuda_cpu_fill(struct cuda_cpu_fill f, bool async, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (f.height > 1 && f.pitch < f.width) {
        cuda_cpu_say(NULL, "rows of %zu bytes do not fit a pitch of %zu", f.width, f.pitch);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    // An array of no elements is set to 0, or to all bits, perhaps; to no number else.
    if (f.width == 0 && f.height == 1 && f.value != 0 && (f.value & 0xff) != 0xff && f.value != 127)
        cuda_cpu_say(NULL, "sets 0 bytes, to %d: first comes the value, then the number of bytes",
                     f.value);
    if (f.width == 0 || f.height == 0)
        return cudaSuccess;
    const size_t bytes = extent(f.pitch, f.width, f.height, f.plane, f.depth);
    const enum place place = place_of(f.to, bytes);
    if (place == PAST_THE_END) {
        cuda_cpu_say_past_the_end("sets", f.to, bytes);
    } else if (place == PAGEABLE && !cuda_cpu_in_kernel()) {
        char what[900];
        cuda_cpu_describe_pointer(f.to, what, sizeof what);
        cuda_cpu_say(NULL, "sets %s, which is not the device's", what);
    }
    if (place == PAST_THE_END || (place == PAGEABLE && !cuda_cpu_in_kernel()))
        return cuda_cpu_error(cudaErrorInvalidValue);
    watch_side(place, f.to, f.pitch, f.width, f.height, f.plane, f.depth, true);
    struct cuda_cpu_fill *later = malloc(sizeof *later);
    if (!later)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *later = f;
    if (f.height == 1 && !f.depth)
        note_filling(f.to, f.width);
    cuda_cpu_enqueue(stream, cuda_cpu_run_fill, free, later);
    // As with a GPU: the host may read at once what it can reach.
    if (!async && cuda_cpu_is_the_hosts_too(f.to)) {
        cuda_cpu_wait_stream(stream);
        CUDA_CPU_ALIVE();
    }
    return cudaSuccess;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes) {
    return cuda_cpu_fill((struct cuda_cpu_fill){to, bytes, bytes, 1, value, 0, 0}, false, NULL);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
    return cuda_cpu_fill((struct cuda_cpu_fill){to, bytes, bytes, 1, value, 0, 0}, true, stream);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
    return cuda_cpu_fill((struct cuda_cpu_fill){to, pitch, width, height, value, 0, 0}, false,
                         NULL);
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return cuda_cpu_fill((struct cuda_cpu_fill){to, pitch, width, height, value, 0, 0}, true,
                         stream);
}
