// SPDX-License-Identifier: MIT
// Fault: the results are copied back with the direction of the way there.
#include "fault.h"

const int N = 100; // elements

int main(int argc, char **) {
    const bool mended = argc > 1;
    float host[N], *dev = zeros<float>(N);
    const cudaMemcpyKind back = mended ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    const cudaError_t error = cudaMemcpy(host, dev, sizeof host, back); // fault
    printf("%s\n", cudaGetErrorString(error));
    HANDLE_ERROR(cudaFree(dev));
}
