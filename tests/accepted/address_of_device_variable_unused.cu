// SPDX-License-Identifier: MIT
__device__ int n;
int main() {
    return !(cudaGetSymbolAddress(0, n) == cudaErrorInvalidValue);
}
