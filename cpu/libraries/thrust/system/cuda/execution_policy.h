// SPDX-License-Identifier: MIT
// What <thrust/system/cuda/execution_policy.h> declares: policies and all algorithms.
#ifndef CUDA_CPU_THRUST_ALL_H
#define CUDA_CPU_THRUST_ALL_H

#include <thrust/system/cuda/detail/copy.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/detail/for_each.h>
#include <thrust/system/cuda/detail/malloc_and_free.h>
#include <thrust/system/cuda/detail/merge.h>
#include <thrust/system/cuda/detail/par.h>
#include <thrust/system/cuda/detail/reduce.h>
#include <thrust/system/cuda/detail/scan.h>
#include <thrust/system/cuda/detail/set_operations.h>
#include <thrust/system/cuda/detail/sort.h>

#endif
