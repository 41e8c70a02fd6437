// SPDX-License-Identifier: MIT
// What compilers and linker said, as it is shown.
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "driver.h"

// Lines of a message, with colours or without. g++ warns, by an option that has no name, where a
// template names a member of a type that is completed further down; nvcc does not.
enum { HEAD, GOES_ON, INCOMPLETE, ITS_NOTE, KINDS };
static const char *const patterns[KINDS] = {
    [HEAD] = "^[^ ].*:.{0,8} (In|At) .*:|^In file included from |^ +from ",
    [GOES_ON] = "^ ",
    [INCOMPLETE] = "warning: .{0,8}invalid use of incomplete type",
    [ITS_NOTE] = "note: .{0,8}forward declaration of",
};

// The line without the prefixes of generated names.
static void show_line(const char *line) {
    static const char *const prefixes[] = {"cuda_cpu_launch_", "cuda_cpu_device_",
                                           "__device_builtin_variable_"};
    while (*line) {
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
            if (starts_with(line, prefixes[i]))
                line += strlen(prefixes[i]);
        if (*line)
            fputc(*line++, stderr);
    }
}

void show_log(const struct job *job, const char *log) {
    const char *said = job->dryrun ? NULL : read_file(log, NULL);
    regex_t kinds[KINDS];
    struct words heads = {NULL, 0}; // say where the next message is, and are shown with it
    bool left_out = false, in_heads = false;
    for (size_t k = 0; k < KINDS; k++)
        if (regcomp(&kinds[k], patterns[k], REG_EXTENDED | REG_NOSUB) != 0)
            fatal("a pattern of the messages' is none");
    while (said && *said) {
        const size_t length = strcspn(said, "\n") + 1;
        const char *const line = text("%.*s", (int)length, said);
        bool is[KINDS];
        for (size_t k = 0; k < KINDS; k++)
            is[k] = regexec(&kinds[k], line, 0, NULL, 0) == 0;
        left_out = is[INCOMPLETE] || (left_out && (is[GOES_ON] || is[ITS_NOTE]));
        if (is[HEAD] && !left_out) {
            heads.count = in_heads ? heads.count : 0;
            add(&heads, line);
        } else if (!left_out) {
            for (size_t i = 0; i < heads.count; i++)
                show_line(heads.item[i]);
            heads.count = 0;
            show_line(line);
        }
        in_heads = is[HEAD] && !left_out;
        said += said[length - 1] ? length : length - 1;
    }
    for (size_t k = 0; k < KINDS; k++)
        regfree(&kinds[k]);
}
