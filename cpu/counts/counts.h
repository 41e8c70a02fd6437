// SPDX-License-Identifier: MIT
// What `make count` knows (cpu/counts): which instruction of the source touched which memory, and
// what a GPU would pay for it.
//
//     record.c    the compiler's calls before each access, and at each branch, become a thread's
//                 log; atomics.c those of atomics; threads.c which thread it is that runs
//     sites.c     the instructions of the source, numbered
//     address_space.c  which memory an address lies in
//     replay.c    the logs of 32 lanes are run once more side by side, as a warp runs them;
//                 control_flow.c where lanes that part meet again; merge.c loads that are one on a
//                 GPU
//     cost.c      what one request of a warp costs: sectors, wavefronts, addresses
//     footprint.c which bytes a launch touched at all
//     launch.c    the sums of a launch, of a kernel; the CSV file
//     report.c    the tables, and the source with its counts; pattern.c the sentence that names why
//     plot.c      the addresses of one warp a kernel, for --plot
//     detail.c    all counts by line, with the addresses of some requests, for make report
//     lines.c     the line of the source that a site stands in
//     count.sh    what runs a program and shows it all; model.awk: what would bound it on a GPU
//
// A site is an instruction of the source: an access, or the start of a basic block, with the calls
// that led there. A site's number, 16 bits, and an address, 48, are an entry of a log.
#ifndef CUDA_CPU_COUNTS_H
#define CUDA_CPU_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_cpu/count.h"
#include "cuda_cpu/grid.h"

enum { WARP = 32, MOST_THREADS = 1024, MOST_SITES = 65535, END = 65535 };

enum kind { READ, WRITE, ATOMIC, BLOCK, BARRIER, FETCH, TEXEL };
enum space { UNKNOWN, GLOBAL, SHARED, CONSTANT, LOCAL, TEXTURE, PARAMETER, OWN, SPACES };

struct site {
    const void *pc;
    uint32_t context; // of calls; see cuda_cpu_callers
    uint32_t bytes;
    enum kind kind;
    enum space space;    // of one that cuda_cpu_site_in made
    uint16_t in[SPACES]; // the same instruction in that memory; 0: none yet
    unsigned own;        // not 0: variables of the OS thread, no memory of a GPU's; see sites.c
    bool used;           // the answer of an atomic is
    bool scattered;      // not always at the same place of 16 bytes
    unsigned char low;   // that place, and
    bool seen;           // whether there is one
};
extern struct site cuda_cpu_sites[MOST_SITES];

// The cost of a site; a launch's sums are made of these.
struct count {
    uint64_t requests, lanes; // of warps; and the threads that took part
    uint64_t sectors, ideal;  // of 32 bytes; as few as the bytes asked for would fill
    uint64_t wavefronts, ideal_wavefronts;
    uint64_t addresses; // of constant memory, or texels, that differ within a request
    uint64_t most;      // threads of a request on one address; ways of a bank conflict
    uint64_t diverged;  // warps that left a block in several directions
    uint64_t bytes;
    // as the requests would be where loads side by side are one: see merge.c
    uint64_t merged_requests, merged_wavefronts;
    bool merges, listed;
    unsigned leader; // the site that its group goes by
    // the distance from lane to lane that was met first, how often, and how often there was any
    int64_t stride;
    uint64_t strides, regular;
    uint64_t misaligned; // requests in order that start within a sector
    struct {             // cost of the last request in halves: see cost.c
        int64_t stride, gap;
        unsigned low, cost; // 0: there was none
    } last;
};
void cuda_cpu_add_count(struct count *sum, const struct count *more);

// One access of a warp: address[i] of the lane lane[i]. halves: all lanes take part, and within
// each half of them the address grows by stride from lane to lane; the second begins gap after the
// first.
struct request {
    unsigned site, lanes;
    bool halves;
    int64_t stride, gap;
    uintptr_t address[WARP];
    unsigned char lane[WARP];
};

// The steps of a warp's threads since the last replay, as the first of them went; the log of a lane
// that has kept to it holds a word a step: the address, where it is an access. Behind `shared`
// steps a lane that went alone has entries of its own.
struct step {
    uint16_t site; // 0: none of a GPU's memory
    unsigned char kind, bytes;
};
struct trail {
    uint64_t *pcs; // of each step; 0: no lane has come there
    struct step *steps;
    uint32_t length, room;
    uint32_t context; // that it begins in
};
struct lane {
    struct trail *trail; // of its warp
    uint64_t *log;
    uint32_t length, room, shared;
    bool alone;
    uint32_t context;
    uint16_t node;   // the block it stands in
    uint16_t atomic; // the last one that it did
    uint32_t barriers;
};

// The counts of one OS thread for its launch.
struct counter {
    const struct cuda_cpu_grid *grid;
    struct launch *launch;
    struct lane lanes[MOST_THREADS];
    struct trail trails[MOST_THREADS / WARP];
    unsigned threads;
    bool counts_block; // this one, and not only others
    bool waited;       // a thread of it did: others have begun before it came to its end
    unsigned begun;    // threads of it, in their order
    size_t block;
    unsigned warp;        // of the block, that is replayed
    uint32_t barriers;    // whose logs are replayed
    struct count *counts; // by site
    uint16_t *dirty;      // the sites that have any
    size_t dirty_count;
    uint64_t blocks_counted;
    size_t static_shared; // bytes, of the block at hand
};
extern __thread struct counter *cuda_cpu_counter;

