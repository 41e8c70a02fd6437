// SPDX-License-Identifier: MIT
// The room in a file, and as a picture, from all ranks at once. For heat_mpi.
//
// The file is a header of 128 bytes and the rows of the room, the first row first, floats as the
// machine has them. It is written through MPI-IO under a temporary name and renamed when it is
// whole and on the disk; so it is never half a room, and the one before stays until then. The
// header has a sum over all of it, so that no changed cell is taken for a room's. It says nothing
// of ranks: any number of them can read it.
#ifndef HEAT_FILE_H
#define HEAT_FILE_H

#include <mpi.h>

#include "whole_file.h"
#include "pictures/image.h"
#include "heat/colours.h"
#include "../heat_parts.h"

const size_t FILE_CHUNK = 1 << 24; // floats that a rank reads or writes at a time

struct file_header {
    char magic[16];
    uint32_t order, planned, noise, spare;
    uint64_t size, steps, seed;
    double scatter, k;
    uint64_t sum; // over the header, this taken for 0, and the cells
    char reserved[48];
};
static_assert(sizeof(struct file_header) == 128, "as it is on the disk");

static inline struct file_header file_header_of(const struct heat_plan *plan, uint64_t steps) {
    struct file_header h = {};
    memcpy(h.magic, "heat room 2\n", 12);
    h.order = 0x01020304;
    h.planned = plan->planned;
    h.noise = plan->noise;
    h.size = plan->size;
    h.steps = steps;
    h.seed = plan->seed;
    h.scatter = plan->scatter;
    h.k = (double)plan->k;
    return h;
}

