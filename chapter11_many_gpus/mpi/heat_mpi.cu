// SPDX-License-Identifier: MIT
// Heat on any number of machines: the room is cut into slabs or blocks, one for each MPI rank, and
// each rank has its own GPU, or a core on the CPU backend.
//
// What it teaches: the parts of heat_nccl also work without any shared memory; and what a long run
// needs besides: files that all ranks write together, checkpoints, a clean end on a signal, and
// resuming with a different number of ranks. After heat_nccl.
//
//     mpirun -np 4 heat_mpi --size 1000 --steps 90 --grid 2x2 --out room.png
//     mpirun -np 4 heat_mpi --size 20000 --steps 9000 --save room.heat --checkpoint 1000
//     mpirun -np 7 heat_mpi --size 20000 --steps 18000 --resume room.heat --save room.heat
//
// Rank 0 prints for all: the time, cells per second, and whether the room is right: bit for bit
// equal to plain loops on the host if these are quick enough, else by the laws that need no
// reference. SIGTERM ends it after the current steps, with the room saved. heat_mpi.slurm is for a
// cluster.
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "report.h"
#include "heat_file.h"
#include "../heat_halo.h"
#include "ranks.h"

#define ABOUT "Spreads heat through a room that is cut into parts, one for each MPI rank."
const size_t DEFAULT_SIZE = 200, DEFAULT_STEPS = 90, DEFAULT_DEPTH = 16, DEFAULT_PIXELS = 1024;
const double LEG_MS = 250; // about how long the ranks run before they check clock and signals
const int STOPPED = 128 + SIGTERM;

static volatile sig_atomic_t stop_wanted;

static void on_signal(int signal) {
    (void)signal;
    stop_wanted = 1;
}

// ---- through MPI --------------------------------------------------------------------------------

struct link {
    MPI_Comm comm;
    float *out[PART_SIDES], *in[PART_SIDES]; // in host memory; NULL: MPI uses device memory
    ncclComm_t nccl;
};

static void link_copy(const struct link *link, const struct part *p, bool out,
                      cudaStream_t stream) {
    for (int i = 0; i < p->message_count && link->out[i]; i++) {
        const struct part_message *m = &p->messages[i];
        const size_t bytes = message_count(p, m) * sizeof(float);
        if (out)
            HANDLE_ERROR(cudaMemcpyAsync(link->out[i], message_out(p, m), bytes,
                                         cudaMemcpyDeviceToHost, stream));
        else
            HANDLE_ERROR(cudaMemcpyAsync(message_in(p, m), link->in[i], bytes,
                                         cudaMemcpyHostToDevice, stream));
    }
}

// Messages from and to device memory, if MPI can do that, or by way of the host. Meanwhile the
// device computes; this thread only polls now and then, and leaves its core to others.
static void through_mpi(struct part *parts, int count, bool overlap, void *data) {
    struct link *link = (struct link *)data;
    struct part *p = &parts[0];
    (void)count;
    cudaStream_t const stream = overlap && part_overlaps(p) ? p->comm : p->inner;
    part_pack(p, true, stream);
    link_copy(link, p, true, stream);
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    MPI_Request requests[2 * PART_SIDES];
    for (int i = 0; i < p->message_count; i++) {
        const struct part_message *m = &p->messages[i];
        MPI_Irecv(link->in[i] ? link->in[i] : message_in(p, m), (int)message_count(p, m), MPI_FLOAT,
                  m->peer, 0, link->comm, &requests[2 * i]);
        MPI_Isend(link->out[i] ? link->out[i] : message_out(p, m), (int)message_count(p, m),
                  MPI_FLOAT, m->peer, 0, link->comm, &requests[2 * i + 1]);
    }
    const struct timespec pause = {0, 20000};
    for (int there = 0; !there;) {
        MPI_Testall(2 * p->message_count, requests, &there, MPI_STATUSES_IGNORE);
        if (!there)
            nanosleep(&pause, NULL);
    }
    link_copy(link, p, false, stream);
    if (stream != p->inner) {
        HANDLE_ERROR(cudaEventRecord(p->comm_done, stream));
        HANDLE_ERROR(cudaStreamWaitEvent(p->inner, p->comm_done, 0));
    }
    part_pack(p, false, p->inner);
}