// sites.c: the site of that pc in that context, 0: it is of no interest; the instruction of a site
// in a memory.
unsigned cuda_cpu_site(const void *pc, uint32_t context, enum kind kind, uint32_t bytes);
unsigned cuda_cpu_site_in(unsigned site, enum space space);
// Its accesses are to variables of the OS thread: from the next block on they are not noted. A
// block begins; whether there were any.
void cuda_cpu_disown(unsigned site);
bool cuda_cpu_forget_own(void);
// The context of a call in another; the one that it was called in.
uint32_t cuda_cpu_called(uint32_t context, const void *caller);
uint32_t cuda_cpu_calling(uint32_t context);
// The calls of a context, from the inside out; how many.
int cuda_cpu_callers(uint32_t context, void **at, int most);

// address_space.c: where an address lies, and the range around it of which that is true; the next
// block has met no shared array yet.
enum space cuda_cpu_space_of(uintptr_t address, uintptr_t *start, uintptr_t *end);
void cuda_cpu_forget_shared(void);

// threads.c: this OS thread runs blocks of the grid; NULL: no longer.
void cuda_cpu_count_grid(const struct cuda_cpu_grid *grid);
// launch.c: what an OS thread needs before it counts; it has run its blocks.
void cuda_cpu_prepare_counter(struct counter *c);
void cuda_cpu_count_end(struct counter *c);

// replay.c: the logs of all warps of the block, which are empty then; and of the warp of that
// thread. Memory that was there may not be.
void cuda_cpu_replay(struct counter *c);
void cuda_cpu_replay_warp(struct counter *c, unsigned first);
void cuda_cpu_forget_ranges(void);

// control_flow.c: one block follows the other, END: the end of the kernel; whether any follows; the
// block that all ways from there lead to, once that has been looked for.
void cuda_cpu_add_flow(unsigned from, unsigned to);
bool cuda_cpu_flows_on(unsigned block);
void cuda_cpu_find_meetings(void);
unsigned cuda_cpu_meeting(unsigned block);

// merge.c: an access; the warp comes to a block, or a barrier; what follows is joined to nothing
// before.
void cuda_cpu_merge(struct counter *c, const struct request *r);
void cuda_cpu_enter_block(struct counter *c, unsigned block);
void cuda_cpu_close_groups(struct counter *c);

// cost.c: sets halves, stride, gap; the rest goes by them.
void cuda_cpu_shape(struct request *r);
struct count *cuda_cpu_count_of(struct counter *c, unsigned site);
void cuda_cpu_charge(struct counter *c, const struct request *r);
unsigned cuda_cpu_wavefronts(const struct request *r, unsigned bytes);

// plot.c: notes the addresses of a request for --plot.
void cuda_cpu_draw(const struct counter *c, const struct request *r);
// detail.c: whether the environment's CUDA_CPU_COUNT_DETAIL names a file for make report; notes the
// addresses of a request that is the first of its site, or the costliest; writes the file.
extern bool cuda_cpu_detailed;
void cuda_cpu_sample_request(const struct counter *c, const struct request *r, unsigned cost);
bool cuda_cpu_write_detail(void);

// footprint.c: bytes that a launch read, or wrote; how many, and none then.
void cuda_cpu_touch(uintptr_t address, size_t bytes, bool write);
void cuda_cpu_touched(uint64_t *read, uint64_t *written);

// ---- sums (launch.c) ----------------------------------------------------------------------------

// The columns of the CSV file, in its order.
#define CUDA_CPU_COLUMNS(X)                                                                        \
    X(global_load_requests)                                                                        \
    X(global_load_sectors)                                                                         \
    X(global_store_requests)                                                                       \
    X(global_store_sectors)                                                                        \
    X(global_reduction_requests)                                                                   \
    X(shared_load_wavefronts)                                                                      \
    X(shared_store_wavefronts)                                                                     \
    X(constant_requests)                                                                           \
    X(constant_addresses)                                                                          \
    X(global_atomic_requests)                                                                      \
    X(atomic_most_on_one_address)                                                                  \
    X(shared_load_requests)                                                                        \
    X(shared_store_requests)                                                                       \
    X(shared_atomic_requests)                                                                      \
    X(bank_conflicts)                                                                              \
    X(texture_requests)                                                                            \
    X(texture_sectors)                                                                             \
    X(texture_texels)                                                                              \
    X(local_requests)                                                                              \
    X(branches)                                                                                    \
    X(divergent_branches)                                                                          \
    X(blocks_of_source)                                                                            \
    X(threads_in_blocks_of_source)                                                                 \
    X(barriers)                                                                                    \
    X(ideal_load_sectors)                                                                          \
    X(ideal_store_sectors)                                                                         \
    X(bytes_read)                                                                                  \
    X(bytes_written)                                                                               \
    X(blocks)                                                                                      \
    X(threads)                                                                                     \
    X(threads_a_block)                                                                             \
    X(shared_bytes_a_block)                                                                        \
    X(launches)
#define CUDA_CPU_FIELD(name) uint64_t name;
struct sums {
    CUDA_CPU_COLUMNS(CUDA_CPU_FIELD)
};

struct kernel {
    struct kernel *next;
    char *name;
    struct sums sums;
    struct count *counts; // by site
    uint16_t *sites;      // those that have any
    size_t site_count;
    struct {
        unsigned grid[3], block[3];
        uint64_t blocks, shared_bytes;
    } largest; // of its launches
};
extern struct kernel *cuda_cpu_kernels;
extern unsigned cuda_cpu_count_sample; // every so many blocks are counted; 1: all

// report.c: the report at the end. The environment's CUDA_CPU_COUNT_REPORT: none, or table,
// without the source.
void cuda_cpu_report(void);
// pattern.c: a sentence about the accesses of a site that are slow, or "".
void cuda_cpu_pattern(const struct kernel *k, unsigned site, char *text, size_t room);
// How much more than need be it costs.
double cuda_cpu_waste(const struct site *s, const struct count *n);

#endif
