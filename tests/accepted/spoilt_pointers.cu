// SPDX-License-Identifier: MIT
// An illegal access is said with its address, also one that no memory can have: of a processor's 64 bits only 48 count.
// says kernel .*: illegal access to address 0x4321000000000018 at .*spoilt_pointers.cu:[0-9]+$
#include <stdio.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

struct node {
    int a[6], value;
};

__global__ void load(int *out, uintptr_t at) { *out = ((const node *)at)->value; }
__global__ void store(int *out, uintptr_t at) { ((node *)at)->value = *out; }
__global__ void add(int *out, uintptr_t at) { *out += ((const node *)at)->value * 3; }

static int run(void (*kernel)(int *, uintptr_t)) {
    int *dev;
    if (cudaMalloc(&dev, 64) != cudaSuccess)
        return 1;
    kernel<<<1, 1>>>(dev, 0x4321000000000000);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}

int main() {
    void (*const kernels[])(int *, uintptr_t) = {load, store, add};
    int wrong = 0;
    for (auto kernel : kernels) {
        int status = 1, ends[2];
        char said[1000] = "";
        fflush(stdout);
        if (pipe(ends) != 0)
            return 1;
        const pid_t child = fork();
        if (child == 0) {
            dup2(ends[1], 2);
            _exit(run(kernel));
        }
        close(ends[1]);
        for (size_t length = 0; length < sizeof said - 1;) {
            const ssize_t more = read(ends[0], said + length, sizeof said - 1 - length);
            if (more <= 0)
                break;
            length += more;
        }
        close(ends[0]);
        waitpid(child, &status, 0);
        fputs(said, stderr);
        unsigned long address = 0;
        const char *word = said;
        for (const char *c = said; *c; c++)
            if (sscanf(c, "illegal access to address %lx", &address) == 1)
                word = c;
        wrong += status != 0 || word == said || address != 0x4321000000000018;
        printf("status %d, address %#lx\n", status, address);
    }
    return wrong;
}
