// SPDX-License-Identifier: MIT
// Numbers for people: a given number of significant digits, and never an exponent. printf's %g
// gives today's kernels 2.03e-05 s, its %.1f gives them 0.0 ms. Plain C too.
//
//     printf("%s ms\n", digits(0.020312, 3).text);     0.0203 ms
//
#ifndef DIGITS_H
#define DIGITS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct digits {
    char text[48];
};

// 9.996 to three digits is 10.0, not 10.00: so let printf round first, and then count the decimals.
static inline struct digits digits(double value, int significant) {
    struct digits result;
    char rounded[48];
    snprintf(rounded, sizeof rounded, "%.*e", significant - 1, value);
    const char *exponent = strchr(rounded, 'e');
    if (exponent == NULL) { // inf and nan
        snprintf(result.text, sizeof result.text, "%s", rounded);
        return result;
    }
    const int decimals = significant - 1 - (int)strtol(exponent + 1, NULL, 10);
    snprintf(result.text, sizeof result.text, "%.*f", decimals > 0 ? decimals : 0, value);
    return result;
}

#endif
