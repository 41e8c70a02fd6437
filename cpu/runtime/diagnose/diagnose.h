// SPDX-License-Identifier: MIT
// What is said about a mistake, and where in the program it stands; the error that it leaves.
#ifndef CUDA_CPU_ROOM_DIAGNOSE_H
#define CUDA_CPU_ROOM_DIAGNOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_cpu/grid.h"

// ---- error.c
// -------------------------------------------------------------------------------------

// What a kernel that crashed left; cudaSuccess: none did.
cudaError_t cuda_cpu_sticky(void);
// Records a failure as this host thread's last error, and returns it; after a crash, that one's.
cudaError_t cuda_cpu_error(cudaError_t error);
// launch/nested.c: the same of the thread of a kernel; and what it was, which is cudaSuccess then
// where it is to be cleared.
void cuda_cpu_set_nested_error(cudaError_t error);
cudaError_t cuda_cpu_nested_error(bool clear);
// Makes every later call fail with `error`, as a GPU does after a kernel has crashed.
void cuda_cpu_set_sticky(cudaError_t error);
// Whether a crash has left this error.
bool cuda_cpu_is_of_crash(cudaError_t error);
// The program has reset the device after a crash: each call answers that it is not there any more.
// The thread's last error is `last` then; and what it is, which the program does not see asked.
void cuda_cpu_reset_after_crash(cudaError_t last);
cudaError_t cuda_cpu_last_error(void);
// The system has given no OS thread, for this reason (errno): that is said, and stays an error.
void cuda_cpu_no_thread(int why);
unsigned cuda_cpu_sticky_told(void); // how often a call has answered it
// Whether the runtime has been used, which starts the driver (cuInit) too.
extern bool cuda_cpu_started;
// Whether this OS thread runs a function of the host's that a stream calls.
extern __thread bool cuda_cpu_in_callback;
// What keeps a call from being carried out: a crash, or that a stream's callback makes it, which is
// said.
cudaError_t cuda_cpu_obstacle(void);
// What a runtime function starts with, and does after it has waited.
#define CUDA_CPU_ALIVE()                                                                           \
    do {                                                                                           \
        const cudaError_t obstacle = cuda_cpu_obstacle();                                          \
        if (!__atomic_load_n(&cuda_cpu_started, __ATOMIC_RELAXED))                                 \
            __atomic_store_n(&cuda_cpu_started, true, __ATOMIC_RELAXED);                           \
        if (obstacle != cudaSuccess)                                                               \
            return cuda_cpu_error(obstacle);                                                       \
    } while (0)

// ---- report.c
// ------------------------------------------------------------------------------------

// Says once for each place what is wrong with the call of the runtime that is under
// way, or with `who` in it.
__attribute__((format(printf, 2, 3))) void cuda_cpu_say(const char *who, const char *format, ...);
// The command that builds and runs this program with a check, of whose build it is none: false.
bool cuda_cpu_check_command(const char *check, char *text, size_t room);
// Notes that `what` failed and that the program was not told; and that it has asked since.
void cuda_cpu_unlooked(const char *what, cudaError_t error);
void cuda_cpu_looked(void);
// A kernel was launched, by code at this address; the host has waited for some work.
void cuda_cpu_unwaited(const char *kernel, const void *at);
void cuda_cpu_waited(void);
// Notes something that is to be freed (`bytes`: memory), and that it was.
void cuda_cpu_made(const char *kind, const void *handle, size_t bytes);
void cuda_cpu_gone(const void *handle);

// ---- image.c
// -------------------------------------------------------------------------------------

// Whether the address is the program's own or a library's: of code, or of anything there.
bool cuda_cpu_in_image(const void *address, bool code);

// ---- symbols.c
// -----------------------------------------------------------------------------------

// The name of the function at the address, without its scope and arguments; false: it is not known.
bool cuda_cpu_name_function(const void *address, char *name, size_t room);

// ---- static_shared.c
// -----------------------------------------------------------------------------

// Bytes of a kernel's own __shared__ arrays, as far as that can be found out.
size_t cuda_cpu_static_shared(const void *function);

// ---- virtual_tables.c
// ----------------------------------------------------------------------------

// Whether the program has any that are the device's.
bool cuda_cpu_know_tables(void);
// Bytes that host and device copy to each other: pointers to tables of virtual functions that are
// there are the other side's from here on. only_home: what comes back becomes itself again, and no
// more, in memory that both use.
void cuda_cpu_translate_tables(void *bytes, size_t size, bool only_home);

// ---- line.c
// --------------------------------------------------------------------------------------

enum { CALL_DEPTH = 12 };

// The return addresses on the stack, from the inside out.
struct cuda_cpu_call {
    void *at[CALL_DEPTH];
    int depth;
};

// Notes the call that the caller is part of.
void cuda_cpu_note_call(struct cuda_cpu_call *call);
// Notes where a signal, whose handler was given this context, came upon the program, and, unless
// that `alone`, what has called it; NULL: unknown.
void *cuda_cpu_note_interrupted(struct cuda_cpu_call *call, const void *context, bool alone);
// Notes what has called the function, which is under way on this OS thread.
void cuda_cpu_note_callers(struct cuda_cpu_call *call, const void *function);
// The call that this OS thread's work was asked for by, where it was queued; NULL: it stands on the
// stack.
extern __thread const struct cuda_cpu_call *cuda_cpu_asked_by;

// The runtime function that the program called ("" for a launch; `texture` or `surface`: an access
// through such an object), and file:line; false where that is unknown.
bool cuda_cpu_find_call(const struct cuda_cpu_call *call, char *name, size_t name_room, char *place,
                        size_t place_room);

// Where the function of the program's that the call stands in was called; false where that is
// not known, as of main.
bool cuda_cpu_find_caller(const struct cuda_cpu_call *call, char *place, size_t room);
// `name at file:line`; `otherwise` stands for a name that is not known.
void cuda_cpu_describe_call(const struct cuda_cpu_call *call, const char *otherwise, char *text,
                            size_t room);

#endif
