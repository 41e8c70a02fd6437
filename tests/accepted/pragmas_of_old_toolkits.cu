// SPDX-License-Identifier: MIT
#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diag_suppress 177
#else
#pragma diag_suppress 177
#endif
__global__ void k(int *o) { int a; }
int main() {}
