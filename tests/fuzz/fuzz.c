// SPDX-License-Identifier: MIT
// Prints random kernels, each with what launches it: what tests/fuzz/fuzz.sh feeds to cuda2cpp.
//
//   fuzz SEED COUNT             kernels 1 to COUNT of the unit SEED
//   fuzz SEED COUNT labels 300  the same, by other numbers: from 301 on
//   fuzz SEED NUMBER alone      one of them
//   fuzz SEED NUMBER alone 3 7  without its statements 3 and 7
//   fuzz SEED NUMBER count      how many statements it has
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(
            stderr,
            "usage: fuzz SEED COUNT [labels FIRST] | fuzz SEED NUMBER alone [STATEMENT...] | fuzz SEED NUMBER count\n");
        return 2;
    }
    const uint64_t seed = strtoull(argv[1], NULL, 10);
    const unsigned number = (unsigned)strtoul(argv[2], NULL, 10);
    unsigned dropped[256] = {0};
    for (int a = 4; a < argc && a < 250; a++) dropped[a - 4] = (unsigned)strtoul(argv[a], NULL, 10);
    const bool labels = argc == 5 && strcmp(argv[3], "labels") == 0;
    const unsigned label = labels ? dropped[0] : 0;
    struct text text = {0};
    for (unsigned k = argc > 3 && !labels ? number : 1; k <= number; k++)
        write_kernel(&text, seed, k, label + k, labels ? &dropped[1] : dropped);
    if (argc > 3 && strcmp(argv[3], "count") == 0)
        printf("%u\n", count_statements());
    else
        fwrite(text.start, 1, text.length, stdout);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
