// SPDX-License-Identifier: MIT
// nvcc -rdc=true
// Breadth-first search: a thread per vertex of the level launches a grid over its neighbours; the next level is the tail.
#include <stdio.h>
enum { N = 1024, EDGES = 4 };
__device__ int level[N], sizes[2], fronts[2][N];
__host__ __device__ int neighbour(int v, int e) {
    return (v * 5 + e * 131 + 1) % N;
}
__global__ void visit(int v, int depth, int to) {
    const int w = neighbour(v, threadIdx.x);
    if (atomicCAS(&level[w], -1, depth) == -1)
        fronts[to][atomicAdd(&sizes[to], 1)] = w;
}
__global__ void search(int depth, int from);
__global__ void next(int depth, int from) {
    const int n = sizes[1 - from];
    sizes[from] = 0;
    if (n > 0)
        search<<<(n + 63) / 64, 64, 0, cudaStreamTailLaunch>>>(depth + 1, 1 - from);
}
__global__ void search(int depth, int from) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i == 0)
        next<<<1, 1, 0, cudaStreamTailLaunch>>>(depth, from);
    if (i < sizes[from])
        visit<<<1, EDGES>>>(fronts[from][i], depth, 1 - from);
}
int main() {
    static int a[N], right[N], queue[N];
    int one = 1, first = 0, last = 0, wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = right[i] = i ? -1 : 0;
    cudaMemcpyToSymbol(level, a, sizeof a);
    cudaMemcpyToSymbol(sizes, &one, sizeof one);
    cudaMemcpyToSymbol(fronts, &first, sizeof first);
    search<<<1, 64>>>(1, 0);
    cudaMemcpyFromSymbol(a, level, sizeof a);
    for (queue[last++] = 0; first < last; first++)
        for (int e = 0; e < EDGES; e++) {
            const int w = neighbour(queue[first], e);
            if (right[w] < 0) {
                right[w] = right[queue[first]] + 1;
                queue[last++] = w;
            }
        }
    for (int i = 0; i < N; i++)
        wrong += a[i] != right[i];
    printf("%d reached, %d wrong, %s\n", last, wrong, cudaGetErrorName(cudaDeviceSynchronize()));
    return wrong;
}
