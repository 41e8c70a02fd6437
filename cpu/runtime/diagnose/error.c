// SPDX-License-Identifier: MIT
// The error model: each host thread has a last error; a crashed kernel leaves one that stays.
#include <string.h>

#include "cuda_cpu/fault.h"
#include "diagnose/diagnose.h"
#include "hooks.h"

struct cuda_cpu_hooks cuda_cpu_hooks;
bool cuda_cpu_started;
__thread bool cuda_cpu_in_callback;

static __thread cudaError_t last_error;
static cudaError_t crash;  // what the thread of the kernel left that crashed
static cudaError_t sticky; // what each call answers since; after a reset not the same
static unsigned told;      // how often the program was answered it

// An answer of the runtime's to the program.
static cudaError_t answer(cudaError_t error) {
    if (cuda_cpu_is_of_crash(error))
        __atomic_fetch_add(&told, 1, __ATOMIC_RELAXED);
    return error;
}

cudaError_t cuda_cpu_error(cudaError_t error) {
    if (cuda_cpu_is_in_kernel()) { // where each thread has its own
        if (error != cudaSuccess)
            cuda_cpu_set_nested_error(error);
        return error;
    }
    if (error != cudaSuccess && cuda_cpu_sticky() != cudaSuccess)
        error = cuda_cpu_sticky(); // what fails after a crash fails for that
    if (error != cudaSuccess)
        last_error = error;
    return answer(error);
}

void cuda_cpu_set_sticky(cudaError_t error) {
    cudaError_t none = cudaSuccess;
    __atomic_compare_exchange_n(&crash, &none, error, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    none = cudaSuccess;
    __atomic_compare_exchange_n(&sticky, &none, error, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void cuda_cpu_no_thread(int why) {
    cuda_cpu_say(NULL, "the system gives this process no further OS thread (%s)", strerror(why));
    cuda_cpu_set_sticky(cudaErrorOperatingSystem);
}

cudaError_t cuda_cpu_sticky(void) {
    return __atomic_load_n(&sticky, __ATOMIC_RELAXED);
}

bool cuda_cpu_is_of_crash(cudaError_t error) {
    return error != cudaSuccess &&
           (error == cuda_cpu_sticky() || error == __atomic_load_n(&crash, __ATOMIC_RELAXED));
}

void cuda_cpu_reset_after_crash(cudaError_t last) {
    __atomic_store_n(&sticky, cudaErrorDevicesUnavailable, __ATOMIC_SEQ_CST);
    last_error = last;
}

cudaError_t cuda_cpu_last_error(void) {
    return last_error;
}

cudaError_t cuda_cpu_obstacle(void) {
    if (!cuda_cpu_in_callback)
        return cuda_cpu_sticky();
    cuda_cpu_say(NULL, "called by a function that a stream calls, which may not call the runtime");
    return cudaErrorNotPermitted;
}

unsigned cuda_cpu_sticky_told(void) {
    return __atomic_load_n(&told, __ATOMIC_RELAXED);
}

cudaError_t cudaGetLastError(void) {
    if (cuda_cpu_is_in_kernel())
        return cuda_cpu_nested_error(true);
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    cuda_cpu_looked();
    return answer(error);
}

cudaError_t cudaPeekAtLastError(void) {
    if (cuda_cpu_is_in_kernel())
        return cuda_cpu_nested_error(false);
    cuda_cpu_looked();
    return answer(last_error);
}

static const struct {
    cudaError_t number;
    const char *name, *text;
} errors[] = {
#define ROW(number, name, text) {name, #name, text},
    CUDA_CPU_ERRORS(ROW)
#undef ROW
};

const char *cudaGetErrorName(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].number == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].number == error)
            return errors[i].text;
    return "unrecognized error code";
}
