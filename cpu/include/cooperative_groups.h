// SPDX-License-Identifier: MIT
// Cooperative groups: threads of a block, of a tile of a warp, of a branch, of a whole grid, as
// values. All of them end in the block's barrier, a warp's exchanges or, for a grid, cooperative.c.
#ifndef CUDA_CPU_COOPERATIVE_GROUPS_H
#define CUDA_CPU_COOPERATIVE_GROUPS_H

#include "cuda_cpu/macros_away.h"

#include "cuda_cpu/tile.h"
#include "cuda_runtime.h"

// The caller's place, for the messages of barriers.
#define CUDA_CPU_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cooperative_groups {
inline namespace CUDA_CPU_UNIT { // its members are this file's own

namespace detail {

struct given {}; // a program is given its groups, and makes none

// The lowest n lanes.
static inline unsigned first_lanes(unsigned n) {
    return n >= 32 ? ~0u : (1u << n) - 1;
}

// The bits of `lanes` at the places that `mask` has, side by side.
static inline unsigned packed(unsigned lanes, unsigned mask) {
    unsigned result = 0, place = 0;
    for (; mask; mask &= mask - 1, place++)
        result |= (lanes >> __builtin_ctz(mask) & 1) << place;
    return result;
}

// Where the n-th lane of the mask is.
static inline int nth_lane(unsigned mask, unsigned n) {
    while (n-- > 0)
        mask &= mask - 1;
    return mask ? __builtin_ctz(mask) : 0;
}

// A shuffle of a value of any size, in parts that a lane can hand over.
template <class T> static inline T shuffle(unsigned mask, T value, int from) {
    static_assert(std::is_trivially_copyable_v<T>, "what is copied byte by byte");
    constexpr size_t PART = 8;
    T result;
    for (size_t at = 0; at < sizeof(T); at += PART) {
        const size_t bytes = sizeof(T) - at < PART ? sizeof(T) - at : PART;
        unsigned long long part = cuda_cpu::bits_of((const char *)&value + at, bytes);
        part = __shfl_sync(mask, part, from);
        __builtin_memcpy((char *)&result + at, &part, bytes);
    }
    return result;
}

// Lanes of a warp that act together: what tiles and coalesced groups are.
class lanes_group {
  protected:
    unsigned mask;
    explicit lanes_group(unsigned mask) : mask(mask) {}

  public:
    unsigned lanes() const { return mask; }
    void sync() const { __syncwarp(mask); }
    unsigned thread_rank() const {
        return (unsigned)__builtin_popcount(mask & first_lanes(cuda_cpu::lane_id()));
    }
    unsigned num_threads() const { return (unsigned)__builtin_popcount(mask); }
    unsigned long long size() const { return num_threads(); }

    template <class T> T shfl(T value, unsigned rank) const {
        return shuffle(mask, value, nth_lane(mask, rank % num_threads()));
    }
    // Beyond the group's ends a thread gets its own value.
    template <class T> T shfl_up(T value, unsigned delta) const {
        const unsigned me = thread_rank();
        return shuffle(mask, value, nth_lane(mask, delta <= me ? me - delta : me));
    }
    template <class T> T shfl_down(T value, unsigned delta) const {
        const unsigned me = thread_rank();
        return shuffle(mask, value, nth_lane(mask, me + delta < num_threads() ? me + delta : me));
    }
    template <class T> T shfl_xor(T value, unsigned with) const {
        const unsigned from = thread_rank() ^ with;
        return shuffle(mask, value, nth_lane(mask, from < num_threads() ? from : thread_rank()));
    }

    int any(int predicate) const { return __any_sync(mask, predicate); }
    int all(int predicate) const { return __all_sync(mask, predicate); }
    unsigned ballot(int predicate) const { return packed(__ballot_sync(mask, predicate), mask); }
    template <class T> unsigned match_any(T value) const {
        return packed(__match_any_sync(mask, value), mask);
    }
    template <class T> unsigned match_all(T value, int &agree) const {
        return packed(__match_all_sync(mask, value, &agree), mask);
    }
};

} // namespace detail

// ---- the block ---------------------------------------------------------------------------------

class thread_block;
static inline thread_block this_thread_block();

class thread_block {
    explicit thread_block(detail::given) {}
    friend thread_block this_thread_block();

  public:
    static void sync(CUDA_CPU_HERE) { __syncthreads(file, line); }
    static unsigned thread_rank() { return cuda_cpu::thread_rank(); }
    static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned size() { return num_threads(); }
    static dim3 group_index() { return dim3(blockIdx); }
    static dim3 thread_index() { return dim3(threadIdx); }
    static dim3 dim_threads() { return blockDim; }
    static dim3 group_dim() { return blockDim; }
};

static inline thread_block this_thread_block() {
    return thread_block(detail::given());
}

// ---- the grid ----------------------------------------------------------------------------------

class grid_group;
static inline grid_group this_grid();

class grid_group {
    explicit grid_group(detail::given) {}
    friend grid_group this_grid();

  public:
    // Whether the kernel was launched so that its blocks can wait for each other.
    bool is_valid() const { return cuda_cpu_is_cooperative(); }
    void sync(CUDA_CPU_HERE) const {
        __syncthreads(file, line);
        if (cuda_cpu::thread_rank() == 0)
            cuda_cpu_sync_grid();
        __syncthreads(file, line);
    }
    static unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
    static unsigned long long size() { return num_threads(); }
    static unsigned long long block_rank() {
        return blockIdx.x + (unsigned long long)gridDim.x *
                                (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    static unsigned long long thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 group_dim() { return gridDim; }
    static dim3 block_index() { return dim3(blockIdx); }
};

static inline grid_group this_grid() {
    return grid_group(detail::given());
}

// ---- the cluster -------------------------------------------------------------------------------

class cluster_group;
static inline cluster_group this_cluster();

class cluster_group {
    explicit cluster_group(detail::given) {}
    friend cluster_group this_cluster();

  public:
    struct arrival_token {};
    static void sync(CUDA_CPU_HERE) { cuda_cpu::sync_cluster(file, line); }
    static arrival_token barrier_arrive() { return {}; }
    static void barrier_wait(CUDA_CPU_HERE) { cuda_cpu::sync_cluster(file, line); }
    static void barrier_wait(arrival_token &&, CUDA_CPU_HERE) {
        cuda_cpu::sync_cluster(file, line);
    }
    static unsigned num_blocks() { return __clusterSizeInBlocks(); }
    static dim3 dim_blocks() { return __clusterDim(); }
    static unsigned block_rank() { return __clusterRelativeBlockRank(); }
    static dim3 block_index() { return __clusterRelativeBlockIdx(); }
    static unsigned num_threads() { return num_blocks() * thread_block::num_threads(); }
    static unsigned size() { return num_threads(); }
    static unsigned thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    static dim3 dim_threads() {
        const dim3 blocks = dim_blocks();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }
    static dim3 thread_index() {
        const dim3 block = block_index();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                    block.z * blockDim.z + threadIdx.z);
    }
    // The same variable in the shared memory of another block.
    template <class T> static T *map_shared_rank(T *shared, int rank) {
        return static_cast<T *>(cuda_cpu_cluster_map((const void *)shared, (unsigned)rank));
    }
};

static inline cluster_group this_cluster() {
    return cluster_group(detail::given());
}

// ---- the threads that are together in a branch -------------------------------------------------

class coalesced_group : public detail::lanes_group {
    unsigned part, parts; // which of how many groups that one was divided into

  public:
    explicit coalesced_group(unsigned mask, unsigned part = 0, unsigned parts = 1)
        : lanes_group(mask), part(part), parts(parts) {}
    unsigned meta_group_rank() const { return part; }
    unsigned meta_group_size() const { return parts; }
};

static inline coalesced_group coalesced_threads(CUDA_CPU_HERE) {
    return coalesced_group(__activemask(file, line));
}

// ---- tiles: 1, 2, 4 ... 32 neighbours ----------------------------------------------------------

template <unsigned Size, class Parent = void> class thread_block_tile;
template <unsigned Size, class Parent>
static inline thread_block_tile<Size, Parent> tiled_partition(const Parent &);

template <unsigned Size, class Parent> class thread_block_tile : public detail::lanes_group {
    static_assert(Size <= 32 && (Size & (Size - 1)) == 0,
                  "CUDA on the CPU has tiles of up to 32 threads, a power of two");
    static unsigned my_mask() {
        const unsigned rank = thread_block::thread_rank(), first = rank / Size * Size;
        const unsigned there = thread_block::num_threads() - first;
        return detail::first_lanes(there < Size ? there : Size) << first % 32;
    }

  protected:
    explicit thread_block_tile(detail::given) : lanes_group(my_mask()) {}
    template <unsigned S, class P> friend thread_block_tile<S, P> tiled_partition(const P &);

  public:
    // thread_block_tile<32> tile = tiled_partition<32>(block): whatever it is a part of
    template <class Other, class = std::enable_if_t<std::is_void_v<Parent>, Other>>
    thread_block_tile(const thread_block_tile<Size, Other> &other) : lanes_group(other.lanes()) {}
    static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
    static constexpr unsigned num_threads() { return Size; }
    static constexpr unsigned long long size() { return Size; }
    static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    static unsigned meta_group_size() { return (thread_block::num_threads() + Size - 1) / Size; }
};

// A tile of a tile counts its kin within that one.
template <unsigned Size, unsigned Outer, class Parent>
class thread_block_tile<Size, thread_block_tile<Outer, Parent>> : public thread_block_tile<Size> {
    static_assert(Size < Outer, "a part of a tile is smaller than the tile");
    explicit thread_block_tile(detail::given here) : thread_block_tile<Size>(here) {}
    template <unsigned S, class P> friend thread_block_tile<S, P> tiled_partition(const P &);

  public:
    static unsigned meta_group_rank() { return thread_block::thread_rank() % Outer / Size; }
    static constexpr unsigned meta_group_size() { return Outer / Size; }
};

template <unsigned Size, class Parent>
static inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return thread_block_tile<Size, Parent>(detail::given());
}

// ---- any group, its kind known when the program runs -------------------------------------------

class thread_group {
    bool is_block;
    unsigned mask;

  public:
    thread_group(const thread_block &) : is_block(true), mask(0) {}
    thread_group(const detail::lanes_group &lanes) : is_block(false), mask(lanes.lanes()) {}
    void sync(CUDA_CPU_HERE) const {
        if (is_block)
            __syncthreads(file, line);
        else
            __syncwarp(mask);
    }
    unsigned long long size() const {
        return is_block ? thread_block::size() : (unsigned)__builtin_popcount(mask);
    }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const {
        return is_block ? thread_block::thread_rank() : coalesced_group(mask).thread_rank();
    }
    friend thread_group tiled_partition(const thread_group &group, unsigned size);
};

// Groups of `size` threads; the kind of the parent decides what they are.
static inline thread_group tiled_partition(const thread_block &, unsigned size) {
    const unsigned first = cuda_cpu::lane_id() / size * size;
    const unsigned there = thread_block::num_threads() - thread_block::thread_rank() / size * size;
    return coalesced_group(detail::first_lanes(there < size ? there : size) << first);
}

static inline coalesced_group tiled_partition(const coalesced_group &group, unsigned size) {
    const unsigned rank = group.thread_rank(), first = rank / size * size;
    unsigned mask = 0;
    for (unsigned i = first; i < first + size && i < group.num_threads(); i++)
        mask |= 1u << detail::nth_lane(group.lanes(), i);
    return coalesced_group(mask, rank / size, (group.num_threads() + size - 1) / size);
}

inline thread_group tiled_partition(const thread_group &group, unsigned size) {
    return group.is_block ? tiled_partition(this_thread_block(), size)
                          : thread_group(tiled_partition(coalesced_group(group.mask), size));
}

// Those that brought the same label.
template <class Label>
static inline coalesced_group labeled_partition(const detail::lanes_group &group, Label label) {
    const unsigned mine = __match_any_sync(group.lanes(), label);
    const unsigned first = (unsigned)__builtin_ctz(mine);
    const unsigned leaders = __ballot_sync(group.lanes(), first == cuda_cpu::lane_id());
    return coalesced_group(mine, (unsigned)__builtin_popcount(leaders & detail::first_lanes(first)),
                           (unsigned)__builtin_popcount(leaders));
}

static inline coalesced_group binary_partition(const detail::lanes_group &group, bool predicate) {
    const unsigned yes = __ballot_sync(group.lanes(), predicate);
    return coalesced_group(predicate ? yes : group.lanes() & ~yes, predicate ? 1 : 0, 2);
}

// ---- the same as functions ---------------------------------------------------------------------

template <class Group> static inline void sync(const Group &group) {
    group.sync();
}
template <class Group> static inline auto thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group> static inline auto group_size(const Group &group) {
    return group.size();
}

} // namespace CUDA_CPU_UNIT
} // namespace cooperative_groups

#include "cuda_cpu/macros_back.h"

#endif
