// SPDX-License-Identifier: MIT
// What a stream is, a stream of each host thread's own, and copies in one call or between arrays.
#include <pthread.h>
#include <string.h>

#include "tap.h"

__global__ void set(int *x, int value) { *x = value; }

__global__ void spin(volatile int *gate, int *after, int value) {
    while (*gate == 0) __nanosleep(1000);
    *after = value;
}

static void test_questions(void) {
    cudaStream_t plain, free_one, urgent;
    unsigned flags = 9;
    int least = 1, greatest = 1, priority = 9, device = 9;
    unsigned long long id = 0, other_id = 0;
    must(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaDeviceProp properties;
    int supported = 0;
    must(cudaGetDeviceProperties(&properties, 0));
    must(cudaDeviceGetAttribute(&supported, cudaDevAttrStreamPrioritiesSupported, 0));
    ok(properties.streamPrioritiesSupported == 1 && supported == 1 && greatest < least, "priorities are supported");
    ok(least == 0 && greatest < 0, "several priorities");
    must(cudaStreamCreate(&plain));
    must(cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking));
    must(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, -100));
    must(cudaStreamGetFlags(plain, &flags));
    ok(flags == cudaStreamDefault, "flags of a plain stream");
    must(cudaStreamGetFlags(free_one, &flags));
    ok(flags == cudaStreamNonBlocking, "of one that does not wait for the default stream");
    must(cudaStreamGetFlags(0, &flags));
    ok(flags == cudaStreamDefault, "of the default stream");
    must(cudaStreamGetPriority(plain, &priority));
    ok(priority == 0, "priority of a plain stream");
    must(cudaStreamGetPriority(urgent, &priority));
    ok(priority == greatest, "a priority beyond the range is moved into it");
    must(cudaStreamGetId(plain, &id));
    must(cudaStreamGetId(urgent, &other_id));
    ok(id != other_id, "each stream has a number");
    must(cudaStreamGetDevice(plain, &device));
    ok(device == 0, "and a device");
    free_all(plain, free_one, urgent);
}

static void *own_stream(void *data) {
    int *words = (int *)data;
    set<<<1, 1, 0, cudaStreamPerThread>>>(words + 2, 5);
    must(cudaStreamSynchronize(cudaStreamPerThread)); // not held up by the other thread's
    words[1] = 1;                                     // opens the gate
    return NULL;
}

static void test_per_thread(void) {
    int *words; // the answer, the gate, and a word of the other thread
    pthread_t thread;
    must(cudaMallocHost((void **)&words, 3 * sizeof *words));
    set<<<1, 1>>>(words + 2, 0); // a kernel's first launch may wait for what runs
    must(cudaDeviceSynchronize());
    memset(words, 0, 3 * sizeof *words);
    spin<<<1, 1, 0, cudaStreamPerThread>>>(words + 1, words, 7);
    must(cudaGetLastError());
    if (pthread_create(&thread, NULL, own_stream, words) != 0) exit(1);
    pthread_join(thread, NULL);
    must(cudaStreamSynchronize(cudaStreamPerThread));
    ok(words[0] == 7 && words[2] == 5, "cudaStreamPerThread: two threads do not wait for each other");
    must(cudaFreeHost(words));
}

static void test_copies(void) {
    const int numbers[6] = {1, 2, 3, 4, 5, 6};
    int *dev[3], *dev_all, back[3] = {}, wide[6] = {};
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    const void *from[3];
    void *to[3], *home[3];
    size_t bytes[3];
    for (int i = 0; i < 3; i++) {
        must(cudaMalloc(&dev[i], sizeof(int)));
        from[i] = &numbers[i];
        to[i] = dev[i];
        home[i] = &back[i];
        bytes[i] = sizeof(int);
    }
    cudaMemcpyAttributes how = {};
    how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    size_t first = 0;
    answers(cudaSuccess, cudaMemcpyBatchAsync(to, from, bytes, 3, &how, &first, 1, stream));
    answers(cudaSuccess, cudaMemcpyBatchAsync(home, (const void *const *)to, bytes, 3, &how, &first, 1, stream));
    must(cudaStreamSynchronize(stream));
    ok(back[0] == 1 && back[1] == 2 && back[2] == 3, "three copies by one call, and back");

    cudaArray_t one, other;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    must(cudaMallocArray(&one, &format, 3, 2));
    must(cudaMallocArray(&other, &format, 3, 2));
    must(cudaMemcpy2DToArray(one, 0, 0, numbers, 12, 12, 2, cudaMemcpyHostToDevice));
    must(cudaMemcpy2DToArray(other, 0, 0, wide, 12, 12, 2, cudaMemcpyHostToDevice));
    answers(cudaSuccess, cudaMemcpy2DArrayToArray(other, 4, 0, one, 0, 0, 8, 2));
    must(cudaMemcpy2DFromArray(wide, 12, other, 0, 0, 12, 2, cudaMemcpyDeviceToHost));
    const int moved[6] = {0, 1, 2, 0, 4, 5};
    ok(memcmp(wide, moved, sizeof wide) == 0, "from an array to another, a column further");
    answers(cudaErrorInvalidValue, cudaMemcpy2DArrayToArray(other, 8, 0, one, 0, 0, 8, 2));
    cudaMemcpy3DPeerParms peer;
    memset(&peer, 0, sizeof peer);
    peer.srcArray = one;
    peer.dstPtr = make_cudaPitchedPtr(wide, 12, 3, 2);
    peer.extent = make_cudaExtent(3, 2, 1);
    answers(cudaErrorInvalidValue, cudaMemcpy3DPeer(&peer)); // the host is no device
    cudaGetLastError();
    must(cudaMalloc(&dev_all, sizeof wide));
    peer.dstPtr.ptr = dev_all;
    answers(cudaSuccess, cudaMemcpy3DPeer(&peer));
    must(cudaMemcpy(wide, dev_all, sizeof wide, cudaMemcpyDeviceToHost));
    must(cudaFree(dev_all));
    ok(memcmp(wide, numbers, sizeof wide) == 0, "between devices, of which there is one");
    free_all(one, other);

    int *managed;
    must(cudaMallocManaged(&managed, 4));
    answers(cudaSuccess, cudaStreamAttachMemAsync(stream, managed));
    answers(cudaSuccess, cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal));
    must(cudaStreamSynchronize(stream));
    must(cudaFree(managed));
    for (int i = 0; i < 3; i++) must(cudaFree(dev[i]));
    must(cudaStreamDestroy(stream));
}

int main(void) {
    test_questions();
    test_per_thread();
    test_copies();
    return done_testing();
}
