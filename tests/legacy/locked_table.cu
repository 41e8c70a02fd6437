// SPDX-License-Identifier: MIT
// A hash table whose chains the device builds, a lock for each: the lanes of a warp take turns.
#include "../common/book.h"

#define ENTRIES (20 * 1000)
#define CHAINS 512

struct Lock {
    int *mutex;
    Lock(void) {
        int free_now = 0;
        HANDLE_ERROR(cudaMalloc((void **)&mutex, sizeof(int)));
        HANDLE_ERROR(cudaMemcpy(mutex, &free_now, sizeof(int), cudaMemcpyHostToDevice));
    }
    __device__ void lock(void) {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock(void) {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

struct Entry {
    unsigned int key;
    int value;
    Entry *next;
};

struct Table {
    size_t count;
    Entry **chains, *pool;
};

__device__ __host__ size_t hash(unsigned int key, size_t count) { return (key ^ key >> 7) % count; }

__global__ void add_to_table(unsigned int *keys, Table table, Lock *lock) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (tid < ENTRIES) {
        unsigned int key = keys[tid];
        size_t chain = hash(key, table.count);
        for (int turn = 0; turn < 32; turn++) {
            if (tid % 32 == turn) {
                Entry *location = &(table.pool[tid]);
                location->key = key;
                location->value = tid;
                lock[chain].lock();
                location->next = table.chains[chain];
                table.chains[chain] = location;
                lock[chain].unlock();
            }
        }
        tid += stride;
    }
}

int main(void) {
    unsigned int *keys = (unsigned int *)big_random_block(ENTRIES * sizeof(unsigned int));
    unsigned int *dev_keys;
    Table table;
    Lock lock[CHAINS], *dev_lock;
    table.count = CHAINS;
    HANDLE_ERROR(cudaMalloc((void **)&dev_keys, ENTRIES * sizeof(unsigned int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_lock, CHAINS * sizeof(Lock)));
    HANDLE_ERROR(cudaMalloc((void **)&table.chains, CHAINS * sizeof(Entry *)));
    HANDLE_ERROR(cudaMalloc((void **)&table.pool, ENTRIES * sizeof(Entry)));
    HANDLE_ERROR(cudaMemcpy(dev_keys, keys, ENTRIES * sizeof(unsigned int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_lock, lock, CHAINS * sizeof(Lock), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(table.chains, 0, CHAINS * sizeof(Entry *)));

    cudaEvent_t start, stop;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_ERROR(cudaEventRecord(start, 0));
    add_to_table<<<60, 256>>>(dev_keys, table, dev_lock);
    HANDLE_ERROR(cudaEventRecord(stop, 0));
    HANDLE_ERROR(cudaEventSynchronize(stop));
    float elapsedTime;
    HANDLE_ERROR(cudaEventElapsedTime(&elapsedTime, start, stop));
    printf("Time to hash: %3.1f ms\n", elapsedTime);

    // the chains hold the device's addresses: each is moved by the pools' distance
    Entry **chains = (Entry **)malloc(CHAINS * sizeof(Entry *));
    Entry *pool = (Entry *)malloc(ENTRIES * sizeof(Entry));
    HANDLE_NULL(chains);
    HANDLE_NULL(pool);
    HANDLE_ERROR(cudaMemcpy(chains, table.chains, CHAINS * sizeof(Entry *), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(pool, table.pool, ENTRIES * sizeof(Entry), cudaMemcpyDeviceToHost));
    int found = 0, misplaced = 0;
    for (int chain = 0; chain < CHAINS; chain++)
        for (Entry *e = chains[chain]; e != NULL && found <= ENTRIES; found++) {
            e = pool + ((size_t)e - (size_t)table.pool) / sizeof(Entry);
            misplaced += hash(e->key, CHAINS) != (size_t)chain || e->key != keys[e->value];
            e = e->next;
        }
    printf("%d entries found, %d of them misplaced\n", found, misplaced);

    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    for (int i = 0; i < CHAINS; i++) HANDLE_ERROR(cudaFree(lock[i].mutex));
    HANDLE_ERROR(cudaFree(dev_keys));
    HANDLE_ERROR(cudaFree(dev_lock));
    HANDLE_ERROR(cudaFree(table.chains));
    HANDLE_ERROR(cudaFree(table.pool));
    free(keys);
    free(chains);
    free(pool);
    return found == ENTRIES && misplaced == 0 ? 0 : 1;
}
