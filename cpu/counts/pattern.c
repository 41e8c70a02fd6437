// SPDX-License-Identifier: MIT
// What is wrong with the accesses of a line, in one sentence: the pattern by its name, what it
// costs, and what the remedy is called.
#include <stdio.h>
#include <stdlib.h>

#include "counts.h"

enum { SECTOR = 32 };

static double ratio(uint64_t a, uint64_t b) {
    return b ? (double)a / (double)b : 0;
}

double cuda_cpu_waste(const struct site *s, const struct count *n) {
    if (s->kind == ATOMIC)
        return n->most > 1 ? (double)n->lanes : 0;
    if (s->space == GLOBAL)
        return n->sectors > n->ideal ? (double)(n->sectors - n->ideal) : 0;
    if (s->space == SHARED)
        return (double)(n->wavefronts - n->ideal_wavefronts);
    if (s->space == CONSTANT)
        return (double)(n->addresses - n->requests);
    return s->space == LOCAL ? (double)n->requests : 0;
}

// Whether other accesses of the kernel go by the same stride, longer than their elements.
static bool structures(const struct kernel *k, unsigned site) {
    const struct count *n = &k->counts[site];
    for (size_t i = 0; i < k->site_count; i++) {
        const unsigned other = k->sites[i];
        const struct count *m = &k->counts[other];
        if (other != site && cuda_cpu_sites[other].space == GLOBAL &&
            cuda_cpu_sites[other].kind == cuda_cpu_sites[site].kind && m->strides &&
            m->stride == n->stride && llabs((long long)m->stride) > cuda_cpu_sites[other].bytes &&
            llabs((long long)m->stride) <= 256)
            return true;
    }
    return false;
}

static void global(const struct kernel *k, unsigned site, char *text, size_t room) {
    const struct site *s = &cuda_cpu_sites[site];
    const struct count *n = &k->counts[site];
    const long long stride = llabs((long long)n->stride);
    const double sectors = ratio(n->sectors, n->requests);
    const double used = 100 * ratio(n->bytes, n->sectors * SECTOR);
    if (ratio(n->sectors, n->ideal) < 1.1) {
        if (ratio(n->lanes, n->requests) <= 16 && n->sectors > n->requests / 2)
            snprintf(text, room, "%.0f of 32 threads take part: the others have left, or wait",
                     ratio(n->lanes, n->requests));
        return;
    }
    if (n->strides * 10 < n->requests * 9 && n->regular * 10 >= n->requests * 9)
        snprintf(text, room,
                 "strides from thread to thread that differ by request, %lld bytes at first: %.1f "
                 "sectors a request, %.0f %% of their bytes used",
                 stride, sectors, used);
    else if (n->strides * 10 < n->requests * 9)
        snprintf(
            text, room,
            "addresses in no order (gather, scatter): %.1f sectors a request, %.0f %% of their "
            "bytes used",
            sectors, used);
    else if (stride == (long long)s->bytes)
        snprintf(text, room,
                 "misaligned: the row starts within a sector, so %.1f are moved for %.1f", sectors,
                 ratio(n->ideal, n->requests));
    else if (structures(k, site))
        snprintf(
            text, room,
            "an array of structures of %lld bytes: %.0f sectors a request, %u of 32 bytes used "
            "by each; an array a member fills them",
            stride, sectors, s->bytes);
    else
        snprintf(
            text, room,
            "a stride of %lld bytes from thread to thread (%lld elements): %.0f of 32 bytes of "
            "each sector used; neighbours should %s neighbours",
            stride, stride / s->bytes, used * SECTOR / 100, s->kind == READ ? "read" : "write");
}

void cuda_cpu_pattern(const struct kernel *k, unsigned site, char *text, size_t room) {
    const struct site *s = &cuda_cpu_sites[site];
    const struct count *n = &k->counts[site];
    *text = '\0';
    if (s->kind == ATOMIC && n->most >= 4)
        snprintf(text, room,
                 "atomics on few addresses: up to %llu threads of a warp on one, which take turns; "
                 "add up in the warp or the block first",
                 (unsigned long long)n->most);
    else if ((s->kind == READ || s->kind == WRITE) && s->space == GLOBAL)
        global(k, site, text, room);
    else if (s->space == SHARED && s->kind != ATOMIC &&
             ratio(n->wavefronts, n->ideal_wavefronts) > 1.1) {
        const long long words = llabs((long long)n->stride) / 4;
        if (n->strides * 10 >= n->requests * 9 && words % 32 == 0 && words > 0)
            snprintf(text, room,
                     "a %llu-way bank conflict: %lld words from thread to thread, all in one bank; "
                     "pad the row by a word",
                     (unsigned long long)n->most, words);
        else
            snprintf(
                text, room,
                "bank conflicts, up to %llu-way: %.1f wavefronts a request where %.1f would do",
                (unsigned long long)n->most, ratio(n->wavefronts, n->requests),
                ratio(n->ideal_wavefronts, n->requests));
    } else if (s->space == CONSTANT && ratio(n->addresses, n->requests) > 1.1)
        snprintf(text, room,
                 "%.1f addresses a warp in constant memory, which serves one after the other: that "
                 "is what global or shared memory is for",
                 ratio(n->addresses, n->requests));
    else if (s->space == LOCAL)
        snprintf(text, room,
                 "a local array in memory: an index that the compiler knows keeps it in "
                 "registers");
}
