// SPDX-License-Identifier: MIT
// MPI's ranks: a GPU for each, and one of them to speak for all. For heat_mpi.
//
//     read the options, silently unless is_first_rank();
//     struct ranks ranks = ranks_begin(&options, &argc, &argv);
//     if (...)
//         end_all(&ranks, OPTIONS_BAD, options.program, "one line, from rank 0");
#ifndef RANKS_H
#define RANKS_H

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include "report.h"
#include "../gpus.h"

struct ranks {
    MPI_Comm all, active; // active: those that have a part
    int rank, count, device;
    bool emulated; // the CPU backend: ranks share its devices
    bool works;    // has a part
};

// Asks the launcher, before MPI_Init. Only rank 0 prints messages about options.
static inline bool is_first_rank(void) {
    const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
    for (const char *const name : names)
        if (getenv(name))
            return strcmp(getenv(name), "0") == 0;
    return true;
}

// Silences a descriptor; returns a copy of it, for loud.
static inline int quiet(int descriptor) {
    const int kept = dup(descriptor), nowhere = open("/dev/null", O_WRONLY);
    if (kept < 0 || nowhere < 0 || dup2(nowhere, descriptor) < 0)
        exit(EXIT_FAILURE);
    close(nowhere);
    return kept;
}

static inline void loud(int descriptor, int kept) {
    fflush(stderr);
    if (dup2(kept, descriptor) < 0)
        exit(EXIT_FAILURE);
    close(kept);
}

// Ends all ranks cleanly, with one message, from rank 0.
static inline void end_all(const struct ranks *ranks, int status, const char *program,
                           const char *why) {
    if (ranks->rank == 0)
        fprintf(stderr, "%s: %s\n", program, why);
    MPI_Finalize();
    exit(status);
}

// Starts MPI, and gives each rank a GPU of its machine, by its local rank; status 77 if there are
// too few.
static inline struct ranks ranks_begin(const struct options *options, int *argc, char ***argv) {
    struct ranks r = {};
    MPI_Comm machine;
    int local;
    MPI_Init(argc, argv);
    r.all = MPI_COMM_WORLD;
    MPI_Comm_rank(r.all, &r.rank);
    MPI_Comm_size(r.all, &r.count);
    MPI_Comm_split_type(r.all, MPI_COMM_TYPE_SHARED, r.rank, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &local);
    MPI_Comm_free(&machine);
    r.emulated = strcmp(REPORT_BACKEND, "cpu") == 0;
    const int there = gpus_there();
    int missing = there == 0 || (!r.emulated && local >= there), any;
    MPI_Allreduce(&missing, &any, 1, MPI_INT, MPI_MAX, r.all);
    if (any)
        end_all(&r, GPUS_SKIP, options->program,
                "needs a GPU for each rank of a machine, and there are fewer; skipped");
    r.device = local % there;
    HANDLE_ERROR(cudaSetDevice(r.device));
    return r;
}

#endif
