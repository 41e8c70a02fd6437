// SPDX-License-Identifier: MIT
struct S { int a, b; };
__device__ int b[3] = {1, 2, 3}, single = 5;
__device__ int &one = b[1], &plain = single;
__device__ const int &read_only = b[2];
__device__ int (&all_of_b)[3] = b;
__device__ S s = {4, 5};
__device__ int &member = s.b;
__constant__ S &object = s;
__constant__ int table[2];
__device__ const int (&of_constant)[2] = table;
__device__ const int &temporary = 40 + 2;
__device__ int twice(int x) { return 2 * x; }
__device__ int (&function)(int) = twice;
__device__ int &again = one, other = 7, &third{other};
__global__ void k(int *o) {
    one += 10;
    again += 100;
    object.a = 9;
    third++;
    o[0] = b[1], o[1] = read_only, o[2] = all_of_b[0], o[3] = member, o[4] = s.a, o[5] = of_constant[1];
    o[6] = temporary, o[7] = function(4), o[8] = other, o[9] = plain;
    atomicAdd(&member, 1);
    o[10] = s.b;
}
int main() {
    int *o, value = 50, two[2] = {60, 61}, back, *p, there;
    cudaMallocManaged(&o, 44);
    cudaMemcpyToSymbol(single, &value, sizeof value);
    cudaMemcpyToSymbol(table, two, sizeof two);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    const int wanted[] = {112, 3, 1, 5, 9, 61, 42, 8, 8, 50, 6};
    bool right = true;
    for (int i = 0; i < 11; i++)
        right = right && o[i] == wanted[i];
    cudaMemcpyFromSymbol(&back, b, sizeof back, sizeof back);
    cudaGetSymbolAddress((void **)&p, single);
    cudaMemcpy(&there, p, sizeof there, cudaMemcpyDefault);
    return !(right && back == 112 && there == 50);
}
