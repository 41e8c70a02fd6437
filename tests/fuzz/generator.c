// SPDX-License-Identifier: MIT
// Random numbers and texts; what patterns are filled with.
#include "kernel.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- random numbers (splitmix64) ---------------------------------------------------------------

static uint64_t state;

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

unsigned below(unsigned limit) { return (unsigned)((mix(state += 0x9e3779b97f4a7c15u) >> 32) % limit); }

bool chance(unsigned percent) { return below(100) < percent; }

// ---- texts -------------------------------------------------------------------------------------

static char *said[65536]; // of the kernel at hand
static size_t said_count;

char *keep(char *text) {
    if (said_count == sizeof said / sizeof *said) abort();
    return said[said_count++] = text;
}

static char *vsay(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = malloc((size_t)length + 1);
    if (!text) abort();
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return keep(text);
}

char *say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = vsay(format, arguments);
    va_end(arguments);
    return text;
}

static void append(struct text *text, const char *what, size_t length) {
    if (text->length + length + 1 > text->room) {
        text->room = 2 * (text->length + length + 1);
        text->start = realloc(text->start, text->room);
        if (!text->start) abort();
    }
    memcpy(text->start + text->length, what, length);
    text->length += length;
    text->start[text->length] = '\0';
}

void put(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *what = vsay(format, arguments);
    va_end(arguments);
    append(text, what, strlen(what));
}

// ---- rows --------------------------------------------------------------------------------------

static uint64_t unit_seed, kernel_seed;
static unsigned share;        // of the rows are in the unit, in percent
static unsigned kernel_share; // of those are in the kernel: one may be enough to keep it whole
static bool quiet;            // and none that declares what is called without being named

bool is_chosen(const void *table, size_t row, const char *outside) {
    if (quiet && (strstr(outside, "operator") || strchr(outside, '~') || strstr(outside, ") : "))) return false;
    const uint64_t which = (uint64_t)row * 8 + (table == objects ? 1 : table == changes ? 2 : 3);
    return row == 0 || (mix(mix(unit_seed) ^ which * 0x2545f4914f6cdd1du) % 100 < share &&
                        mix(mix(kernel_seed) ^ which * 0xd1342543de82ef95u) % 100 < kernel_share);
}

const struct object *pick_object(const struct object *table, size_t count, unsigned without) {
    for (int tries = 0; tries < 1000; tries++) {
        const size_t row = below((unsigned)count);
        if (is_chosen(table, row, table[row].outside) && !(table[row].flags & without)) return &table[row];
    }
    return &table[0];
}

char *unique(void) { return say("%u_%u", kernel.number, ++kernel.uniques); }

char *fill(const char *pattern, const struct blanks *blanks) {
    struct text text = {0};
    append(&text, "", 0);
    for (const char *at = pattern; *at; at++) {
        const char *what = NULL;
        if (*at == '$') switch (*++at) {
            case 'u': what = blanks->unique; break;
            case 'n':
            case 'b': what = blanks->name; break;
            case 'v': what = blanks->variable; break;
            case 'x': what = blanks->hidden; break;
            case 'k': what = kernel.name; break;
            case 'e': what = expression(blanks->uniform, 1); break;
            default: abort();
            }
        if (what)
            append(&text, what, strlen(what));
        else
            append(&text, at, 1);
    }
    return keep(text.start);
}

char *detour(const char *hidden) {
    size_t row;
    do row = below((unsigned)detour_count);
    while (!is_chosen(detours, row, detours[row].outside));
    const struct blanks blanks = {"", unique(), "", hidden, true};
    const char *outside = fill(detours[row].outside, &blanks);
    if (*outside) put(&kernel.outside, "%s\n", outside);
    if (detours[row].after) put(&kernel.after, "%s\n", fill(detours[row].after, &blanks));
    return fill(detours[row].call, &blanks);
}

// Everything of a kernel follows from the seed of its unit and its number.
bool begin_random(uint64_t seed, unsigned number) {
    static const unsigned shares[] = {2, 4, 10, 30, 100}, kernel_shares[] = {10, 20, 50, 100};
    while (said_count > 0) free(said[--said_count]);
    unit_seed = seed;
    share = shares[mix(seed ^ 0x5851f42d4c957f2du) % 5];
    quiet = mix(seed ^ 0x14057b7ef767814fu) % 2;
    state = kernel_seed = mix(seed * 0x100000001b3u + number);
    kernel_share = kernel_shares[mix(kernel_seed) % 4];
    return kernel_share < 50;
}
