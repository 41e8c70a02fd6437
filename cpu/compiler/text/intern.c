// SPDX-License-Identifier: MIT
// The words of the source, numbered, and what is known of each.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

struct entry {
    size_t token, last; // where the word stands first, and last
    unsigned flags;
};

static struct entry *words;
static size_t word_count, word_room;
static size_t *word_of; // of each token that is a WORD
static size_t *next_at; // where it stands next

const char *const arithmetic[] = {"unsigned", "signed", "long",   "short", "int",
                                  "char",     "float",  "double", "bool",  NULL};
// Trusted as long as the program declares no others of these names.
const char *const number_types[] = {"size_t",
                                    "ptrdiff_t",
                                    "int8_t",
                                    "int16_t",
                                    "int32_t",
                                    "int64_t",
                                    "uint8_t",
                                    "uint16_t",
                                    "uint32_t",
                                    "uint64_t",
                                    "uint",
                                    "uchar",
                                    "ushort",
                                    "ulong",
                                    "wchar_t",
                                    "ssize_t",
                                    "intptr_t",
                                    "uintptr_t",
                                    "clock_t",
                                    "cudaTextureObject_t",
                                    "cudaSurfaceObject_t",
                                    NULL};
const char *const vector_types[] = {
    "char1",  "char2",  "char3",  "char4",  "uchar1",    "uchar2",     "uchar3",  "uchar4",
    "short1", "short2", "short3", "short4", "ushort1",   "ushort2",    "ushort3", "ushort4",
    "int1",   "int2",   "int3",   "int4",   "uint1",     "uint2",      "uint3",   "uint4",
    "float1", "float2", "float3", "float4", "double1",   "double2",    "double3", "double4",
    "long1",  "long2",  "ulong1", "ulong2", "longlong2", "ulonglong2", "dim3",    NULL};
const char *const qualifiers[] = {"const", "constexpr", NULL};
const char *const keywords[] = {
    "if",        "for",  "while",   "switch",        "do",       "else",    "return",   "break",
    "continue",  "case", "default", "goto",          "sizeof",   "alignof", "decltype", "catch",
    "delete",    "new",  "throw",   "noexcept",      "alignas",  "try",     "operator", "template",
    "typename",  "this", "typeid",  "static_assert", "requires", "concept", "co_await", "co_yield",
    "co_return", "asm",  "__asm__", "__asm",         "and",      "or",      "not",      "bitand",
    "bitor",     "xor",  "compl",   "and_eq",        "or_eq",    "xor_eq",  "not_eq",   NULL};

void number_words(void) {
    size_t size = 1024;
    word_count = 0;
    while (size < 2 * token_count)
        size *= 2;
    size_t *table = allocate(size, sizeof *table); // hash: word + 1, or 0
    word_of = allocate(token_count + 1, sizeof *word_of);
    next_at = allocate(token_count + 1, sizeof *next_at);
    for (size_t i = 0; i < token_count; i++) {
        word_of[i] = next_at[i] = SIZE_MAX;
        if (tokens[i].kind != WORD)
            continue;
        size_t hash = 5381;
        for (size_t k = tokens[i].start; k < tokens[i].end; k++)
            hash = hash * 33 + (unsigned char)source[k];
        size_t at = hash & (size - 1);
        while (table[at] && !same(words[table[at] - 1].token, i))
            at = (at + 1) & (size - 1);
        if (!table[at]) {
            words = grow(words, &word_room, word_count + 1, sizeof *words);
            words[word_count] = (struct entry){i, i, 0};
            table[at] = ++word_count;
        }
        word_of[i] = table[at] - 1;
        struct entry *const w = &words[word_of[i]];
        if (w->last != i)
            next_at[w->last] = i;
        w->last = i;
    }
    free(table);
}

size_t word(size_t i) {
    return i < token_count ? word_of[i] : SIZE_MAX;
}

size_t first_same(size_t i) {
    return i < token_count && tokens[i].kind == WORD ? words[word_of[i]].token : SIZE_MAX;
}

size_t next_same(size_t i) {
    return next_at[i];
}

size_t word_total(void) {
    return word_count;
}

unsigned flags(size_t i) {
    return i < token_count && tokens[i].kind == WORD ? words[word_of[i]].flags : 0;
}

void flag(size_t i, unsigned more) {
    if (tokens[i].kind == WORD)
        words[word_of[i]].flags |= more;
}
