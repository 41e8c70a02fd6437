// SPDX-License-Identifier: MIT
// A program that does not compile may ask for something that the CPU backend does not have at all.
#include <regex.h>

#include "driver.h"

static const struct {
    const char *said;  // a pattern in the compiler's or linker's message
    const char *title; // of what it asks for
} rows[] = {
    {"fatal error: .?cuda_fp[468]\\.h", "arithmetic in 4, 6 and 8 bits"},
    {"[^A-Za-z0-9_]cu(Module|LaunchKernel|Link|Library|Func|TexRef)[A-Za-z0-9_]*[^A-Za-z0-9_]",
     "the driver API's way to load and launch kernels"},
};

void show_failure(const struct job *job, const char *source, const char *log) {
    const char *const said = job->dryrun ? NULL : read_file(log, NULL);
    if (!said || tell_of_header(job, source, said))
        return;
    show_log(job, log);
    if (tell_of_entry(job, source, said))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        regex_t pattern;
        if (regcomp(&pattern, rows[i].said, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) == 0 &&
            regexec(&pattern, said, 0, NULL, 0) == 0) {
            say_not_here(job, source, rows[i].title);
            return;
        }
    }
}