static void over_nccl(struct part *parts, int count, bool overlap, void *data) {
    through_nccl(parts, count, overlap, &((struct link *)data)->nccl);
}

// NCCL's communicator over the active ranks; or host buffers, for an MPI that may not support
// device memory.
static void link_create(struct link *link, const struct ranks *ranks, struct part *p, bool nccl) {
    link->comm = ranks->active;
    if (nccl) {
        ncclUniqueId id;
        int rank, count;
        MPI_Comm_rank(ranks->active, &rank);
        MPI_Comm_size(ranks->active, &count);
        if (rank == 0)
            HANDLE_NCCL(ncclGetUniqueId(&id));
        MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, ranks->active);
        HANDLE_NCCL(ncclCommInitRank(&link->nccl, count, id, rank));
    } else if (!ranks->emulated && !getenv("HEAT_MPI_CUDA_AWARE")) {
        for (int i = 0; i < p->message_count; i++) {
            const size_t bytes = message_count(p, &p->messages[i]) * sizeof(float);
            HANDLE_ERROR(cudaMallocHost((void **)&link->out[i], bytes));
            HANDLE_ERROR(cudaMallocHost((void **)&link->in[i], bytes));
        }
    }
}

static void link_destroy(const struct link *link) {
    if (link->nccl)
        HANDLE_NCCL(ncclCommDestroy(link->nccl));
    for (int i = 0; i < PART_SIDES; i++) {
        HANDLE_ERROR(cudaFreeHost(link->out[i]));
        HANDLE_ERROR(cudaFreeHost(link->in[i]));
    }
}

// ---- checks -------------------------------------------------------------------------------------

static __global__ void part_outside(const float *cells, size_t width, size_t height, size_t pitch,
                                    unsigned long long *count) {
    unsigned long long mine = 0;
    for (size_t y = blockIdx.x; y < height; y += gridDim.x)
        for (size_t x = threadIdx.x; x < width; x += blockDim.x) {
            const float cell = cells[x + y * pitch];
            mine += !(cell >= 0 && cell <= ROOM_MAX);
        }
    if (mine)
        atomicAdd(count, mine);
}

// The number of cells outside the range of temperatures, NaNs included.
static unsigned long long outside(const struct part *p) {
    unsigned long long *dev_count, count;
    HANDLE_ERROR(cudaMalloc(&dev_count, sizeof count));
    HANDLE_ERROR(cudaMemset(dev_count, 0, sizeof count));
    part_outside<<<(unsigned)min(p->height, (size_t)4096), 256>>>(
        p->dev_now + p->left + p->below * p->pitch, p->width, p->height, p->pitch, dev_count);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&count, dev_count, sizeof count, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_count));
    return count;
}

// The number of this rank's cells that differ from plain loops over the whole room, which each rank
// runs itself.
static unsigned long long different(const struct part *p, int steps) {
    const struct heat_plan *plan = p->plan;
    const size_t size = plan->size;
    float *heaters, *expected, *got, *spare;
    float **const grids[] = {&heaters, &expected, &got, &spare};
    for (float **const grid : grids) {
        *grid = (float *)malloc(size * size * sizeof **grid);
        HANDLE_NULL(*grid);
    }
    const size_t pitch = room_pitch(size);
    for (size_t y = 0; y < size; y++)
        for (size_t x = 0; x < size; x++) {
            const size_t i = x + y * size;
            const bool bare = !plan->noise && !heat_warm(x, y, size);
            heaters[i] = heat_heater(x, y, size, pitch, plan->seed, plan->scatter, plan->planned);
            expected[i] = bare ? 0 : heat_first(x, y, size, pitch, plan->seed);
        }
    room_reference(&expected, &spare, heaters, size, plan->k, steps);
    const size_t row = p->width * sizeof(float);
    HANDLE_ERROR(cudaMemcpy2D(got, row, p->dev_now + p->left + p->below * p->pitch,
                              p->pitch * sizeof(float), row, p->height, cudaMemcpyDeviceToHost));
    unsigned long long wrong = 0;
    for (size_t y = 0; y < p->height; y++)
        wrong += verify_floats(got + y * p->width, expected + p->x0 + (p->y0 + y) * size, p->width,
                               0, 0);
    for (float **const grid : grids)
        free(*grid);
    return wrong;
}

