// SPDX-License-Identifier: MIT
// A .cu that has nothing of CUDA in it, nor have its headers, is the C++ compiler's alone: without
// the toolkit's headers it compiles in a fifth of the time.
#define _GNU_SOURCE
#include <string.h>

#include "driver.h"

// Whether a text has a word of CUDA's, or could have. A word too many costs time, and so does one
// too few, since the source does not compile then, and is compiled with all headers.
static bool speaks_of_cuda(const char *text) {
    static const char *const words[] = {"__global__",   "__device__",  "__host__", "__shared__",
                                        "__constant__", "__managed__", "<<<",      "threadIdx",
                                        "blockIdx",     "unroll",      "asm",      "__VECTOR_",
                                        "__DRIVER_",    "thrust/",     "cub/"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i]))
            return true;
    return strcasestr(text, "cuda");
}

static bool any_speaks_of_cuda(const struct words *files) {
    for (size_t i = 0; i < files->count; i++) {
        const char *const contents = read_file(files->item[i], NULL);
        if (!contents || speaks_of_cuda(contents))
            return true;
    }
    return false;
}

// nvcc includes <math.h> and <stdlib.h>, by which abs(1.5) is 1.5. A source that includes just
// <cmath> or <cstdlib> would find the functions of C, which are others.
static bool needs_overloads(const char *preprocessed) {
    const bool maths = strstr(preprocessed, "/cmath\" 1"),
               cstdlib = strstr(preprocessed, "/cstdlib\" 1");
    return maths || cstdlib;
}

bool compile_host_only(const struct job *job, const char *source, const char *rewritten,
                       const struct words *preprocess, const struct words *compile) {
    if (job->check || job->keep || job->phase == REWRITE || job->dryrun)
        return false;
    const char *const contents = read_file(source, NULL);
    if (!contents || speaks_of_cuda(contents))
        return false;
    char *const log = text("%s/host_only", job->scratch);
    const char *preprocessed = NULL;
    for (int overloads = 0; overloads < 2; overloads++) {
        struct words command = {NULL, 0};
        for (size_t i = 0; i < preprocess->count; i++) {
            const char *const word = preprocess->item[i];
            if (strcmp(word, "cuda_runtime.h") != 0)
                add(&command, word);
            else // in the place of all the toolkit's headers
                add(&command, overloads ? "cuda_cpu/host_only.h" : "/dev/null");
        }
        add_each(&command, "-o", rewritten, source, NULL);
        if (run(job, &command, log) != 0)
            return false;
        preprocessed = read_file(rewritten, NULL);
        if (overloads == 0) {
            const struct words files = files_of(job, preprocessed, false);
            if (any_speaks_of_cuda(&files))
                return false;
            if (!needs_overloads(preprocessed))
                break;
        }
    }
    struct words command = {NULL, 0};
    add_all(&command, compile);
    add(&command, rewritten);
    if (run(job, &command, log) != 0)
        return false;
    show_log(job, log);
    return true;
}
