// SPDX-License-Identifier: MIT
int main() {
    int n = 0;
    atomicAdd(&n, 1);                        // refused
    float x = __sinf(n);                     // refused
    n += __ldg(&n);                          // refused
    x += __shfl_down_sync(0xffffffff, x, 1); // refused
    __threadfence();                         // refused
    __syncthreads();                         // refused
    return n + x;
}
void barrier(int *a) {
    a[0] = 1;
    __syncthreads(); // refused
}
