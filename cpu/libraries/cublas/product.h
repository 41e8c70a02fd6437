// SPDX-License-Identifier: MIT
// What cublas_lt.c needs of cublas.c: matrices of mixed types, and their product, at once.
#ifndef CUDA_CPU_CUBLAS_PRODUCT_H
#define CUDA_CPU_CUBLAS_PRODUCT_H

#include <stdbool.h>

#include "cublas_v2.h"

// Bytes of an element; 0: the library does not know the type.
size_t cuda_cpu_blas_size(cudaDataType type);
// Elements of float, half and bfloat16, as floats.
float cuda_cpu_blas_read(const void *from, cudaDataType type, size_t i);
void cuda_cpu_blas_write(void *to, cudaDataType type, size_t i, float x);

struct cuda_cpu_product { // C = alpha op(A) op(B) + beta C
    cublasOperation_t ta, tb;
    int m, n, k, lda, ldb, ldc;
    const void *a, *b;
    void *c;
    cudaDataType atype, btype, ctype;
    cublasComputeType_t compute;
    double alpha[2], beta[2]; // bytes of the scale's type
};
// Whether there is a product of these types with such sums.
bool cuda_cpu_blas_has(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c);
void cuda_cpu_blas_multiply(const struct cuda_cpu_product *p);

#endif
