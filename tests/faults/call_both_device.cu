// SPDX-License-Identifier: MIT
// Fault: a copy from device memory to device memory is called one from the host's. The runtime
// makes it nevertheless, so only a message tells. Every build names the line. --mended:
// cudaMemcpyDeviceToDevice.
#include "fault.h"

const int BYTES = 100;

int main(int argc, char **) {
    const bool mended = argc > 1;
    const cudaMemcpyKind kind = mended ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
    char *dev_from = zeros<char>(BYTES), *dev_to = room<char>(BYTES);
    HANDLE_ERROR(cudaMemcpy(dev_to, dev_from, BYTES, kind)); // fault
    RELEASE(dev_from, dev_to);
}
