// SPDX-License-Identifier: MIT
// Code from when the lanes of a warp ran in step, which gets the __syncwarp() it needs.
#include <string.h>

#include "cuda2cpp.h"
#include "rewrite.h"

// Whether the word at token t stands behind `volatile`, in a declaration that token `first` or one
// behind it begins.
static bool follows_volatile(size_t t, size_t first) {
    while (t-- > first && (tokens[t].kind == WORD || is(t, "*") || is(t, "<") || is(t, ">")))
        if (is(t, "volatile"))
            return true;
    return false;
}

// Whether `name` is declared volatile: where it is first seen in tokens [first, last), or in front
// of them, outside functions.
static bool is_volatile(size_t name, size_t first, size_t last) {
    size_t t = first;
    while (t < last && !same_word(t, name))
        t++;
    bool found = follows_volatile(t, first);
    for (t = 0; t < first && !found; t++)
        if (nesting(t) > 0 && closing(t) < first)
            t = closing(t);
        else
            found = tokens[t].kind == WORD && same_word(t, name) && follows_volatile(t, 0);
    return found;
}

static void append(char **to, size_t *room, size_t *length, const char *what, size_t n) {
    *to = (char *)grow(*to, room, *length + n + 1, 1);
    memcpy(*to + *length, what, n);
    *length += n;
    (*to)[*length] = '\0';
}

// Code from when the lanes of a warp still ran in step: `s[t] += s[t + 16];`, with s volatile and
// no word between two such lines, or `s[t] += s[t ^ 16];`. All lanes read, then all write: what the
// lanes counted on is written into the source. Not for the checks, which name such lines.
void keep_in_step(void) {
    static const char *const device[] = {"__global__", "__device__", NULL};
    static const char *const before[] = {";", "{", "}", ")", "else", NULL};
    static const char together[] = "__syncwarp(__activemask());";
    char *result = NULL;
    size_t room = 0, length = 0, copied = 0, done = 0;
    for (size_t f = 0; f < token_count; f++) {
        if (f < done || !is_any(f, device))
            continue;
        size_t body = f;
        while (body < token_count && !is(body, "{") && !is(body, ";") && !is(body, "="))
            body = is(body, "(") || is(body, "[") ? closing(body) + 1 : body + 1;
        if (!is(body, "{"))
            continue;
        done = closing(body);
        for (size_t i = body + 1; i < done && done < token_count; i++) {
            if (tokens[i].kind != WORD || !is(i + 1, "[") || !is_any(i - 1, before))
                continue;
            const size_t close = closing(i + 1), sign = is(close + 1, "=") ? 0 : 1;
            const size_t value = close + 2 + sign;
            size_t end = value;
            bool again = false;   // read in the same statement
            bool crossed = false; // from i ^ n, whose lane reads from i: right in no other way
            for (int depth = 0; end < done && !is(end, ";") && depth >= 0; end++) {
                depth += nesting(end);
                const bool here = is(end + 1, "[") && same_word(end, i);
                for (size_t t = end + 2; here && t < closing(end + 1); t++)
                    crossed = crossed || is(t, "^");
                again = again || here;
            }
            if (!again || !is(end, ";") || !is(close + 1 + sign, "=") || is(value, "=") ||
                (sign && !strchr("+-*&|^", source[tokens[close + 1].start])) ||
                !(crossed || is_volatile(i, f, i)))
                continue;
            append(&result, &room, &length, source + copied, tokens[i].start - copied);
            char *place =
                text("%.*s", (int)(tokens[close].end - tokens[i].start), source + tokens[i].start);
            char *what = text(
                "{ %s const auto cuda_cpu_value = %s %.*s (%.*s); %s %s = cuda_cpu_value; %s }",
                together, sign ? place : "", (int)sign, source + tokens[close + 1].start,
                (int)(tokens[end].start - tokens[value].start), source + tokens[value].start,
                together, place, together);
            append(&result, &room, &length, what, strlen(what));
            copied = tokens[end].end;
            i = end;
        }
    }
    if (!result)
        return;
    append(&result, &room, &length, source + copied, source_length - copied);
    source = result;
    source_length = length;
    read_source(result, length);
}