// ---- the run ------------------------------------------------------------------------------------

struct heat {
    struct options options;
    struct ranks ranks;
    struct heat_plan plan;
    struct part part;
    struct link link;
    parts_transport *transport;
    const char *save, *resume;
    size_t steps, checkpoint, pixels;
    bool progress;
    size_t done, first; // steps done; those of the file it was resumed from
    double ms;          // the time of the others
};

// One line, overwritten each time on a terminal.
static void show_progress(const struct heat *heat) {
    const double cells = (double)heat->plan.size * (double)heat->plan.size;
    const double rate = cells * (double)(heat->done - heat->first) / (1e-3 * heat->ms);
    const double left = cells * (double)(heat->steps - heat->done) / rate;
    const bool terminal = isatty(STDERR_FILENO);
    if (heat->progress || terminal)
        fprintf(stderr, "%s%zu of %zu steps, %s Gcells/s, %s s left%s", terminal ? "\r" : "",
                heat->done, heat->steps, digits(1e-9 * rate, 3).text, digits(left, 2).text,
                terminal && heat->done < heat->steps ? "    " : "\n");
}

// All steps, in legs of about LEG_MS, after each of which the ranks agree on how to go on. Returns
// EXIT_SUCCESS, EXIT_FAILURE if a file could not be written, or STOPPED.
static int run(struct heat *heat, bool first_rank) {
    int agreed[2] = {0, heat->plan.depth}; // stop? how many steps in the next leg
    bool on = false;                       // are the heaters?
    while (heat->done < heat->steps && !agreed[0]) {
        const size_t due =
            heat->checkpoint ? heat->checkpoint - heat->done % heat->checkpoint : heat->steps;
        const size_t leg = min(min((size_t)agreed[1], due), heat->steps - heat->done);
        const bool save = leg == due && heat->done + leg < heat->steps;
        const bool last = save || heat->done + leg == heat->steps;
        const double start = gpus_clock_ms();
        if (!on)
            parts_switch_on(&heat->part, 1);
        on = !last;
        parts_run(&heat->part, 1, (int)leg, last, heat->transport, &heat->link);
        HANDLE_ERROR(cudaDeviceSynchronize());
        const double ms = gpus_clock_ms() - start;
        heat->ms += ms;
        heat->done += leg;
        if (first_rank)
            show_progress(heat);
        const double fit = LEG_MS / fmax(ms / (double)leg, 1e-6) / heat->plan.depth;
        int mine[2] = {stop_wanted != 0, 0};
        if (first_rank) // whole periods
            mine[1] = heat->plan.depth * max((int)fmin(fit, 1e6 / heat->plan.depth), 1);
        MPI_Allreduce(mine, agreed, 2, MPI_INT, MPI_MAX, heat->ranks.active);
        if (save && !agreed[0] &&
            !file_save(heat->ranks.active, heat->save, &heat->part, heat->done))
            return EXIT_FAILURE;
    }
    if (heat->save && !file_save(heat->ranks.active, heat->save, &heat->part, heat->done))
        return EXIT_FAILURE;
    if (heat->done == heat->steps)
        return EXIT_SUCCESS;
    if (first_rank)
        fprintf(stderr, "%s: stopped after step %zu of %zu%s%s\n", heat->options.program,
                heat->done, heat->steps,
                heat->save ? ": continue with --resume " : "; nothing was saved",
                heat->save ? heat->save : "");
    return STOPPED;
}

