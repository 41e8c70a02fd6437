// 4
#define L                                                                                                              \
    for (int v = 0; v < 3; v++) {                                                                                      \
        __syncthreads();
#define TEN L L L L L L L L L L
#define END                                                                                                            \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    }
__global__ void deep(int *p) {
    TEN TEN TEN TEN TEN p[threadIdx.x]++;
    END END END END END
}
int main() {
    int *p;
    cudaMalloc(&p, 4096);
    deep<<<1, 1024>>>(p);
    cudaDeviceSynchronize();
}
