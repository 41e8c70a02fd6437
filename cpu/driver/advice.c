// SPDX-License-Identifier: MIT
// A program that does not compile may ask for something that the CPU backend does not have at all.
#include <regex.h>
#include <stdio.h>

#include "driver.h"

#define LIBRARIES "(cublas|curand|cufft|cusparse|cusolver|cudnn|npp|nvml)"

static const struct {
    const char *said; // a pattern in the compiler's or linker's message
    const char *advice;
} rows[] = {
    {"[ <\"/]" LIBRARIES "[A-Za-z0-9_/]*\\.h|reference to ." LIBRARIES,
     "a library of its own (cuBLAS, cuRAND ...), which the CPU backend does not have"},
    {"[ <\"/](thrust|cub|cuda/std)/", "Thrust, CUB and libcu++ are not on the CPU backend"},
    {"[ <\"](cuda/[A-Za-z_]+|nvrtc\\.h|cuda_fp[468]\\.h)", "not on the CPU backend"},
    {"[^A-Za-z0-9_]cu(Module|LaunchKernel|Link|Library|Func|TexRef)[A-Za-z0-9_]*[^A-Za-z0-9_]",
     "modules and launches of the driver API are not on the CPU backend: use the runtime "
     "(cuda...)"},
};

void give_advice(const struct job *job, const char *source, const char *log) {
    const char *const said = job->dryrun ? NULL : read_file(log, NULL);
    for (size_t i = 0; said && i < sizeof rows / sizeof *rows; i++) {
        regex_t pattern;
        if (regcomp(&pattern, rows[i].said, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) == 0 &&
            regexec(&pattern, said, 0, NULL, 0) == 0) {
            fprintf(stderr, "%s: %s (with nvcc: BACKEND=cuda)\n", source, rows[i].advice);
            return;
        }
    }
}