static void read_options(struct heat *heat, int argc, char **argv, const char **through) {
    struct options *options = &heat->options;
    const char *grid = NULL;
    size_t depth = DEFAULT_DEPTH, times = 0;
    double k = ROOM_MOST_K;
    heat->steps = DEFAULT_STEPS;
    heat->pixels = DEFAULT_PIXELS;
    heat->plan.planned = heat->plan.overlap = heat->plan.exchange = true;
    *options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, 1e6, "cells along each edge"},
        {"steps", OPTION_COUNT, &heat->steps, 1, 1e9,
         "total steps, including those before --resume"},
        {"grid", OPTION_WORD, &grid, 0, 0, "PxQ blocks, P one above the other; default: slabs"},
        {"depth", OPTION_COUNT, &depth, 1, 1e6, "steps from one exchange to the next"},
        {"times", OPTION_COUNT, &times, 0, 8, "steps a pass: 1 or 8; 0: 8 on a GPU, 1 on the CPU"},
        {"through", OPTION_WORD, through, 0, 0, "nccl or mpi; default: nccl on GPUs"},
        {"no-overlap", OPTION_OFF, &heat->plan.overlap, 0, 0,
         "exchange after each pass, without overlap"},
        {"k", OPTION_REAL, &k, ROOM_LEAST_K, ROOM_MOST_K, "how fast heat spreads"},
        {"scatter", OPTION_REAL, &heat->plan.scatter, 0, 1,
         "share of cells that are extra heaters"},
        {"no-heaters", OPTION_OFF, &heat->plan.planned, 0, 0, "without the plan's heaters"},
        {"seed", OPTION_SEED, &options->seed, 0, 0, "not 0: noise at first"},
        {"save", OPTION_FILE, &heat->save, 0, 0, "write the room to FILE at the end"},
        {"checkpoint", OPTION_COUNT, &heat->checkpoint, 1, 1e9, "save after every N steps, too"},
        {"resume", OPTION_FILE, &heat->resume, 0, 0, "start from the room in FILE"},
        {"progress", OPTION_ON, &heat->progress, 0, 0, "show progress even if not on a terminal"},
        {"pixels", OPTION_COUNT, &heat->pixels, 1, 16384, "edge of the picture at most"},
        {"out", OPTION_FILE, &options->picture, 0, 0, "write the picture to FILE (.png or .ppm)"},
    };
    options_parse(options, argc, argv, ABOUT, rows);
    if (heat->checkpoint && !heat->save)
        options_refuse(options, "--checkpoint needs --save FILE");
    if (times != 0 && times != 1 && times != (size_t)PART_TIMES)
        options_refuse(options, "--times '%zu': it is 1 or %d", times, PART_TIMES);
    if (*through && strcmp(*through, "nccl") != 0 && strcmp(*through, "mpi") != 0)
        options_refuse(options, "--through '%s': it is nccl or mpi", *through);
    if (options->picture && is_first_rank() && image_check_writable(options->picture))
        exit(OPTIONS_BAD);
    if (heat->save && is_first_rank() && file_check_writable(heat->save))
        exit(OPTIONS_BAD);
    heat->plan.size = options->size;
    heat->plan.seed = options->seed;
    heat->plan.noise = options->seed != 0;
    heat->plan.k = (float)k;
    heat->plan.depth = (int)depth;
    heat->plan.times = (int)times;
    if (grid)
        gpus_grid(options, grid, &heat->plan.down, &heat->plan.across);
}

