// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>
using namespace std;
__global__ void fill(int *a, int v) { a[threadIdx.x] = v; }
__global__ void transform(int *a) { a[threadIdx.x] *= 2; }
__global__ void count(int *a, int n) { a[0] = n; }
int main() {
    vector<int> v(3, 1);
    int *p;
    cudaMallocManaged(&p, 32);
    fill<<<1, 4>>>(p, 3);
    transform<<<1, 4>>>(p);
    count<<<1, 1>>>(p, (int)v.size());
    return cudaDeviceSynchronize() || !(p[0] == 3 && p[1] == 6);
}
