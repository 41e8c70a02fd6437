// SPDX-License-Identifier: MIT
// The words of the source, numbered, and the place in the program's files where each token stands.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"

struct entry {
    size_t token, last; // where the word stands first, and last
    unsigned flags;
};

static struct entry *words;
static size_t word_count, word_room;
static size_t *word_of;  // of each token that is a WORD
static size_t *again_at; // where it stands next
struct spot *places;

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

size_t length(size_t i) {
    return tokens[i].end - tokens[i].start;
}

bool same(size_t a, size_t b) {
    return length(a) == length(b) &&
           memcmp(source + tokens[a].start, source + tokens[b].start, length(a)) == 0;
}

bool joins(size_t i) {
    return i + 1 < token_count && tokens[i].end == tokens[i + 1].start;
}

void number_words(void) {
    size_t size = 1024;
    word_count = 0;
    while (size < 2 * token_count)
        size *= 2;
    size_t *table = (size_t *)allocate(size, sizeof *table); // hash: word + 1, or 0
    word_of = (size_t *)allocate(token_count + 1, sizeof *word_of);
    again_at = (size_t *)allocate(token_count + 1, sizeof *again_at);
    for (size_t i = 0; i < token_count; i++) {
        word_of[i] = again_at[i] = SIZE_MAX;
        if (tokens[i].kind != WORD)
            continue;
        size_t hash = 5381;
        for (size_t k = tokens[i].start; k < tokens[i].end; k++)
            hash = hash * 33 + (unsigned char)source[k];
        size_t at = hash & (size - 1);
        while (table[at] && !same(words[table[at] - 1].token, i))
            at = (at + 1) & (size - 1);
        if (!table[at]) {
            words = (struct entry *)grow(words, &word_room, word_count + 1, sizeof *words);
            words[word_count] = (struct entry){i, i, 0};
            table[at] = ++word_count;
        }
        word_of[i] = table[at] - 1;
        struct entry *const w = &words[word_of[i]];
        if (w->last != i)
            again_at[w->last] = i;
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
    return again_at[i];
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

// ---- where a token stands -----------------------------------------------------------------------

static size_t ours, ours_length; // the folder of cuda_cpu/launch.h, as the line markers have it

// Whose the file of a line marker is: numbers behind its name tell, 3 among them.
static enum owner owner_of_file(const struct spot *p) {
    if (ours_length && p->file_length > ours_length &&
        memcmp(source + p->file, source + ours, ours_length) == 0)
        return OURS;
    for (const char *c = source + p->file + p->file_length; *c && *c != '\n'; c++)
        if (c[0] == ' ' && c[1] == '3')
            return SYSTEM;
    return USER;
}

void find_places(void) {
    places = (struct spot *)allocate(token_count + 1, sizeof *places);
    // Which folder is ours has to be known from the first line on.
    const char *launch = strstr(source, "/cuda_cpu/launch.h\"");
    if (launch) {
        const char *quote = launch;
        while (quote > source && *quote != '"')
            quote--;
        ours = (size_t)(quote - source);
        ours_length = (size_t)(launch + 1 - quote);
    }
    struct spot now = {0, 0, 1, USER};
    size_t at = 0;
    for (size_t i = 0; i < token_count; i++) {
        for (; at < tokens[i].start; at++) {
            if (source[at] != '\n')
                continue;
            now.line++;
            char *end;
            if (source[at + 1] == '#' && source[at + 2] == ' ') {
                long line = strtol(source + at + 3, &end, 10);
                if (end > source + at + 3 && end[0] == ' ' && end[1] == '"') {
                    now.file = (size_t)(end + 1 - source);
                    now.file_length = strcspn(end + 2, "\"\n") + 2;
                    now.line = line - 1; // its line break is still to come
                    now.owner = owner_of_file(&now);
                }
            }
        }
        places[i] = now;
    }
}
