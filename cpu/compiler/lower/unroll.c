// SPDX-License-Identifier: MIT
// #pragma unroll, which stands before a loop and becomes #pragma GCC unroll. In front of
// anything else, where C++ would refuse that, it says nothing.
#include <ctype.h>
#include <stdlib.h>

#include "rewrite.h"

// What the pragma at token i says after the word unroll; NULL: it is another pragma.
static const char *after_unroll(size_t i) {
    const char *const pragma = tokens[i].kind == PRAGMA ? name_of(i) : "";
    const char *const unroll = strstr(pragma, "unroll");
    const char *const after = unroll ? unroll + strlen("unroll") : "_";
    const bool is_word = !isalnum(*after) && *after != '_' && !isalnum(unroll[-1]);
    return is_word && !strstr(pragma, "GCC") ? after : NULL;
}

// The token after pragmas.
static size_t after_pragmas(size_t i) {
    while (i < token_count && tokens[i].kind == PRAGMA)
        i++;
    return i;
}

// How often the loop is to be unrolled: 16 times where no number is said. False: what is said is no
// number.
static bool read_count(const char *said, long *count) {
    said += strspn(said, " \t(");
    char *end;
    *count = strtol(said, &end, 10);
    if (end == said)
        *count = 16;
    return end[strspn(end, " \t)")] == '\0';
}

void rewrite_unroll(size_t i, bool rolled) {
    const char *const said = after_unroll(i);
    long count;
    if (!said)
        return;
    bool last = true; // of those before the loop
    for (size_t t = i + 1; t < after_pragmas(i); t++)
        last = last && !after_unroll(t);
    const bool kept = read_count(said, &count) && count > 0 && last && !rolled;
    tokens[i].instead = kept && is_listed(after_pragmas(i), "for while do")
                            ? text("#pragma GCC unroll %ld", count)
                            : "";
}
