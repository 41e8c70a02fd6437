// SPDX-License-Identifier: MIT
// From here on, behind all of the headers that set them, threadIdx and its kin are const
// (count_index.h). Members that are called as they are come behind, too: the program has them by
// the same names.
#if defined(CUDA_CPU_COUNT) && !defined(__clang__)
#define threadIdx cuda_cpu_thread_index
#define blockIdx cuda_cpu_block_index
#define blockDim cuda_cpu_block_extent
#define gridDim cuda_cpu_grid_extent
#endif
