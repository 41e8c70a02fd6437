// SPDX-License-Identifier: MIT
// The seal: a grader that does not trust a program gives the check that watches it a word, through
// a pipe, and believes a summary only if it ends with this word.
//
//     CUDA_CPU_SEAL=0 program <(a pipe with one line)    the descriptor that the line is read from
//     cuda-cpu: check-memory: nothing found in 4 launches, sealed 5be1...
//
// The line is gone from the pipe before any of the program's own code runs, and is in no
// environment. A summary with findings is not sealed, so a word that the program reads from its own
// output is of no use to it. The seal is not a lock: the program shares its memory with the check.
#ifndef CUDA_CPU_SEAL_H
#define CUDA_CPU_SEAL_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CUDA_CPU_SEAL = 64 };
static unsigned char
    cuda_cpu_hidden_seal[CUDA_CPU_SEAL]; // each byte inverted: not to be found as text
static int cuda_cpu_seal_length;

static inline void cuda_cpu_take_seal(void) {
    const char *from = getenv("CUDA_CPU_SEAL");
    char byte;
    while (from && cuda_cpu_seal_length < CUDA_CPU_SEAL && read(atoi(from), &byte, 1) == 1 &&
           byte != '\n')
        cuda_cpu_hidden_seal[cuda_cpu_seal_length++] = (unsigned char)~byte;
}

// What a summary ends with: ", sealed WORD", or nothing.
static inline const char *cuda_cpu_sealed(void) {
    static char text[CUDA_CPU_SEAL + 16];
    int at = cuda_cpu_seal_length ? snprintf(text, sizeof text, ", sealed ") : 0;
    for (int i = 0; i < cuda_cpu_seal_length; i++)
        text[at++] = (char)~cuda_cpu_hidden_seal[i];
    text[at] = '\0';
    return text;
}

#endif