int main(int argc, char **argv) {
    static struct heat heat;
    struct options *const options = &heat.options;
    const char *through = NULL;
    if (is_first_rank()) {
        read_options(&heat, argc, argv, &through);
    } else { // one rank prints for all, and complains of options for all
        quiet(STDOUT_FILENO);
        const int kept = quiet(STDERR_FILENO);
        read_options(&heat, argc, argv, &through);
        loud(STDERR_FILENO, kept);
    }
    heat.ranks = ranks_begin(options, &argc, &argv);
    struct ranks *const ranks = &heat.ranks;
    signal(SIGTERM, on_signal);
    if (heat.plan.down == 0)
        heat.plan.down = ranks->count, heat.plan.across = 1;
    if (heat.plan.down * heat.plan.across != ranks->count)
        end_all(ranks, OPTIONS_BAD, options->program,
                "--grid: P times Q is not the number of ranks");
    if (heat.plan.times == 0)
        heat.plan.times = ranks->emulated ? 1 : PART_TIMES;
    const bool nccl = through ? strcmp(through, "nccl") == 0 : !ranks->emulated;
    if (nccl && ranks->emulated)
        end_all(ranks, GPUS_SKIP, options->program,
                "--through nccl needs GPUs: on the CPU NCCL's ranks are devices of one process");
    plan_fit(&heat.plan);
    const int parts = heat.plan.down * heat.plan.across;
    ranks->works = ranks->rank < parts;
    MPI_Comm_split(ranks->all, ranks->works ? 0 : MPI_UNDEFINED, ranks->rank, &ranks->active);
    int status = EXIT_SUCCESS;
    if (ranks->works) {
        const bool first = ranks->rank == 0;
        struct report report = report_begin(options);
        struct stopwatch span = stopwatch_start();
        part_create(options, &heat.part, &heat.plan, ranks->rank, ranks->device);
        link_create(&heat.link, ranks, &heat.part, nccl);
        heat.transport = nccl ? over_nccl : through_mpi;
        part_begin(&heat.part);
        if (!ranks->emulated)
            part_tune(&heat.part);
        if (parts > 1) // the halos are right already, but the first exchange sets up connections
            heat.transport(&heat.part, 1, false, &heat.link);
        HANDLE_ERROR(cudaDeviceSynchronize());
        long long begun = 0;
        if (heat.resume) {
            begun = file_resume(ranks->active, heat.resume, &heat.part);
            if (begun < 0 || (size_t)begun > heat.steps) {
                if (first && begun >= 0)
                    fprintf(stderr, "%s: '%s' already has %lld steps\n", options->program,
                            heat.resume, begun);
                MPI_Finalize();
                return OPTIONS_BAD;
            }
            if (parts > 1) // the halos are not in the file
                heat.transport(&heat.part, 1, false, &heat.link);
        }
        heat.done = heat.first = (size_t)begun;
        stopwatch_lap(&span, "allocate");
        status = run(&heat, first);
        stopwatch_lap(&span, "steps");
        if (status == EXIT_SUCCESS && options->picture)
            status = file_picture(ranks->active, options->picture, &heat.part, heat.pixels);
        stopwatch_lap(&span, "picture");
        stopwatch_stop(&span);

        const double cells = (double)heat.plan.size * (double)heat.plan.size;
        const bool small = cells * (double)heat.steps <= HEAT_ON_HOST && status == EXIT_SUCCESS;
        unsigned long long wrong = outside(&heat.part), all = 0;
        wrong += small ? different(&heat.part, (int)heat.steps) : 0;
        MPI_Allreduce(&wrong, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, ranks->active);
        if (first) {
            report_span(&report, &span, all == 0);
            if (!options->csv && all == 0)
                printf("%d ranks, %d x %d parts of %zu x %zu cells or less, through %s\n",
                       ranks->count, heat.plan.down, heat.plan.across,
                       heat_parts(heat.plan.size, (size_t)heat.plan.across),
                       heat_parts(heat.plan.size, (size_t)heat.plan.down), nccl ? "NCCL" : "MPI");
            const float ms = (float)heat.ms, row[] = {ms, ms, ms};
            const double rate = 1e-9 * cells * (double)(heat.done - heat.first) / (1e-3 * heat.ms);
            report_row(&report, "steps", row, rate, "Gcells/s", all == 0);
            if (!options->csv && all == 0)
                printf("%zu steps: %s ms, %s Gcells/s\n", heat.done - heat.first,
                       digits(heat.ms, 4).text, digits(rate, 4).text);
        }
        report.wrong += all != 0;
        report.right += all == 0;
        const int verdict =
            report_end(&report, "%llu cells wrong; %s", all,
                       small ? "each compared with plain loops" : "by the laws of heat");
        status = status == EXIT_SUCCESS ? verdict : status;
        link_destroy(&heat.link);
        part_destroy(&heat.part);
        MPI_Comm_free(&ranks->active);
    }
    MPI_Bcast(&status, 1, MPI_INT, 0, ranks->all); // those without a part wait here
    MPI_Finalize();
    return status;
}
