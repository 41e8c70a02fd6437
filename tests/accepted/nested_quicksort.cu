// SPDX-License-Identifier: MIT
// nvcc -rdc=true
// Quicksort: each part is a launch, in a stream of its own; short ones are sorted by the thread itself.
#include <stdio.h>
#include <stdlib.h>
enum { SHORT = 32, DEEPEST = 16 };
__device__ void selection_sort(int *a, int first, int last) {
    for (int i = first; i <= last; i++) {
        int least = i;
        for (int k = i + 1; k <= last; k++)
            if (a[k] < a[least]) least = k;
        const int other = a[i];
        a[i] = a[least];
        a[least] = other;
    }
}
__global__ void quicksort(int *a, int first, int last, int depth) {
    if (depth >= DEEPEST || last - first <= SHORT) {
        selection_sort(a, first, last);
        return;
    }
    int i = first, k = last;
    const int pivot = a[(first + last) / 2];
    while (i <= k) {
        while (a[i] < pivot) i++;
        while (a[k] > pivot) k--;
        if (i <= k) {
            const int other = a[i];
            a[i++] = a[k];
            a[k--] = other;
        }
    }
    cudaStream_t s;
    if (first < k) {
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s>>>(a, first, k, depth + 1);
        cudaStreamDestroy(s);
    }
    if (i < last) {
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s>>>(a, i, last, depth + 1);
        cudaStreamDestroy(s);
    }
}
int main() {
    enum { N = 5000 };
    static int a[N];
    int *dev, wrong = 0;
    srand(1);
    for (int i = 0; i < N; i++) a[i] = rand() % N;
    cudaMalloc(&dev, sizeof a);
    cudaMemcpy(dev, a, sizeof a, cudaMemcpyHostToDevice);
    quicksort<<<1, 1>>>(dev, 0, N - 1, 0);
    const cudaError_t e = cudaMemcpy(a, dev, sizeof a, cudaMemcpyDeviceToHost);
    for (int i = 1; i < N; i++) wrong += a[i - 1] > a[i];
    printf("%d out of order, %s\n", wrong, cudaGetErrorName(e));
    return wrong || e || cudaFree(dev);
}
