// SPDX-License-Identifier: MIT
// Where in the program a call of the runtime stands.
#ifndef CUDA_CPU_LINE_H
#define CUDA_CPU_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { CALL_DEPTH = 12 };

// The return addresses on the stack, from the inside out.
struct cuda_cpu_call {
    void *at[CALL_DEPTH];
    int depth;
};

// Notes the call that the caller is part of.
void cuda_cpu_note_call(struct cuda_cpu_call *call);
// Notes where a signal, whose handler was given this context, came upon the program; NULL: nobody
// knows.
void *cuda_cpu_note_interrupted(struct cuda_cpu_call *call, const void *context);
// Notes what has called the function, which is under way on this OS thread.
void cuda_cpu_note_callers(struct cuda_cpu_call *call, const void *function);
// The call that this OS thread's work was asked for by, where it was queued; NULL: it stands on the
// stack.
extern __thread const struct cuda_cpu_call *cuda_cpu_asked_by;

// The runtime function that the program called ("" for a launch), and file:line; false where
// nobody can tell.
bool cuda_cpu_find_call(const struct cuda_cpu_call *call, char *name, size_t name_room, char *place,
                        size_t place_room);

// Where the function of the program's that the call stands in was called; false where nobody can
// tell, as of main.
bool cuda_cpu_find_caller(const struct cuda_cpu_call *call, char *place, size_t room);
// `name at file:line`; `otherwise` stands for a name that is not known.
void cuda_cpu_describe_call(const struct cuda_cpu_call *call, const char *otherwise, char *text,
                            size_t room);

#endif
