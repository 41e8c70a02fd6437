// SPDX-License-Identifier: MIT
// nvcc -lnvToolsExt
// NVTX's old header and its library on the command line.
#include <nvToolsExt.h>
__global__ void nothing() {}
int main() {
    nvtxRangePushA("launch");
    nothing<<<1, 1>>>();
    nvtxRangePop();
    return cudaDeviceSynchronize();
}
