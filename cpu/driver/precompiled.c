// SPDX-License-Identifier: MIT
// With CUDACC_PRECOMPILED=FOLDER the toolkit's headers are compiled once for many sources, as a
// grader has them: the folder keeps the text that they become at the beginning of a source
// (`headers`), and that text compiled (`headers.gch`). The first source that is compiled makes
// both; of a later one only its own lines are parsed. Where the headers become another text, since
// a kernel uses a function of theirs, or where the options differ, it is compiled as ever.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

static void precompile(const struct job *job, const char *headers, const char *compiled,
                       const struct words *compile) {
    struct words command = {NULL, 0};
    for (size_t i = 0; i < compile->count && strcmp(compile->item[i], "-c") != 0; i++)
        add(&command, compile->item[i]);
    add_each(&command, "-fpreprocessed", "-x", "c++-header", "-o", compiled, headers, NULL);
    run(job, &command, "/dev/null");
}

char *after_precompiled(const struct job *job, const char *source, const char *rewritten,
                        const struct words *compile) {
    const char *const folder = getenv("CUDACC_PRECOMPILED");
    if (!folder || job->is_clang || job->dryrun)
        return NULL;
    // What comes before the headers has the source's name, as has what comes after them.
    const char *const whole = read_file(rewritten, NULL);
    const char *const start = whole ? strstr(whole, "# 0 \"<built-in>\"\n") : NULL;
    const char *const end = start ? strstr(start, text("\n# 1 \"%s\"\n", source)) : NULL;
    if (!end)
        return NULL;
    char *const headers = text("%s/headers", folder), *const compiled = text("%s.gch", headers);
    const size_t length = end + 1 - start;
    if (access(headers, F_OK) != 0) {
        write_file(headers, start, length);
        precompile(job, headers, compiled, compile);
    }
    size_t known;
    const char *const expected = read_file(headers, &known);
    if (!expected || known != length || memcmp(expected, start, length) != 0 ||
        access(compiled, R_OK) != 0)
        return NULL;
    char *const shorter = text("%s.after.ii", rewritten);
    char *const lines = text("%.*s#pragma GCC pch_preprocess \"%s\"\n%s", (int)(start - whole),
                             whole, compiled, end + 1);
    write_file(shorter, lines, strlen(lines));
    return shorter;
}
