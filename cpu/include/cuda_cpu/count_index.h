// SPDX-License-Identifier: MIT
// In a program built for `make count`, what a kernel reads as threadIdx, its kin and its
// parameters: variables of the OS thread, by names that are const. gcc puts no call in front of
// reading what is const, and may keep it in a register. That is right in run_begun (blocks.h),
// which runs a thread of a kernel: what waiting for others does to these variables is undone behind
// it.
#ifndef CUDA_CPU_COUNT_INDEX_H
#define CUDA_CPU_COUNT_INDEX_H

#if defined(CUDA_CPU_COUNT)
CUDA_CPU_SEEN CUDA_CPU_THREAD_LOCAL unsigned char cuda_cpu_parameters[4096]
    __attribute__((aligned(16)));

// A dim3 without its constructor, which would keep it from being const from the start.
struct cuda_cpu_extent {
    unsigned x, y, z;
    operator dim3() const { return dim3(x, y, z); }
};

#ifdef __CUDACC_RDC__
#define CUDA_CPU_INDEX(name, length) __asm__(#name)
#else // the symbol of a static variable
#define CUDA_CPU_INDEX(name, length) __asm__("_ZL" #length #name)
#endif
extern __thread const uint3 cuda_cpu_thread_index CUDA_CPU_INDEX(threadIdx, 9);
extern __thread const uint3 cuda_cpu_block_index CUDA_CPU_INDEX(blockIdx, 8);
extern __thread const cuda_cpu_extent cuda_cpu_block_extent CUDA_CPU_INDEX(blockDim, 8);
extern __thread const cuda_cpu_extent cuda_cpu_grid_extent CUDA_CPU_INDEX(gridDim, 7);
extern __thread const unsigned char
    cuda_cpu_const_parameters[sizeof cuda_cpu_parameters] CUDA_CPU_INDEX(cuda_cpu_parameters, 19)
        __attribute__((aligned(16)));
#undef CUDA_CPU_INDEX

namespace cuda_cpu {

// The launch's parameters, for all blocks that this OS thread runs of it.
template <class Kernel> static void set_parameters(const Kernel &kernel) {
    if constexpr (sizeof kernel <= sizeof cuda_cpu_parameters)
        __builtin_memcpy(cuda_cpu_parameters, (const void *)&kernel, sizeof kernel);
}
template <class Kernel>
__attribute__((always_inline)) static inline const Kernel &as_counted(const Kernel &kernel) {
    if constexpr (sizeof kernel <= sizeof cuda_cpu_parameters && alignof(Kernel) <= 16)
        return *(const Kernel *)cuda_cpu_const_parameters;
    else
        return kernel;
}

} // namespace cuda_cpu
#define CUDA_CPU_AS_COUNTED(kernel) as_counted(kernel)
#endif

#endif
