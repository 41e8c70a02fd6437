// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <typename G> __host__ __device__ int both(G &g) { g.sync(); return g.size() + g.thread_rank(); }
template <typename G> int host(G &g) { g.sync(); return g.size(); }
struct kept {
    cg::thread_block b;
    cg::thread_block_tile<8> t;
    __device__ kept() : b(cg::this_thread_block()), t(cg::tiled_partition<8>(b)) {}
};
__global__ void k(int *p) {
    cg::thread_block b = cg::this_thread_block();
    cg::thread_block_tile<8> t = cg::tiled_partition<8>(b);
    cg::thread_block_tile<8, cg::thread_block> own = cg::tiled_partition<8>(b);
    auto part = cg::tiled_partition<4>(own);
    cg::thread_block_tile<4> same = part;
    cg::grid_group g = cg::this_grid(), copy = g;
    cg::thread_group any = t;
    kept all;
    *p = both(t) + both(part) + both(any) + copy.size() + part.meta_group_size() + same.size() + all.t.size();
}
int main(int argc, char **) {
    int *p;
    if (argc > 1000)
        return host(*(cg::thread_block *)nullptr);
    cudaMallocManaged(&p, sizeof *p);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p > 8);
}