// What number `place` of the file adds to the sum: no cell can change or change places with another
// unnoticed, and the ranks add theirs up in any order.
static inline uint64_t file_word(uint64_t place, uint64_t bits) {
    uint64_t x = bits + 0x9e3779b97f4a7c15u * (place + 1);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static inline uint64_t file_header_sum(struct file_header header) {
    uint64_t words[sizeof header / 8], sum = 0;
    header.sum = 0;
    memcpy(words, &header, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum += file_word(i, words[i]);
    return sum;
}

static inline uint64_t file_rows_sum(const float *rows, const struct part *p, size_t from,
                                     size_t count) {
    uint64_t sum = 0;
    for (size_t y = 0; y < count; y++)
        for (size_t x = 0; x < p->width; x++) {
            uint32_t bits;
            memcpy(&bits, &rows[x + y * p->width], sizeof bits);
            sum += file_word(
                sizeof(struct file_header) + p->x0 + x + (p->y0 + from + y) * p->plan->size, bits);
        }
    return sum;
}

static inline MPI_Offset file_bytes(const struct heat_plan *plan) {
    return (MPI_Offset)sizeof(struct file_header) +
           (MPI_Offset)(plan->size * plan->size * sizeof(float));
}

// Which option the file does not match, or NULL.
static inline const char *file_differs(const struct file_header *h, const struct heat_plan *plan) {
    const struct file_header wanted = file_header_of(plan, h->steps);
    return memcmp(h->magic, "heat room 1\n", 12) == 0 ? "it has no sum over its contents, as rooms "
                                                        "of an older heat_mpi"
           : memcmp(h->magic, wanted.magic, sizeof h->magic) != 0 ? "this is no room of heat_mpi's"
           : h->order != wanted.order     ? "it was written on a machine of another byte order"
           : h->size != wanted.size       ? "it is a room of another --size"
           : h->k != wanted.k             ? "it was computed with another --k"
           : h->planned != wanted.planned ? "it differs in --no-heaters"
           : h->scatter != wanted.scatter ? "it has another --scatter"
           : h->noise != wanted.noise || h->seed != wanted.seed ? "it has another --seed"
           : h->steps > INT64_MAX                               ? "its number of steps cannot be"
                                                                : NULL;
}

// Whether a call went wrong on any rank; then all know. Rank 0 says what, once.
static inline bool file_failed(MPI_Comm comm, int error, const char *verb, const char *path,
                               const char *reason) {
    int mine = error != MPI_SUCCESS, any, rank;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;
    MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, comm);
    MPI_Comm_rank(comm, &rank);
    if (!any)
        return false;
    int first = mine ? rank : INT32_MAX, teller;
    MPI_Allreduce(&first, &teller, 1, MPI_INT, MPI_MIN, comm);
    if (rank == teller) {
        if (!reason)
            MPI_Error_string(error, text, &length);
        fprintf(stderr, "cannot %s '%s': %s\n", verb, path, reason ? reason : text);
    }
    return true;
}

// This rank's cells, chunk after chunk, between the device and the file, which is open and whose
// view is set here, and their sum. Returns MPI's error.
static inline int file_rows(MPI_File file, MPI_Comm comm, const struct part *p, bool write,
                            uint64_t *sum) {
    const int whole[] = {(int)p->plan->size, (int)p->plan->size};
    const int own[] = {(int)p->height, (int)p->width}, start[] = {(int)p->y0, (int)p->x0};
    MPI_Datatype block;
    MPI_Type_create_subarray(2, whole, own, start, MPI_ORDER_C, MPI_FLOAT, &block);
    MPI_Type_commit(&block);
    int error = MPI_File_set_view(file, sizeof(struct file_header), MPI_FLOAT, block, "native",
                                  MPI_INFO_NULL);
    MPI_Type_free(&block);
    const size_t deep = max(FILE_CHUNK / p->width, (size_t)1);
    unsigned long long chunks = heat_parts(p->height, deep), most;
    MPI_Allreduce(&chunks, &most, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm);
    float *rows = (float *)malloc(min(deep, p->height) * p->width * sizeof *rows);
    HANDLE_NULL(rows);
    const size_t row = p->width * sizeof *rows, pitch = p->pitch * sizeof *rows;
    *sum = 0;
    for (unsigned long long i = 0; i < most; i++) { // all ranks as often: the calls are collective
        const size_t from = min((size_t)i * deep, p->height), count = min(deep, p->height - from);
        float *const dev_rows = p->dev_now + p->left + (p->below + from) * p->pitch;
        const MPI_Offset at = (MPI_Offset)(from * p->width);
        const int cells = (int)(count * p->width);
        MPI_Status status;
        int done = 0, one;
        if (write && count > 0)
            HANDLE_ERROR(
                cudaMemcpy2D(rows, row, dev_rows, pitch, row, count, cudaMemcpyDeviceToHost));
        one = write ? MPI_File_write_at_all(file, at, rows, cells, MPI_FLOAT, &status)
                    : MPI_File_read_at_all(file, at, rows, cells, MPI_FLOAT, &status);
        if (one == MPI_SUCCESS)
            MPI_Get_count(&status, MPI_FLOAT, &done);
        if (one == MPI_SUCCESS && done != cells)
            one = write ? MPI_ERR_NO_SPACE : MPI_ERR_IO;
        error = error == MPI_SUCCESS ? one : error;
        *sum += file_rows_sum(rows, p, from, count);
        if (!write && one == MPI_SUCCESS && count > 0)
            HANDLE_ERROR(
                cudaMemcpy2D(dev_rows, pitch, rows, row, row, count, cudaMemcpyHostToDevice));
    }
    free(rows);
    return error;
}

// Always the same, so that the next run puts away what one left that was killed while it wrote.
static inline void file_temporary(const char *target, char *name, size_t room) {
    snprintf(name, room, "%s.tmp", target);
}

// Before the work: 0, or 1 after a line that says why the room could not be written. For one rank.
static inline int file_check_writable(const char *path) {
    char target[WHOLE_FILE_NAME], temporary[WHOLE_FILE_NAME + 8];
    const char *const reason = whole_file_refused(path);
    if (reason)
        return image_error("write", path, reason);
    whole_file_target(path, target);
    file_temporary(target, temporary, sizeof temporary);
    remove(temporary);
    return 0;
}

// Writes the room. Returns the same on all ranks; on failure one of them prints why.
static inline bool file_save(MPI_Comm comm, const char *path, const struct part *p,
                             uint64_t steps) {
    char target[WHOLE_FILE_NAME], temporary[WHOLE_FILE_NAME + 8];
    int rank;
    MPI_Comm_rank(comm, &rank);
    const char *const refused = whole_file_target(path, target);
    if (file_failed(comm, refused ? MPI_ERR_FILE : MPI_SUCCESS, "write", path, refused))
        return false;
    file_temporary(target, temporary, sizeof temporary);
    MPI_File file;
    int error =
        MPI_File_open(comm, temporary, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    if (file_failed(comm, error, "write", path, NULL))
        return false;
    struct file_header header = file_header_of(p->plan, steps);
    MPI_File_set_size(file, 0); // of a run that was killed
    uint64_t sum, cells;
    error = file_rows(file, comm, p, true, &sum);
    MPI_Allreduce(&sum, &cells, 1, MPI_UINT64_T, MPI_SUM, comm);
    header.sum = file_header_sum(header) + cells;
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    if (rank == 0 && error == MPI_SUCCESS)
        error = MPI_File_write_at(file, 0, &header, sizeof header, MPI_BYTE, MPI_STATUS_IGNORE);
    const int synced = MPI_File_sync(file);
    error = error == MPI_SUCCESS ? synced : error;
    const int closed = MPI_File_close(&file);
    error = error == MPI_SUCCESS ? closed : error;
    const char *reason = NULL;
    struct stat status;
    if (rank == 0 && error == MPI_SUCCESS &&
        (stat(temporary, &status) != 0 || status.st_size != file_bytes(p->plan))) {
        error = MPI_ERR_NO_SPACE; // whatever was said before
        reason = "it came out too short: is the disk full?";
    }
    if (file_failed(comm, error, "write", path, reason)) {
        if (rank == 0)
            remove(temporary);
        return false;
    }
    error = rank == 0 && rename(temporary, target) != 0 ? MPI_ERR_IO : MPI_SUCCESS;
    return !file_failed(comm, error, "write", path, error ? strerror(errno) : NULL);
}

// Reads the room back into the parts, however many there are: returns its steps, or -1.
static inline long long file_resume(MPI_Comm comm, const char *path, const struct part *p) {
    MPI_File file;
    struct file_header header;
    MPI_Offset bytes = 0;
    struct stat status;
    const bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode); // may wait for ever
    if (file_failed(comm, special ? MPI_ERR_FILE : MPI_SUCCESS, "resume from", path,
                    "it is not a file"))
        return -1;
    int error = MPI_File_open(comm, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    if (file_failed(comm, error, "read", path, NULL))
        return -1;
    memset(&header, 0, sizeof header);
    MPI_File_get_size(file, &bytes);
    error = MPI_File_read_at_all(file, 0, &header, sizeof header, MPI_BYTE, MPI_STATUS_IGNORE);
    const bool whole = bytes >= (MPI_Offset)sizeof header; // as far as the header goes
    const char *reason = whole && error == MPI_SUCCESS ? file_differs(&header, p->plan) : NULL;
    char cut[120];
    if (reason == NULL && bytes != file_bytes(p->plan)) {
        snprintf(cut, sizeof cut, "it has %lld bytes instead of %lld", (long long)bytes,
                 (long long)file_bytes(p->plan));
        reason = cut;
    }
    if (reason)
        error = MPI_ERR_IO;
    if (!file_failed(comm, error, "resume from", path, reason)) {
        uint64_t sum, cells;
        error = file_rows(file, comm, p, false, &sum);
        MPI_Allreduce(&sum, &cells, 1, MPI_UINT64_T, MPI_SUM, comm);
        if (file_failed(comm, error, "read", path, NULL))
            error = MPI_ERR_IO;
        else if (file_failed(
                     comm, header.sum == file_header_sum(header) + cells ? MPI_SUCCESS : MPI_ERR_IO,
                     "resume from", path, "its contents are not those that were saved"))
            error = MPI_ERR_IO;
    } else {
        error = MPI_ERR_IO;
    }
    MPI_File_close(&file);
    return error == MPI_SUCCESS ? (long long)header.steps : -1;
}

// ---- the picture --------------------------------------------------------------------------------

// One thread: a pixel of the rows that this part has something of. Temperatures are added as whole
// numbers, multiples of 2^-40, so that the sum is the same however the room is cut.
static __global__ void file_shrink(unsigned long long *sums, const float *cells, size_t pitch,
                                   size_t width, size_t height, size_t x0, size_t y0, size_t side,
                                   size_t shrink) {
    const size_t x = x0 / shrink + threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = y0 / shrink + blockIdx.y;
    if (x >= side || y >= side)
        return;
    unsigned long long sum = 0;
    for (size_t v = max(y * shrink, y0); v < min((y + 1) * shrink, y0 + height); v++)
        for (size_t u = max(x * shrink, x0); u < min((x + 1) * shrink, x0 + width); u++)
            sum += (unsigned long long)(cells[(u - x0) + (v - y0) * pitch] * 0x1p40f);
    sums[x + y * side] = sum;
}

// Writes the room as a picture of `pixels` along an edge at most, each the mean of a square of
// cells, or cold steel where a heater is that cold. Returns 0 on all ranks, or 1 where rank 0 could
// not write it.
static inline int file_picture(MPI_Comm comm, const char *path, const struct part *p,
                               size_t pixels) {
    const size_t size = p->plan->size, shrink = heat_parts(size, min(pixels, size));
    const size_t side = heat_parts(size, shrink), bytes = side * side * sizeof(unsigned long long);
    unsigned long long *dev_sums, *sums = (unsigned long long *)malloc(bytes);
    int rank, failed = 0;
    MPI_Comm_rank(comm, &rank);
    HANDLE_NULL(sums);
    HANDLE_ERROR(cudaMalloc(&dev_sums, bytes));
    HANDLE_ERROR(cudaMemset(dev_sums, 0, bytes));
    const dim3 grid((unsigned)heat_parts(p->width / shrink + 2, 128),
                    (unsigned)(p->height / shrink + 2));
    file_shrink<<<grid, 128>>>(dev_sums, p->dev_now + p->left + p->below * p->pitch, p->pitch,
                               p->width, p->height, p->x0, p->y0, side, shrink);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_sums));
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : sums, sums, (int)(side * side), MPI_UNSIGNED_LONG_LONG,
               MPI_SUM, 0, comm);
    if (rank == 0) {
        uchar4 palette[ROOM_COLOURS];
        uchar4 *picture = (uchar4 *)malloc(side * side * sizeof *picture);
        HANDLE_NULL(picture);
        room_palette(palette, false);
        for (size_t y = 0; y < side; y++)
            for (size_t x = 0; x < side; x++) {
                const size_t wide = min((x + 1) * shrink, size) - x * shrink;
                const size_t high = min((y + 1) * shrink, size) - y * shrink;
                const double mean = (double)sums[x + y * side] * 0x1p-40 / (double)(wide * high);
                const float heater = p->plan->planned ? heat_planned(x * shrink + wide / 2,
                                                                     y * shrink + high / 2, size)
                                                      : 0;
                picture[x + y * side] = room_cell_colour((float)mean, heater, palette);
            }
        failed = image_write(path, &picture->x, (int)side, (int)side);
        free(picture);
    }
    MPI_Bcast(&failed, 1, MPI_INT, 0, comm);
    free(sums);
    return failed;
}

#endif
