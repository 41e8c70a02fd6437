// SPDX-License-Identifier: MIT
// #pragma unroll, which stands in front of a loop and becomes #pragma GCC unroll. In front of
// anything else, where C++ would refuse that, it says nothing.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"
#include "rewrite.h"
#include "warn.h"

bool rolled;

// What the pragma at token i says behind the word unroll; NULL: it is another pragma.
static const char *behind_unroll(size_t i) {
    const char *const pragma = tokens[i].kind == PRAGMA ? name_of(i) : "";
    const char *const unroll = strstr(pragma, "unroll");
    const char *const behind = unroll ? unroll + strlen("unroll") : "_";
    const bool is_word = !isalnum(*behind) && *behind != '_' && !isalnum(unroll[-1]);
    return is_word && !strstr(pragma, "GCC") ? behind : NULL;
}

// The token behind pragmas.
static size_t behind_pragmas(size_t i) {
    while (i < token_count && tokens[i].kind == PRAGMA)
        i++;
    return i;
}

static bool is_loop(size_t i) {
    static const char *const loops[] = {"for", "while", "do", NULL};
    return is_any(i, loops);
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

// Is there a token of that text? A macro's name is none: nobody puts its value into a pragma.
static bool is_a_token(const char *word, size_t length) {
    for (size_t i = 0; i < token_count; i++)
        if (tokens[i].end - tokens[i].start == length && tokens[i].kind == WORD &&
            memcmp(source + tokens[i].start, word, length) == 0)
            return true;
    return false;
}

static const char *const name_letters =
    "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// What is said behind `unroll` is a constant expression: nothing of it is what nobody declares, or
// text.
static void check_value(size_t i, const char *said) {
    while (*said && *said != '"' && *said != '\'') {
        const size_t length = strspn(said, name_letters);
        if (length > 0 && !isdigit((unsigned char)*said) && !is_a_token(said, length)) {
            complain(i, "error", "identifier \"%.*s\" is undefined", (int)length, said);
            return;
        }
        said += length > 0 ? length : 1;
    }
    if (*said == '"')
        complain(i, "error",
                 "this constant expression has type \"const char *\" instead of the required "
                 "integral or enum type");
}

// ... and calls no function of the host's in a kernel, constexpr or not. What only templates know
// is not looked at.
static void check_call_in(size_t i, const char *said) {
    const struct declaration *const in = function_around(i);
    said += strspn(said, " \t(");
    const size_t length = strspn(said, name_letters);
    if (!in || !(in->spaces & GLOBAL) || in->is_template || relaxed_constexpr || length == 0 ||
        said[length] != '(')
        return;
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && owner_of(d->name) == USER && d->is_constexpr && !in_class(d) &&
            strlen(name_of(d->name)) == length && strncmp(name_of(d->name), said, length) == 0) {
            if (spaces_of(d) == HOST)
                call_across(i, "error", "constexpr __host__", name_of_function(d), GLOBAL,
                            name_of_function(in));
            return;
        }
    }
}

void rewrite_unroll(size_t i) {
    const char *const said = behind_unroll(i);
    long count;
    if (!said)
        return;
    bool last = true; // of those in front of the loop
    for (size_t t = i + 1; t < behind_pragmas(i); t++)
        last = last && !behind_unroll(t);
    const bool kept = read_count(said, &count) && count > 0 && last && !rolled;
    tokens[i].instead =
        kept && is_loop(behind_pragmas(i)) ? text("#pragma GCC unroll %ld", count) : "";
}

void check_unroll(void) {
    for (size_t i = 0; i < token_count; i++) {
        const char *const said =
            tokens[i].kind == PRAGMA && owner_of(i) == USER ? behind_unroll(i) : NULL;
        long count;
        if (said) {
            check_value(i, said);
            check_call_in(i, said);
        }
        if (said && !is_loop(behind_pragmas(i)))
            warn(i, UNROLLED_NOTHING, "the #pragma unroll must precede a loop");
        else if (said && read_count(said, &count) && count <= 0)
            warn(i, UNROLLED_NEVER,
                 "the unroll value cannot be zero or negative, ignoring pragma for this loop");
    }
}
