// 4
int main() {
    void *p;
    for (;;)
        if (cudaMalloc(&p, 1u << 28) == cudaSuccess) cudaMemset(p, 1, 1u << 28);
}
