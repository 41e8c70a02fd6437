// SPDX-License-Identifier: MIT
// A bit-field is divided in place, which no function can do for it: by zero that ends the kernel, with a word.
// says kernel divide, block .*: an integer divided by zero, or the least one by -1 at .*:HERE, in a bit-field
struct parts { unsigned low : 5, high : 7; };
__global__ void divide(parts *p, int zero) {
    p->high /= 3;
    p->low /= zero; // HERE
}
int main() {
    parts *p;
    if (cudaMallocManaged(&p, sizeof *p)) return 1;
    p->high = 100, p->low = 9;
    divide<<<1, 1>>>(p, 0);
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure || p->high != 33;
}
