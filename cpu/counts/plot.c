// SPDX-License-Identifier: MIT
// For --plot: what the first warp of each kernel's first block accesses, into the file that the
// environment's CUDA_CPU_COUNT_LANES names: kernel, memory, number of the access, lane, sector or
// bank or address, as it costs, from the lowest of the request.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"

enum { MOST_KERNELS = 64, MOST_ACCESSES = 64 };

void cuda_cpu_draw(const struct counter *c, const struct request *r) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static FILE *file;
    static bool asked;
    static struct {
        char name[128];
        unsigned accesses;
    } kernels[MOST_KERNELS];
    static const char *const names[SPACES] = {
        [GLOBAL] = "global", [SHARED] = "shared", [CONSTANT] = "constant", [TEXTURE] = "texture"};
    const enum space space = cuda_cpu_sites[r->site].space;
    if (!names[space])
        return;
    pthread_mutex_lock(&lock);
    const char *name = asked ? NULL : getenv("CUDA_CPU_COUNT_LANES");
    asked = true;
    if (name && (file = fopen(name, "w")))
        fprintf(file, "kernel,memory,access,lane,place\n");
    size_t k = 0;
    while (file && k < MOST_KERNELS && *kernels[k].name &&
           strncmp(kernels[k].name, c->grid->name, sizeof kernels[k].name - 1) != 0)
        k++;
    if (file && k < MOST_KERNELS && kernels[k].accesses < MOST_ACCESSES) {
        snprintf(kernels[k].name, sizeof kernels[k].name, "%s", c->grid->name);
        uintptr_t least = r->address[0];
        for (unsigned i = 1; i < r->lanes; i++)
            least = r->address[i] < least ? r->address[i] : least;
        for (unsigned i = 0; i < r->lanes; i++) {
            const uintptr_t a = r->address[i];
            const unsigned long place = space == SHARED     ? a / 4 % 32
                                        : space == CONSTANT ? (a - least) / 4
                                                            : a / 32 - least / 32;
            fprintf(file, "\"%s\",%s,%u,%u,%lu\n", c->grid->name, names[space], kernels[k].accesses,
                    r->lane[i], place);
        }
        kernels[k].accesses++;
        fflush(file);
    }
    pthread_mutex_unlock(&lock);
}
