// 4
#define K(n)                                                                                                           \
    __global__ void k##n(int *p) {                                                                                     \
        __shared__ int s[32];                                                                                          \
        s[threadIdx.x] = *p;                                                                                           \
        __syncthreads();                                                                                               \
        *p = s[31 - threadIdx.x];                                                                                      \
    }
#define T(n) K(n##0) K(n##1) K(n##2) K(n##3) K(n##4) K(n##5) K(n##6) K(n##7) K(n##8) K(n##9)
#define H(n) T(n##0) T(n##1) T(n##2) T(n##3) T(n##4) T(n##5) T(n##6) T(n##7) T(n##8) T(n##9)
#define M(n) H(n##0) H(n##1) H(n##2) H(n##3) H(n##4) H(n##5) H(n##6) H(n##7) H(n##8) H(n##9)
M(1) M(2) M(3) M(4) int main() {}
