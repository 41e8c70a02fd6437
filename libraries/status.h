// SPDX-License-Identifier: MIT
// The statuses of NVIDIA's libraries: an enum for each library, and 0 is success in all of them. So
// one check serves them all, as HANDLE_ERROR serves the runtime's calls.
//
//     HANDLE_STATUS(cublasCreate(&handle));
//
#ifndef STATUS_H
#define STATUS_H

#include <stdio.h>
#include <stdlib.h>

#define HANDLE_STATUS(...) handle_status((int)(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

static inline void handle_status(int status, const char *what, const char *file, int line) {
    if (status != 0) {
        fprintf(stderr, "%s:%d: %s failed with status %d\n", file, line, what, status);
        exit(EXIT_FAILURE);
    }
}

#endif
