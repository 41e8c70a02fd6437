// SPDX-License-Identifier: MIT
// Both dot products and the adjacent differences at many sizes, in one process, for
// tests/chapter05.t:
//
//     every_size LAST STEP        the sizes 1, 1 + STEP, 1 + 2 STEP ... up to LAST
//
// Their main functions are called, with the options that a user would type. As TAP.
#include <stdlib.h>
#include <unistd.h>

#include "book.h"
#include "digits.h"
#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "verify.h"
#include "../../chapter05_dot/dot.h"

#define main program_main
namespace global {
#include "../../chapter05_dot/dot_global.cu"
}
#undef ABOUT
namespace shared {
#include "../../chapter05_dot/dot_shared.cu"
}
#undef ABOUT
namespace difference {
#include "../../chapter05_dot/adjacent_difference.cu"
}
#undef main

int main(int argc, char **argv) {
    const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } programs[] = {{"dot_global", global::program_main},
                    {"dot_shared", shared::program_main},
                    {"adjacent_difference", difference::program_main}};
    const long last = argc == 3 ? atol(argv[1]) : 0, step = argc == 3 ? atol(argv[2]) : 1;

    // What the programs print goes nowhere; what this one prints goes where that would have gone.
    FILE *tap = fdopen(dup(STDOUT_FILENO), "w");
    HANDLE_NULL(tap);
    HANDLE_NULL(freopen("/dev/null", "w", stdout));
    int failed = 0, count = 0;
    for (const auto &program : programs) {
        long wrong = 0, sizes = 0;
        for (long size = 1; size <= last; size += step, sizes++) {
            char text[32], name[32],
                *words[] = {name, (char *)"--csv", (char *)"--runs", (char *)"1", (char *)"--size", text, NULL};
            snprintf(name, sizeof name, "%s", program.name);
            snprintf(text, sizeof text, "%ld", size);
            if (program.run(6, words) != 0 && wrong++ == 0)
                fprintf(tap, "# %s --size %ld is wrong\n", program.name, size);
        }
        fprintf(tap, "%sok %d - %s: %ld sizes from 1 to %ld\n", wrong == 0 && sizes > 0 ? "" : "not ", ++count,
                program.name, sizes, last);
        failed += wrong > 0 || sizes == 0;
    }
    fprintf(tap, "1..%d\n", count);
    return failed > 0 || fclose(tap) != 0;
}
