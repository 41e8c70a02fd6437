// SPDX-License-Identifier: MIT
struct owner { static int copied, ended; int *p; };
int owner::copied, owner::ended;
__global__ void borrow(owner o, int *to) { to[0] = *o.p; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[1] = 1;
    borrow<<<1, 1>>>(owner{p + 1}, p);
    return cudaDeviceSynchronize() || !(p[0] == 1 && owner::copied == owner::ended);
}
